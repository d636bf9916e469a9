// SPDX-License-Identifier: MIT
#include "consensus/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>

#include "base/softplus.hpp"

namespace gougi::consensus {
namespace {

constexpr double kMostCentipawns = 3000;
// eval_coef from 1 to 100'000; published ones lie between 174 and 1200.
constexpr double kLeastSlope = 1e-5;
constexpr double kMostSlope = 1.0;
constexpr int kHalvings = 80;  // to the last bit
constexpr double kLeastWeight = 0.1;
constexpr double kTwoSided95 = 1.959964;

double logistic(double cp, double slope) { return 1.0 / (1.0 + std::exp(-cp * slope)); }

// Derivative of the log-likelihood by the slope 1/coef; falls as the slope grows.
double gradient(std::span<const ScoredPosition> positions, double slope) {
  double sum = 0;
  for (const ScoredPosition& p : positions) sum += p.cp * (p.result - logistic(p.cp, slope));
  return sum;
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace

std::optional<CoefficientFit> fit_coefficient(std::span<const ScoredPosition> positions) {
  std::vector<ScoredPosition> judged;
  std::ranges::copy_if(positions, std::back_inserter(judged),
                       [](const ScoredPosition& p) { return std::abs(p.cp) <= kMostCentipawns; });
  if (gradient(judged, kLeastSlope) <= 0 || gradient(judged, kMostSlope) >= 0) {
    return std::nullopt;
  }
  double low = kLeastSlope;
  double high = kMostSlope;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (gradient(judged, middle) > 0 ? low : high) = middle;
  }
  CoefficientFit fit;
  fit.coef = 1.0 / low;
  fit.positions = judged.size();
  double information = 0;
  std::map<int, double> pulls;  // of each game, on the slope
  for (const ScoredPosition& p : judged) {
    const double rate = logistic(p.cp, low);
    information += p.cp * p.cp * rate * (1.0 - rate);
    pulls[p.game] += p.cp * (p.result - rate);
    // -log(rate), -log(1 - rate) without the rates that round to 0.
    fit.log_loss += p.result * base::softplus_of_minus(p.cp * low) +
                    (1.0 - p.result) * base::softplus_of_minus(-p.cp * low);
  }
  fit.log_loss /= static_cast<double>(judged.size());
  double squares = 0;
  for (const auto& pull : pulls) squares += pull.second * pull.second;
  const double error = information > 0 ? kTwoSided95 * std::sqrt(squares) / information : low;
  fit.low = 1.0 / (low + error);
  fit.high = low > error ? 1.0 / (low - error) : std::numeric_limits<double>::infinity();
  return fit;
}

std::optional<double> fit_scale(std::span<const std::pair<double, double>> cp_pairs) {
  if (cp_pairs.empty()) return std::nullopt;
  std::vector<double> first;
  std::vector<double> second;
  for (const auto& [a, b] : cp_pairs) {
    first.push_back(std::abs(a));
    second.push_back(std::abs(b));
  }
  const double from = median(first);
  const double to = median(second);
  if (from <= 0 || to <= 0) return std::nullopt;
  return to / from;
}

Agreement agreement(std::span<const ScoredPosition> game) {
  double right = 0;
  double decisive = 0;
  for (const ScoredPosition& p : game) {
    if (p.result != 0.0 && p.result != 1.0) continue;
    ++decisive;
    if (p.cp == 0) right += 0.5;
    if (p.cp != 0 && (p.cp > 0) == (p.result == 1.0)) ++right;
  }
  if (decisive == 0) return {};
  return {right / decisive, 1.0};
}

std::vector<double> fit_weights(std::span<const Agreement> voters) {
  std::vector<double> weights;
  double sum = 0;
  double judged = 0;
  for (const Agreement& voter : voters) {
    const double p = (voter.right + 1.0) / (voter.games + 2.0);
    weights.push_back(voter.games > 0 ? std::max(kLeastWeight, std::log(p / (1.0 - p))) : 0.0);
    sum += weights.back();
    if (voter.games > 0) ++judged;
  }
  for (double& weight : weights) weight = weight > 0 ? weight * judged / sum : 1.0;
  return weights;
}

}  // namespace gougi::consensus
