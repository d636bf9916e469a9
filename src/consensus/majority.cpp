// SPDX-License-Identifier: MIT
// 多数決: most votes (by weight) win; a tie goes to the candidate of the voter with the smaller
// number. Decided early once the leading candidate cannot be overtaken.
#include <algorithm>

#include "consensus/candidates.hpp"
#include "consensus/phrase.hpp"
#include "consensus/strategy.hpp"

namespace gougi::consensus {
namespace {

// "2 of 3", or with unequal weights "2 of 3 (3.5 of 4.5)".
std::string count(const Council& council, const Candidate& candidate) {
  Votes all = 0;
  bool equal = true;
  for (const Voter& voter : council.voters) {
    all += votes_of(voter);
    equal = equal && voter.weight == council.voters.front().weight;
  }
  std::string text = std::to_string(candidate.supporters) + " of " +
                     std::to_string(council.voters.size()) +
                     (council.voters.size() == 1 ? " vote" : " votes");
  if (equal) return text;
  return text + " (weight " + short_number(weight_of(candidate.votes)) + " of " +
         short_number(weight_of(all)) + ")";
}

std::string count_ja(const Council& council, const Candidate& candidate) {
  const std::string text =
      std::to_string(council.voters.size()) + "票中" + std::to_string(candidate.supporters) + "票";
  const auto& voters = council.voters;
  const bool equal = std::ranges::all_of(
      voters, [&](const Voter& v) { return v.weight == voters.front().weight; });
  return equal ? text : text + "（重み" + short_number(weight_of(candidate.votes)) + "）";
}

}  // namespace

Verdict choose_majority(const Council& moves) {
  const auto ranked = ranked_candidates(moves);
  const Candidate& winner = ranked.front();
  const bool tie = ranked.size() > 1 && ranked[1].votes == winner.votes;
  return decided(winner.proposer->number,
                 {count(moves, winner) + (tie ? ", a tie, which goes to the smaller number" : ""),
                  count_ja(moves, winner) + (tie ? "、同数のため番号の小さいエンジン" : "")});
}

// All of the awaited for one other candidate, perhaps a new one.
bool majority_is_open(std::span<const Votes> moves, Votes awaited) {
  Votes most = 0;
  Votes second = 0;
  for (const Votes votes : moves) {
    second = std::max(second, std::min(most, votes));
    most = std::max(most, votes);
  }
  return second + awaited > most;
}

std::optional<Decided> majority_early(const Council& council) {
  const auto ranked = ranked_candidates(council);
  if (ranked.empty()) return std::nullopt;
  const Candidate& leader = ranked.front();
  Votes outstanding = 0;
  int waiting = 0;
  int smallest = leader.proposer->number;  // of the awaited, if one is smaller
  for (const Voter& voter : council.voters) {
    if (voter.ballot) continue;
    outstanding += votes_of(voter);
    ++waiting;
    smallest = std::min(smallest, voter.number);
  }
  // All of them for one other candidate is the worst that can happen; it may be a new one.
  const auto overtakes = [&](Votes votes, int number) {
    const Votes most = votes + outstanding;
    return most > leader.votes ||
           (most == leader.votes && std::min(number, smallest) < leader.proposer->number);
  };
  if (overtakes(0, leader.proposer->number)) return std::nullopt;
  for (auto other = ranked.begin() + 1; other != ranked.end(); ++other) {
    if (overtakes(other->votes, other->proposer->number)) return std::nullopt;
  }
  const std::string rest = std::to_string(waiting);
  return decided(leader.proposer->number,
                 {count(council, leader) + ", the outstanding " + rest + " cannot change it",
                  count_ja(council, leader) + "、残り" + rest + "票では変わらない"});
}

}  // namespace gougi::consensus
