// SPDX-License-Identifier: MIT
#include "simulation/liveness_rules.hpp"

#include <algorithm>

namespace gougi::simulation {
namespace {

// An engine may take half a minute to say what it is and two minutes to load, is started three
// times, and what of this was done before the search began is not counted; then the reserve.
constexpr std::chrono::seconds kLongestWithoutAnybody{900};
// Of a moment before the flag nothing can be made any more.
constexpr base::Milliseconds kMoment{100};

bool works(const LivenessRules::Worker& worker, const HostSearch& search, base::TimePoint now) {
  const EngineRules& rules = *worker.rules;
  return rules.at_work(now) && rules.last_round() == search.number;
}

// What it was asked before is being ended; or it loads, or starts, or will.
bool is_on_its_way(const LivenessRules::Worker& worker) {
  const EngineRules& rules = *worker.rules;
  if (!rules.alive()) return worker.can_come;
  return rules.is_ending() || rules.dying() || !(rules.ready() || rules.searching());
}

}  // namespace

void LivenessRules::slept(base::Duration span) {
  for (auto* since : {&nobody_since_, &idle_since_}) {
    if (*since) **since += span;
  }
}

std::string LivenessRules::judge(const HostSearch& search, std::span<const Worker> workers,
                                 base::TimePoint now) {
  if (search.held || search.number != number_) {
    nobody_since_.reset();
    idle_since_.reset();
  }
  number_ = search.number;
  if (search.held) return "";
  const auto what = [&] { return "search " + std::to_string(search.number); };
  for (const Worker& worker : workers) {
    if (worker.shares_a_seat || !works(worker, search, now) || !worker.rules->silent_too_long(now))
      continue;
    return std::string(worker.name) + " says nothing, and " + what() + " waits for it";
  }
  if (std::ranges::any_of(workers, [&](const auto& each) { return works(each, search, now); })) {
    nobody_since_.reset();
    idle_since_.reset();
    return "";
  }
  if (search.flag && *search.flag - now <= kMoment) return "";
  if (std::ranges::any_of(workers, is_on_its_way)) {
    idle_since_.reset();
  } else {
    if (!idle_since_) idle_since_ = now;
    if (now - *idle_since_ > linger_) return what() + " waits, and for nobody";
  }
  if (!nobody_since_) nobody_since_ = now;
  const bool long_ago = now - *nobody_since_ > kLongestWithoutAnybody;
  return long_ago ? what() + " waits, and nobody has worked for it for minutes" : "";
}

}  // namespace gougi::simulation
