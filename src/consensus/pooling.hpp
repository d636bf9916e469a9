// SPDX-License-Identifier: MIT
// `freeze_vote: pooled`: votes for one move with different freezes, or with none, go together, and
// which freeze goes with it is settled among those of them whose engines declare freezes (who does
// not cannot mean "no freeze" by a bare move). Done before any strategy sees the council, so that
// no strategy knows of it.
#pragma once

#include "consensus/council.hpp"

namespace gougi::consensus {

/// The council with each move, in ballots and lines, replaced by itself with the freeze settled for
/// it; Ballot::voted keeps what a voter said where that is another. Settled is, in this order: what
/// mates on the board; what most of the votes (by weight) of declaring engines are for, a tie going
/// to the smaller number, what runs into a proven mate only if nothing else does not; without such
/// an engine what most of the others are for. Of a move that is in no ballot, the first line of the
/// first declaring engine that has it.
Council pooled(Council council);

}  // namespace gougi::consensus
