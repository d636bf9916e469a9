// SPDX-License-Identifier: MIT
#include "relay/lateness_probe.hpp"

#include <algorithm>

namespace gougi::relay {
namespace {

using base::Milliseconds;

// The chances, a move, that our timers are later than the margin: before the flag at all, and where
// somebody has not even answered `stop`.
constexpr double kSeldom = 1e-4;
constexpr double kOften = 5e-3;
// Shorter ones would load the machine; between longer ones a stall that matters would not be seen.
constexpr Milliseconds kShortestProbe{2};
constexpr Milliseconds kLongestProbe{40};
// A clock of hours is watched no more often than that: it has margin enough.
constexpr int kMostProbesAMove = 2000;
constexpr int kProbesAMove = 50;

}  // namespace

ClockRules LatenessProbe::rules(const OwnOptions& own) const {
  return {own.margin, lateness_.margin(kOften), lateness_.margin(kSeldom)};
}

void LatenessProbe::begin(const ClockPlan& plan, base::TimePoint now) {
  end();
  if (!plan.decide_after) return;
  span_ = std::max(std::clamp(plan.most / kProbesAMove, kShortestProbe, kLongestProbe),
                   plan.most / kMostProbesAMove);
  timers_.set(SessionTimer::kProbe, now + span_);
}

void LatenessProbe::take(base::TimePoint now) {
  lateness_.sample(span_, now - *timers_.at(SessionTimer::kProbe));
  timers_.set(SessionTimer::kProbe, now + span_);
}

}  // namespace gougi::relay
