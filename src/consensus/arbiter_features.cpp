// SPDX-License-Identifier: MIT
#include "consensus/arbiter_features.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "consensus/candidates.hpp"
#include "consensus/phrase.hpp"
#include "consensus/win_rate.hpp"

namespace gougi::consensus {
namespace {

// Beyond this a game is decided: a larger logit says no more of which move is better.
constexpr double kMostLogit = 4;
constexpr std::size_t kTrendSteps = 3;
constexpr std::size_t kChangeSteps = 6;
constexpr double kMostTrend = 1;
constexpr double kMostMargin = 2;
constexpr double kMostTens = 6;  // of plies
constexpr double kFullyCommon = 12;

double& at(ArbiterVector& vector, ArbiterFeature feature) {
  return vector[static_cast<std::size_t>(feature)];
}

double bounded_logit(const usi::Score& score, const Scale& scale) {
  return std::clamp(logit(score, scale), -kMostLogit, kMostLogit);
}

/// One search, on its own.
class Search {
 public:
  Search(const Council& council, const Voter& voter, const ArbiterModel& model)
      : ballot_(*voter.ballot), move_(move_of(voter)), scale_(voter.scale) {
    const ArbiterMember* member = arbiter_member(council, voter.number, model);
    // A map was fitted to more than the model's coefficient was.
    if (member != nullptr && scale_.knots.empty()) scale_.eval_coef = member->eval_coef;
  }

  usi::Move move() const { return move_; }
  std::optional<double> value() const {
    if (!ballot_.score) return std::nullopt;
    return logit_of(*ballot_.score);
  }
  double trend() const {
    const auto& course = ballot_.course;
    if (course.size() < 2) return 0;
    const std::size_t back = std::min(kTrendSteps, course.size() - 1);
    const double change =
        logit_of(course.back().score) - logit_of(course[course.size() - 1 - back].score);
    return std::clamp(change, -kMostTrend, kMostTrend);
  }
  double depth() const { return std::clamp(ballot_.depth / 10.0, 0.0, kMostTens); }
  /// Of the nodes; where none are told, of the depths.
  double steady() const {
    const auto& course = ballot_.course;
    const auto changed = std::find_if(course.rbegin(), course.rend(),
                                      [&](const CourseStep& step) { return step.move != move_; });
    if (course.empty() || changed == course.rbegin()) return 0;
    if (changed == course.rend()) return 1;
    const auto all = static_cast<double>(std::max(ballot_.nodes, course.back().nodes));
    if (all > 0) return std::clamp(1 - static_cast<double>(changed->nodes) / all, 0.0, 1.0);
    return static_cast<double>(changed - course.rbegin()) / static_cast<double>(course.size());
  }
  double changes() const {
    const auto& course = ballot_.course;
    std::size_t count = 0;
    for (std::size_t i = course.size(); i > 1 && course.size() - i < kChangeSteps; --i) {
      if (course[i - 1].move != course[i - 2].move) ++count;
    }
    return static_cast<double>(count) / kChangeSteps;
  }
  double margin() const {
    for (const RankedLine& line : ballot_.lines) {
      if (line.move == move_ || !ballot_.score) continue;
      return std::clamp(logit_of(*ballot_.score) - logit_of(line.score), 0.0, kMostMargin);
    }
    return 0;
  }
  /// 1 / rank in its lines; 0: not there.
  double listed(usi::Move move) const {
    const auto found = std::ranges::find(ballot_.lines, move, &RankedLine::move);
    if (found == ballot_.lines.end()) return 0;
    return 1.0 / static_cast<double>(found - ballot_.lines.begin() + 1);
  }
  /// What it last gave a move that is not its own; nothing: it never spoke of it.
  std::optional<double> value_of(usi::Move move) const {
    const auto line = std::ranges::find(ballot_.lines, move, &RankedLine::move);
    if (line != ballot_.lines.end()) return logit_of(line->score);
    const auto& course = ballot_.course;
    const auto step = std::find_if(course.rbegin(), course.rend(),
                                   [&](const CourseStep& each) { return each.move == move; });
    if (step == course.rend()) return std::nullopt;
    return logit_of(step->score);
  }

 private:
  double logit_of(const usi::Score& score) const { return bounded_logit(score, scale_); }

