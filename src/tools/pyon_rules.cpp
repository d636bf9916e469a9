// SPDX-License-Identifier: MIT
#include "tools/pyon_rules.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "notation/sfen.hpp"
#include "pyonpyon/game.hpp"
#include "pyonpyon/upi.hpp"

namespace gougi::tools {
namespace {

constexpr std::string_view kDraw = "draw";
constexpr std::string_view kResign = "resign";

shogi::Square square_inside(int square) {
  return shogi::Square::of(square % pyonpyon::kFiles + 1, square / pyonpyon::kFiles + 1);
}

}  // namespace

shogi::BareMove pyon_draw_inside() {
  return shogi::BareMove::drop(shogi::PieceType::kPawn, square_inside(0));
}

/// Only as the last word of a `position` line; what an engine says of resigning is no move.
shogi::BareMove pyon_resign_inside() {
  return shogi::BareMove::drop(shogi::PieceType::kLance, square_inside(0));
}

shogi::BareMove pyon_move_inside(pyonpyon::Move move) {
  return shogi::BareMove::board(square_inside(move.from), square_inside(move.to));
}

/// Nothing: it is none of this game.
std::optional<pyonpyon::Move> pyon_move_outside(shogi::BareMove move) {
  if (move.is_none() || move.is_drop() || move.promotes()) return std::nullopt;
  const auto place = [](shogi::Square square) -> std::optional<std::uint8_t> {
    if (square.file() > pyonpyon::kFiles || square.rank() > pyonpyon::kFiles) return std::nullopt;
    return static_cast<std::uint8_t>((square.rank() - 1) * pyonpyon::kFiles + square.file() - 1);
  };
  const auto from = place(move.from());
  const auto to = place(move.to());
  if (!from || !to) return std::nullopt;
  return pyonpyon::Move{*from, *to};
}

std::string pyon_move_text(shogi::BareMove move) {
  if (move == pyon_draw_inside()) return std::string(kDraw);
  if (move == pyon_resign_inside()) return std::string(kResign);
  const auto known = pyon_move_outside(move);
  return known ? to_text(*known) : notation::to_usi(move);
}

namespace {

using relay::Board;
using relay::Game;
using relay::Rules;

/// Of what is left on the clock, for a child that knows only the time of a move: with less games
/// end with time left, with more the clock runs out.
constexpr int kMovesToGo = 30;
/// A bare `go` is this long, as for gougi-pyon.
constexpr std::string_view kBareGo = "go movetime 1000";

/// UPI has no clock, but a host that has one is understood.
bool has_clock(std::string_view line) {
  constexpr std::array<std::string_view, 6> kWords{"btime", "wtime", "binc",
                                                   "winc",  "rtime", "byoyomi"};
  return std::ranges::any_of(base::split_words(line), [&](std::string_view word) {
    return std::ranges::find(kWords, word) != kWords.end();
  });
}

/// A word of the wire as the session reads it; what is no move there must be none here.
std::string word_inside(std::string_view word) {
  if (word == kDraw) return notation::to_usi(pyon_draw_inside());
  if (const auto move = pyonpyon::parse_move(word))
    return notation::to_usi(pyon_move_inside(*move));
  return (notation::parse_usi_move(word) ? "?" : "") + std::string(word);
}

std::string word_outside(std::string_view word) {
  const auto move = notation::parse_usi_move(word);
  return move ? pyon_move_text(*move) : std::string(word);
}

using WordChange = std::string (*)(std::string_view);

void append_words(std::string& out, std::string_view words, WordChange change) {
  for (auto word = base::next_word(words); !word.empty(); word = base::next_word(words)) {
    if (!out.empty()) out += ' ';
    out += change(word);
  }
}

/// An info or bestmove line with its moves changed; free text stays.
std::string with_moves(std::string_view line, WordChange change) {
  const std::size_t text = std::min(line.find(" string"), line.size());
  std::string out;
  append_words(out, line.substr(0, text), change);
  return out.append(line.substr(text));
}

void play_inside(pyonpyon::Game& game, shogi::Move move) {
  if (move == pyon_draw_inside()) {
    game.claim_draw();
  } else if (move == pyon_resign_inside()) {
    game.resign();
  } else if (const auto known = pyon_move_outside(move.bare)) {
    game.play(*known);
  }
}

class PyonBoard final : public Board {
 public:
  explicit PyonBoard(pyonpyon::Game game) : game_(std::move(game)) {}

