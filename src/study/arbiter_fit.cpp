// SPDX-License-Identifier: MIT
#include "study/arbiter_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/random.hpp"
#include "base/say.hpp"
#include "consensus/arbiter_features.hpp"
#include "consensus/calibration.hpp"
#include "consensus/candidates.hpp"
#include "consensus/strategy.hpp"
#include "study/ridge_logit.hpp"

namespace gougi::study {
namespace {

using consensus::ArbiterModel;
using consensus::kArbiterFeatureCount;
using consensus::kGamePhases;

constexpr std::size_t kFolds = 5;
// With fewer, folds would hold a game or two each.
constexpr std::size_t kFewestArbiterGames = 2 * kFolds;
constexpr std::array kRidges{1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0};
constexpr std::array kTaus{0.50, 0.55, 0.60, 0.65, 0.70, 0.75, 0.80, 0.85, 0.90, 0.95};
// The lower bound of a threshold's gain is that of 99 %: the best of ten thresholds in each of
// three phases is looked for, and with 95 % noise alone would often seem to gain.
constexpr std::size_t kTauTail = kResamples / 200;
// Moves that were overruled in so many games. With fewer the bootstrap takes a row of lucky ones
// for evidence.
constexpr std::size_t kFewestOverruledGames = 20;

using Samples = std::vector<const ArbiterSample*>;

const consensus::Voter* voter_of(const ArbiterSample& sample, int number) {
  const auto found = std::ranges::find(sample.council.voters, number, &consensus::Voter::number);
  return found == sample.council.voters.end() ? nullptr : &*found;
}

double worth(const ArbiterSample& sample, int number) {
  return sample.win_rates.at(static_cast<std::size_t>(number) - 1);
}

struct Valued {
  std::size_t game = 0;
  double value = 0;
};

/// Sums of values by game, drawn anew.
class GameDraws {
 public:
  explicit GameDraws(const std::vector<Valued>& values) {
    std::map<std::size_t, std::size_t> places;
    for (const Valued& each : values) {
      const auto [place, is_new] = places.emplace(each.game, games_.size());
      if (is_new) games_.emplace_back(0.0, 0.0);
      games_[place->second].first += each.value;
      games_[place->second].second += 1;
    }
  }
  /// Means, in order.
  std::vector<double> means(std::uint64_t seed) const {
    base::Random random(seed);
    std::vector<double> means;
    for (int i = 0; i < kResamples; ++i) {
      double sum = 0;
      double count = 0;
      for (std::size_t k = 0; k < games_.size(); ++k) {
        const auto& [value, positions] = games_[random.below(games_.size())];
        sum += value;
        count += positions;
      }
      means.push_back(sum / count);
    }
    std::ranges::sort(means);
    return means;
  }
  std::size_t games() const { return games_.size(); }

 private:
  std::vector<std::pair<double, double>> games_;
};

HeadroomEstimate estimate(const std::vector<Valued>& values, std::uint64_t seed) {
  HeadroomEstimate estimate;
  if (values.empty()) return estimate;
  for (const Valued& each : values) estimate.value += each.value;
  estimate.value /= static_cast<double>(values.size());
  const GameDraws draws(values);
  if (draws.games() < kFewestGames) return estimate;
  const auto means = draws.means(seed);
  constexpr std::size_t kTail = kResamples / 40;  // 2.5 %
  estimate.bounds = HeadroomBounds{means[kTail], means[means.size() - 1 - kTail]};
  return estimate;
}

/// By game, so that no game is in two.
class Folds {
 public:
  Folds(const Samples& samples, std::uint64_t seed) {
    std::set<std::size_t> games;
    for (const ArbiterSample* sample : samples) games.insert(sample->game);
    std::vector<std::pair<std::uint64_t, std::size_t>> shuffled;
    for (const std::size_t game : games) {
      shuffled.emplace_back(base::Random::of(seed, game).next(), game);
    }
    std::ranges::sort(shuffled);
    for (std::size_t i = 0; i < shuffled.size(); ++i) fold_of_[shuffled[i].second] = i % kFolds;
  }
  Samples part(const Samples& samples, std::size_t fold, bool held_out) const {
    Samples part;
    std::ranges::copy_if(samples, std::back_inserter(part), [&](const ArbiterSample* sample) {
      return (fold_of_.at(sample->game) == fold) == held_out;
    });
    return part;
  }

 private:
  std::map<std::size_t, std::size_t> fold_of_;
};

class Fitter {
 public:
  Fitter(const std::vector<std::string>& names, std::string anchor, std::uint64_t seed)
      : names_(names),
        anchor_(std::move(anchor)),
        anchor_number_(static_cast<int>(std::ranges::find(names, anchor_) - names.begin()) + 1),
        seed_(seed) {}

