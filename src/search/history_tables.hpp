// SPDX-License-Identifier: MIT
// What the running search learnt about quiet moves: which of them cut off elsewhere. Killers per
// ply, and a running score per piece and square, for move ordering and reductions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "search/value.hpp"
#include "shogi/position.hpp"

namespace gougi::search {

/// The piece that `move` moves or drops.
inline shogi::Piece moving_piece(const shogi::Position& position, shogi::Move move) {
  return move.is_drop() ? shogi::Piece(position.side_to_move(), move.dropped())
                        : position.piece_at(move.from());
}

class HistoryTables {
 public:
  /// Scores stay within this.
  static constexpr int kLargest = 8192;

  void clear() {
    quiet_.fill(0);
    counter_.fill(shogi::Move());
    killers_.fill({});
  }

  int quiet(shogi::Piece piece, shogi::Square to, bool drop) const {
    return quiet_[slot(piece, to, drop)];
  }
  /// Moves the score towards kLargest (`bonus` > 0) or its negative, the slower the nearer it is.
  void update_quiet(shogi::Piece piece, shogi::Square to, bool drop, int bonus) {
    std::int16_t& entry = quiet_[slot(piece, to, drop)];
    bonus = std::clamp(bonus, -kLargest, kLargest);
    entry = static_cast<std::int16_t>(entry + bonus - entry * std::abs(bonus) / kLargest);
  }

  const std::array<shogi::Move, 2>& killers(int ply) const {
    return killers_[static_cast<std::size_t>(ply)];
  }
  void add_killer(int ply, shogi::Move move) {
    auto& pair = killers_[static_cast<std::size_t>(ply)];
    if (pair[0] == move) return;
    pair[1] = pair[0];
    pair[0] = move;
  }
  void clear_killers(int ply) { killers_[static_cast<std::size_t>(ply)] = {}; }

  /// The quiet move that answered `piece` going to `to` best.
  shogi::Move counter(shogi::Piece piece, shogi::Square to) const {
    return counter_[slot(piece, to, false)];
  }
  void set_counter(shogi::Piece piece, shogi::Square to, shogi::Move move) {
    counter_[slot(piece, to, false)] = move;
  }

 private:
  static std::size_t slot(shogi::Piece piece, shogi::Square to, bool drop) {
    return static_cast<std::size_t>(((drop ? 32 : 0) + piece.value()) * shogi::kSquareCount +
                                    to.index());
  }
  std::array<std::int16_t, 64 * shogi::kSquareCount> quiet_{};
  std::array<shogi::Move, 64 * shogi::kSquareCount> counter_{};
  std::array<std::array<shogi::Move, 2>, kMaxPly + 4> killers_{};
};

}  // namespace gougi::search
