// SPDX-License-Identifier: MIT
// Least hands that mate and greatest hands that do not (Nagai 2002): with them a result found for
// one hand answers for many. The attacker's hand plus the defender's hand is what is off the
// board, so "greatest" is bounded by that. Pure functions.
#pragma once

#include "shogi/position.hpp"

namespace gougi::mate {

/// All that is off the board: the greatest hand that the attacker can have here.
shogi::Hand off_board(const shogi::Position& position);

/// For each kind the smaller, or the greater, number.
shogi::Hand least_of(shogi::Hand a, shogi::Hand b);
shogi::Hand most_of(shogi::Hand a, shogi::Hand b);

/// The least, or the greatest, hand before the attacker's `move`, if `after` is that behind it.
shogi::Hand hand_before(const shogi::Position& position, shogi::BareMove move, shogi::Hand after);

/// The least hand that mates in a position of the defender, if `replies` is enough against every
/// legal reply: pieces that the defender lacks and would interpose must stay with the attacker.
shogi::Hand mating_hand_of_defence(const shogi::Position& position, shogi::Hand replies);
/// The greatest hand that does not mate in a position of the defender, if `after` is that behind
/// the reply `move`: the defender must have what is dropped.
shogi::Hand safe_hand_of_defence(const shogi::Position& position, shogi::BareMove move,
                                 shogi::Hand after);
/// The greatest hand that does not mate in a position of the attacker, if `checks` is that for
/// every legal check: kinds that the attacker lacks and could drop with check must stay away.
shogi::Hand safe_hand_of_attack(const shogi::Position& position, shogi::Hand checks);

}  // namespace gougi::mate
