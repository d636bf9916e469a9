// SPDX-License-Identifier: MIT
// Control of squares (利き): how many pieces of a side control a square, shadow effects behind own
// pieces included, and the cheapest that controls it directly.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "naitou/board.hpp"

namespace gougi::naitou {

/// Per side and square one number: how many pieces of each price class control it directly, four
/// bits a class from the cheapest up, and above them the count of all, shadow effects included.
class Effects {
 public:
  int count(Side side, SquareIndex s) const {
    return static_cast<int>(packed(side, s) >> kCountShift);
  }
  /// One of the cheapest class by table A; kNone where no piece of `side` controls `s`.
  Kind attacker(Side side, SquareIndex s) const {
    const std::uint64_t classes = packed(side, s);
    if (classes == 0) return Kind::kNone;
    return kCheapestFirst[static_cast<std::size_t>(std::countr_zero(classes)) / 4];
  }
  /// Whether a slider of `side` may control `s` directly; knights and the short steps of horses and
  /// dragons count too.
  bool may_be_slid_to(Side side, SquareIndex s) const {
    constexpr std::uint64_t kSliders =
        15ULL << 8U | 15ULL << 24U | 15ULL << 28U | 15ULL << 32U | 15ULL << 36U;  // L, B, R, +B, +R
    return (packed(side, s) & kSliders) != 0;
  }
  void copy(Side side, const Effects& from) { packed_[index(side)] = from.packed_[index(side)]; }
  void add(Side side, SquareIndex s, std::uint64_t control) {
    packed_[index(side)][static_cast<std::size_t>(s)] += control;
  }
  friend bool operator==(const Effects&, const Effects&) = default;

  /// What direct control by a `kind` adds.
  static constexpr std::uint64_t direct(Kind kind) {
    return kShadow + (std::uint64_t{1} << (4U * kClasses[at(kind)]));
  }
  static constexpr unsigned kCountShift = 48;
  static constexpr std::uint64_t kShadow = std::uint64_t{1} << kCountShift;

 private:
  // One kind stands for its class: those of one have one price in every table an attacker is
  // looked up in.
  static constexpr std::array kCheapestFirst{
      Kind::kPawn,   Kind::kProPawn, Kind::kLance, Kind::kProLance, Kind::kProKnight, Kind::kSilver,
      Kind::kBishop, Kind::kRook,    Kind::kHorse, Kind::kDragon,   Kind::kKing};
  /// By at(Kind): none, P, L, N, S, B, R, G, K, +P, +L, +N, +S, +B, +R.
  static constexpr std::array<Byte, shogi::kPieceTypeCount> kClasses{0,  0, 2, 2, 5, 6, 7, 5,
                                                                     10, 1, 3, 4, 5, 8, 9};

  std::uint64_t packed(Side side, SquareIndex s) const {
    return packed_[index(side)][static_cast<std::size_t>(s)];
  }

  std::array<std::array<std::uint64_t, 121>, 2> packed_{};
};

/// The control of every square of `board`.
Effects effects_of(const Board& board);

/// The control of every square after COM's `move` from `before`, with its effects, to `after`.
Effects effects_after(const Board& before, const Effects& effects, Move move, const Board& after);

/// Whether a piece of `side` controls `s`, shadow effects apart.
bool is_attacked(const Board& board, Side side, SquareIndex s);

/// Whether the piece on `from` controls `to` by its own movement.
bool controls(const Board& board, SquareIndex from, SquareIndex to);

}  // namespace gougi::naitou
