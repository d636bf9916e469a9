// SPDX-License-Identifier: MIT
#include "notation/sfen.hpp"

#include <algorithm>

#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/freeze.hpp"

namespace gougi::notation {
namespace {

using shogi::BareMove;
using shogi::Color;
using shogi::Hand;
using shogi::Piece;
using shogi::PieceType;
using shogi::Position;
using shogi::Setup;
using shogi::Square;

constexpr std::string_view kLetters = ".PLNSBRGK";  // by index of the unpromoted kind

std::optional<PieceType> kind_of(char letter) {
  const char upper =
      letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  const std::size_t i = kLetters.find(upper, 1);
  if (i == std::string_view::npos) return std::nullopt;
  return static_cast<PieceType>(i);
}

Color owner_of(char letter) {
  return letter >= 'a' && letter <= 'z' ? Color::kWhite : Color::kBlack;
}

char letter_of(Color c, PieceType t) {
  const char letter = kLetters[static_cast<std::size_t>(index(shogi::unpromote(t)))];
  return c == Color::kBlack ? letter : static_cast<char>(letter - 'A' + 'a');
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  out += base::printable(text, 80);
  out += '"';
  return out;
}
std::string quoted(char c) { return quoted(std::string_view(&c, 1)); }

tl::unexpected<base::Error> error(const std::string& what) { return base::fail("sfen: " + what); }

// One rank, "1r5b1", from file 9 to file 1.
base::Result<void> read_rank(std::string_view text, int rank, Setup& setup) {
  const auto where = [&](std::size_t i) {
    return base::say({"rank {0}, character {1}", "{0}段目の{1}文字目"}, rank, i + 1);
  };
  const auto in_rank = [&] { return " (" + quoted(text) + ")"; };
  int squares = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c >= '1' && c <= '9') {
      squares += c - '0';
      continue;
    }
    const std::size_t at = i;
    const bool promoted = c == '+';
    if (promoted) ++i;
    if (i == text.size())
      return error(
          base::say({"{0}: '+' without a piece", "{0}: '+' の後に駒がありません"}, where(at)) +
          in_rank());
    const auto kind = kind_of(text[i]);
    if (!kind)
      return error(base::say({"{0}: {1} is no piece", "{0}: {1} は駒ではありません"}, where(i),
                             quoted(text[i])) +
                   in_rank());
    if (promoted && !can_promote(*kind)) {
      return error(base::say({"{0}: {1} cannot promote", "{0}: {1} は成れない駒です"}, where(at),
                             quoted(text.substr(at, 2))) +
                   in_rank());
    }
    ++squares;
    if (squares <= 9) {
      setup.board[static_cast<std::size_t>(Square::of(10 - squares, rank).index())] =
          Piece(owner_of(text[i]), promoted ? promote(*kind) : *kind);
    }
  }
  if (squares != 9) {
    return error(
        base::say({"rank {0} has {1} squares", "{0}段目のマスが {1} あります"}, rank, squares) +
        in_rank());
  }
  return {};
}

base::Result<void> read_board(std::string_view text, Setup& setup) {
  const auto ranks = 1 + std::count(text.begin(), text.end(), '/');
  if (ranks != 9) {
    return error(
        base::say({"the board has {0} ranks, not 9 ({1})", "盤面が9段ではなく {0} 段です({1})"},
                  ranks, quoted(text)));
  }
  for (int rank = 1; rank <= 9; ++rank) {
    const std::size_t end = std::min(text.find('/'), text.size());
    if (auto read = read_rank(text.substr(0, end), rank, setup); !read) return read;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return {};
}

constexpr int kAbsurdCount = 99;  // more than any hand holds, small enough to add up

// What a Hand can count; whether the game has that many is for Position to say.
int hand_limit(PieceType t) {
  if (t == PieceType::kPawn) return 31;
  return t == PieceType::kBishop || t == PieceType::kRook ? 3 : 7;
}

// "2Pb", "-"; any order, a kind may come twice.
base::Result<void> read_hands(std::string_view text, Setup& setup) {
  if (text == "-") return {};
  const std::string in_hands = " (" + quoted(text) + ")";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t begin = i;
    while (i < text.size() && text[i] >= '0' && text[i] <= '9') ++i;
    const std::string_view digits = text.substr(begin, i - begin);
    if (i == text.size())
      return error(
          base::say({"hands: a count without a piece", "持ち駒: 枚数の後に駒がありません"}) +
          in_hands);
    const std::string where = base::say({"hands, character {0}: ", "持ち駒の{0}文字目: "}, i + 1);
    const auto kind = kind_of(text[i]);
    if (!kind || *kind == PieceType::kKing) {
      return error(where +
                   base::say({"{0} is no piece for a hand", "{0} は持ち駒になる駒ではありません"},
                             quoted(text[i])) +
                   in_hands);
    }
    const std::int64_t count = digits.empty() ? 1 : base::to_int_clamped(digits).value_or(0);
    Hand& hand = setup.hands[static_cast<std::size_t>(index(owner_of(text[i])))];
    const std::int64_t total = hand.count(*kind) + std::min<std::int64_t>(count, kAbsurdCount);
    if (count < 1 || total > hand_limit(*kind)) {
      return error(where +
                   base::say({"{0} of {1}", "{1} が {0} 枚"}, quoted(digits), quoted(text[i])) +
                   in_hands);
    }
    hand.add(*kind, static_cast<int>(count));
  }
  return {};
}

