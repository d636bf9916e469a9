// SPDX-License-Identifier: MIT
// A GUI made of a few lines: starts a real engine process, says lines, waits for lines. For the
// integration tests and the benchmarks.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/path.hpp"
#include "io/child_process.hpp"
#include "io/event_loop.hpp"

namespace gougi::testing {

using base::Milliseconds;

class Dialogue {
 public:
  struct Heard {
    std::string line;
    base::TimePoint at;
  };

  explicit Dialogue(const std::string& program, std::vector<std::string> arguments = {},
                    std::map<std::string, std::string> environment = {}) {
    io::LaunchSpec spec;
    spec.program = base::path_from_utf8(program);
    spec.arguments = std::move(arguments);
    spec.environment = std::move(environment);
    io::ChildProcess::Callbacks events;
    events.on_line = [this](std::string_view line) {
      heard.push_back({std::string(line), io::EventLoop::now()});
      if (wanted_ && line.starts_with(*wanted_)) loop_.stop();
    };
    events.on_stderr_line = [this](std::string_view line) {
      if (++stderr_lines <= kMostErrors) errors.emplace_back(line);
    };
    events.on_exit = [this](const io::ExitStatus& status) {
      exit = status;
      loop_.stop();
    };
    auto launched = io::ChildProcess::launch(loop_, std::move(spec), std::move(events));
    if (launched) {
      process_ = std::move(*launched);
    } else {
      failure = launched.error().message;
    }
  }
  ~Dialogue() {
    if (process_) process_->abandon();
  }
  Dialogue(const Dialogue&) = delete;
  Dialogue& operator=(const Dialogue&) = delete;

  /// Says a line; returns when.
  base::TimePoint say(const std::string& line) {
    const auto at = io::EventLoop::now();
    if (process_) process_->write_line(line);
    return at;
  }

  /// Writes whole lines, each with its end, in one go.
  void say_at_once(const std::string& lines) {
    if (process_) process_->write_lines(lines);
  }

  /// The next line (after those waited for before) that begins with `start`; nothing at the time
  /// limit or the process's end.
  std::optional<Heard> wait_for(const std::string& start,
                                Milliseconds limit = Milliseconds(10'000)) {
    const auto end = io::EventLoop::now() + limit;
    for (;;) {
      while (next_ < heard.size()) {
        const Heard& candidate = heard[next_++];
        if (candidate.line.starts_with(start)) return candidate;
      }
      if (exit || !process_ || io::EventLoop::now() >= end) return std::nullopt;
      wanted_ = start;
      run_until(end);
      wanted_.reset();
    }
  }

  /// Lets time pass while lines come in.
  void listen(Milliseconds span) { run_until(io::EventLoop::now() + span); }

  bool wait_exit(Milliseconds limit) {
    const auto end = io::EventLoop::now() + limit;
    while (!exit && process_ && io::EventLoop::now() < end) run_until(end);
    return exit.has_value();
  }

  /// Closes the process's input, as a GUI does that goes away.
  void hang_up(Milliseconds grace = Milliseconds(5000)) {
    if (process_) process_->shut_down(grace);
  }
  void kill() {
    if (process_) process_->kill();
  }
  std::int64_t pid() const { return process_ ? process_->pid() : 0; }
  int count(std::string_view start) const {
    int n = 0;
    for (const Heard& h : heard) n += h.line.starts_with(start) ? 1 : 0;
    return n;
  }
  void forget() {
    heard.clear();
    next_ = 0;
  }

  std::vector<Heard> heard;
  std::optional<io::ExitStatus> exit;
  std::string failure;
  int stderr_lines = 0;
  std::vector<std::string> errors;  // the first of them

 private:
  static constexpr int kMostErrors = 1000;

  void run_until(base::TimePoint end) {
    const auto timer = loop_.set_timer(end, [this] { loop_.stop(); });
    loop_.run();
    loop_.cancel_timer(timer);
  }

  io::EventLoop loop_;
  std::shared_ptr<io::ChildProcess> process_;
  std::optional<std::string> wanted_;
  std::size_t next_ = 0;
};

}  // namespace gougi::testing
