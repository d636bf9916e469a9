// SPDX-License-Identifier: MIT
// A book from games: which move was played how often. One game is a line, `startpos moves …` or
// `sfen … moves …`. It reads lines and gives entries; files are for whoever uses it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "book/entry.hpp"

namespace gougi::book {

struct GameLine {
  shogi::Position start;
  std::vector<shogi::BareMove> moves;  ///< legal, one after the other
};

/// Reads a game; the word `position` before it is fine, and so is a line without moves. The error
/// names the first word or move that is wrong.
base::Result<GameLine> parse_game_line(std::string_view line);

class MoveCounter {
 public:
  /// Counts the first `moves` moves of a game.
  void add(const GameLine& game, int moves);
  /// By position in byte order. What was played says nothing of its worth: scores are 0, and the
  /// depth is 32, as in every book of this kind, so that a reader's least depth does not hide it.
  std::vector<Entry> entries() const;

 private:
  struct Tally {
    std::int32_t count = 0;
    std::int32_t first = 0;  ///< when it was first played, to keep ties in order
    std::map<shogi::BareMove, std::int32_t> replies;
  };
  std::map<std::string, std::map<shogi::BareMove, Tally>> positions_;
  std::int32_t seen_ = 0;
};

}  // namespace gougi::book
