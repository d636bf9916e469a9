// SPDX-License-Identifier: MIT
// 楽観合議: the ballot with the highest score; ties to the smaller number. Ballots without a score
// only if none has one: then the first.
#include "consensus/phrase.hpp"
#include "consensus/strategy.hpp"
#include "consensus/win_rate.hpp"

namespace gougi::consensus {

Verdict choose_optimistic(const Council& moves) {
  const Voter* best = nullptr;
  for (const Voter& voter : moves.voters) {
    if (!voter.ballot->score) continue;
    if (best == nullptr ||
        compare(*voter.ballot->score, voter.scale, *best->ballot->score, best->scale) > 0) {
      best = &voter;
    }
  }
  if (best == nullptr) return without_values(moves.voters.front());
  const Phrase value = worth(*best->ballot->score, best->scale);
  return decided(best->number, {"highest value of all: " + value.en, "最も高い評価：" + value.ja});
}

}  // namespace gougi::consensus
