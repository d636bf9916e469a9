// SPDX-License-Identifier: MIT
// Requests to end, as events on the loop: SIGTERM, SIGINT and SIGHUP (unless it is ignored, as
// below nohup), on Windows ctrl-C and ctrl-break. And the two that nobody wants. Not for children's
// signals.
#pragma once

#include <functional>
#include <memory>

#include "io/event_loop.hpp"

namespace gougi::io {

/// Writing to a closed pipe becomes an error instead of our death (nothing to do on Windows).
/// ChildProcess and StdoutWriter call it themselves.
void ignore_broken_pipes();

/// A file that grows past its limit (ulimit -f) becomes an error instead of our death (nothing to
/// do on Windows).
void ignore_file_size_limit();

/// The ends of children are told to us, whatever who started us had chosen, which survives exec
/// (nothing to do on Windows).
void hear_of_children();

/// Calls `on_end_requested` on the loop for every such signal while it lives.
class EndSignals {
 public:
  EndSignals(EventLoop& loop, std::function<void(int signal)> on_end_requested);
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace gougi::io
