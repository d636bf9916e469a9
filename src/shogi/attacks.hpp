// SPDX-License-Identifier: MIT
// What each kind of piece attacks from each square, on a given occupation of the board. Tables of
// about 450 KB, filled before main; safe from any thread after that. Not for use by initialisers
// of other globals.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "shogi/bitboard.hpp"
#include "shogi/types.hpp"

namespace gougi::shogi {
namespace detail {

// A bishop's attack as one multiplication ("magic bitboards", Kannan 2007). The two words of the
// board fold into one: no two squares of a bishop's diagonals share a bit number in lo and hi.
struct BishopEntry {
  Bitboard inner;        // the diagonals without the board's edge: what can block
  Bitboard full;         // the diagonals with it: unfolds an attack
  std::uint64_t magic;   // gathers the folded occupation in the top bits
  std::uint32_t shift;   // 64 - number of inner squares
  std::uint32_t offset;  // of this square's attacks in bishop_attacks
};
inline constexpr std::size_t kBishopAttackCount = 20224;  // sum of 2^inner squares

struct AttackTables {
  std::array<std::array<Bitboard, kSquareCount + 1>, 32> step;  // [piece][square], no sliding part
  std::array<BishopEntry, kSquareCount> bishop;
  std::array<std::uint64_t, kBishopAttackCount> bishop_attacks;  // folded
  std::array<std::array<Bitboard, 128>, 9> rank_attacks;         // [file][inner], on rank 1
  std::array<std::array<std::uint16_t, 128>, 9> file_attacks;    // [rank][inner]
  std::array<std::array<Bitboard, kSquareCount + 1>, 32> rays;   // empty-board attacks
  std::array<std::array<Bitboard, kSquareCount + 1>, kSquareCount> between;
  std::array<std::array<Bitboard, kSquareCount + 1>, kSquareCount> line;
  std::array<std::array<Bitboard, kSquareCount + 1>, 2> king_vicinity;
};
extern const AttackTables kAttackTables;

constexpr std::size_t at(Square s) { return static_cast<std::size_t>(s.index()); }
constexpr std::size_t at(Piece p) { return static_cast<std::size_t>(p.value()); }
constexpr std::size_t at(Color c) { return static_cast<std::size_t>(index(c)); }

}  // namespace detail

/// What `piece` attacks by steps: all of it for steppers, the short part of horse and dragon,
/// nothing for lance, bishop and rook. Empty for kNoSquare.
inline Bitboard step_attacks(Piece piece, Square s) {
  return detail::kAttackTables.step[detail::at(piece)][detail::at(s)];
}
inline Bitboard step_attacks(Color c, PieceType t, Square s) {
  return step_attacks(Piece(c, t), s);
}

/// What `piece` would attack from `s` on an empty board. Empty for kNoSquare.
inline Bitboard empty_board_attacks(Color c, PieceType t, Square s) {
  return detail::kAttackTables.rays[detail::at(Piece(c, t))][detail::at(s)];
}

/// The squares strictly between `a` and `b`; empty if they are on no common file, rank or diagonal.
inline Bitboard between(Square a, Square b) {
  return detail::kAttackTables.between[detail::at(a)][detail::at(b)];
}
/// The whole file, rank or diagonal through `a` and `b`, both included; empty if there is none.
inline Bitboard line_through(Square a, Square b) {
  return detail::kAttackTables.line[detail::at(a)][detail::at(b)];
}

/// The squares from which a stepping piece of `c` attacks `king` or a square next to it.
inline Bitboard king_vicinity(Color c, Square king) {
  return detail::kAttackTables.king_vicinity[detail::at(c)][detail::at(king)];
}

inline Bitboard bishop_attacks(Square s, Bitboard occupied) {
  const auto& e = detail::kAttackTables.bishop[detail::at(s)];
  const std::uint64_t folded = (occupied.lo & e.inner.lo) | (occupied.hi & e.inner.hi);
  const std::uint64_t attack =
      detail::kAttackTables.bishop_attacks[e.offset + ((folded * e.magic) >> e.shift)];
  return {attack & e.full.lo, attack & e.full.hi};
}

/// Along the rank, both ways.
inline Bitboard rank_attacks(Square s, Bitboard occupied) {
  constexpr std::uint64_t kFiles2To7 = 0x0040201008040200ULL;  // on rank 1
  constexpr std::uint64_t kGather = (1ULL << 57U) | (1ULL << 49U) | (1ULL << 41U) | (1ULL << 33U) |
                                    (1ULL << 25U) | (1ULL << 17U) | (1ULL << 9U);
  const auto rank = static_cast<unsigned>(s.rank() - 1);
  // File 8 takes the bit that file 1 has left.
  const std::uint64_t folded = ((occupied.lo >> rank) & kFiles2To7) | ((occupied.hi >> rank) & 1U);
  const Bitboard attack =
      detail::kAttackTables
          .rank_attacks[static_cast<std::size_t>(s.file() - 1)][(folded * kGather) >> 57U];
  return {attack.lo << rank, attack.hi << rank};
}

/// Along the file, both ways.
inline Bitboard file_attacks(Square s, Bitboard occupied) {
  const bool in_lo = s.index() < Bitboard::kLoSquares;
  const auto rank = static_cast<unsigned>(s.rank() - 1);
  const unsigned base = static_cast<unsigned>(s.index()) - rank - (in_lo ? 0U : 63U);
  const std::uint64_t inner = ((in_lo ? occupied.lo : occupied.hi) >> (base + 1)) & 127U;
  const std::uint64_t attack =
      static_cast<std::uint64_t>(detail::kAttackTables.file_attacks[rank][inner]) << base;
  return {in_lo ? attack : 0, in_lo ? 0 : attack};
}

inline Bitboard rook_attacks(Square s, Bitboard occupied) {
  return rank_attacks(s, occupied) | file_attacks(s, occupied);
}

inline Bitboard lance_attacks(Color c, Square s, Bitboard occupied) {
  return file_attacks(s, occupied) & empty_board_attacks(c, PieceType::kLance, s);
}

/// Whether `piece` on `s` attacks `target`. False for kNoSquare.
inline bool attacks_square(Piece piece, Square s, Square target, Bitboard occupied) {
  return detail::kAttackTables.rays[detail::at(piece)][detail::at(s)].has(target) &&
         !(between(s, target) & occupied);
}

/// What a piece of kind `t` and colour `c` on `s` attacks, own pieces included.
inline Bitboard attacks(PieceType t, Color c, Square s, Bitboard occupied) {
  switch (t) {
    case PieceType::kLance:
      return lance_attacks(c, s, occupied);
    case PieceType::kBishop:
      return bishop_attacks(s, occupied);
    case PieceType::kRook:
      return rook_attacks(s, occupied);
    case PieceType::kHorse:
      return bishop_attacks(s, occupied) | step_attacks(c, t, s);
    case PieceType::kDragon:
      return rook_attacks(s, occupied) | step_attacks(c, t, s);
    default:
      return step_attacks(c, t, s);
  }
}

}  // namespace gougi::shogi
