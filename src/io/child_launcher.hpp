// SPDX-License-Identifier: MIT
// Starts children without holding up the loop. A start takes ten milliseconds, and twenty where
// engines want all processors: too long for whoever has to answer a GUI in time. So a thread does
// it, one child after the other, in the order in which they were asked for. Used by the relay's
// shell, its keeper and matches. Everything is for the loop's thread.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "base/result.hpp"
#include "io/child_process.hpp"
#include "io/event_loop.hpp"

namespace gougi::io {

class ChildLauncher {
 public:
  using Done = std::function<void(base::Result<std::shared_ptr<ChildProcess>> launched)>;

  /// The loop must outlive it.
  explicit ChildLauncher(EventLoop& loop);
  /// Waits for the start that is under way. Who has been started and is not handed over yet still
  /// is, if the loop runs on; if it does not, it is killed.
  ~ChildLauncher();
  ChildLauncher(const ChildLauncher&) = delete;
  ChildLauncher& operator=(const ChildLauncher&) = delete;

  /// As ChildProcess::launch(), errors in the language that is spoken now. `done` is called once,
  /// from the loop, never from within this call; no other callback comes before it.
  void launch(LaunchSpec spec, ChildProcess::Callbacks callbacks, Done done);
  /// Whose start is not under way yet is not started, and its `done` not called.
  void forget_waiting();
  /// So many `done` are still to come.
  [[nodiscard]] std::size_t pending() const;

 private:
  struct Order;
  struct Work;
  std::shared_ptr<Work> work_;
};

}  // namespace gougi::io
