// SPDX-License-Identifier: MIT
// Deadlines by name: each is set and cleared by whom it concerns, looked up in one place and
// handled in one switch, so that one that is armed and handled nowhere does not compile. Pure
// values. README.md tells what each is for, and a test compares.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/clock.hpp"

namespace gougi::relay {

/// Of a round; what is due together is done in this order.
enum class RoundTimer : std::uint8_t {
  kSilence,
  kHurry,
  kAgreement,
  kPartials,
  kStop,
  kDecide,
  kWarmUp,
  kReserve,
  kAnalysis,
  kMates,
  kMateNews,
  kFreeze,
  kThreats,
};
inline constexpr std::size_t kRoundTimers = static_cast<std::size_t>(RoundTimer::kThreats) + 1;

/// Of the session, likewise; these go before a round's.
enum class SessionTimer : std::uint8_t {
  kUsi,
  kReady,
  kKeepAwake,
  kGuesses,
  kProbe,
};
inline constexpr std::size_t kSessionTimers = static_cast<std::size_t>(SessionTimer::kProbe) + 1;

/// The sooner of two, either of which may be none.
inline std::optional<base::TimePoint> sooner(const std::optional<base::TimePoint>& a,
                                             const std::optional<base::TimePoint>& b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

template <class Name, std::size_t kCount>
class TimerTable {
 public:
  void set(Name name, base::TimePoint at) { slot(name) = at; }
  /// As it is known elsewhere; nothing: cleared.
  void set(Name name, const std::optional<base::TimePoint>& at) { slot(name) = at; }
  void set_if_sooner(Name name, base::TimePoint at) { slot(name) = sooner(slot(name), at); }
  void clear(Name name) { slot(name).reset(); }
  /// Nothing: it is not set.
  const std::optional<base::TimePoint>& at(Name name) const {
    return at_[static_cast<std::size_t>(name)];
  }
  bool is_due(Name name, base::TimePoint now) const { return at(name) && now >= *at(name); }
  /// The soonest of all.
  std::optional<base::TimePoint> next() const {
    std::optional<base::TimePoint> first;
    for (const auto& at : at_) first = sooner(first, at);
    return first;
  }

 private:
  std::optional<base::TimePoint>& slot(Name name) { return at_[static_cast<std::size_t>(name)]; }

  std::array<std::optional<base::TimePoint>, kCount> at_{};
};

using RoundTimers = TimerTable<RoundTimer, kRoundTimers>;
using SessionTimers = TimerTable<SessionTimer, kSessionTimers>;

}  // namespace gougi::relay
