// SPDX-License-Identifier: MIT
// Everything that can be wrong with an engine, a pipe or a clock in a simulation, and how often.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "simulation/chance.hpp"

namespace gougi::simulation {

enum class Fault : std::uint8_t {
  kCannotStart,
  kCrashAtStart,
  kLostUsiOk,
  kSlowUsiOk,
  kLostReadyOk,
  kSlowReadyOk,
  kCrashInSearch,
  kCrashWhenIdle,
  kHang,
  kFreeze,  ///< stopped for a while, as by SIGSTOP
  kGarbage,
  kIllegalMove,
  kPartialLine,
  kFlood,
  kDoubledAnswer,
  kAnswerWithoutGo,
  kStaleAnswer,
  kLateAnswer,
  kLateStop,
  kDeafToStop,
  kAnswerInPonder,
  kFalseMate,
  kMateByBestMove,
  kUnaskedReadyOk,
  kChattyAfterAnswer,
  kSlowDeath,
  kSlowPipe,
  kLateTimer,
  kVeryLateTimer,
  kSuspension,  ///< of the whole machine
  // By dice of their own: without them a seed is what it has always been.
  kSurplusAnswer,     ///< a bestmove too many, after the next `go`
  kUnreadableAnswer,  ///< a word behind bestmove that is none
  kFalseFreezeNote,   ///< 7g7fZG where nothing, or something else, was frozen
  kHalfLastLine,      ///< it dies in the middle of a line
  kCount,
};
inline constexpr Fault kFirstLateFault = Fault::kSurplusAnswer;
inline constexpr std::size_t kFaultCount = static_cast<std::size_t>(Fault::kCount);

std::string_view name(Fault fault);

/// How often each was injected.
using FaultTally = std::array<std::uint64_t, kFaultCount>;

/// The probability of each fault at each opportunity, for one simulation.
class FaultRates {
 public:
  /// None at all in some simulations, some kinds in most, all in a few; those from
  /// kFirstLateFault on, by the second dice, in fewer.
  static FaultRates draw(Chance& chance, Chance late);
  double of(Fault fault) const { return rates_[static_cast<std::size_t>(fault)]; }
  bool calm() const { return calm_; }

 private:
  std::array<double, kFaultCount> rates_{};
  bool calm_ = true;
};

}  // namespace gougi::simulation
