// SPDX-License-Identifier: MIT
// Our own standard input as lines on the loop. A blocking thread reads it: non-blocking mode would
// change the terminal or pipe for everyone who shares it, and Windows has none for stdin. The
// thread sits in its read until input comes, so the program ends through exit_now(). Not for
// children (see child_process.hpp).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

#include "io/event_loop.hpp"

namespace gougi::io {

class StdinReader {
 public:
  static constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20U;
  /// Input that the loop has not taken yet; beyond it the thread waits, and so does the sender.
  static constexpr std::size_t kMaxQueuedBytes = std::size_t{4} << 20U;

  /// All are called on the loop's thread; a view is valid during the call only.
  struct Callbacks {
    std::function<void(std::string_view line)> on_line;  ///< without its line end
    std::function<void()> on_line_truncated;  ///< after the on_line of a line cut at the limit
    std::function<void()> on_end;             ///< once, after the last line: end of file or error
  };

  /// Starts reading the C library's descriptor `descriptor` (0 is standard input) in binary mode.
  /// The loop must outlive this object; after its destructor nothing is called any more.
  StdinReader(EventLoop& loop, Callbacks callbacks, int descriptor = 0);
  ~StdinReader();
  StdinReader(const StdinReader&) = delete;
  StdinReader& operator=(const StdinReader&) = delete;

  /// When the line that on_line was last called with had been read: the loop may come to it late.
  base::TimePoint read_at() const;
  /// Whether lines have been read that the loop has not taken yet.
  bool has_queued() const;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace gougi::io
