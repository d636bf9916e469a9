// SPDX-License-Identifier: MIT
// A game of ぴょんぴょん: the positions since its start, whether it is over, and why. A move that
// is not legal changes nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pyonpyon/position.hpp"

namespace gougi::pyonpyon {

/// How a game ended: `winner` is empty for a draw, and in the challenge, where a side that cannot
/// move means that it was no game, for one that both have lost.
struct Outcome {
  enum class Reason { kHome, kNoMove, kRepetition, kClaimed, kResigned };
  Reason reason = Reason::kHome;
  std::optional<Side> winner;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

class Game {
 public:
  explicit Game(const Position& start = start_position()) : positions_{start} {}

  const Position& position() const { return positions_.back(); }
  const Position& start() const { return positions_.front(); }
  const std::vector<Move>& moves() const { return moves_; }
  /// How often the present position occurred before.
  int repeats() const;
  /// What an arbiter says: what a side said; the mover's home; then a side that cannot move; then
  /// the third occurrence of a position.
  std::optional<Outcome> outcome() const;
  /// What needs no arbiter: the same but for the third occurrence, which a player may leave
  /// unclaimed.
  std::optional<Outcome> decision() const;
  /// Whether the side to move may claim a draw.
  bool may_claim_draw() const { return repeats() >= 2; }

  /// False, and nothing changes, if the move is not legal or there is a decision.
  bool play(Move move);
  /// The side to move gives up, or claims a draw. False, and nothing changes, if there is a
  /// decision, or no draw to be claimed.
  bool resign();
  bool claim_draw();
  /// Plays "d5c5", "resign" or "draw". An error says why it does not, and nothing changes; it
  /// begins with the word, or quotes it where it is none of these.
  base::Result<void> play_word(std::string_view word);
  /// Takes a word back. False if there is none.
  bool undo();
  /// "resign" or "draw", if that ended it; otherwise empty.
  std::string_view last_word() const;

 private:
  std::vector<Position> positions_;  // the present one last
  std::vector<Move> moves_;
  std::optional<Outcome> said_;
};

/// "position startpos moves d5c5 …", as it is read by read_position.
std::string position_line(const Game& game);
/// Reads what stands behind "position": `startpos`, `pfen ROWS SIDE` or `challenge SEED`, then
/// perhaps `moves …`, the last of which may be resign or draw. An error names the first word that
/// is wrong.
base::Result<Game> read_position(std::string_view text);
/// Reads a game of a file: the same, with or without the word position, or bare moves from the
/// start; what follows a '#' is a remark. `line` is as the file has it, so that an error gives the
/// file's column, in characters from 1.
base::Result<Game> read_game_line(std::string_view line);
/// How the game ended, for people; empty: it goes on.
std::string end_text(const Game& game);
/// The board for people, below a line that says how many moves, whose turn and how many repeats;
/// under it what letters mean, in the challenge, and how the game ended, if it did.
std::string board_text(const Game& game);

}  // namespace gougi::pyonpyon
