// SPDX-License-Identifier: MIT
// The distinct moves of a council and who stands behind them. Used by the strategies that compare
// moves, not ballots. Voters without a ballot are passed over; the ballots must hold moves.
#pragma once

#include <cstdint>
#include <vector>

#include "consensus/council.hpp"

namespace gougi::consensus {

/// Weights as whole numbers, so that a sum does not depend on its order and a tie is a tie.
using Votes = std::int64_t;
Votes votes_of(const Voter& voter);
Votes votes_for(double weight);
double weight_of(Votes votes);

struct Candidate {
  usi::Move move;
  const Voter* proposer = nullptr;  ///< the one with the smallest number
  Votes votes = 0;
  int supporters = 0;
};

/// The move of a voter's ballot.
usi::Move move_of(const Voter& voter);
/// Whether its search says that it mates; the voter has a ballot.
bool sees_mate(const Voter& voter);
/// What a voter says its moves are worth, each once: its own first, if that has a score, and none
/// above it. While a search of several lines is at a new depth, its lines are of two: what it has
/// not come back to has the value of the depth before, which may be more than that of the move that
/// it plays, and is no reason to play another.
std::vector<RankedLine> lines_of(const Voter& voter);
/// Moves of ballots and of lines after which the opponent is proven to mate.
std::vector<usi::Move> mated_moves(const std::vector<Voter>& voters);
/// In the order of their proposers; they point into `council`.
std::vector<Candidate> candidates_of(const Council& council);
/// The same, most votes first; of equal ones the smaller proposer first.
std::vector<Candidate> ranked_candidates(const Council& council);

/// The first of the voters with a score, else the first: where a rule has nothing to go by.
/// `council` has voters, all with ballots.
const Voter& first_with_score(const Council& council);

}  // namespace gougi::consensus
