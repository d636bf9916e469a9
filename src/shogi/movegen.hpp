// SPDX-License-Identifier: MIT
// BareMove generation. Lists live on the stack; nothing allocates.
#pragma once

#include <array>
#include <cstdint>

#include "shogi/position.hpp"
#include "shogi/types.hpp"

namespace gougi::shogi {

/// A bound, not a record: 7 kinds to drop on 81 squares, and every board move of the most pieces
/// that Position takes, add up to less. (The most that a position of a game is known to have is
/// 593.)
inline constexpr int kMaxMoves = 1200;

class MoveList {
 public:
  MoveList() {}  // NOLINT(modernize-use-equals-default): deleted, because of the union
  void push(BareMove m) { moves_[static_cast<std::size_t>(size_++)] = m; }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  void clear() { size_ = 0; }
  BareMove operator[](int i) const { return moves_[static_cast<std::size_t>(i)]; }
  BareMove* begin() { return moves_.data(); }
  BareMove* end() { return moves_.data() + size_; }
  const BareMove* begin() const { return moves_.data(); }
  const BareMove* end() const { return moves_.data() + size_; }

 private:
  union {
    std::array<BareMove, kMaxMoves>
        moves_;  // uninitialised on purpose: zeroing takes longer than use
  };
  int size_ = 0;
};

/// All legal moves, non-promotions included.
void generate_legal(const Position& position, MoveList& moves);

/// The number of legal moves, without listing them.
int count_legal(const Position& position);

/// Leaves of the legal game tree `depth` plies below `position`, counted in bulk at the last ply.
std::uint64_t perft(Position& position, int depth);

/// For searches: legal moves of a class. `Relevant` leaves out the non-promotions of pawn, bishop
/// and rook (and of a lance to the second-last rank), which matter only to avoid pawn-drop mates.
enum class MoveClass : std::uint8_t {
  kCaptures,  ///< captures and pawn promotions
  kQuiets,    ///< the rest
  kEvasions,  ///< every legal move, when in check
  kChecks,    ///< moves that check the opponent
};
void generate(const Position& position, MoveClass which, bool relevant_only, MoveList& moves);

}  // namespace gougi::shogi
