// SPDX-License-Identifier: MIT
#include "study/score_samples.hpp"

#include <algorithm>
#include <set>

namespace gougi::study {
namespace {

// Fewer shared positions say nothing about a scale.
constexpr std::size_t kLeastShared = 20;
// Fewer games fit anything.
constexpr std::size_t kLeastGames = 20;

double result_value(usi::GameResult result) {
  switch (result) {
    case usi::GameResult::kWin:
      return 1.0;
    case usi::GameResult::kLose:
      return 0.0;
    case usi::GameResult::kDraw:
      break;
  }
  return 0.5;
}

std::optional<double> centipawns(const RecordedVoter& each) {
  const auto& ballot = each.voter.ballot;
  if (!ballot || !ballot->counts() || !ballot->score) return std::nullopt;
  const auto* cp = std::get_if<usi::Centipawns>(&ballot->score->value);
  if (cp == nullptr || ballot->score->bound != usi::Bound::kExact) return std::nullopt;
  return cp->value;
}

}  // namespace

std::size_t ScoreSamples::place_of(const RecordedVoter& voter) {
  const auto found = std::ranges::find_if(engines_, [&](const EngineSamples& known) {
    return known.number == voter.voter.number && known.name == voter.name;
  });
  const auto place = static_cast<std::size_t>(found - engines_.begin());
  if (found == engines_.end()) engines_.push_back({voter.voter.number, voter.name, 600, {}, {}, 0});
  engines_[place].eval_coef = voter.voter.scale.eval_coef;
  return place;
}

void ScoreSamples::take(const DecisionRecord& record) {
  if (order_.begins_game(record)) game_.clear();
  if (is_of_no_game(record)) return;
  Scores scores;
  for (const RecordedVoter& each : record.voters) {
    if (each.voter.absent) continue;  // before it starts it has no name, but its number's
    const std::size_t place = place_of(each);
    if (scores.size() <= place) scores.resize(place + 1);
    scores[place] = centipawns(each);
  }
  game_.push_back(scores_.size());
  scores_.push_back(std::move(scores));
  plies_.push_back(record.ply);
}

void ScoreSamples::take(const GameRecord& record, Counted counted) {
  if (!order_.ends_game(record)) game_.clear();
  if (game_.empty()) return;
  if (counted != Counted::kAgain) ++games_;
  if (counted == Counted::kNew) ++pairs_;
  for (std::size_t place = 0; place < engines_.size(); ++place) {
    std::vector<consensus::ScoredPosition> own;
    for (const std::size_t i : game_) {
      if (place >= scores_[i].size() || !scores_[i][place]) continue;
      own.push_back({*scores_[i][place], result_value(record.result), static_cast<int>(games_),
                     pairs_, plies_[i]});
    }
    if (own.empty()) continue;
    EngineSamples& engine = engines_[place];
    const consensus::Agreement agreed = consensus::agreement(own);
    engine.agreement.right += agreed.right;
    engine.agreement.games += agreed.games;
    // One that sat in the councils of both sides has played one game.
    const bool is_new = engine.positions.empty() || engine.positions.back().game != own.back().game;
    if (is_new) ++engine.games;
    engine.positions.insert(engine.positions.end(), own.begin(), own.end());
  }
  game_.clear();
}

void ScoreSamples::merge_names() {
  std::vector<EngineSamples> merged;
  std::vector<std::size_t> places;  // in `merged`, by place in engines_
  for (EngineSamples& engine : engines_) {
    const auto first = std::ranges::find_if(merged, [&](const EngineSamples& known) {
      return !engine.name.empty() && known.name == engine.name;
    });
    places.push_back(static_cast<std::size_t>(first - merged.begin()));
    if (first == merged.end()) {
      merged.push_back(std::move(engine));
      continue;
    }
    first->positions.insert(first->positions.end(), engine.positions.begin(),
                            engine.positions.end());
    first->agreement.right += engine.agreement.right;
    first->agreement.games += engine.agreement.games;
  }
  for (EngineSamples& engine : merged) {
    std::ranges::stable_sort(engine.positions, {}, &consensus::ScoredPosition::game);
    std::set<int> games;
    for (const consensus::ScoredPosition& position : engine.positions) games.insert(position.game);
    engine.games = games.size();
  }
  engines_ = std::move(merged);
  for (Scores& scores : scores_) {
    Scores now(engines_.size());
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (!now[places[i]]) now[places[i]] = scores[i];
    }
    scores = std::move(now);
  }
}

std::vector<std::pair<double, double>> ScoreSamples::pairs(std::size_t first,
                                                           std::size_t second) const {
  std::vector<std::pair<double, double>> both;
  for (const Scores& scores : scores_) {
    if (std::max(first, second) >= scores.size()) continue;
    if (scores[first] && scores[second]) both.emplace_back(*scores[first], *scores[second]);
  }
  return both;
}

std::vector<Calibrated> calibrate(const ScoreSamples& samples) {
  const auto& engines = samples.engines();
  std::vector<Calibrated> calibrated(engines.size());
  std::vector<consensus::Agreement> agreements(engines.size());
  std::vector<std::size_t> anchors;
  for (std::size_t i = 0; i < engines.size(); ++i) {
    calibrated[i].eval_coef = engines[i].eval_coef;
    if (engines[i].games >= kLeastGames) {
      calibrated[i].fit = consensus::fit_coefficient(engines[i].positions);
      agreements[i] = engines[i].agreement;
    }
    if (calibrated[i].fit) {
      calibrated[i].eval_coef = calibrated[i].fit->coef;
      anchors.push_back(i);
    }
  }
  if (anchors.empty() && !engines.empty()) anchors.push_back(0);
  for (std::size_t i = 0; i < engines.size(); ++i) {
    if (std::ranges::find(anchors, i) != anchors.end()) continue;
    for (const std::size_t anchor : anchors) {
      const auto pairs = samples.pairs(anchor, i);
      if (pairs.size() < kLeastShared || pairs.size() <= calibrated[i].shared_positions) continue;
      const auto scale = consensus::fit_scale(pairs);
      if (!scale) continue;
      calibrated[i].eval_coef = calibrated[anchor].eval_coef * *scale;
      calibrated[i].measured_against = anchor;
      calibrated[i].shared_positions = pairs.size();
    }
  }
  const auto weights = consensus::fit_weights(agreements);
  for (std::size_t i = 0; i < engines.size(); ++i) {
    if (agreements[i].games > 0) calibrated[i].weight = weights[i];
  }
  return calibrated;
}

}  // namespace gougi::study
