// SPDX-License-Identifier: MIT
// A book from games: which move was played how often. It takes games and gives entries; lines and
// files of them are for whoever uses it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "book/entry.hpp"
#include "shogi/game.hpp"

namespace gougi::book {

class MoveCounter {
 public:
  /// Counts the first `moves` moves of a game of ordinary shogi.
  void add(const shogi::Game& game, int moves);
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