  const Ballot& ballot_;
  usi::Move move_;
  Scale scale_;
};

double agreeing_share(const Council& council, const Voter& first, const Voter& second) {
  double others = 0;
  double agreeing = 0;
  for (const Voter& voter : council.voters) {
    if (voter.number == first.number || voter.number == second.number) continue;
    ++others;
    if (move_of(voter) == move_of(first)) ++agreeing;
  }
  return others > 0 ? agreeing / others : 0;
}

/// phi: what `voter` has over `other`.
ArbiterVector advantages(const Council& council, const Voter& voter, const Voter& other,
                         const ArbiterModel& model) {
  const Search mine(council, voter, model);
  const Search others(council, other, model);
  ArbiterVector phi{};
  const auto set = [&](ArbiterFeature feature, double value) { at(phi, feature) = value; };
  if (mine.value() && others.value()) {
    const double common = std::min(common_plies(voter, other) / kFullyCommon, 1.0);
    set(ArbiterFeature::kValue, *mine.value());
    set(ArbiterFeature::kCommonValue, *mine.value() * common);
  }
  set(ArbiterFeature::kTrend, mine.trend());
  set(ArbiterFeature::kDepth, mine.depth());
  set(ArbiterFeature::kSteady, mine.steady());
  set(ArbiterFeature::kChanges, mine.changes());
  set(ArbiterFeature::kMargin, mine.margin());
  set(ArbiterFeature::kListed, others.listed(mine.move()));
  if (const auto value = others.value_of(mine.move())) {
    set(ArbiterFeature::kConsidered, 1);
    if (others.value()) {
      set(ArbiterFeature::kOthersValue,
          std::clamp(*value - *others.value(), -kMostMargin, kMostMargin));
    }
  }
  set(ArbiterFeature::kAgreement, agreeing_share(council, voter, other));
  set(ArbiterFeature::kCapture, voter.captures ? 1 : 0);
  set(ArbiterFeature::kCheck, voter.checks ? 1 : 0);
  const shogi::BareMove bare = mine.move().of_shogi().bare;
  set(ArbiterFeature::kDrop, bare.is_drop() ? 1 : 0);
  set(ArbiterFeature::kPromotion, bare.promotes() ? 1 : 0);
  return phi;
}

}  // namespace

bool operator==(const SharedArbiterModel& a, const SharedArbiterModel& b) {
  if (a.model == nullptr || b.model == nullptr) return a.model == b.model;
  return *a.model == *b.model;
}

int common_plies(const Voter& first, const Voter& second) {
  int count = 0;
  for (const std::size_t side : {0U, 1U}) {
    std::vector<usi::Move> rest;
    const auto& others = second.ballot->pv;
    for (std::size_t i = side; i < others.size(); i += 2) rest.push_back(others[i]);
    const auto& mine = first.ballot->pv;
    for (std::size_t i = side; i < mine.size(); i += 2) {
      const auto found = std::ranges::find(rest, mine[i]);
      if (found == rest.end()) continue;
      rest.erase(found);
      ++count;
    }
  }
  return count;
}

ArbiterVector arbiter_features(const Council& council, const Voter& first, const Voter& second,
                               const ArbiterModel& model) {
  ArbiterVector features = advantages(council, first, second, model);
  const ArbiterVector back = advantages(council, second, first, model);
  for (std::size_t i = 0; i < features.size(); ++i) features[i] = (features[i] - back[i]) / 2;
  return features;
}

std::string arbiter_name(const Council& council, int number) { return name_of(council, number).en; }

const ArbiterMember* arbiter_member(const Council& council, int number, const ArbiterModel& model) {
  const auto found =
      std::ranges::find(model.members, arbiter_name(council, number), &ArbiterMember::name);
  return found == model.members.end() ? nullptr : &*found;
}

ArbiterChallenge strongest_challenge(const Council& council, const Voter& anchor,
                                     const ArbiterModel& model) {
  ArbiterChallenge best;
  if (sees_mate(anchor)) return best;
  const std::size_t phase = game_phase(council.facts.ply);
  const ArbiterMember* const anchored = arbiter_member(council, anchor.number, model);
  const double anchors = anchored == nullptr ? 0 : anchored->weights.at(phase);
  for (const Voter& voter : council.voters) {
    const ArbiterMember* const member = arbiter_member(council, voter.number, model);
    if (member == nullptr || move_of(voter) == move_of(anchor)) continue;
    const ArbiterVector features = arbiter_features(council, voter, anchor, model);
    const double own = (member->weights.at(phase) - anchors) / 2;
    const double p = win_rate_of(
        std::inner_product(features.begin(), features.end(), model.weights.begin(), own));
    if (best.challenger == nullptr || p > best.p) best = {&voter, features, p};
  }
  return best;
}

}  // namespace gougi::consensus
