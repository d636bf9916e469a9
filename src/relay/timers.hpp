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
  void set(Name name, const std::optional<base::TimePoint>& at) {
    slot(name) = at.value_or(kNever);
  }
  void set_if_sooner(Name name, base::TimePoint at) { slot(name) = std::min(slot(name), at); }
  void clear(Name name) { slot(name) = kNever; }
  /// Nothing: it is not set.
  std::optional<base::TimePoint> at(Name name) const {
    return if_ever(at_[static_cast<std::size_t>(name)]);
  }
  bool is_due(Name name, base::TimePoint now) const {
    return now >= at_[static_cast<std::size_t>(name)];
  }
  /// The soonest of all.
  std::optional<base::TimePoint> next() const {
    base::TimePoint first = kNever;
    for (const base::TimePoint at : at_) first = std::min(first, at);
    return if_ever(first);
  }

 private:
  // Not optionals: after every event of a session the soonest of all is looked for.
  static constexpr base::TimePoint kNever = base::TimePoint::max();

  static std::optional<base::TimePoint> if_ever(base::TimePoint at) {
    return at == kNever ? std::nullopt : std::optional(at);
  }
  base::TimePoint& slot(Name name) { return at_[static_cast<std::size_t>(name)]; }
  static constexpr std::array<base::TimePoint, kCount> all_never() {
    std::array<base::TimePoint, kCount> all{};
    all.fill(kNever);
    return all;
  }

  std::array<base::TimePoint, kCount> at_ = all_never();
};

using RoundTimers = TimerTable<RoundTimer, kRoundTimers>;
using SessionTimers = TimerTable<SessionTimer, kSessionTimers>;

}  // namespace gougi::relay
