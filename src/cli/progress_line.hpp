// SPDX-License-Identifier: MIT
// How far long work is, on stderr: on a terminal one line that is written over each time, elsewhere
// (a file, a pipe) a whole line now and then. Does not know what the work is. For one thread at a
// time.
#pragma once

#include <cstddef>
#include <functional>
#include <iostream>
#include <ostream>
#include <string>

#include "base/clock.hpp"
#include "io/terminal.hpp"

namespace gougi::cli {

class ProgressLine {
 public:
  /// Of the process.
  ProgressLine() : ProgressLine(std::cerr, io::stderr_is_terminal()) {}
  ProgressLine(std::ostream& out, bool is_terminal) : out_(out), is_terminal_(is_terminal) {}

  /// If it is time for one, which the first always is; `text` is asked for then alone.
  void show(base::TimePoint now, const std::function<std::string()>& text) {
    if (now >= next_) show_now(now, text());
  }
  /// Whether it is due or not: the last one, for example.
  void show_now(base::TimePoint now, const std::string& text);
  /// On a terminal what comes next is written in the line's place.
  void end();
  /// The line stays as it is, and what comes next begins another.
  void leave();
  /// Nothing is due before the usual pause has passed.
  void wait(base::TimePoint now) { next_ = now + pause(); }
  /// From one line to the next.
  base::Milliseconds pause() const;

 private:
  std::ostream& out_;
  bool is_terminal_;
  base::TimePoint next_{};
  std::size_t columns_ = 0;  ///< of the line that stands there
};

}  // namespace gougi::cli
