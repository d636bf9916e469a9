// SPDX-License-Identifier: MIT
// Work that takes long and has no loop of its own, such as putting files together: a thread of its
// own does it, and tells how far it is; meanwhile the caller's waits for Ctrl-C, of which the first
// asks it to give up, and the second ends us at once. Used by the tools.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <type_traits>
#include <utility>

#include "base/clock.hpp"
#include "base/progress.hpp"
#include "cli/progress_line.hpp"

namespace gougi::cli {

class LongWork {
 public:
  LongWork() = default;
  LongWork(std::ostream& out, bool is_terminal) : line_(out, is_terminal) {}

  /// Called from the caller's thread at the first Ctrl-C, for who has something to say then.
  void on_first(std::function<void()> tell) { on_first_ = std::move(tell); }

  /// Blocks until `work`, which a thread of its own does, has returned; gives what it gives.
  template <class Work>
  auto run(const Work& work) {
    std::invoke_result_t<Work> result{};
    run_task([&] { result = work(); });
    return result;
  }

  /// For the work: a line if one is due, with what `text` says. False: it is to be given up.
  bool goes_on(const std::function<std::string()>& text);
  /// The same: "37 % done, 0:12:00 left".
  bool goes_on(std::uint64_t done, std::uint64_t all);
  base::Progress progress() {
    return [this](std::uint64_t done, std::uint64_t all) { return goes_on(done, all); };
  }

  /// Since it began.
  base::Duration running() const { return base::Clock::now() - began_; }

  bool was_interrupted() const { return was_interrupted_; }
  /// Of the program, where the work has failed.
  int exit_code() const;

 private:
  void run_task(const std::function<void()>& task);

  ProgressLine line_;
  base::TimePoint began_{};
  std::function<void()> on_first_;
  std::atomic<bool> was_interrupted_ = false;
};

}  // namespace gougi::cli
