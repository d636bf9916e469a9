// SPDX-License-Identifier: MIT
// The one scale of all engines: win rates. Their centipawns differ, so each has a scale of its own
// (scale.hpp). Mates stand beyond every centipawn score. Pure functions; bounds are not looked at.
#pragma once

#include <compare>

#include "consensus/scale.hpp"
#include "usi/score.hpp"

namespace gougi::consensus {

/// Win rates, logits and shares closer than this are equal. Smaller: the rounding of sums would
/// break ties, which belong to the smaller number, and a drop of just a margin would be a larger
/// one. Larger: candidates that engines tell apart would tie.
inline constexpr double kRounding = 1e-9;
/// The least of what exp(win rate / temperature) is taken with: below it the highest win rate has
/// all anyway, and exp would meet infinities.
inline constexpr double kLeastTemperature = 1e-4;

/// In [0, 1]: what a logit stands for.
double win_rate_of(double logit);

/// In [0, 1], of the side whose score it is; a mate is 1 or 0.
double win_rate(const usi::Score& score, const Scale& scale);

/// 1: the side whose score it is mates; -1: it is mated; 0: centipawns.
int mate_sign(const usi::Score& score);

/// The order of two engines' scores: mates beyond all others as usi::compare has them, centipawns
/// by logit, which tells apart what two win rates near 1 cannot.
std::partial_ordering compare(const usi::Score& a, const Scale& scale_a, const usi::Score& b,
                              const Scale& scale_b);

/// A score of the position after a move, as its mover sees it before the move: the sign is turned
/// and a mate is one ply longer.
usi::Score before_move(const usi::Score& opponents);

}  // namespace gougi::consensus
