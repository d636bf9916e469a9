// SPDX-License-Identifier: MIT
// 楽観合議: the ballot with the highest score; ties to the smaller number. Ballots without a score
// only if none has one: then the first.
#include "consensus/strategy.hpp"

namespace gougi::consensus {

Verdict choose_optimistic(const Council& moves) {
  const Voter* best = nullptr;
  for (const Voter& voter : moves.voters) {
    if (!voter.ballot->score) continue;
    if (best == nullptr || compare_scores(voter, *best) > 0) best = &voter;
  }
  if (best == nullptr)
    return Decided{moves.voters.front().number, "no ballot has a value, the first voter"};
  return Decided{best->number, "highest value of all"};
}

}  // namespace gougi::consensus
