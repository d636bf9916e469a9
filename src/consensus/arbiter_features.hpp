// SPDX-License-Identifier: MIT
// What two members' searches say of which of their moves is better, as numbers: the one place that
// computes them, for the strategy `arbiter` and for its fit. Pure functions.
#pragma once

#include <string>

#include "consensus/arbiter_model.hpp"
#include "consensus/council.hpp"

namespace gougi::consensus {

/// Half of what `first` has over `second`, less what `second` has over `first`: so it changes its
/// sign when they change places. Both have ballots with moves, as have all voters of `council`.
ArbiterVector arbiter_features(const Council& council, const Voter& first, const Voter& second,
                               const ArbiterModel& model);

/// So many plies their lines have in common behind their first moves, in whatever order.
int common_plies(const Voter& first, const Voter& second);

/// The member's name, or "engine 2" where it has none.
std::string arbiter_name(const Council& council, int number);
/// Which of the model's members it is, by its name; nullptr: none.
const ArbiterMember* arbiter_member(const Council& council, int number, const ArbiterModel& model);

/// Who would overrule the anchor if anybody did.
struct ArbiterChallenge {
  const Voter* challenger = nullptr;  ///< nullptr: nobody that the model knows has another move
  ArbiterVector features{};           ///< over the anchor
  double p = 0;                       ///< of its move being better than the anchor's
};
/// The likeliest; ties to the smaller number; nobody where the anchor sees a mate. `anchor` is one
/// of `council`.
ArbiterChallenge strongest_challenge(const Council& council, const Voter& anchor,
                                     const ArbiterModel& model);

}  // namespace gougi::consensus