  std::unique_ptr<Board> copy() const override { return std::make_unique<PyonBoard>(*this); }
  void play(shogi::Move legal) override { play_inside(game_, legal); }
  shogi::Color side_to_move() const override {
    const bool x = game_.position().to_move == pyonpyon::Side::kX;
    return x ? shogi::Color::kBlack : shogi::Color::kWhite;
  }
  int ply() const override { return static_cast<int>(game_.moves().size()) + 1; }
  std::uint64_t key() const override { return pyonpyon::key_of(game_.position()); }
  bool is_legal(shogi::Move move) const override {
    if (is_over() || move.freezes()) return false;
    if (move == pyon_draw_inside()) return game_.may_claim_draw();
    if (move == pyon_resign_inside()) return true;
    const auto known = pyon_move_outside(move.bare);
    return known && pyonpyon::is_legal(game_.position(), *known);
  }
  bool has_legal_move() const override { return !is_over(); }
  std::vector<shogi::Move> legal_moves() const override {
    std::vector<shogi::Move> all;
    if (is_over()) return all;
    pyonpyon::MoveList moves;
    generate(game_.position(), moves);
    for (const pyonpyon::Move move : moves) all.emplace_back(pyon_move_inside(move));
    return all;
  }
  bool is_lost() const override {
    const auto decision = game_.decision();
    return decision && decision->winner == ~game_.position().to_move;
  }
  // What goes home is won at once; there is no check before it.
  bool threatens_to_win(shogi::Move move) const override {
    return pyon_move_outside(move.bare) && relay::wins_at_once(*this, move);
  }
  bool captures(shogi::Move) const override { return false; }
  bool can_declare(shogi::DeclarationRule) const override { return false; }
  std::string text() const override { return to_pfen(game_.position()) + " - 1"; }
  std::string move_text(shogi::Move move) const override { return pyon_move_text(move.bare); }
  std::string move_name(shogi::Move move, shogi::Move, bool japanese) const override {
    if (move == pyon_draw_inside()) return japanese ? "引き分け" : "claims a draw";
    const bool x = game_.position().to_move == pyonpyon::Side::kX;
    return (japanese ? (x ? "●" : "○") : (x ? "x " : "o ")) + pyon_move_text(move.bare);
  }
  std::optional<std::vector<std::string>> show(std::string_view) const override {
    return std::nullopt;
  }

 private:
  bool is_over() const { return game_.decision().has_value(); }

