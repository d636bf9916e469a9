// SPDX-License-Identifier: MIT
// 詰探索エンジンとの合議: engine 1 plays, unless a solver's mate arrives before its bestmove.
// Solvers' mates never come here (the relay proves them and goes before every strategy), so the
// engine's move is all there is to choose.
#include "consensus/phrase.hpp"
#include "consensus/strategy.hpp"

namespace gougi::consensus {

std::vector<int> seats_mate(const Facts&, std::span<const int> available) {
  return {available.front()};
}

Verdict choose_mate(const Council& moves) {
  return decided(moves.voters.front().number, {"no mate was found, so the engine's move",
                                               "詰みが見つからないため対局エンジンの手"});
}

}  // namespace gougi::consensus
