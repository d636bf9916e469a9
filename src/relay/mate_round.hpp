// SPDX-License-Identifier: MIT
// One `go mate`: the mate solvers are asked, and the first proof that the rules confirm is the
// answer. It ends with the line that answers the GUI.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "relay/port.hpp"
#include "relay/searches.hpp"
#include "relay/timers.hpp"

namespace gougi::relay {

class MateRound {
 public:
  MateRound(Port& port, std::shared_ptr<const game::Game> game, PositionLines lines,
            const usi::MateLimits& limits)
      : port_(port), game_(std::move(game)), lines_(std::move(lines)), limits_(limits) {}

  void begin();
  /// What one has said of a search.
  void take(Child& child, const usi::HostEvent& event);
  void child_is_ready(Child& child);
  /// It has ended and does not come back.
  void child_is_lost(const Child& child);
  /// `stop`, or time is up: an answer now.
  void force() { look(true); }
  void tick();
  std::optional<base::TimePoint> deadline() const { return timers_.next(); }

  /// Set: it has ended, and takes nothing more.
  const std::optional<std::string>& answer() const { return answer_; }

 private:
  enum class Timer : std::uint8_t { kSilence, kDecide };
  static constexpr std::size_t kTimers = static_cast<std::size_t>(Timer::kDecide) + 1;

  void ask(ProofSearch& solver);
  void handle(Timer timer);
  void look(bool time_is_up);
  std::optional<std::string> answer_without_proof(bool time_is_up) const;
  void plan_silence();
  void watch_silence();

  Port& port_;
  std::shared_ptr<const game::Game> game_;
  PositionLines lines_;
  usi::MateLimits limits_;
  std::vector<ProofSearch> solvers_;
  TimerTable<Timer, kTimers> timers_;
  std::optional<std::string> answer_;
};

}  // namespace gougi::relay
