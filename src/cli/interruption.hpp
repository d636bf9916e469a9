// SPDX-License-Identifier: MIT
// Ctrl-C in a command that works long: the first asks it to finish what is in hand and to write
// what it has, the second ends it at once, and with it whom it has started. Used by the tools.
#pragma once

#include <functional>

#include "io/event_loop.hpp"
#include "io/signals.hpp"

namespace gougi::cli {

class Interruption {
 public:
  /// Calls `on_first` from the loop while it lives.
  Interruption(io::EventLoop& loop, std::function<void()> on_first);

  bool has_come() const { return has_come_; }

 private:
  bool has_come_ = false;
  io::EndSignals signals_;
};

}  // namespace gougi::cli
