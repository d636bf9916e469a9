// SPDX-License-Identifier: MIT
// What the lines of one search have said of the moves that they begin with. Engines of the
// YaneuraOu family print seldom and end with a bound, often of a move that had an exact score
// before: so each move keeps its own line. Bounded: a search without end may name every move there
// is. Pure values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "usi/move.hpp"
#include "usi/score.hpp"

namespace gougi::relay {

/// One line with a score.
struct SeenLine {
  usi::Score score;
  int depth = 0;
  std::string pv;  ///< raw words
};

/// Whether a line with `next` takes the place of one with `there`: a bound never that of an exact
/// score.
bool replaces(const usi::Score& next, const usi::Score& there);

/// A bound that every position meets: at most a mate, at least being mated.
bool says_nothing(const usi::Score& score);

class SeenMoves {
 public:
  /// A line that begins with `first`.
  void take(usi::Move first, const usi::Score& score, int depth, std::string_view pv);
  /// The newest line of the move with an exact score, else the newest with a bound; nullptr: none.
  const SeenLine* line_of(usi::Move move) const;

 private:
  // More than an engine considers in a search; a flood of others' costs a search through these.
  static constexpr std::size_t kMost = 128;

  struct Entry {
    usi::Move first;
    SeenLine line;
    std::uint64_t heard = 0;
  };
  std::vector<Entry> entries_;
  std::uint64_t heard_ = 0;
};

}  // namespace gougi::relay
