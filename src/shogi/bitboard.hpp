// SPDX-License-Identifier: MIT
// A set of squares. Two words: `lo` holds files 1 to 7 (63 squares), `hi` files 8 and 9 (18), so a
// file never straddles them and a pawn's step is one shift of each. It knows no pieces; what
// attacks what is attacks.hpp. Plain values, safe from any thread.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "shogi/types.hpp"

namespace gougi::shogi {

namespace detail {
/// The place of the lowest bit of a word that has one, which std::countr_zero would ask first.
constexpr int lowest(std::uint64_t word) { return __builtin_ctzll(word); }

/// The bits of both words, added up side by side: in half of the time of two calls for what has no
/// instruction.
constexpr int count_by_adding(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kOnes = 0x5555'5555'5555'5555;
  constexpr std::uint64_t kPairs = 0x3333'3333'3333'3333;
  constexpr std::uint64_t kNibbles = 0x0F0F'0F0F'0F0F'0F0F;
  a -= (a >> 1U) & kOnes;
  b -= (b >> 1U) & kOnes;
  a = (a & kPairs) + ((a >> 2U) & kPairs) + (b & kPairs) + ((b >> 2U) & kPairs);
  a = (a & kNibbles) + ((a >> 4U) & kNibbles);
  return static_cast<int>((a * 0x0101'0101'0101'0101) >> 56U);
}
/// The packages are compiled for every x86-64 processor, and so without POPCNT.
constexpr int count(std::uint64_t a, std::uint64_t b) {
#if defined(__x86_64__) && !defined(__POPCNT__)
  return count_by_adding(a, b);
#else
  return std::popcount(a) + std::popcount(b);
#endif
}
}  // namespace detail

struct alignas(16) Bitboard {
  std::uint64_t lo = 0;  ///< bit i: square i
  std::uint64_t hi = 0;  ///< bit i: square 63 + i

  static constexpr int kLoSquares = 63;

  static constexpr Bitboard of(Square s);

  constexpr bool any() const { return (lo | hi) != 0; }
  constexpr explicit operator bool() const { return any(); }
  constexpr bool has(Square s) const {
    const int i = s.index();
    return ((i < kLoSquares ? lo >> (i & 63) : hi >> ((i - kLoSquares) & 63)) & 1U) != 0;
  }
  constexpr int count() const { return detail::count(lo, hi); }
  /// Two squares or more.
  constexpr bool many() const {
    return (lo & (lo - 1)) != 0 || (hi & (hi - 1)) != 0 || (lo != 0 && hi != 0);
  }
  /// The lowest square; the set must not be empty.
  constexpr Square first() const {
    return Square(lo != 0 ? detail::lowest(lo) : kLoSquares + detail::lowest(hi));
  }
  /// Takes the lowest square out; the set must not be empty.
  constexpr Square pop() {
    const Square s = first();
    hi = lo != 0 ? hi : hi & (hi - 1);
    lo &= lo - 1;
    return s;
  }
  /// Calls `visit(Square)` for each square, lowest first.
  template <class Visit>
  constexpr void for_each(Visit visit) const {
    for (std::uint64_t w = lo; w != 0; w &= w - 1) visit(Square(detail::lowest(w)));
    for (std::uint64_t w = hi; w != 0; w &= w - 1) visit(Square(kLoSquares + detail::lowest(w)));
  }
  /// The squares of this set that are not in `other`.
  constexpr Bitboard without(Bitboard other) const { return {lo & ~other.lo, hi & ~other.hi}; }

  constexpr Bitboard& operator&=(Bitboard b) { return *this = *this & b; }
  constexpr Bitboard& operator|=(Bitboard b) { return *this = *this | b; }
  constexpr Bitboard& operator^=(Bitboard b) { return *this = *this ^ b; }
  friend constexpr Bitboard operator&(Bitboard a, Bitboard b) { return {a.lo & b.lo, a.hi & b.hi}; }
  friend constexpr Bitboard operator|(Bitboard a, Bitboard b) { return {a.lo | b.lo, a.hi | b.hi}; }
  friend constexpr Bitboard operator^(Bitboard a, Bitboard b) { return {a.lo ^ b.lo, a.hi ^ b.hi}; }
  friend constexpr bool operator==(Bitboard, Bitboard) = default;
};

inline constexpr Bitboard kAllSquares{(1ULL << 63U) - 1, (1ULL << 18U) - 1};
constexpr Bitboard operator~(Bitboard b) { return kAllSquares.without(b); }

namespace detail {
inline constexpr std::array<Bitboard, kSquareCount + 1> kSquareSets = [] {
  std::array<Bitboard, kSquareCount + 1> sets{};  // kNoSquare is the empty set
  for (std::size_t i = 0; i < kSquareCount; ++i) {
    if (i < 63) {
      sets[i].lo = 1ULL << i;
    } else {
      sets[i].hi = 1ULL << (i - 63);
    }
  }
  return sets;
}();
}  // namespace detail

/// The set of one square; empty for kNoSquare.
constexpr Bitboard Bitboard::of(Square s) {
  return detail::kSquareSets[static_cast<std::size_t>(s.index())];
}

/// `rank` is 1..9.
constexpr Bitboard rank_squares(int rank) {
  constexpr Bitboard kRank1{0x0040201008040201ULL, 0x201ULL};
  return {kRank1.lo << static_cast<unsigned>(rank - 1),
          kRank1.hi << static_cast<unsigned>(rank - 1)};
}
/// `file` is 1..9.
constexpr Bitboard file_squares(int file) {
  const auto shift = static_cast<unsigned>(9 * (file - 1));
  return file <= 7 ? Bitboard{0x1FFULL << shift, 0} : Bitboard{0, 0x1FFULL << (shift - 63U)};
}
/// The `ranks` ranks furthest forward for `c`: 1 is where pawns and lances must promote, 2 knights.
constexpr Bitboard last_ranks(Color c, int ranks) {
  Bitboard set;
  for (int r = 1; r <= ranks; ++r) set |= rank_squares(c == Color::kBlack ? r : 10 - r);
  return set;
}
/// The three ranks where `c` promotes.
constexpr Bitboard promotion_zone(Color c) {
  return c == Color::kBlack ? last_ranks(Color::kBlack, 3) : last_ranks(Color::kWhite, 3);
}

/// Each square moved one forward, as `c` sees it. No square of the set may be on the last rank.
constexpr Bitboard forward(Color c, Bitboard b) {
  return c == Color::kBlack ? Bitboard{b.lo >> 1U, b.hi >> 1U} : Bitboard{b.lo << 1U, b.hi << 1U};
}

/// The whole of every file that has no square of `pawns` (at most one a file): where no two pawns
/// (二歩) forbids no drop.
constexpr Bitboard files_without(Bitboard pawns) {
  constexpr Bitboard kRank9 = rank_squares(9);
  // Within a file the top bit survives the subtraction only if the file is empty.
  const std::uint64_t lo = (kRank9.lo - pawns.lo) & kRank9.lo;
  const std::uint64_t hi = (kRank9.hi - pawns.hi) & kRank9.hi;
  return {lo | (lo - (lo >> 8U)), hi | (hi - (hi >> 8U))};
}

}  // namespace gougi::shogi
