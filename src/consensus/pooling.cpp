// SPDX-License-Identifier: MIT
#include "consensus/pooling.hpp"

#include <algorithm>
#include <map>

#include "consensus/candidates.hpp"

namespace gougi::consensus {
namespace {

using usi::Move;

// What is settled for a bare move.
struct Settled {
  Move move;
  bool walks_into_mate = false;
  bool mates = false;
};
using SettledMoves = std::map<Move, Settled>;

bool holds_move(const Voter& voter) {
  return voter.ballot && voter.ballot->counts() &&
         std::holds_alternative<Move>(voter.ballot->choice);
}

// The one of `group`, whose ballots hold one bare move, whose freeze is taken.
const Voter& chooser(const std::vector<const Voter*>& group) {
  const auto mating = std::ranges::find_if(group, [](const Voter* v) { return v->mates; });
  if (mating != group.end()) return **mating;
  std::vector<const Voter*> words = group;
  const auto keep = [&](auto wanted) {
    if (std::ranges::any_of(words, wanted)) {
      std::erase_if(words, [&](const Voter* v) { return !wanted(v); });
    }
  };
  keep([](const Voter* v) { return v->declares_freezes; });
  keep([](const Voter* v) { return !v->walks_into_mate; });
  std::map<Move, Votes> votes;
  for (const Voter* voter : words) votes[move_of(*voter)] += votes_of(*voter);
  const auto best = std::ranges::max_element(
      words, {}, [&](const Voter* voter) { return votes[move_of(*voter)]; });
  return **best;  // the first of equal ones
}

SettledMoves settle(const Council& council) {
  std::map<Move, std::vector<const Voter*>> groups;
  for (const Voter& voter : council.voters) {
    if (holds_move(voter)) groups[move_of(voter).without_freeze()].push_back(&voter);
  }
  SettledMoves settled;
  for (const auto& [bare, group] : groups) {
    const Voter& voter = chooser(group);
    settled[bare] = {move_of(voter), voter.walks_into_mate, voter.mates};
  }
  for (const Voter& voter : council.voters) {
    if (!voter.declares_freezes || !holds_move(voter)) continue;
    for (const RankedLine& line : voter.ballot->lines) {
      settled.try_emplace(line.move.without_freeze(), Settled{line.move});
    }
  }
  return settled;
}

}  // namespace

Council pooled(Council council) {
  const SettledMoves settled = settle(council);
  for (Voter& voter : council.voters) {
    if (!holds_move(voter)) continue;
    Ballot& ballot = *voter.ballot;
    const Move said = move_of(voter);
    const Settled& now = settled.at(said.without_freeze());
    if (now.move != said) {
      ballot.voted = said;
      ballot.choice = now.move;
      voter.walks_into_mate = now.walks_into_mate;
      voter.mates = now.mates;
    }
    const auto settle_freeze = [&](Move& move) {
      const auto known = settled.find(move.without_freeze());
      if (known != settled.end()) move = known->second.move;
    };
    for (RankedLine& line : ballot.lines) settle_freeze(line.move);
    for (MoveVisits& each : ballot.visits) settle_freeze(each.move);
  }
  return council;
}

}  // namespace gougi::consensus
