// SPDX-License-Identifier: MIT
// Our own standard output: whole lines, in order, and never a wait for a reader who does not read.
//
// What the reader's end takes at once is written at once. The rest goes to a thread that may
// block. Beyond kDropInfoBytes waiting, lines that may be dropped are; beyond kMaxQueuedBytes the
// reader counts as dead, as it does when its end is closed: on_dead is called once and all later
// output is dropped. A GUI that pauses for a while therefore misses old `info` lines and no
// `bestmove`, and one that never reads again cannot hold up the relay or its children.
// For the loop's thread. Nobody else may write to stdout.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "io/event_loop.hpp"

namespace gougi::io {

/// May a line be lost when the reader lags behind?
enum class Importance { kDroppable, kMustArrive };

class StdoutWriter {
 public:
  /// Smaller and a GUI that redraws for a second loses info lines; larger and a slow one hears of
  /// the bestmove behind many that are stale.
  static constexpr std::size_t kDropInfoBytes = std::size_t{1} << 16U;
  /// Only answers are left to fill this; no living GUI leaves so many unread.
  static constexpr std::size_t kMaxQueuedBytes = std::size_t{16} << 20U;

  /// Writes to the C library's descriptor `descriptor` (1 is standard output) in binary mode; the
  /// lines end in LF on every platform. `on_dead` is called on the loop's thread, at most once,
  /// with the reason. The loop must outlive this object.
  StdoutWriter(EventLoop& loop, std::function<void(const base::Error&)> on_dead,
               int descriptor = 1);
  /// Does not wait for output; see drain().
  ~StdoutWriter();
  StdoutWriter(const StdoutWriter&) = delete;
  StdoutWriter& operator=(const StdoutWriter&) = delete;

  /// Appends `line` and a line end to the batch.
  void write_line(std::string_view line, Importance importance = Importance::kMustArrive);
  /// Appends what must arrive and is no whole line, as a question before its answer.
  void write(std::string_view text);
  /// Hands the batch to the system. Call it once after each event that wrote lines.
  void flush();
  /// Flushes and waits until everything is written, `limit` has passed or the reader is dead;
  /// true if everything was. For the program's end.
  bool drain(base::Duration limit);

  /// The reader has gone, or never reads: what is written is dropped.
  [[nodiscard]] bool is_dead() const;
  /// Lines dropped because the reader lagged behind.
  [[nodiscard]] std::size_t dropped_lines() const;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace gougi::io
