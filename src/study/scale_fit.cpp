// SPDX-License-Identifier: MIT
#include "study/scale_fit.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "base/softplus.hpp"
#include "consensus/win_rate.hpp"

namespace gougi::study {
namespace {

using consensus::kGamePhases;
using consensus::PhaseScales;
using consensus::Scale;
using consensus::ScaleKnot;
using consensus::ScoredPosition;
using Positions = std::vector<ScoredPosition>;

// As fit_coefficient: what is beyond is no judgement.
constexpr double kMostScaledCp = 3000;
// With fewer games the curve is as good a guess as any.
constexpr std::size_t kLeastBlockGames = 20;
// The deviations that engines have, some 0.05 in win rate, against a game's own, 0.4. Smaller, and
// the noise of few games bends the map; larger, and many games are needed for it to bend at all.
constexpr double kGamesOfTheCurve = 50;
constexpr double kMostKnotRate = 0.999;
// Of the curve's: what rises less, in logit, is told apart by rounding alone.
constexpr double kLeastPartOfSlope = 0.05;
constexpr double kRateSteps = 1e6;  // people read them
constexpr std::size_t kScaleFolds = 10;
constexpr std::size_t kLeastPairs = 20;
constexpr std::size_t kLeastPhaseGames = 20;
constexpr double kWide95 = 1.959964;

// Of a logit, as the file has it.
double shown_rate(double logit) {
  return std::round(consensus::win_rate_of(logit) * kRateSteps) / kRateSteps;
}

double log_odds(double rate) { return std::log(rate / (1 - rate)); }

// A position from the side that its score is good for.
struct Folded {
  double cp = 0;
  double result = 0;
  int game = 0;
};

std::vector<Folded> folded(std::span<const ScoredPosition> positions) {
  std::vector<Folded> all;
  for (const ScoredPosition& p : positions) {
    if (p.cp == 0 || std::abs(p.cp) > kMostScaledCp) continue;
    all.push_back({std::abs(p.cp), p.cp > 0 ? p.result : 1 - p.result, p.game});
  }
  std::ranges::stable_sort(all, {}, &Folded::cp);
  return all;
}

// Positions with scores that are alike.
struct Block {
  double positions = 0;
  double cp = 0;    ///< their mean
  double rate = 0;  ///< what they are worth

