// SPDX-License-Identifier: MIT
#include "relay/answer_habits.hpp"

#include <algorithm>

namespace gougi::relay {
namespace {

using base::Duration;
using base::Milliseconds;

// On top of the longest delay that was seen, at least: the next one may be longer still.
constexpr Duration kReserve = Milliseconds(1);
// A child whose `stop` is never answered is a hung one; to stop it ever earlier helps nobody.
constexpr Milliseconds kMostDelay{2000};

}  // namespace

void AnswerHabits::answered_stop(Duration delay) {
  delay = std::clamp<Duration>(delay, Duration::zero(), kMostDelay);
  ++stops_;
  stop_delay_ = stop_delay_ ? std::max(delay, (*stop_delay_ * 9 + delay) / 10) : delay;
  answered_early(Duration::zero());
}

void AnswerHabits::missed_stop(Duration waited) {
  answered_stop(std::max(2 * waited, stop_delay_.value_or(Duration::zero())));
}

void AnswerHabits::answered_early(Duration unused) {
  unused_[next_] = std::max(Milliseconds(0), base::to_ms(unused));
  next_ = (next_ + 1) % kRemembered;
}

Duration AnswerHabits::stop_lead(Duration unknown) const {
  // Of n + 1 delays the last is the longest once in n + 1 times.
  return stop_delay_ ? *stop_delay_ + std::max(kReserve, unknown / (stops_ + 1)) : unknown;
}

Milliseconds AnswerHabits::surplus() const { return *std::ranges::min_element(unused_); }

}  // namespace gougi::relay
