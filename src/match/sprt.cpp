// SPDX-License-Identifier: MIT
#include "match/sprt.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "base/say.hpp"
#include "match/strength.hpp"

namespace gougi::match {
namespace {

struct Class {
  double worth;  // of an observation, 0 to 1
  double share;  // of all observations
};
using Distribution = std::vector<Class>;

// Larger, and an absent class would count as an observation; smaller, and the roots below lie too
// close to their bounds.
constexpr double kAbsent = 1e-3;

Distribution empirical(const Observations& counts) {
  double sum = 0;
  for (const double count : counts) sum += std::max(count, kAbsent);
  Distribution result;
  const double last = static_cast<double>(counts.size()) - 1;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    result.push_back({static_cast<double>(i) / last, std::max(counts[i], kAbsent) / sum});
  }
  return result;
}

// The x at which the sum of share * value / (1 + x * value) vanishes: Newton's steps, and halving
// where one would leave what is left of the interval (the sum falls steadily between its poles). 0
// if all values have one sign: then no distribution has the mean.
double multiplier(const Distribution& observed, const std::vector<double>& values) {
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  if (*least >= 0 || *greatest <= 0) return 0;
  double low = -1 / *greatest;
  double high = -1 / *least;
  double x = 0;
  for (int i = 0; i < 200; ++i) {
    double sum = 0;
    double slope = 0;
    for (std::size_t k = 0; k < values.size(); ++k) {
      const double ratio = values[k] / (1 + x * values[k]);
      sum += observed[k].share * ratio;
      slope -= observed[k].share * ratio * ratio;
    }
    (sum > 0 ? low : high) = x;
    double next = x - sum / slope;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - x) <= 1e-15 * (high - low) || next == x) return next;
    x = next;
  }
  return x;
}

// The likeliest distribution under which the expectation of `values` is 0.
Distribution likeliest(const Distribution& observed, const std::vector<double>& values) {
  const double x = multiplier(observed, values);
  Distribution result = observed;
  for (std::size_t i = 0; i < result.size(); ++i) result[i].share /= 1 + x * values[i];
  return result;
}

Distribution likeliest_with_mean(const Distribution& observed, double mean) {
  std::vector<double> values;
  for (const Class& c : observed) values.push_back(c.worth - mean);
  return likeliest(observed, values);
}

// As even as it can be with one class made larger until (mean - 1/2) / deviation is `t`: with a t
// far from the one that is wanted, linear around it there may be no distribution at all.
Distribution begin_with_t(const Distribution& observed, double t) {
  const double even = 1 / static_cast<double>(observed.size());
  double variance = 0;
  for (const Class& c : observed) variance += even * (c.worth - 0.5) * (c.worth - 0.5);
  // Of t² = (s/2)² / ((1 - s) (variance + s/4)), where s is what the class has more.
  const double b = t * t * (1 - 4 * variance);
  const double s = (b + std::sqrt(b * b + 16 * t * t * variance * (1 + t * t))) / (2 * (1 + t * t));
  Distribution result = observed;
  for (Class& c : result) c.share = (1 - s) * even;
  (t > 0 ? result.back() : result.front()).share += s;
  return result;
}

// (mean - 1/2) / deviation is `t`. The condition is not linear in the shares: iterated, each time
// linear around the last distribution ("Normalized Elo", section 4.1).
Distribution likeliest_with_t(const Distribution& observed, double t) {
  constexpr int kIterations = 200;  // five are enough as a rule
  constexpr double kExact = 1e-12;
  Distribution result = begin_with_t(observed, t);
  for (int i = 0; i < kIterations; ++i) {
    double mean = 0;
    for (const Class& c : result) mean += c.share * c.worth;
    double variance = 0;
    for (const Class& c : result) variance += c.share * (c.worth - mean) * (c.worth - mean);
    const double deviation = std::sqrt(variance);
    std::vector<double> values;
    for (const Class& c : observed) {
      const double z = (mean - c.worth) / deviation;
      values.push_back(c.worth - 0.5 - t * deviation * (1 + z * z) / 2);
    }
    const Distribution next = likeliest(observed, values);
    double change = 0;
    for (std::size_t k = 0; k < next.size(); ++k) {
      change = std::max(change, std::abs(next[k].share - result[k].share));
    }
    result = next;
    if (change < kExact) break;
  }
  return result;
}

Distribution hypothesis(const Distribution& observed, EloModel model, double elo) {
  if (model == EloModel::kLogistic) return likeliest_with_mean(observed, expected_score(elo));
  const double of_game = elo / kNormalizedEloUnit;
  // A pair's mean is as large as a game's, its deviation smaller by the root of two.
  return likeliest_with_t(observed, observed.size() == 5 ? of_game * std::sqrt(2.0) : of_game);
}

}  // namespace

base::Result<void> check(const SprtSettings& settings) {
  const auto is_rate = [](double value) { return value > 0 && value < 0.5; };
  if (!is_rate(settings.alpha))
    return base::fail(base::say(
        {"alpha must lie between 0 and 0.5", "alpha は 0 と 0.5 の間で指定してください"}));
  if (!is_rate(settings.beta))
    return base::fail(
        base::say({"beta must lie between 0 and 0.5", "beta は 0 と 0.5 の間で指定してください"}));
  if (!(settings.elo0 < settings.elo1))
    return base::fail(
        base::say({"elo0 must be less than elo1", "elo0 は elo1 より小さくしてください"}));
  constexpr double kMost = 400;  // of a mean beyond it the approximations say nothing
  if (std::abs(settings.elo0) > kMost || std::abs(settings.elo1) > kMost) {
    return base::fail(base::say({"elo0 and elo1 must lie between -400 and 400",
                                 "elo0 と elo1 は -400 から 400 の間で指定してください"}));
  }
  return {};
}

double log_likelihood_ratio(const SprtSettings& settings, const Observations& counts) {
  const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
  if (total <= 0) return 0;
  const Distribution observed = empirical(counts);
  const Distribution h0 = hypothesis(observed, settings.model, settings.elo0);
  const Distribution h1 = hypothesis(observed, settings.model, settings.elo1);
  double sum = 0;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    sum += std::max(counts[i], kAbsent) * std::log(h1[i].share / h0[i].share);
  }
  return sum;
}

SprtState sprt(const SprtSettings& settings, const Observations& counts) {
  SprtState state;
  state.llr = log_likelihood_ratio(settings, counts);
  state.lower = std::log(settings.beta / (1 - settings.alpha));
  state.upper = std::log((1 - settings.beta) / settings.alpha);
  if (state.llr <= state.lower) state.verdict = SprtVerdict::kH0;
  if (state.llr >= state.upper) state.verdict = SprtVerdict::kH1;
  return state;
}

}  // namespace gougi::match