  int anchor() const { return anchor_number_; }
  std::size_t size() const { return kArbiterFeatureCount + names_.size() * kGamePhases; }

  /// A model with the members' scales, on the judge's scale, and no weights.
  ArbiterModel scaled(const Samples& samples) const {
    ArbiterModel model;
    model.anchor = anchor_;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      std::vector<consensus::ScoredPosition> scored;
      for (const ArbiterSample* sample : samples) {
        const auto* voter = voter_of(*sample, static_cast<int>(i) + 1);
        if (voter == nullptr || !voter->ballot->score) continue;
        const auto* cp = std::get_if<usi::Centipawns>(&voter->ballot->score->value);
        if (cp == nullptr) continue;
        scored.push_back({static_cast<double>(cp->value), worth(*sample, voter->number),
                          static_cast<int>(sample->game)});
      }
      consensus::ArbiterMember& member = model.members.emplace_back();
      member.name = names_[i];
      if (const auto fit = consensus::fit_coefficient(scored)) {
        member.eval_coef = std::max(1, static_cast<int>(std::lround(fit->coef)));
      }
    }
    return model;
  }

  /// All pairs of members whose moves differ in worth.
  std::vector<LogitCase> disputes(const Samples& samples, const ArbiterModel& model) const {
    std::vector<LogitCase> cases;
    for (const ArbiterSample* sample : samples) {
      const auto& voters = sample->council.voters;
      for (std::size_t i = 0; i < voters.size(); ++i) {
        for (std::size_t j = i + 1; j < voters.size(); ++j) {
          const double gain = worth(*sample, voters[i].number) - worth(*sample, voters[j].number);
          if (gain == 0 || move_of(voters[i]) == move_of(voters[j])) continue;
          cases.push_back({row(*sample, voters[i], voters[j], model), gain > 0, std::abs(gain)});
        }
      }
    }
    return cases;
  }

  void give_weights(const std::vector<double>& weights, ArbiterModel& model) const {
    std::copy_n(weights.begin(), kArbiterFeatureCount, model.weights.begin());
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const auto from =
          weights.begin() + static_cast<std::ptrdiff_t>(kArbiterFeatureCount + i * kGamePhases);
      std::copy_n(from, kGamePhases, model.members[i].weights.begin());
    }
  }

  /// What overruling the anchor would be worth at a position, and how likely it seems.
  struct Challenge {
    std::size_t game = 0;
    std::size_t phase = 0;
    double p = 0;  ///< 0: nobody challenges
    double gain = 0;
  };
  Challenge challenge(const ArbiterSample& sample, const ArbiterModel& model) const {
    Challenge found{sample.game, consensus::game_phase(sample.council.facts.ply), 0, 0};
    const auto* anchor = voter_of(sample, anchor_number_);
    const auto best = consensus::strongest_challenge(sample.council, *anchor, model);
    if (best.challenger == nullptr) return found;
    found.p = best.p;
    found.gain = worth(sample, best.challenger->number) - worth(sample, anchor_number_);
    return found;
  }

  struct Choice {
    ArbiterModel model;
    double ridge = 0;
  };
  /// The whole procedure on these games alone.
  Choice choose(const Samples& samples, std::uint64_t salt) const {
    const Folds folds(samples, seed_ + salt);
    std::array<LogitLoss, kRidges.size()> losses;
    std::array<std::vector<Challenge>, kRidges.size()> challenges;
    for (std::size_t fold = 0; fold < kFolds; ++fold) {
      const Samples train = folds.part(samples, fold, false);
      const Samples test = folds.part(samples, fold, true);
      ArbiterModel model = scaled(train);
      const auto cases = disputes(train, model);
      const auto unseen = disputes(test, model);
      for (std::size_t r = 0; r < kRidges.size(); ++r) {
        const auto weights = ridge_logit(cases, size(), kRidges.at(r));
        add_loss(unseen, weights, losses.at(r));
        give_weights(weights, model);
        for (const ArbiterSample* sample : test) {
          challenges.at(r).push_back(challenge(*sample, model));
        }
      }
    }
    // Of equal ones the larger ridge.
    std::size_t best = kRidges.size() - 1;
    for (std::size_t r = best; r-- > 0;) {
      if (losses.at(r).mean() < losses.at(best).mean()) best = r;
    }
    Choice choice{scaled(samples), kRidges.at(best)};
    give_weights(ridge_logit(disputes(samples, choice.model), size(), choice.ridge), choice.model);
    for (std::size_t phase = 0; phase < kGamePhases; ++phase) {
      choice.model.taus.at(phase) = tau(challenges.at(best), phase);
    }
    return choice;
  }

