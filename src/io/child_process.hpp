// SPDX-License-Identifier: MIT
// A child process as a stream of lines: started, fed, read, ended and reaped. It knows nothing of
// USI. No child outlives us, nor does anything that it has started, however we end and however it
// ends: on Linux each has a guard process that sees to that (named engine-guard; no line passes
// through it), on Windows a job object does. Used by the driver room. Everything is for the loop's
// thread.
//
// Back-pressure: a child's output is read in blocks of at most 64 KiB, one block a turn of the
// loop, and its lines are handed out from that block without a copy. A child that writes faster
// than we take in waits in its pipe; three that flood take turns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "io/event_loop.hpp"

namespace gougi::io {

/// What to start. All text is UTF-8.
struct LaunchSpec {
  std::filesystem::path program;       ///< a file; relative to our working directory, not PATH
  std::vector<std::string> arguments;  ///< without the program's name
  std::filesystem::path directory;     ///< the child's working directory; empty: ours
  std::map<std::string, std::string> environment;  ///< added to (or replacing in) ours
  bool is_clean = false;     ///< of our environment only what any program needs (see is_needed())
  bool is_confined = false;  ///< as confinement.hpp says; not to be had: it is not started
  /// Files and folders that a confined child must not change: if one of them lies in its folder, or
  /// is it, it cannot write there either.
  std::vector<std::filesystem::path> must_stay = {};
  bool is_low = false;  ///< gets what the others leave of the processors: nice 10, or below normal
};

/// How a child ended.
struct ExitStatus {
  int code = 0;            ///< exit code; the signal's number if by_signal
  bool by_signal = false;  ///< never on Windows, where a crash is a code such as 0xC0000005
  std::string text;        ///< "exit code 3", "killed by signal 11 (Segmentation fault)"
};

class ChildProcess {
 public:
  /// A line longer than this (1 MiB) is cut there: the head is delivered, the rest dropped.
  static constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20U;
  /// A child that leaves more than this (8 MiB) of our lines unread counts as hung. The longest
  /// honest `position` line is a few hundred KiB.
  static constexpr std::size_t kMaxQueuedBytes = std::size_t{8} << 20U;
  /// How long after its exit a child's output may be held open by a grandchild, and how long after
  /// closing its output a child may live on.
  static constexpr base::Milliseconds kDrainGrace{500};

  /// All are optional, and all are called from the loop, never from inside a call to this object.
  /// A view is valid during the call only. Calls into this object from within them are fine.
  struct Callbacks {
    std::function<void(std::string_view line)> on_line;  ///< without its line end
    std::function<void()> on_line_truncated;  ///< after the on_line of a line that was cut
    /// What the child left without a line end when it ended or was killed: nobody knows what was
    /// still to come.
    std::function<void(std::string_view text)> on_half_line;
    std::function<void()> on_block_end;  ///< after the lines of one read: flush here
    std::function<void(std::string_view line)> on_stderr_line;
    /// At most once: the child reads no more (pipe closed) or is hung (queue full). The text says
    /// which. What is written afterwards is dropped.
    std::function<void(const base::Error& error)> on_write_error;
    /// Exactly once, the last call of all, after the last line and the half one.
    std::function<void(const ExitStatus& status)> on_exit;
  };

  /// Starts the child; blocks until the system accepted or refused it: some ten milliseconds, more
  /// if we hold much memory or others want all processors (ChildLauncher does not block). The error
  /// names the program and the reason.
  static base::Result<std::shared_ptr<ChildProcess>> launch(EventLoop& loop, LaunchSpec spec,
                                                            Callbacks callbacks);
  /// As abandon(). The loop must outlive this object.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Sends `line` and a line end. Never blocks: what the pipe does not take at once is queued.
  /// False if it was dropped (child ended, input closed, queue full, or a line break inside).
  bool write_line(std::string_view line);
  /// As write_line for several whole lines, each ending in '\n', in one go.
  bool write_lines(std::string_view lines);
  /// Bytes accepted and not yet taken by the pipe.
  [[nodiscard]] std::size_t queued_bytes() const;

  /// The orderly end, after the caller's `quit`: closes the child's input (once it has taken what
  /// is queued), after `grace` asks it to terminate, after `grace` again kills it. A second call
  /// restarts the grace. Ignored if it has ended.
  void shut_down(base::Duration grace);
  /// Asks it alone to end, not what it has started; on Windows nothing happens.
  void interrupt();
  /// Kills it now, and all that it has started. on_exit follows.
  void kill();
  /// Kills it if need be and never calls back again, not even on_exit: for owners that go away.
  void abandon();

  [[nodiscard]] bool has_exited() const;
  [[nodiscard]] std::int64_t pid() const;

  class Impl;  ///< private to this room; lives on until the child is reaped
  /// launch() in two parts. The first takes the time, and any thread may do it; the second, in
  /// which nothing can fail, is for the loop's. Whoever is not taken up is killed.
  static base::Result<std::shared_ptr<Impl>> start(EventLoop& loop, LaunchSpec spec,
                                                   Callbacks callbacks);
  static std::shared_ptr<ChildProcess> take_up(const std::shared_ptr<Impl>& started);

  explicit ChildProcess(std::shared_ptr<Impl> impl);

 private:
  std::shared_ptr<Impl> impl_;
};

}  // namespace gougi::io
