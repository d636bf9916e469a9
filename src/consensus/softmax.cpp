// SPDX-License-Identifier: MIT
// 勝率に応じた確率合議: one ballot by lot, with probability in proportion to its weight times
// exp(win rate / temperature). Ballots without a score only if none has one: then the first. No lot
// is drawn over mates: the shortest mate is played, and who is mated is left out while another
// remains (of them the longest is played).
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "consensus/candidates.hpp"
#include "consensus/phrase.hpp"
#include "consensus/strategy.hpp"
#include "consensus/win_rate.hpp"

namespace gougi::consensus {
namespace {

struct Lot {
  const Voter* voter = nullptr;
  double rate = 0.0;
  double mass = 0.0;
};

// Of the ballots without mates.
std::vector<Lot> lots_of(const Council& moves) {
  std::vector<Lot> lots;
  double highest = 0.0;
  for (const Voter& voter : moves.voters) {
    const auto& score = voter.ballot->score;
    if (!score || mate_sign(*score) != 0) continue;
    lots.push_back({.voter = &voter, .rate = win_rate(*score, voter.scale)});
    highest = std::max(highest, lots.back().rate);
  }
  const double temperature = std::max(kLeastTemperature, moves.facts.numbers.temperature);
  for (Lot& lot : lots) {
    lot.mass = weight_of(votes_of(*lot.voter)) * std::exp((lot.rate - highest) / temperature);
  }
  return lots;
}

}  // namespace

Verdict choose_softmax(const Council& moves) {
  const bool mates = std::ranges::any_of(moves.voters, [](const Voter& voter) {
    return voter.ballot->score && mate_sign(*voter.ballot->score) > 0;
  });
  const auto lots = lots_of(moves);
  if (mates || lots.empty()) return choose_optimistic(moves);
  double total = 0.0;
  for (const Lot& lot : lots) total += lot.mass;
  double left = moves.facts.dice * total;
  const Lot* drawn = &lots.front();  // rounding may leave a crumb: the last with a chance takes it
  for (const Lot& lot : lots) {
    if (lot.mass <= 0.0) continue;
    drawn = &lot;
    if (left < lot.mass) break;
    left -= lot.mass;
  }
  const std::string chance = percent(drawn->mass / total);
  const auto bound = inequality(drawn->voter->ballot->score->bound);
  const std::string rate = std::string(bound) + percent(drawn->rate);
  return decided(drawn->voter->number, {"drawn by lot: " + rate + ", its chance was " + chance,
                                        "抽選：勝率" + rate + "、選ばれる確率" + chance});
}

}  // namespace gougi::consensus
