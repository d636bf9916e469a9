// SPDX-License-Identifier: MIT
// 多数決: most votes (by weight) win; a tie goes to the candidate of the voter with the smaller
// number.
#include "consensus/strategy.hpp"

namespace gougi::consensus {

Verdict choose_majority(const Council& moves) {
  const Voter* winner = nullptr;
  double most = -1.0;
  int supporters = 0;
  for (const Voter& candidate : moves.voters) {
    double votes = 0.0;
    int count = 0;
    for (const Voter& other : moves.voters) {
      if (other.ballot->choice != candidate.ballot->choice) continue;
      votes += other.weight;
      ++count;
    }
    if (votes > most) {  // strictly: the smaller number keeps a tie
      most = votes;
      supporters = count;
      winner = &candidate;
    }
  }
  return Decided{winner->number, "majority " + std::to_string(supporters) + " of " +
                                     std::to_string(moves.voters.size())};
}

}  // namespace gougi::consensus
