// SPDX-License-Identifier: MIT
// std::cout and std::cerr of a loop that may not stand still because a terminal does (Ctrl-S, text
// that is being selected in a Windows console) or nobody reads a pipe: while the object lives, what
// is written there goes through a StdoutWriter each. For the loop's thread; nothing there may be
// written by others.
#pragma once

#include <memory>

#include "io/event_loop.hpp"

namespace gougi::io {

class UnheldOutput {
 public:
  /// The loop must outlive this object.
  explicit UnheldOutput(EventLoop& loop);
  /// Waits until all is written, or can be no more; from then on who writes waits, as ever.
  ~UnheldOutput();
  UnheldOutput(const UnheldOutput&) = delete;
  UnheldOutput& operator=(const UnheldOutput&) = delete;

 private:
  class Stream;
  std::unique_ptr<Stream> out_;
  std::unique_ptr<Stream> err_;
};

}  // namespace gougi::io