base::Result<Setup> read_setup(std::string_view text) {
  Setup setup;
  const std::string_view board = base::next_word(text);
  const std::string_view side = base::next_word(text);
  const std::string_view hands = base::next_word(text);
  const std::string_view ply = base::next_word(text);
  const std::string_view extra = base::next_word(text);
  if (board.empty()) return error(base::say({"empty", "空です"}));
  if (auto read = read_board(board, setup); !read) return tl::unexpected(read.error());
  if (side.empty()) return error(base::say({"the side to move is missing", "手番がありません"}));
  if (side != "b" && side != "w") {
    return error(base::say(
        {"the side to move is {0}, not \"b\" or \"w\"", "手番は {0} ではなく \"b\" か \"w\" です"},
        quoted(side)));
  }
  setup.side_to_move = side == "b" ? Color::kBlack : Color::kWhite;
  if (hands.empty())
    return error(base::say({"the hands are missing (\"-\" for none)",
                            "持ち駒がありません(なければ \"-\" と書きます)"}));
  if (auto read = read_hands(hands, setup); !read) return tl::unexpected(read.error());
  if (!ply.empty()) {
    const auto number = base::to_int_clamped(ply);
    if (!number || *number < 0)
      return error(base::say({"the move number is {0}", "手数が {0} です"}, quoted(ply)));
    setup.ply = static_cast<int>(std::clamp<std::int64_t>(*number, 1, shogi::kMaxPly));
  }
  if (!extra.empty())
    return error(
        base::say({"unexpected {0} after the move number", "手数の後に余分な {0} があります"},
                  quoted(extra)));
  return setup;
}

// Hands are written rook, bishop, gold, silver, knight, lance, pawn: Black's first.
void append_hand(std::string& out, Color c, Hand hand) {
  using enum PieceType;
  for (const PieceType t : {kRook, kBishop, kGold, kSilver, kKnight, kLance, kPawn}) {
    const int n = hand.count(t);
    if (n == 0) continue;
    if (n > 1) out += std::to_string(n);
    out += letter_of(c, t);
  }
}

std::optional<Square> square_at(std::string_view text, std::size_t i) {
  const char file = text[i];
  const char rank = text[i + 1];
  if (file < '1' || file > '9' || rank < 'a' || rank > 'i') return std::nullopt;
  return Square::of(file - '0', rank - 'a' + 1);
}

void append_square(std::string& out, Square s) {
  out += static_cast<char>('0' + s.file());
  out += static_cast<char>('a' + s.rank() - 1);
}

}  // namespace

base::Result<Position> parse_sfen(std::string_view text, shogi::Strictness strictness) {
  if (base::trim(text) == "startpos") return Position::start();
  const auto setup = read_setup(text);
  if (!setup) return tl::unexpected(setup.error());
  auto position = Position::from(*setup, strictness);
  if (!position) return error(position.error().message);
  return position;
}

bool begins_with_board(std::string_view text) {
  const std::string_view word = base::next_word(text);
  return std::count(word.begin(), word.end(), '/') == 8;
}

std::string to_sfen(const Position& position) {
  std::string out;
  out.reserve(128);
  for (int rank = 1; rank <= 9; ++rank) {
    if (rank > 1) out += '/';
    int empty = 0;
    for (int file = 9; file >= 1; --file) {
      const Piece p = position.piece_at(Square::of(file, rank));
      if (p.empty()) {
        ++empty;
        continue;
      }
      if (empty > 0) out += static_cast<char>('0' + empty);
      empty = 0;
      if (is_promoted(p.type())) out += '+';
      out += letter_of(p.color(), p.type());
    }
    if (empty > 0) out += static_cast<char>('0' + empty);
  }
  out += position.side_to_move() == Color::kBlack ? " b " : " w ";
  const std::size_t before = out.size();
  for (const Color c : shogi::kColors) append_hand(out, c, position.hand(c));
  if (out.size() == before) out += '-';
  return out + " " + std::to_string(position.ply());
}

std::optional<BareMove> parse_usi_move(std::string_view text) {
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  const auto to = square_at(text, 2);
  if (!to) return std::nullopt;
  if (text[1] == '*') {
    const auto kind = kind_of(text[0]);
    if (!kind || *kind == PieceType::kKing || owner_of(text[0]) != Color::kBlack ||
        text.size() != 4) {
      return std::nullopt;
    }
    return BareMove::drop(*kind, *to);
  }
  const auto from = square_at(text, 0);
  if (!from || (text.size() == 5 && text[4] != '+')) return std::nullopt;
  return BareMove::board(*from, *to, text.size() == 5);
}

void append_usi(std::string& out, shogi::Move move) {
  const BareMove bare = move.bare;
  if (bare.is_none()) {
    out += "none";
    return;
  }
  if (bare.is_drop()) {
    out += letter_of(Color::kBlack, bare.dropped());
    out += '*';
  } else {
    append_square(out, bare.from());
  }
  append_square(out, bare.to());
  if (bare.promotes()) out += '+';
  if (move.freezes()) out += 'z' + to_text(move.freeze);
}

std::string to_usi(shogi::Move move) {
  std::string out;
  append_usi(out, move);
  return out;
}

}  // namespace gougi::notation
