// SPDX-License-Identifier: MIT
// 楽観合議と悲観合議を交互: optimistic on the first own move of the game, pessimistic on the
// second, and so on. The number of own moves decides, so that an undo or an analysis cannot shift
// it.
#include <string>
#include <utility>

#include "consensus/strategy.hpp"

namespace gougi::consensus {

Verdict choose_alternate(const Council& moves) {
  const bool optimistic = moves.facts.own_moves % 2 == 0;
  Verdict verdict = optimistic ? choose_optimistic(moves) : choose_pessimistic(moves);
  if (auto* chosen = std::get_if<Decided>(&verdict)) {
    const std::string number = std::to_string(moves.facts.own_moves + 1);
    chosen->reason = "own move " + number + ", " + (optimistic ? "optimistic" : "pessimistic") +
                     ": " + chosen->reason;
    chosen->reason_ja =
        "自分の" + number + "手目は" + (optimistic ? "楽観" : "悲観") + "：" + chosen->reason_ja;
  }
  return verdict;
}

}  // namespace gougi::consensus