  void pool(const Block& other) {
    const double all = positions + other.positions;
    cp = (cp * positions + other.cp * other.positions) / all;
    rate = (rate * positions + other.rate * other.positions) / all;
    positions = all;
  }
};

Block block_of(std::span<const Folded> part, const Scale& curve, std::size_t games) {
  Block block;
  double off = 0;
  for (const Folded& p : part) {
    block.cp += p.cp;
    off += p.result - consensus::win_rate_of(p.cp / curve.eval_coef);
  }
  block.positions = static_cast<double>(part.size());
  block.cp /= block.positions;
  const auto heard = static_cast<double>(games);
  off *= heard / (heard + kGamesOfTheCurve) / block.positions;
  block.rate = consensus::win_rate_of(block.cp / curve.eval_coef) + off;
  return block;
}

std::vector<Block> blocks_of(const std::vector<Folded>& all, const Scale& curve) {
  std::set<int> games;
  for (const Folded& p : all) games.insert(p.game);
  const std::size_t most =
      std::clamp<std::size_t>(games.size() / kLeastBlockGames, 1, consensus::kMostKnots);
  std::vector<Block> blocks;
  std::size_t begin = 0;
  games.clear();
  for (std::size_t i = 0; i < all.size(); ++i) {
    games.insert(all[i].game);
    const bool is_last = i + 1 == all.size();
    const bool is_full = (i + 1 - begin) * most >= all.size() && games.size() >= kLeastBlockGames;
    if (!is_last && (!is_full || all[i + 1].cp == all[i].cp)) continue;
    const auto part = std::span(all).subspan(begin, i + 1 - begin);
    const Block block = block_of(part, curve, games.size());
    // What is left over at the end has no games enough of its own.
    if (is_full || blocks.empty()) {
      blocks.push_back(block);
    } else {
      blocks.back().pool(block);
    }
    begin = i + 1;
    games.clear();
  }
  return blocks;
}

// Pool adjacent violators.
std::vector<Block> rising(const std::vector<Block>& blocks) {
  std::vector<Block> pooled;
  for (const Block& block : blocks) {
    pooled.push_back(block);
    while (pooled.size() > 1 && pooled[pooled.size() - 2].rate >= pooled.back().rate) {
      const Block last = pooled.back();
      pooled.pop_back();
      pooled.back().pool(last);
    }
  }
  return pooled;
}

int rounded_coef(double coef) {
  return static_cast<int>(std::lround(std::clamp(coef, 1.0, 100'000.0)));
}

// A curve as a map: its tail is its own coefficient's, so one knot says all of it.
Scale as_map(int eval_coef) {
  return {eval_coef, {{static_cast<double>(eval_coef), shown_rate(1)}}};
}

/// All kinds, fitted to the same games.
using Fits = std::array<PhaseScales, kScaleKinds>;

PhaseScales& fit_of(Fits& fits, ScaleKind kind) { return fits.at(static_cast<std::size_t>(kind)); }

std::optional<Fits> fit_all(const Positions& positions) {
  const auto logistic = consensus::fit_coefficient(positions);
  if (!logistic) return std::nullopt;
  const int coef = rounded_coef(logistic->coef);
  Fits fits;
  fit_of(fits, ScaleKind::kLogistic) = PhaseScales::all(Scale{coef});
  fit_of(fits, ScaleKind::kIsotonic) = PhaseScales::all(isotonic_scale(positions, coef));
  for (std::size_t phase = 0; phase < kGamePhases; ++phase) {
    Positions own;
    std::set<int> games;
    for (const ScoredPosition& p : positions) {
      if (consensus::game_phase(p.ply) != phase) continue;
      own.push_back(p);
      games.insert(p.game);
    }
    const auto fit =
        games.size() < kLeastPhaseGames ? std::nullopt : consensus::fit_coefficient(own);
    const int own_coef = fit ? rounded_coef(fit->coef) : coef;
    fit_of(fits, ScaleKind::kLogisticByPhase).of.at(phase) = as_map(own_coef);
    fit_of(fits, ScaleKind::kIsotonicByPhase).of.at(phase) =
        fit ? isotonic_scale(own, own_coef) : fit_of(fits, ScaleKind::kIsotonic).of.at(phase);
  }
  return fits;
}

double loss_of(const ScoredPosition& p, const PhaseScales& scales) {
  const double logit =
      consensus::logit(usi::Score::cp(static_cast<int>(std::lround(p.cp))), scales.at(p.ply));
  return p.result * base::softplus_of_minus(logit) +
         (1 - p.result) * base::softplus_of_minus(-logit);
}

/// Sums of one pair of games.
struct PairSums {
  std::array<double, kScaleKinds> losses{};
  double positions = 0;
};

std::array<HeldOut, kScaleKinds> summed(const std::map<int, PairSums>& pairs) {
  std::array<HeldOut, kScaleKinds> all;
  double positions = 0;
  for (const auto& [pair, sums] : pairs) positions += sums.positions;
  for (std::size_t i = 0; i < kScaleKinds; ++i) {
    HeldOut& kind = all.at(i);
    for (const auto& [pair, sums] : pairs) {
      kind.log_loss += sums.losses.at(i) / positions;
      kind.gain += (sums.losses.front() - sums.losses.at(i)) / positions;
    }
    double squares = 0;
    for (const auto& [pair, sums] : pairs) {
      const double off = sums.losses.front() - sums.losses.at(i) - kind.gain * sums.positions;
      squares += off * off;
    }
    kind.error = kWide95 * std::sqrt(squares) / positions;
  }
  return all;
}

}  // namespace

std::string_view to_text(ScaleKind kind) {
  switch (kind) {
    case ScaleKind::kLogistic:
      break;
    case ScaleKind::kLogisticByPhase:
      return "logistic by phase";
    case ScaleKind::kIsotonic:
      return "isotonic";
    case ScaleKind::kIsotonicByPhase:
      return "isotonic by phase";
  }
  return "logistic";
}

Scale isotonic_scale(std::span<const ScoredPosition> positions, int eval_coef) {
  Scale scale{eval_coef};
  const std::vector<Folded> all = folded(positions);
  if (all.empty()) return as_map(eval_coef);
  double last_cp = 0;
  double last_logit = 0;
  for (const Block& block : rising(blocks_of(all, scale))) {
    const double cp = std::round(block.cp);
    const double least = last_logit + kLeastPartOfSlope * (cp - last_cp) / eval_coef;
    const double logit = std::max(least, log_odds(std::clamp(block.rate, 0.5, kMostKnotRate)));
    const double rate = shown_rate(logit);
    const double last_rate = scale.knots.empty() ? 0.5 : scale.knots.back().win_rate;
    if (cp <= last_cp || rate <= last_rate) continue;
    if (rate > kMostKnotRate) break;  // the curve goes on from there
    scale.knots.push_back({cp, rate});
    last_cp = cp;
    last_logit = log_odds(rate);
  }
  return scale.knots.empty() ? as_map(eval_coef) : scale;
}

ScaleKind ScaleFit::nearest() const {
  const auto best =
      std::ranges::min_element(held_out.begin() + 1, held_out.end(), {}, &HeldOut::log_loss);
  return static_cast<ScaleKind>(best - held_out.begin());
}

std::optional<ScaleFit> fit_scales(std::span<const ScoredPosition> positions) {
  Positions judged;
  std::map<int, std::size_t> folds;  // of each pair, in the order of the games
  std::set<int> games;
  for (const ScoredPosition& p : positions) {
    if (std::abs(p.cp) > kMostScaledCp) continue;
    judged.push_back(p);
    folds.emplace(p.pair, folds.size() % kScaleFolds);
    games.insert(p.game);
  }
  if (folds.size() < kLeastPairs) return std::nullopt;
  auto fits = fit_all(judged);
  if (!fits) return std::nullopt;
  std::map<int, PairSums> pairs;
  for (std::size_t fold = 0; fold < kScaleFolds; ++fold) {
    Positions seen;
    std::ranges::copy_if(judged, std::back_inserter(seen),
                         [&](const ScoredPosition& p) { return folds.at(p.pair) != fold; });
    const auto held = fit_all(seen);
    if (!held) return std::nullopt;
    for (const ScoredPosition& p : judged) {
      if (folds.at(p.pair) != fold) continue;
      PairSums& sums = pairs[p.pair];
      for (std::size_t i = 0; i < kScaleKinds; ++i) {
        sums.losses.at(i) += loss_of(p, held->at(i));
      }
      ++sums.positions;
    }
  }
  ScaleFit fit;
  fit.held_out = summed(pairs);
  for (std::size_t i = 1; i < kScaleKinds; ++i) {
    const HeldOut& each = fit.held_out.at(i);
    const bool is_better = each.gain > each.error && each.log_loss < fit.of(fit.kind).log_loss;
    if (!is_better) continue;
    fit.kind = static_cast<ScaleKind>(i);
  }
  fit.scales = fit_of(*fits, fit.kind);
  fit.positions = judged.size();
  fit.games = games.size();
  return fit;
}

}  // namespace gougi::study
