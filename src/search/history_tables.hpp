// SPDX-License-Identifier: MIT
// What the running search learnt: which moves cut off elsewhere (by squares, by piece, after which
// earlier moves), which captures paid, and by how much the static evaluation erred in positions
// alike. For move ordering, reductions and pruning. One thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "search/large_memory.hpp"
#include "search/tuning.hpp"
#include "search/value.hpp"
#include "shogi/position.hpp"

namespace gougi::search {

/// The piece that `move` moves or drops.
inline shogi::Piece moving_piece(const shogi::Position& position, shogi::BareMove move) {
  return move.is_drop() ? shogi::Piece(position.side_to_move(), move.dropped())
                        : position.piece_at(move.from());
}

class HistoryTables {
 public:
  /// Scores stay within this.
  static constexpr int kLargest = 8192;
  /// A piece on a square: what continuation scores are kept by. Drops count as arrivals.
  static constexpr std::size_t kArrivals = std::size_t{32} * shogi::kSquareCount;
  static std::size_t arrival(shogi::Piece piece, shogi::Square to) {
    return static_cast<std::size_t>(piece.value() * shogi::kSquareCount + to.index());
  }
  /// Scores of the moves that follow one arrival.
  using Following = std::array<std::int16_t, kArrivals>;

  explicit HistoryTables(MemoryAdvice advice);

  /// Has the system hand out the memory now and not during the first search.
  void warm_up() {
    if (!warm_) clear();
  }

  void clear() {
    warm_ = true;
    butterfly_.fill(0);
    captures_.fill(0);
    counter_.fill(shogi::BareMove());
    for (std::size_t i = 0; i <= kArrivals; ++i) following_[i].fill(0);
    for (auto& each : corrections_) each.fill(0);
  }

  std::int16_t& butterfly(shogi::Color side, shogi::BareMove move) {
    return butterfly_[(static_cast<std::size_t>(shogi::index(side)) << 14U) |
                      (move.raw() & 0x3FFFU)];
  }
  std::int16_t& capture(shogi::Piece piece, shogi::Square to, shogi::PieceType victim) {
    return captures_[arrival(piece, to) * 16 + static_cast<std::size_t>(shogi::index(victim))];
  }
  Following& following(shogi::Piece piece, shogi::Square to) {
    return following_[arrival(piece, to)];
  }
  /// After a pass, or before the game's first move.
  Following& following_nothing() { return following_[kArrivals]; }

  /// Moves a score towards kLargest (`bonus` > 0) or its negative, the slower the nearer it is.
  static void update(std::int16_t& entry, int bonus) {
    bonus = std::clamp(bonus, -kLargest, kLargest);
    entry = static_cast<std::int16_t>(entry + bonus - entry * std::abs(bonus) / kLargest);
  }

  /// The quiet move that answered `piece` going to `to` best.
  shogi::BareMove& counter(shogi::Piece piece, shogi::Square to) {
    return counter_[arrival(piece, to)];
  }

  /// By how much the static evaluation of `position` is to be corrected, for the side to move.
  int correction(const shogi::Position& position, int weight) const;
  /// A search of `depth` found `error` more than the static evaluation.
  void learn_correction(const shogi::Position& position, int depth, int error, int most);

 private:
  static constexpr std::size_t kCorrections = std::size_t{1} << 14U;
  static constexpr int kCorrectionUnit = 256;
  static constexpr int kLargestCorrection = 48 * kCorrectionUnit;
  using CorrectionTable = std::array<std::int16_t, 2 * kCorrections>;
  static constexpr std::size_t kKinds = 3;  // pawns, Black's castle, White's castle
  static std::array<std::size_t, kKinds> correction_slots(const shogi::Position& position);

  std::array<std::int16_t, std::size_t{1} << 15U> butterfly_{};  // [side][from or kind, to]
  std::array<std::int16_t, kArrivals * 16> captures_{};
  std::array<shogi::BareMove, kArrivals> counter_{};
  bool warm_ = false;
  LargeMemory memory_;
  Following* following_;  // [arrival or none], in memory_
  std::array<CorrectionTable, kKinds> corrections_{};
};

}  // namespace gougi::search
