// SPDX-License-Identifier: MIT
// The one thread's loop: tasks, timers, and whatever the rest of this room waits for. It is a thin
// face over boost::asio::io_context, so that the shells above io include no Boost. Not a thread
// pool. Used by the relay's shell, the engines' mains and the tests. Everything is for the thread
// that calls run(), except post() and stop(), which are safe from any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/clock.hpp"

namespace gougi::io {

/// Names a pending timer; 0 is never one.
enum class TimerId : std::uint64_t {};

class EventLoop {
 public:
  EventLoop();
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  /// Serves events until stop(); may be called again afterwards. A task must not throw.
  void run();
  /// Makes run() return after the event it is serving. Safe from any thread.
  void stop();
  /// Serves `task` on the loop's thread, later, in the order of the calls. Safe from any thread.
  void post(std::function<void()> task);

  /// Calls `callback` once at or shortly after `when` (never early, never from inside this call).
  /// Timers that are due together fire in order of their times, then of their setting.
  TimerId set_timer(base::TimePoint when, std::function<void()> callback);
  /// The callback of a cancelled timer is not called, even if it is due already. Unknown and fired
  /// timers are ignored.
  void cancel_timer(TimerId timer);

  /// The clock that set_timer() is measured by.
  [[nodiscard]] static base::TimePoint now() { return base::Clock::now(); }

  struct Impl;  ///< defined in event_loop_impl.hpp, for this room alone
  [[nodiscard]] Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace gougi::io
