// SPDX-License-Identifier: MIT
// What either side has to look at in a mate of Freeze shogi. Of all moves with all freezes only a
// few matter, and a look one ply ahead settles many positions. No state.
//
// Why the freezes left out do not matter:
//  - The attacker's check `m` leaves evasions of some kinds. Freezing one of these leaves the
//    defender fewer replies than freezing anything else, and either costs one freeze and keeps the
//    defender from freezing back. So only these kinds are frozen; if there is but one, that mates.
//  - Behind the defender's reply the attacker has checks by pieces of some kinds. Likewise only
//    these are frozen; if there is at most one, no check is left, and nothing but a check may
//    follow, since who was frozen may not freeze.
// Either way what is left out is never better for the side that plays it, nor shorter or longer.
#pragma once

#include <vector>

#include "shogi/freeze.hpp"

namespace gougi::mate {

/// A move to be looked at.
struct FreezeOption {
  shogi::Move move;
  int answers = 1;  ///< a guess of how many moves the other side then has
};

/// The attacker's checks with the freezes that matter, into `options` (which is emptied). If one
/// move ends it at once, that one is returned and `options` is of no meaning: a check that leaves
/// no legal reply, or any move with a freeze that leaves none. `all_moves`: see MateLimits.
shogi::Move list_attacks(shogi::FreezePosition& position, bool all_moves,
                         std::vector<FreezeOption>& options);

/// The defender's replies with the freezes that matter, likewise. If one of them leaves the
/// attacker nothing to go on with, that one is returned. No options and no such reply: it is mate.
/// The defender must be in check.
shogi::Move list_defences(shogi::FreezePosition& position, bool all_moves,
                          std::vector<FreezeOption>& options);

}  // namespace gougi::mate
