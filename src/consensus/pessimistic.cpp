// SPDX-License-Identifier: MIT
// 悲観合議: the ballot with the lowest score; ties to the smaller number. Ballots without a score
// only if none has one: then the first.
#include "consensus/phrase.hpp"
#include "consensus/strategy.hpp"
#include "consensus/win_rate.hpp"

namespace gougi::consensus {

Verdict choose_pessimistic(const Council& moves) {
  const Voter* worst = nullptr;
  for (const Voter& voter : moves.voters) {
    if (!voter.ballot->score) continue;
    if (worst == nullptr ||
        compare(*voter.ballot->score, voter.scale, *worst->ballot->score, worst->scale) < 0) {
      worst = &voter;
    }
  }
  if (worst == nullptr) return without_values(moves.voters.front());
  const Phrase value = worth(*worst->ballot->score, worst->scale);
  return decided(worst->number, {"lowest value of all: " + value.en, "最も低い評価：" + value.ja});
}

}  // namespace gougi::consensus
