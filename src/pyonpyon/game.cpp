// SPDX-License-Identifier: MIT
#include "pyonpyon/game.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/column.hpp"
#include "base/say.hpp"
#include "base/text.hpp"

namespace gougi::pyonpyon {
namespace {

constexpr std::string_view kResign = "resign";
constexpr std::string_view kDraw = "draw";

// The words of a game, one after the other. Where the line that they stand in is known, complaints
// give its columns.
class GameWords {
 public:
  GameWords(std::string_view text, std::string_view line) : rest_(text), line_(line) {}

  std::string_view next() { return word_ = base::next_word(rest_); }
  /// Of the last word.
  tl::unexpected<base::Error> wrong(const std::string& what) const {
    if (line_.empty()) return base::fail(what);
    const std::string_view at = word_.empty() ? line_.substr(line_.size()) : word_;
    return base::fail(
        base::say({"{0} at column {1}", "{0}({1}文字目)"}, what, base::column_of(line_, at)));
  }

 private:
  std::string_view rest_;
  std::string_view line_;
  std::string_view word_;
};

base::Result<Game> read_moves(Game game, GameWords& words, std::string_view word) {
  for (; !word.empty(); word = words.next()) {
    const auto played = game.play_word(word);
    if (played) continue;
    const std::string& why = played.error().message;
    return words.wrong(
        why.starts_with(word)
            ? base::say({"position: move {0}, {1},{2}", "position: {0}手目の {1}{2}"},
                        game.moves().size() + 1, word, why.substr(word.size()))
            : why);
  }
  return game;
}

base::Result<Game> read_start(GameWords& words, std::string_view kind) {
  Position start = start_position();
  if (kind == "pfen") {
    const std::string rows(words.next());
    const auto parsed = parse_pfen(rows + " " + std::string(words.next()));
    if (!parsed) return words.wrong(parsed.error().message);
    start = *parsed;
  } else if (kind == "challenge") {
    const auto seed = base::to_int(words.next());
    if (!seed || *seed < 0) {
      return words.wrong(
          base::say({"position: challenge wants its number, from 0 to 9223372036854775807, as in: "
                     "position challenge 5",
                     "position: challenge には 0 から 9223372036854775807 "
                     "の番号が必要です(position challenge 5 のように)"}));
    }
    start = challenge_position(static_cast<std::uint64_t>(*seed));
  } else if (kind != "startpos") {
    const std::string found = kind.empty() ? ""
                                           : base::say({", not \"{0}\"", "(\"{0}\" ではなく)"},
                                                       base::printable(kind, 40));
    return words.wrong(base::say({"position: startpos or pfen (or challenge) is wanted{0}",
                                  "position: startpos か pfen(か challenge)が必要です{0}"},
                                 found));
  }
  const std::string_view moves = words.next();
  if (moves.empty()) return Game(start);
  if (moves != "moves") {
    return words.wrong(base::say(
        {"position: \"{0}\" where moves is wanted", "position: \"{0}\" ではなく moves が必要です"},
        base::printable(moves, 40)));
  }
  return read_moves(Game(start), words, words.next());
}

}  // namespace

int Game::repeats() const {
  return static_cast<int>(std::count(positions_.begin(), positions_.end() - 1, positions_.back()));
}

std::optional<Outcome> Game::decision() const {
  if (said_) return said_;
  const Side mover = ~position().to_move;
  // Judged after a move: a game may begin with somebody home.
  if (!moves_.empty() && is_home(position(), mover)) {
    return Outcome{Outcome::Reason::kHome, mover};
  }
  if (!has_move(position())) {
    const bool both_lost = position().is_challenge();
    return Outcome{Outcome::Reason::kNoMove, both_lost ? std::nullopt : std::optional(mover)};
  }
  return std::nullopt;
}

std::optional<Outcome> Game::outcome() const {
  const auto decided = decision();
  if (decided || !may_claim_draw()) return decided;
  return Outcome{Outcome::Reason::kRepetition, std::nullopt};
}

bool Game::play(Move move) {
  if (decision() || !is_legal(position(), move)) return false;
  positions_.push_back(after(position(), move));
  moves_.push_back(move);
  return true;
}

bool Game::resign() {
  if (decision()) return false;
  said_ = Outcome{Outcome::Reason::kResigned, ~position().to_move};
  return true;
}

bool Game::claim_draw() {
  if (decision() || !may_claim_draw()) return false;
  said_ = Outcome{Outcome::Reason::kClaimed, std::nullopt};
  return true;
}

base::Result<void> Game::play_word(std::string_view word) {
  const auto wrong = [&](base::Text why) {
    return base::fail(std::string(word) +
                      base::said(decision() ? base::Text{" comes after the end of the game",
                                                         " は終局の後にあります"}
                                            : why));
  };
  if (word == kResign)
    return resign() ? base::Result<void>() : wrong({" is not possible", " はできません"});
  if (word == kDraw) {
    return claim_draw() ? base::Result<void>()
                        : wrong({" may be claimed where the position occurred twice before",
                                 " は同じ局面が前に2回現れたときに主張できます"});
  }
  const auto move = parse_move(word);
  if (!move) return tl::unexpected(move.error());
  return play(*move) ? base::Result<void>() : wrong({" is not legal", " は合法手ではありません"});
}

std::string_view Game::last_word() const {
  if (!said_) return {};
  return said_->reason == Outcome::Reason::kResigned ? kResign : kDraw;
}

bool Game::undo() {
  if (said_) {
    said_.reset();
    return true;
  }
  if (moves_.empty()) return false;
  positions_.pop_back();
  moves_.pop_back();
  return true;
}

std::string position_line(const Game& game) {
  std::string line = "position ";
  line += game.start() == start_position() ? "startpos" : "pfen " + to_pfen(game.start());
  line += " moves";
  for (const Move move : game.moves()) line += " " + to_text(move);
  if (const std::string_view word = game.last_word(); !word.empty()) line.append(" ").append(word);
  return line;
}

base::Result<Game> read_position(std::string_view text) {
  GameWords words(text, {});
  return read_start(words, words.next());
}

base::Result<Game> read_game_line(std::string_view line) {
  GameWords words(line.substr(0, std::min(line.find('#'), line.size())), line);
  std::string_view word = words.next();
  if (word == "position") word = words.next();
  const bool has_start =
      word.empty() || word == "startpos" || word == "pfen" || word == "challenge";
  return has_start ? read_start(words, word) : read_moves(Game(start_position()), words, word);
}

std::string end_text(const Game& game) {
  const auto outcome = game.outcome();
  if (!outcome) return "";
  const std::string winner = outcome->winner == Side::kX ? "x" : "o";
  switch (outcome->reason) {
    case Outcome::Reason::kHome:
      return base::say({"{0} is home and wins", "{0} の駒がすべて奥に着いて勝ち"}, winner);
    case Outcome::Reason::kNoMove:
      return outcome->winner
                 ? base::say(
                       {"{0} wins: there is no move left", "{0} の勝ち: 指せる手がありません"},
                       winner)
                 : base::say({"there is no move left and nobody is home: both lose",
                              "指せる手がなく、どちらも奥に着いていません: 両者負け"});
    case Outcome::Reason::kResigned:
      return base::say({"{0} wins: the other side resigned", "{0} の勝ち: 相手の投了"}, winner);
    case Outcome::Reason::kClaimed:
      return base::say({"a draw: the position had occurred twice before",
                        "引き分け: 同じ局面が前に2回現れています"});
    case Outcome::Reason::kRepetition:
      break;
  }
  return base::say(
      {"the position occurred for the third time: a draw", "同じ局面が3回現れました: 引き分け"});
}

std::string board_text(const Game& game) {
  const Position& position = game.position();
  std::string text = "[" + std::to_string(game.moves().size()) + " move(s) | Go! " +
                     (position.to_move == Side::kX ? "x" : "o") + " | " +
                     std::to_string(game.repeats()) + " repeat(s)]\n\n";
  const std::string line = "  +---+---+---+---+---+\n";
  text += line;
  for (int row = 0; row < kFiles; ++row) {
    text += std::to_string(row + 1) + " |";
    for (int file = 0; file < kFiles; ++file) {
      const int square = row * kFiles + file;
      const bool is_empty = (position.occupied() & square_bit(square)) == 0;
      text.append(" ").append(1, is_empty ? ' ' : letter_of(position, square)).append(" |");
    }
    text += "\n" + line;
  }
  text += "    a   b   c   d   e\n";
  if (position.is_challenge()) {
    text += "\n  x: P 歩 L 香 N 桂 S 銀 G 金 B 角 R 飛   o: p l n s g b r\n";
  }
  if (const std::string end = end_text(game); !end.empty()) text += "\n  " + end + "\n";
  return text;
}

}  // namespace gougi::pyonpyon
