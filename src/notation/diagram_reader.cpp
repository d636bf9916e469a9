// SPDX-License-Identifier: MIT
#include "notation/diagram_reader.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/csa.hpp"
#include "notation/diagram.hpp"

namespace gougi::notation {
namespace {

using shogi::Color;
using shogi::Piece;
using shogi::PieceType;

// Takes one character of UTF-8 from the front; nothing where none begins or it is cut off.
std::string_view take_character(std::string_view& text) {
  if (text.empty()) return {};
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  const std::string_view character = text.substr(0, size);
  text.remove_prefix(character.size());
  return character;
}

bool is_hand_type(PieceType type) { return shogi::index(type) <= shogi::index(PieceType::kGold); }

// How many there are of a kind that can be in hand.
int full_set(PieceType type) {
  if (type == PieceType::kPawn) return 18;
  return type == PieceType::kBishop || type == PieceType::kRook ? 2 : 4;
}

base::Result<void> add_to_hand(shogi::Hand& hand, PieceType type, int count) {
  if (!is_hand_type(type)) {
    return base::fail(
        base::say({"a hand holds what is never in hand", "持ち駒にならない駒が持ち駒にあります"}));
  }
  if (hand.count(type) + count > full_set(type))
    return base::fail(base::say({"a hand holds too many pieces", "持ち駒の枚数が多すぎます"}));
  for (int i = 0; i < count; ++i) hand.add(type);
  return {};
}

// Takes a blank of either width from the front of `text`.
bool take_any_blank(std::string_view& text) {
  for (const std::string_view blank : {" ", "\t", "　"}) {
    if (!text.starts_with(blank)) continue;
    text.remove_prefix(blank.size());
    return true;
  }
  return false;
}

// Takes the next word from the front of `line`; empty at the end.
std::string_view next_hand_word(std::string_view& line) {
  while (take_any_blank(line)) {
  }
  const std::string_view whole = line;
  for (std::string_view behind = line; !line.empty() && !take_any_blank(behind); behind = line) {
    take_character(line);
  }
  return whole.substr(0, whole.size() - line.size());
}

// "十八" from the front of what stands behind a piece; 1: nothing of that is there.
std::optional<int> take_hand_count(std::string_view& text) {
  std::string_view behind = text;
  std::size_t size = 0;
  for (auto digit = take_character(behind); !digit.empty() && diagram_count(digit);
       digit = take_character(behind)) {
    size = text.size() - behind.size();
  }
  const auto count = diagram_count(text.substr(0, size));
  text.remove_prefix(size);
  return count;
}

std::string drawn_quote(std::string_view text) { return "\"" + base::printable(text, 60) + "\""; }

}  // namespace

void DiagramReader::put(int file, int rank, Piece piece) {
  setup_.board[static_cast<std::size_t>(shogi::Square::of(file, rank).index())] = piece;
}

base::Result<void> DiagramReader::take_kif(std::string_view line) {
  constexpr std::array<std::pair<std::string_view, Color>, 4> kHands{
      {{"先手の持駒", Color::kBlack},
       {"下手の持駒", Color::kBlack},
       {"後手の持駒", Color::kWhite},
       {"上手の持駒", Color::kWhite}}};
  if (line.size() > 1 && line[0] == '|') return take_kif_rank(line.substr(1));
  if (line == "後手番" || line == "上手番") setup_.side_to_move = Color::kWhite;
  if (line == "先手番" || line == "下手番") setup_.side_to_move = Color::kBlack;
  for (const auto& [word, color] : kHands) {
    if (!line.starts_with(word)) continue;
    std::string_view rest = line.substr(word.size());
    for (const std::string_view colon : {"：", ":"}) {
      if (rest.starts_with(colon)) return take_kif_hand(color, rest.substr(colon.size()));
    }
  }
  return {};
}

// "v香v桂 ・ ・ 歩…|一"
base::Result<void> DiagramReader::take_kif_rank(std::string_view row) {
  has_board_ = is_ranked_ = true;
  if (++ranks_ > 9)
    return base::fail(
        base::say({"a diagram with more than nine ranks", "局面図の段が9段より多くあります"}));
  for (int file = 9; file >= 1; --file) {
    const std::string_view sign = take_character(row);
    const bool is_white = sign == "v" || sign == "V";
    if (!is_white && sign != " " && sign != "^") {
      return base::fail(base::say({"rank {0} of the diagram has no nine squares",
                                   "局面図の {0}段目のマスが9つではありません"},
                                  ranks_));
    }
    const std::string_view name = take_character(row);
    if (name == "・") continue;
    const auto type = diagram_piece_type(name);
    if (!type) {
      return base::fail(base::say(
          {"rank {0} of the diagram: {1} is no piece", "局面図の {0}段目: {1} は駒ではありません"},
          ranks_, drawn_quote(name)));
    }
    put(file, ranks_, Piece(is_white ? Color::kWhite : Color::kBlack, *type));
  }
  return {};
}

// "飛　金二　歩十八", "飛金二歩十八", "なし"
base::Result<void> DiagramReader::take_kif_hand(Color color, std::string_view words) {
  for (auto word = next_hand_word(words); !word.empty(); word = next_hand_word(words)) {
    if (word == "なし") continue;
    const std::string_view whole = word;
    while (!word.empty()) {
      const auto type = diagram_piece_type(take_character(word));
      const auto count = take_hand_count(word);
      if (!type || !count)
        return base::fail(base::say({"{0} is nothing in hand", "{0} は持ち駒ではありません"},
                                    drawn_quote(whole)));
      auto added =
          add_to_hand(setup_.hands[static_cast<std::size_t>(shogi::index(color))], *type, *count);
      if (!added) return added;
      is_announced_ = true;
    }
  }
  return {};
}

base::Result<void> DiagramReader::take_csa(std::string_view line) {
  if (line == "+") setup_.side_to_move = Color::kBlack;
  if (line == "-") setup_.side_to_move = Color::kWhite;
  if (line.size() < 2 || line[0] != 'P') return {};
  const std::string_view rest = line.substr(2);
  if (line[1] >= '1' && line[1] <= '9') return take_csa_rank(line[1] - '0', rest);
  if (line[1] == '+') return take_csa_pieces(Color::kBlack, rest);
  if (line[1] == '-') return take_csa_pieces(Color::kWhite, rest);
  if (line[1] == 'I') return take_csa_even(rest);
  return {};
}

// "-KY * +FU…": three characters a square; blanks at the end may be gone.
base::Result<void> DiagramReader::take_csa_rank(int rank, std::string_view row) {
  has_board_ = true;
  for (int file = 9; file >= 1; --file) {
    const std::string_view cell = row.substr(0, 3);
    row.remove_prefix(cell.size());
    if (base::trim(cell) == "*" || base::trim(cell).empty()) {
      put(file, rank, Piece());
      continue;
    }
    const auto type = csa_piece_type(cell.substr(1));
    if (!type || (cell[0] != '+' && cell[0] != '-')) {
      return base::fail(base::say({"P{0}: {1} is no piece", "P{0}: {1} は駒ではありません"}, rank,
                                  drawn_quote(cell)));
    }
    put(file, rank, Piece(cell[0] == '+' ? Color::kBlack : Color::kWhite, *type));
  }
  return {};
}

// "00FU00FU" in hand, "27FU" on the board, "00AL": all others in hand.
base::Result<void> DiagramReader::take_csa_pieces(Color color, std::string_view groups) {
  has_board_ = true;
  for (groups = base::trim(groups); !groups.empty();
       groups.remove_prefix(std::min<std::size_t>(4, groups.size()))) {
    const std::string_view group = groups.substr(0, 4);
    if (group == "00AL") {
      take_rest(color);
      continue;
    }
    const auto type = group.size() == 4 ? csa_piece_type(group.substr(2)) : std::nullopt;
    if (!type)
      return base::fail(
          base::say({"{0} is no piece with its square", "{0} はマスと駒の組ではありません"},
                    drawn_quote(group)));
    if (group.starts_with("00")) {
      auto& hand = setup_.hands[static_cast<std::size_t>(shogi::index(color))];
      if (auto added = add_to_hand(hand, *type, 1); !added) return added;
    } else if (group[0] < '1' || group[0] > '9' || group[1] < '1' || group[1] > '9') {
      return base::fail(
          base::say({"{0} is on no square", "{0} は盤上のマスではありません"}, drawn_quote(group)));
    } else {
      put(group[0] - '0', group[1] - '0', Piece(color, *type));
    }
  }
  return {};
}

// What is on no square and in no hand, but for kings.
void DiagramReader::take_rest(Color color) {
  for (int i = shogi::index(PieceType::kPawn); i <= shogi::index(PieceType::kGold); ++i) {
    const auto type = static_cast<PieceType>(i);
    const auto on_board = std::ranges::count_if(setup_.board, [type](Piece piece) {
      return !piece.empty() && shogi::unpromote(piece.type()) == type;
    });
    int rest = full_set(type) - static_cast<int>(on_board);
    for (const shogi::Hand& hand : setup_.hands) rest -= hand.count(type);
    auto& hand = setup_.hands[static_cast<std::size_t>(shogi::index(color))];
    for (; rest > 0; --rest) hand.add(type);
  }
}

// "PI", or "PI82HI22KA": without these.
base::Result<void> DiagramReader::take_csa_even(std::string_view missing) {
  has_board_ = true;
  const Color side = setup_.side_to_move;
  setup_ = shogi::Position::start().setup();
  setup_.side_to_move = side;
  for (missing = base::trim(missing); !missing.empty(); missing.remove_prefix(4)) {
    const bool whole = missing.size() >= 4 && missing[0] >= '1' && missing[0] <= '9' &&
                       missing[1] >= '1' && missing[1] <= '9';
    if (!whole)
      return base::fail(
          base::say({"{0} is no piece with its square", "{0} はマスと駒の組ではありません"},
                    drawn_quote(missing)));
    put(missing[0] - '0', missing[1] - '0', Piece());
  }
  return {};
}

base::Result<shogi::Position> DiagramReader::position() const {
  if (is_ranked_ && ranks_ != 9) {
    return base::fail(base::say(
        {"the diagram has {0} ranks, not nine", "局面図が9段ではなく {0} 段です"}, ranks_));
  }
  auto position = shogi::Position::from(setup_);
  if (!position)
    return base::fail(base::say({"the diagram: {0}", "局面図: {0}"}, position.error().message));
  return position;
}

}  // namespace gougi::notation
