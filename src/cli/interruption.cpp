// SPDX-License-Identifier: MIT
#include "cli/interruption.hpp"

#include <cstdlib>
#include <utility>

#include "cli/exit_code.hpp"
#include "io/console.hpp"

namespace gougi::cli {

Interruption::Interruption(io::EventLoop& loop, std::function<void()> on_first)
    : signals_(loop, [this, on_first = std::move(on_first)](int) {
        if (has_come_) {
          io::restore_console();
          std::_Exit(kInterrupted);
        }
        has_come_ = true;
        on_first();
      }) {}

}  // namespace gougi::cli
