// SPDX-License-Identifier: MIT
#include "study/consensus_study.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "study/grouped_mean.hpp"
#include "study/headroom.hpp"

namespace gougi::study {

using relay::decide_again;
using relay::Redecision;
namespace {

using MaybeMove = std::optional<usi::Move>;

MaybeMove move_of(const consensus::Choice& choice) {
  const auto* move = std::get_if<usi::Move>(&choice);
  return move == nullptr || move->is_none() ? MaybeMove() : *move;
}

// How many votes the move with the most has.
std::size_t largest_party(const std::vector<MaybeMove>& votes) {
  std::ptrdiff_t most = 0;
  for (const MaybeMove& vote : votes) {
    if (vote) most = std::max(most, std::ranges::count(votes, vote));
  }
  return static_cast<std::size_t>(most);
}

double win_rate_in(const Dispute& dispute, usi::Move move) {
  const auto found = std::ranges::find(dispute.moves, move);
  return dispute.win_rates[static_cast<std::size_t>(found - dispute.moves.begin())];
}

/// What one chooser's moves cost, by game.
StudyMean mean_loss(const GroupedMean& of_games) {
  StudyMean mean;
  mean.value = of_games.mean();
  mean.count = of_games.count();
  const double half = of_games.half();
  if (of_games.groups() >= kFewestGames && half > 0) mean.error = half;
  return mean;
}

void weigh(const std::vector<Dispute>& disputes, std::size_t place,
           std::vector<MaybeMove> Dispute::*choices, StudiedVoter& chooser) {
  GroupedMean losses;
  for (const Dispute& dispute : disputes) {
    const auto& all = dispute.*choices;
    if (dispute.win_rates.empty() || place >= all.size() || !all[place]) continue;
    if (std::ranges::find(dispute.moves, *all[place]) == dispute.moves.end()) continue;
    const double best = *std::ranges::max_element(dispute.win_rates);
    const double loss = best - win_rate_in(dispute, *all[place]);
    losses.add(dispute.game, loss);
    if (loss <= 0) ++chooser.best;
  }
  chooser.loss = mean_loss(losses);
}

// `voter` alone against all the others that voted, at least two and of one mind.
MaybeMove opposed(const Dispute& dispute, std::size_t voter) {
  MaybeMove common;
  std::size_t others = 0;
  for (std::size_t i = 0; i < dispute.votes.size(); ++i) {
    if (i == voter || !dispute.votes[i]) continue;
    if (common && *common != *dispute.votes[i]) return std::nullopt;
    common = dispute.votes[i];
    ++others;
  }
  return others < 2 ? MaybeMove() : common;
}

void weigh_minority(const std::vector<Dispute>& disputes, std::size_t voter, StudiedVoter& counts) {
  for (const Dispute& dispute : disputes) {
    if (dispute.win_rates.empty() || voter >= dispute.votes.size() || !dispute.votes[voter])
      continue;
    const MaybeMove common = opposed(dispute, voter);
    if (!common || *common == *dispute.votes[voter]) continue;
    ++counts.alone;
    const double gain = win_rate_in(dispute, *dispute.votes[voter]) - win_rate_in(dispute, *common);
    if (gain > kClearly) ++counts.right;
    if (gain < -kClearly) ++counts.wrong;
  }
}

void count_choice(StudiedVoter& counts, const MaybeMove& choice, const MaybeMove& played,
                  const std::vector<MaybeMove>& votes) {
  if (!choice) return;
  ++counts.ballots;
  if (choice == played) ++counts.played;
  counts.together.resize(std::max(counts.together.size(), votes.size()));
  counts.agreed.resize(counts.together.size());
  for (std::size_t i = 0; i < votes.size(); ++i) {
    if (!votes[i]) continue;
    ++counts.together[i];
    if (votes[i] == choice) ++counts.agreed[i];
  }
}

}  // namespace

ConsensusStudy::ConsensusStudy() {
  for (const consensus::Strategy& strategy : consensus::strategies()) {
    if (strategy.needs_mate_engine) continue;
    rules_.push_back(&strategy);
    counts_.rules.emplace_back().name = strategy.identifier;
  }
}

std::size_t ConsensusStudy::place_of(const RecordedVoter& voter) {
  std::size_t place = 0;
  while (place < numbers_.size() &&
         (numbers_[place] != voter.voter.number || counts_.voters[place].name != voter.name)) {
    ++place;
  }
  if (place == numbers_.size()) {
    numbers_.push_back(voter.voter.number);
    counts_.voters.emplace_back().name = voter.name;
  }
  return place;
}

void ConsensusStudy::take(const DecisionRecord& record, std::optional<std::uint64_t> match_game) {
  const bool begins = order_.begins_game(record);
  if (match_game ? match_game != match_game_ : begins) ++game_;
  match_game_ = match_game;
  if (is_of_no_game(record)) return;
  Dispute dispute{record.position, {}, {}, game_, {}, {}};
  std::size_t cast = 0;
  for (const RecordedVoter& each : record.voters) {
    if (each.voter.absent) continue;  // before it starts it has no name, but its number's
    const std::size_t place = place_of(each);
    dispute.votes.resize(std::max(dispute.votes.size(), place + 1));
    if (!each.voter.ballot || !each.voter.ballot->counts()) continue;
    const MaybeMove vote = move_of(each.voter.ballot->choice);
    if (!vote) continue;
    dispute.votes[place] = vote;
    ++cast;
    if (std::ranges::find(dispute.moves, *vote) == dispute.moves.end())
      dispute.moves.push_back(*vote);
  }
  if (cast < 2) return;
  ++counts_.decisions;
  if (dispute.moves.size() == 1) ++counts_.unanimous;
  if (dispute.moves.size() > 1 && 2 * largest_party(dispute.votes) > cast) ++counts_.majority;
  const MaybeMove played = move_of(record.rules_choice());
  for (std::size_t i = 0; i < dispute.votes.size(); ++i) {
    count_choice(counts_.voters[i], dispute.votes[i], played, dispute.votes);
  }
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const Redecision again = decide_again(record, *rules_[i]);
    dispute.rules.push_back(again.decided ? move_of(again.choice) : MaybeMove());
    count_choice(counts_.rules[i], dispute.rules.back(), played, dispute.votes);
    if (again.had_to_ask) ++counts_.rules[i].asked;
  }
  if (dispute.moves.size() > 1) disputes_.push_back(std::move(dispute));
}

StudyResult ConsensusStudy::result() const {
  StudyResult result = counts_;
  for (const Dispute& dispute : disputes_) {
    if (!dispute.win_rates.empty()) ++result.judged;
  }
  for (std::size_t i = 0; i < result.voters.size(); ++i) {
    weigh(disputes_, i, &Dispute::votes, result.voters[i]);
    weigh_minority(disputes_, i, result.voters[i]);
  }
  for (std::size_t i = 0; i < result.rules.size(); ++i) {
    weigh(disputes_, i, &Dispute::rules, result.rules[i]);
  }
  for (auto* list : {&result.voters, &result.rules}) {
    for (StudiedVoter& each : *list) {
      each.together.resize(result.voters.size());
      each.agreed.resize(result.voters.size());
    }
  }
  return result;
}

}  // namespace gougi::study
