// SPDX-License-Identifier: MIT
// A number for each position with x to move, without gaps, for tables. A position with o to move is
// turned: seen from the other side of the board with the colours exchanged it is the same game. All
// positions with the same squares occupied (a board) stand together, as they have the same moves up
// to whose pieces may make them. Thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "pyonpyon/position.hpp"

namespace gougi::pyonpyon {

/// Ten of 25 squares, and five of those ten for x.
inline constexpr std::uint32_t kPositionCount = 3'268'760U * 252U;

/// The same game seen by the other side: half a turn, colours exchanged, the other to move.
Position turned(const Position& position);
/// The squares after half a turn.
Squares turned(Squares squares);

/// The sets of `size` out of `count` elements (at most 25), in the order of their bits read as a
/// number.
class Subsets {
 public:
  Subsets(int count, int size);
  std::uint32_t size() const { return static_cast<std::uint32_t>(sets_.size()); }
  std::uint32_t set(std::uint32_t place) const { return sets_[place]; }
  std::uint32_t place(std::uint32_t set) const {
    const std::uint32_t low = set & (kHalf - 1);
    return lower_[low] + upper_[static_cast<std::size_t>(std::popcount(low))][set >> kHalfBits];
  }

 private:
  static constexpr unsigned kHalfBits = 13;
  static constexpr std::uint32_t kHalf = std::uint32_t{1} << kHalfBits;

  // A set's place is the sum of the binomials (element over its rank), of which the lower and the
  // upper half are looked up.
  std::vector<std::uint32_t> sets_;
  std::vector<std::uint32_t> lower_;
  std::vector<std::vector<std::uint32_t>> upper_;  // by the elements in the lower half
};

/// The numbers of the game with so many pieces on each side; the rules ask for five, fewer make a
/// smaller game for tests.
class Numbering {
 public:
  explicit Numbering(int pieces_each = kPiecesEach);

  std::uint32_t count() const { return boards_.size() * splits_.size(); }
  /// From 0 to count() - 1; turns the position if o is to move.
  std::uint32_t number_of(const Position& position) const;
  /// The position, x to move.
  Position position_of(std::uint32_t number) const;

  int pieces_each() const { return pieces_each_; }
  /// Sets of occupied squares; number = place of the board * splits().size() + place of the split.
  const Subsets& boards() const { return boards_; }
  /// Which of a board's pieces, counted from a1, are x's.
  const Subsets& splits() const { return splits_; }

 private:
  int pieces_each_;
  Subsets boards_;
  Subsets splits_;
};

/// Of the game with five pieces each.
const Numbering& numbering();
std::uint32_t number_of(const Position& position);
Position position_of(std::uint32_t number);

/// The bits of `from` at the places of `mask`, moved together; and back.
std::uint32_t gather(std::uint32_t from, std::uint32_t mask);
std::uint32_t scatter(std::uint32_t from, std::uint32_t mask);

}  // namespace gougi::pyonpyon
