// SPDX-License-Identifier: MIT
#include "consensus/mean.hpp"

#include <limits>

#include "consensus/win_rate.hpp"

namespace gougi::consensus {
namespace {

// A mate among claims against it. Smaller: centipawns would outweigh it.
constexpr double kMateLogit = 100.0;

}  // namespace

void Mean::add(const usi::Score& score, const Scale& scale, double weight) {
  const int sign = mate_sign(score);
  if (sign > 0 && (!mating_ || usi::compare(score, *mating_) > 0)) mating_ = score;
  if (sign < 0 && (!mated_ || usi::compare(score, *mated_) < 0)) mated_ = score;
  add_logit(sign != 0 ? sign * kMateLogit : consensus::logit(score, scale), weight);
}

void Mean::add_logit(double logit, double weight) {
  sum_ += weight * logit;
  weights_ += weight;
}

std::optional<usi::Score> Mean::mate() const {
  if (proven_) return usi::Score::mate_in(1);
  if (mating_ && mated_) return std::nullopt;
  return mating_ ? mating_ : mated_;
}

double Mean::logit() const {
  if (const auto score = mate()) {
    return mate_sign(*score) * std::numeric_limits<double>::infinity();
  }
  return sum_ / weights_;
}

Phrase Mean::phrase() const {
  if (const auto score = mate()) return worth(*score, Scale{});
  const std::string rate = percent(win_rate_of(logit()));
  return {rate, "勝率" + rate};
}

bool better(const Mean& a, const Mean& b) {
  if (!a.known() || !b.known()) return a.known() && !b.known();
  const auto mate_a = a.mate();
  const auto mate_b = b.mate();
  if (mate_a && mate_b) return usi::compare(*mate_a, *mate_b) > 0;
  if (mate_a) return mate_sign(*mate_a) > 0;
  if (mate_b) return mate_sign(*mate_b) < 0;
  return a.logit() > b.logit() + kRounding;
}

}  // namespace gougi::consensus
