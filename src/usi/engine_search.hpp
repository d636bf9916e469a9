// SPDX-License-Identifier: MIT
// One `go` of the engine's side: what is to be searched, and what has become of it since. The
// protocol changes it and the search looks at it: all of it is safe from both threads.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <variant>

#include "base/clock.hpp"
#include "shogi/game.hpp"
#include "usi/command.hpp"

namespace gougi::usi {

class EngineSearch {
 public:
  EngineSearch(std::shared_ptr<const shogi::Game> game, const GoCommand& command,
               base::TimePoint now, std::shared_ptr<const PositionCommand> unruled = nullptr)
      : game_(std::move(game)),
        unruled_(std::move(unruled)),
        mate_(std::holds_alternative<MateLimits>(command.limits)),
        clock_start_(now) {
    if (const auto* limits = std::get_if<MateLimits>(&command.limits)) {
      mate_limits_ = *limits;
    } else {
      limits_ = std::get<SearchLimits>(command.limits);
    }
    pondering_ = limits_.ponder;
    held_ = limits_.infinite || limits_.wait_stop;
  }

  /// nullptr: the position could not be read.
  const shogi::Game* game() const { return game_.get(); }
  /// The position if there is no game because the rules forbid it; else null.
  const PositionCommand* unruled() const { return unruled_.get(); }
  bool is_mate() const { return mate_; }
  const MateLimits& mate_limits() const { return mate_limits_; }

  bool stop_requested() const { return stop_.load(std::memory_order_relaxed); }
  bool pondering() const { return pondering_.load(std::memory_order_acquire); }
  base::TimePoint clock_start() const {
    const std::scoped_lock lock(mutex_);
    return clock_start_;
  }
  SearchLimits limits() const {
    const std::scoped_lock lock(mutex_);
    return limits_;
  }
  /// Nobody wants its answer, nor anything else it says.
  bool is_dropped() const { return dropped_; }
  /// Whether the answer may go out (or be thrown away) now.
  bool is_released() const { return stop_ || (!pondering_ && !held_); }

  void stop() { stop_ = true; }
  void drop() {
    dropped_ = true;
    stop_ = true;
  }
  void ponder_hit(const ClockTimes& clock, base::TimePoint now) {
    {
      const std::scoped_lock lock(mutex_);
      if (clock.given) limits_.clock = clock;
      limits_.ponder = false;
      clock_start_ = now;
    }
    pondering_.store(false, std::memory_order_release);
  }

 private:
  const std::shared_ptr<const shogi::Game> game_;
  const std::shared_ptr<const PositionCommand> unruled_;
  const bool mate_;
  bool held_ = false;  // not changed after construction
  MateLimits mate_limits_;
  std::atomic<bool> stop_ = false;
  std::atomic<bool> pondering_ = false;
  std::atomic<bool> dropped_ = false;

  mutable std::mutex mutex_;  // guards what follows
  SearchLimits limits_;
  base::TimePoint clock_start_;
};

}  // namespace gougi::usi