 private:
  std::vector<double> row(const ArbiterSample& sample, const consensus::Voter& first,
                          const consensus::Voter& second, const ArbiterModel& model) const {
    const auto features = consensus::arbiter_features(sample.council, first, second, model);
    std::vector<double> x(size(), 0.0);
    std::ranges::copy(features, x.begin());
    const std::size_t phase = consensus::game_phase(sample.council.facts.ply);
    const auto own = [&](const consensus::Voter& voter) -> double& {
      const auto member = static_cast<std::size_t>(voter.number) - 1;
      return x.at(kArbiterFeatureCount + member * kGamePhases + phase);
    };
    own(first) += 0.5;
    own(second) -= 0.5;
    return x;
  }

  double tau(const std::vector<Challenge>& challenges, std::size_t phase) const {
    double best_tau = 1;
    double best_bound = 0;
    for (const double tau : kTaus) {
      std::vector<Valued> gains;
      std::set<std::size_t> overruled;
      for (const Challenge& each : challenges) {
        if (each.phase != phase) continue;
        gains.push_back({each.game, each.p > tau ? each.gain : 0.0});
        if (each.p > tau) overruled.insert(each.game);
      }
      if (overruled.size() < kFewestOverruledGames) continue;
      const double bound = GameDraws(gains).means(seed_)[kTauTail];
      if (bound <= best_bound) continue;
      best_tau = tau;
      best_bound = bound;
    }
    return best_tau;
  }

  const std::vector<std::string>& names_;
  std::string anchor_;
  int anchor_number_;
  std::uint64_t seed_;
};

int winner_of(std::string_view strategy, const ArbiterSample& sample, int anchor) {
  const auto verdict = consensus::decide(*consensus::find_strategy(strategy), sample.council);
  const auto* decided = std::get_if<consensus::Decided>(&verdict);
  return decided == nullptr ? anchor : decided->voter;
}

/// Place in `win_rates` of the best move of those who vote.
std::size_t place_of_best(const ArbiterSample& sample, const std::vector<double>& win_rates) {
  std::size_t best = static_cast<std::size_t>(sample.council.voters.front().number) - 1;
  for (const consensus::Voter& voter : sample.council.voters) {
    const std::size_t place = static_cast<std::size_t>(voter.number) - 1;
    if (win_rates.at(place) > win_rates.at(best)) best = place;
  }
  return best;
}

/// Each judge chooses, and all others say what it is worth; of one alone that is its own word.
double worth_of_the_best(const ArbiterSample& sample) {
  const auto& judged = sample.judged;
  if (judged.size() < 2) return sample.win_rates.at(place_of_best(sample, sample.win_rates));
  double sum = 0;
  for (std::size_t chooser = 0; chooser < judged.size(); ++chooser) {
    const std::size_t best = place_of_best(sample, judged[chooser]);
    for (std::size_t other = 0; other < judged.size(); ++other) {
      if (other != chooser) sum += judged[other].at(best);
    }
  }
  return sum / static_cast<double>(judged.size() * (judged.size() - 1));
}

/// Everybody but the arbiter.
std::vector<ArbiterGain> others_gains(const Samples& samples, int anchor, std::uint64_t seed) {
  const std::vector<std::string> names{"anchor with all nodes", "perfect choice", "majority",
                                       "optimistic"};
  std::vector<std::vector<Valued>> values(names.size());
  for (const ArbiterSample* sample : samples) {
    const double own = worth(*sample, anchor);
    // A study asks its own anchor alone with all nodes.
    if (sample->whole_of == anchor) values[0].push_back({sample->game, sample->whole - own});
    values[1].push_back({sample->game, worth_of_the_best(*sample) - own});
    for (const std::size_t i : {2U, 3U}) {
      const int winner = winner_of(names[i], *sample, anchor);
      values[i].push_back({sample->game, worth(*sample, winner) - own});
    }
  }
  std::vector<ArbiterGain> gains;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!values[i].empty()) gains.push_back({names[i], estimate(values[i], seed)});
  }
  return gains;
}

