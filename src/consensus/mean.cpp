// SPDX-License-Identifier: MIT
#include "consensus/mean.hpp"

#include "consensus/win_rate.hpp"

namespace gougi::consensus {
namespace {

// Win rates closer than this are equal. Smaller: the rounding of sums would break ties, which
// belong to the smaller number. Larger: candidates that engines tell apart would tie.
constexpr double kEqual = 1e-9;

}  // namespace

void Mean::add(const usi::Score& score, int eval_coef, double weight) {
  const int sign = mate_sign(score);
  if (sign > 0 && (!mating_ || usi::compare(score, *mating_) > 0)) mating_ = score;
  if (sign < 0 && (!mated_ || usi::compare(score, *mated_) < 0)) mated_ = score;
  add_win_rate(consensus::win_rate(score, eval_coef), weight);
}

void Mean::add_win_rate(double rate, double weight) {
  sum_ += weight * rate;
  weights_ += weight;
}

std::optional<usi::Score> Mean::mate() const {
  if (proven_) return usi::Score::mate_in(1);
  if (mating_ && mated_) return std::nullopt;
  return mating_ ? mating_ : mated_;
}

double Mean::win_rate() const {
  if (const auto score = mate()) return mate_sign(*score) > 0 ? 1.0 : 0.0;
  return sum_ / weights_;
}

Phrase Mean::phrase() const {
  if (const auto score = mate()) return worth(*score, 1);
  const std::string rate = percent(win_rate());
  return {rate, "勝率" + rate};
}

bool better(const Mean& a, const Mean& b) {
  if (!a.known() || !b.known()) return a.known() && !b.known();
  const auto mate_a = a.mate();
  const auto mate_b = b.mate();
  if (mate_a && mate_b) return usi::compare(*mate_a, *mate_b) > 0;
  if (mate_a) return mate_sign(*mate_a) > 0;
  if (mate_b) return mate_sign(*mate_b) < 0;
  return a.win_rate() > b.win_rate() + kEqual;
}

}  // namespace gougi::consensus
