// SPDX-License-Identifier: MIT
// 悲観合議: the ballot with the lowest score; ties to the smaller number. Ballots without a score
// only if none has one: then the first.
#include "consensus/strategy.hpp"

namespace gougi::consensus {

Verdict choose_pessimistic(const Council& moves) {
  const Voter* best = nullptr;
  for (const Voter& voter : moves.voters) {
    if (!voter.ballot->score) continue;
    if (best == nullptr || compare_scores(voter, *best) < 0) best = &voter;
  }
  if (best == nullptr)
    return Decided{moves.voters.front().number, "no ballot has a value, the first voter"};
  return Decided{best->number, "lowest value of all"};
}

}  // namespace gougi::consensus
