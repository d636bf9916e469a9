// SPDX-License-Identifier: MIT
// The end of a mate, looked at move by move without a table: whether a position is one, by the
// count of tsume shogi too, and whether there is a mate in one. Positions given are played on and
// taken back. Used by the search and by those who read its proofs. No state.
#pragma once

#include <cstdint>

#include "mate/cage.hpp"
#include "mate/finding.hpp"
#include "shogi/movegen.hpp"
#include "shogi/position.hpp"

namespace gougi::mate {

/// What the defender, in check, is left with.
enum class End : std::uint8_t {
  kNone,    ///< a way to go on
  kMate,    ///< no legal move
  kFutile,  ///< futile interpositions (無駄合) alone
};

/// Looks whether a check has ended the game. An interposition by a drop is futile if taking the
/// piece at once ends it again; they do not count as plies. `futile_count`: they do, so that the
/// answer is never kFutile.
End end_of(shogi::Position& position, bool futile_count);

/// After kFutile: a capture that answers the interposition `drop` and ends the game again.
shogi::BareMove answer_to_futile(shogi::Position& position, shogi::BareMove drop);

/// The least hand that is enough for the attacker where end_of() has found `end`.
shogi::Hand mating_hand_of_end(const shogi::Position& position, End end);

/// A mate within one ply by one of `checks`, or none within two. `cage` is the position's.
Finding mate_within_one(shogi::Position& position, const Cage& cage, const shogi::MoveList& checks,
                        bool futile_count);

/// The defender, in check: is it mated within two plies? `first` is a reply to try first, if it is
/// one here, and becomes one that holds, if there is one. Adds to `nodes` the positions it looks
/// at.
Finding mated_within_two(shogi::Position& position, bool futile_count, shogi::BareMove& first,
                         std::uint64_t& nodes);

/// A mate within three plies that begins with one of `checks`, or none within four. What may come
/// back on the way is not asked for: so short a mate never needs it.
Finding mate_within_three(shogi::Position& position, const shogi::MoveList& checks,
                          bool futile_count, std::uint64_t& nodes);

/// The checks of the attacker, to move in `position`. `all`: with non-promotions that matter only
/// to avoid pawn-drop mates.
void generate_attack(const shogi::Position& position, bool all, shogi::MoveList& moves);

}  // namespace gougi::mate
