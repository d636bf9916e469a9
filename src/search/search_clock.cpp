// SPDX-License-Identifier: MIT
#include "search/search_clock.hpp"

#include <algorithm>
#include <chrono>

namespace gougi::search {
namespace {

/// Nodes of the first iteration that even a stop lets pass: a millisecond or two, for a move that
/// hangs no piece. After this time it is obeyed all the same, should they take long.
constexpr std::uint64_t kFirstNodes = 1500;
constexpr base::Milliseconds kFirstTime{4};

/// The search looks at clock and commands so often: more seldom answers "stop" late and loses on
/// time. Nodes take a microsecond, but milliseconds where memory is touched for the first time.
constexpr base::Duration kLookAgainAfter = base::Milliseconds(1);
constexpr std::uint64_t kFewestBetweenLooks = 16;
constexpr std::uint64_t kMostBetweenLooks = 512;

/// The most that is kept back, besides the network's delay, for a machine that is busy.
constexpr base::Milliseconds kMostLag{200};

}  // namespace

void SearchClock::begin(Observer& observer, const Limits& limits, int ply, const TimeRules& rules) {
  observer_ = &observer;
  rules_ = rules;
  ply_ = ply;
  start_ = last_look_ = observer.now();
  pondering_ = observer.pondering();
  interval_ = kFewestBetweenLooks;
  plan(limits);
  first_nodes_ = kFirstNodes;
  first_until_ = start_ + kFirstTime;
}

void SearchClock::plan(const Limits& limits) {
  TimeRules rules = rules_;
  const auto lag = std::chrono::ceil<base::Milliseconds>(lag_);
  rules.delay += lag;
  rules.worst_delay += lag;
  keeper_.emplace(limits, ply_, rules);
}

void SearchClock::pass_first_from(std::uint64_t nodes) {
  first_nodes_ = nodes + kFirstNodes;
  first_until_ = observer_->now() + kFirstTime;
}

bool SearchClock::look(std::uint64_t nodes) {
  const base::TimePoint now = observer_->now();
  const base::Duration since_last = now - last_look_;
  last_look_ = now;
  if (since_last > kLookAgainAfter) {
    interval_ = std::max<std::uint64_t>(interval_ / 8, 1);
  } else if (since_last < kLookAgainAfter / 4) {
    interval_ = std::min(interval_ * 2, kMostBetweenLooks);
  }
  return nodes < first_nodes_ && now < first_until_;
}

bool SearchClock::must_end() {
  look_at_ponder();
  return observer_->stop_requested() ||
         (!pondering_ && keeper_->must_stop(observer_->clock_start(), last_look_));
}

void SearchClock::look_at_ponder() {
  if (!pondering_ || observer_->pondering()) return;
  pondering_ = false;
  plan(observer_->limits_after_ponder());
}

void SearchClock::learn_lag() {
  const auto maximum = keeper_->maximum();
  if (pondering_ || !maximum) return;
  const base::Duration late = observer_->now() - observer_->clock_start() - *maximum;
  // Forgotten over some ten moves; never more than kMostLag, else one hiccup costs a long time.
  lag_ = std::clamp<base::Duration>(std::max(late, lag_ * 7 / 8), base::Duration::zero(), kMostLag);
}

}  // namespace gougi::search