/// The whole procedure on all folds but one, judged on that one. False: `progress` gave up.
bool judge(const Fitter& fitter, const Samples& samples, std::uint64_t seed, ArbiterFit& to,
           const base::Progress& progress) {
  const Folds folds(samples, seed);
  LogitLoss loss;
  LogitLoss base;
  std::vector<Valued> gains;
  std::array<std::vector<Valued>, kGamePhases> of_phases;
  std::array<std::set<std::size_t>, kGamePhases> overruled;
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    if (progress && !progress(fold, kFolds + 1)) return false;
    const auto choice = fitter.choose(folds.part(samples, fold, false), fold + 1);
    const Samples test = folds.part(samples, fold, true);
    const auto unseen = fitter.disputes(test, choice.model);
    std::vector<double> weights(choice.model.weights.begin(), choice.model.weights.end());
    for (const auto& member : choice.model.members) {
      weights.insert(weights.end(), member.weights.begin(), member.weights.end());
    }
    add_loss(unseen, weights, loss);
    add_loss(unseen, std::vector<double>(fitter.size(), 0.0), base);
    to.disputes += unseen.size();
    for (const ArbiterSample* sample : test) {
      const auto found = fitter.challenge(*sample, choice.model);
      const bool overrules = found.p > choice.model.taus.at(found.phase);
      const Valued gain{sample->game, overrules ? found.gain : 0.0};
      ArbiterPhaseReport& phase = to.phases.at(found.phase);
      ++phase.positions;
      if (found.p > 0) ++phase.disputed;
      if (overrules) {
        ++phase.overruled;
        overruled.at(found.phase).insert(sample->game);
      }
      gains.push_back(gain);
      of_phases.at(found.phase).push_back(gain);
    }
  }
  to.log_loss = loss.mean();
  to.base_loss = base.mean();
  to.gains.push_back({"arbiter", estimate(gains, seed)});
  for (std::size_t i = 0; i < kGamePhases; ++i) {
    ArbiterPhaseReport& phase = to.phases.at(i);
    phase.gain = estimate(of_phases.at(i), seed);
    phase.surely_gains = overruled.at(i).size() >= kFewestOverruledGames &&
                         GameDraws(of_phases.at(i)).means(seed)[kTauTail] > 0;
  }
  return true;
}

}  // namespace

ArbiterSample arbiter_sample(const HeadroomLine& line, const HeadroomOrder& order) {
  ArbiterSample sample;
  sample.game = line.game;
  sample.whole = line.win_rates[line.whole];
  sample.whole_of = static_cast<int>(order.anchor) + 1;
  sample.council.facts.ply = line.ply;
  sample.council.facts.may_ask = false;
  sample.council.facts.may_declare = false;
  for (std::size_t i = 0; i < line.members.size(); ++i) {
    const std::size_t move = line.members[i];
    const int number = static_cast<int>(i) + 1;
    sample.win_rates.push_back(line.win_rates[move]);
    sample.council.facts.members.push_back({.number = number, .name = order.engines[i].name});
    if (!std::holds_alternative<usi::Move>(line.searches[i].choice)) continue;
    consensus::Voter& voter = sample.council.voters.emplace_back();
    voter.number = number;
    voter.ballot = line.searches[i];
    voter.captures = line.captures[move];
    voter.checks = line.checks[move];
  }
  return sample;
}

base::Result<ArbiterFit> fit_arbiter(const std::vector<ArbiterSample>& samples,
                                     const std::vector<std::string>& names,
                                     const std::string& anchor, std::uint64_t seed,
                                     const base::Progress& progress) {
  const Fitter fitter(names, anchor, seed);
  Samples used;
  std::set<std::size_t> games;
  for (const ArbiterSample& sample : samples) {
    if (voter_of(sample, fitter.anchor()) == nullptr) continue;  // it resigned
    used.push_back(&sample);
    games.insert(sample.game);
  }
  if (games.size() < kFewestArbiterGames) {
    return base::fail(base::say({"positions of {0} games are too few; {1} are the least",
                                 "{0}局の局面では足りません。{1}局以上が必要です"},
                                games.size(), kFewestArbiterGames));
  }
  ArbiterFit fit;
  fit.positions = used.size();
  fit.games = games.size();
  fit.gains = others_gains(used, fitter.anchor(), seed);
  fit.flattered = static_cast<std::size_t>(std::ranges::count_if(
      used, [](const ArbiterSample* sample) { return sample->judged.size() < 2; }));
  if (!judge(fitter, used, seed, fit, progress))
    return base::fail(
        base::say({"interrupted; nothing was written", "中断したため、何も書いていません"}));
  if (fit.disputes == 0)
    return base::fail(base::say(
        {"the members' moves never differ in worth", "メンバーの手の価値に差がありません"}));
  auto choice = fitter.choose(used, 0);
  fit.model = std::move(choice.model);
  fit.ridge = choice.ridge;
  for (std::size_t phase = 0; phase < kGamePhases; ++phase) {
    if (!fit.phases.at(phase).surely_gains) fit.model.taus.at(phase) = 1;
  }
  return fit;
}

}  // namespace gougi::study
