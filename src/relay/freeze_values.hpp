// SPDX-License-Identifier: MIT
// Freeze shogi: what a score is worth of an engine that does not look at all freezes. Rules that
// compare values would otherwise follow whoever sees least: a mate that a freeze refutes beats
// every honest advantage, and so does a lead that a freeze ends. Pure.
#pragma once

#include "consensus/scale.hpp"
#include "shogi/freeze.hpp"
#include "usi/answer.hpp"
#include "usi/score.hpp"

namespace gougi::relay {

/// `score` as its side to move, `side`, may count on it by an engine with this ability, while both
/// sides have the freezes of `state`: what the opponent's freezes could still refute (or one's own,
/// of a bad score), and the engine does not see, is at most a lead with which
/// nineteen games of twenty are won. All else is as it was.
usi::Score counted_score(const usi::Score& score, usi::FreezeAbility ability,
                         const shogi::FreezeState& state, shogi::Color side,
                         const consensus::Scale& scale);

}  // namespace gougi::relay