  pyonpyon::Game game_;
};

/// The session's game as the wire has it; empty if it cannot be.
pyonpyon::Game game_outside(const Game& game) {
  const std::string start = game.start().text();
  const auto position = pyonpyon::parse_pfen(start.substr(0, start.size() - 4));  // " - 1"
  pyonpyon::Game outside = position ? pyonpyon::Game(*position) : pyonpyon::Game();
  for (const shogi::Move move : game.moves()) play_inside(outside, move);
  return outside;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

class PyonRules final : public Rules {
 public:
  base::Result<std::unique_ptr<Board>> board(std::string_view text) const override {
    if (text.empty()) return std::make_unique<PyonBoard>(pyonpyon::Game());
    const auto rows = base::next_word(text);
    const auto side = base::next_word(text);
    const auto position = pyonpyon::parse_pfen(std::string(rows) + " " + std::string(side));
    if (!position) return tl::unexpected(position.error());
    return std::make_unique<PyonBoard>(pyonpyon::Game(*position));
  }
  std::string_view reserve_program() const override { return "gougi-pyon"; }

  // UPI has no clock.
  usi::SearchLimits bearable(usi::SearchLimits limits, shogi::Color side) const override {
    const usi::ClockTimes clock = std::exchange(limits.clock, {});
    if (clock.given && !limits.movetime && !limits.infinite) {
      const usi::SideClock own = clock.of(side);
      limits.movetime =
          std::max(base::Milliseconds(1), clock.byoyomi + own.increment + own.time / kMovesToGo);
    }
    if (limits.rtime) limits.movetime = std::exchange(limits.rtime, std::nullopt);
    if (limits.movetime && limits.movetime->count() < 1) limits.movetime = base::Milliseconds(1);
    if (limits.wait_stop) limits.infinite = true;
    limits.wait_stop = limits.ponder = false;
    limits.search_moves.clear();
    return limits;
  }

  std::string_view from_host(std::string_view line, std::string& buffer) const override {
    std::string_view rest = line;
    const auto word = base::next_word(rest);
    if (word == "upi") return "usi";
    if (word == "go" && base::trim(rest).empty()) return kBareGo;
    if (word != "position") return line;
    buffer = "position";
    std::string_view behind = rest;
    const std::string_view kind = base::next_word(behind);
    const auto seed = kind == "challenge" ? base::to_int(base::next_word(behind)) : std::nullopt;
    if (seed && *seed >= 0) {
      rest = behind;
      buffer += " sfen " +
                to_pfen(pyonpyon::challenge_position(static_cast<std::uint64_t>(*seed))) + " - 1";
    } else if (kind == "pfen") {
      rest = behind;
      const auto rows = base::next_word(rest);
      const auto side = base::next_word(rest);
      buffer += " sfen " + std::string(rows) + " " + std::string(side) + " - 1";
    } else if (base::next_word(rest) == "startpos") {
      buffer += " startpos";
    } else {
      return line;  // an error whatever it is
    }
    std::string_view moves = rest;
    if (base::next_word(moves) == "moves") {
      buffer += " moves";
      append_words(buffer, moves, [](std::string_view text) {
        return text == kResign ? notation::to_usi(pyon_resign_inside()) : word_inside(text);
      });
    } else {
      append_words(buffer, rest, [](std::string_view text) { return std::string(text); });
    }
    return buffer;
  }

  std::string_view from_child(std::string_view line, std::string& buffer) const override {
    line = base::trim(line);
    if (line == "upiok") return "usiok";
    if (line == "usiok") return "";
    if (!line.starts_with("bestmove ") && !line.starts_with("info ")) return line;
    buffer = with_moves(line, word_inside);
    return buffer;
  }

  std::string to_host(std::string line) const override {
    if (line == "usiok") return "upiok";
    const bool has_moves = line.starts_with("bestmove ") ||
                           (line.starts_with("info ") && !line.starts_with("info string"));
    return has_moves ? with_moves(line, word_outside) : line;
  }

  std::optional<std::string> to_child(std::string_view line) const override {
    std::string_view rest = line;
    const auto word = base::next_word(rest);
    if (word == "usi") return "upi";
    if (word == "usinewgame" || word == "gameover" || word == "ponderhit") return std::nullopt;
    if (word != "position") return std::string(line);
    std::string out = "position";
    if (base::next_word(rest) == "sfen") {
      const auto rows = base::next_word(rest);
      const auto side = base::next_word(rest);
      base::next_word(rest);
      base::next_word(rest);
      out += " pfen " + std::string(rows) + " " + std::string(side);
    } else {
      out += " startpos";
    }
    append_words(out, rest, word_outside);  // the word moves is none
    return out;
  }

  std::optional<Reply> answer(std::string_view line, const Game& game) const override {
    constexpr std::array<std::string_view, 9> kForSession{
        "upi", "isready", "setoption", "position", "go", "stop", "quit", "getoption", ""};
    std::string_view rest = line;
    const auto word = base::next_word(rest);
    const auto error = [](const std::string& what) {
      return Reply{{"info string error: " + what}, ""};
    };
    if (word == "go") {
      const auto order = pyonpyon::read_go(base::split_words(line));
      if (!order && !has_clock(line)) return error(order.error().message);
    }
    if (std::ranges::find(kForSession, word) != kForSession.end()) return std::nullopt;
    pyonpyon::Game outside = game_outside(game);
    if (word == "pos") return Reply{lines_of(board_text(outside)), ""};
    if (word == "xfen") return Reply{{pyonpyon::position_line(outside)}, ""};
    if (word == "undo") {
      if (!base::trim(rest).empty()) {
        return error("undo takes one move back; nothing stands behind it");
      }
      if (!outside.undo()) return error("undo: no move was made yet");
    } else if (word == "do") {
      const auto played = outside.play_word(base::next_word(rest));
      if (!base::trim(rest).empty()) return error("do is like: do d5c5, do resign, do draw");
      if (!played) return error("do: " + played.error().message);
    } else {
      return error("\"" + base::printable(word, 40) +
                   "\" is no command; there are position, go, stop, pos, xfen, do, undo, upi, "
                   "isready, setoption, quit");
    }
    Reply reply{{}, pyonpyon::position_line(outside)};
    if (const std::string end = end_text(outside); !end.empty()) {
      reply.lines.push_back("info string " + end);
    }
    return reply;
  }
  bool keeps_last_position() const override { return true; }
  std::string complaint(const std::string& why) const override { return "error: " + why; }
};

}  // namespace

const Rules& pyon_rules() {
  static const PyonRules rules;
  return rules;
}

const Rules& rules_of(settings::GameProtocol protocol) {
  return protocol == settings::GameProtocol::kUpi ? pyon_rules() : relay::shogi_rules();
}

}  // namespace gougi::tools
