// SPDX-License-Identifier: MIT
#include "simulation/spin_rules.hpp"

#include <algorithm>

namespace gougi::simulation {
namespace {

// Bounds that no sane session comes near.
constexpr int kMostAtOnce = 60;
constexpr double kMostASecond = 100;
constexpr double kMostAVoter = 20;  // likewise, where there are many
// While a move's clock is short the session watches how late its timers are, but not for ever.
constexpr double kMostAShortClock = 90;
constexpr base::Milliseconds kShortClock{1'200};
// Of a timer at which an engine is told something: with questions of a millisecond to each of many
// voters, which all are stopped, there are hundreds of these in a tenth of a second.
constexpr double kCostOfWork = 0.1;

}  // namespace

SpinRules::SpinRules(int voters, base::TimePoint start)
    : most_(kMostASecond + kMostAVoter * voters), last_(start), left_(kMostASecond) {}

std::string SpinRules::timer(base::TimePoint now, int clock, base::Milliseconds length,
                             bool worked) {
  std::string complaint;
  if (++at_once_ > kMostAtOnce) complaint = "it spins: timer after timer without time";
  using Seconds = std::chrono::duration<double>;
  left_ = std::min(left_ + most_ * Seconds(now - last_).count(), most_);
  last_ = now;
  if (clock != probed_clock_ && length <= kShortClock) left_for_probes_ = kMostAShortClock;
  probed_clock_ = clock;
  if (left_for_probes_ >= 1) {
    left_for_probes_ -= 1;
  } else if ((left_ -= worked ? kCostOfWork : 1) < 0 && complaint.empty()) {
    complaint = "it spins: more timers than a hundred a second";
  }
  return complaint;
}

}  // namespace gougi::simulation
