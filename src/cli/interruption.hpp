// SPDX-License-Identifier: MIT
// Ctrl-C in a command that works long: the first asks it to finish what is in hand and to write
// what it has, the second ends it at once, and with it whom it has started. Where nobody can press
// keys, a file does it. Used by the tools.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "base/clock.hpp"
#include "base/language.hpp"
#include "io/event_loop.hpp"
#include "io/signals.hpp"

namespace gougi::cli {

/// Looks now and then whether there is a file.
class StopFile {
 public:
  /// Calls `on_there` once, from the loop, while it lives. An empty `file` is never there.
  StopFile(io::EventLoop& loop, std::filesystem::path file, std::function<void()> on_there);
  ~StopFile() { loop_.cancel_timer(timer_); }
  StopFile(const StopFile&) = delete;
  StopFile& operator=(const StopFile&) = delete;

 private:
  void look_at(base::TimePoint when);

  io::EventLoop& loop_;
  std::filesystem::path file_;
  std::function<void()> on_there_;
  io::TimerId timer_{};
};

class Interruption {
 public:
  /// Calls `on_first` from the loop while it lives; as Ctrl-C does it also once `stop_file` is
  /// there, if one is named.
  Interruption(io::EventLoop& loop, std::function<void()> on_first,
               const std::filesystem::path& stop_file = {});

  bool has_come() const { return has_come_; }
  /// It was the file, and nobody waits to press again.
  bool has_come_by_file() const { return has_come_by_file_; }

 private:
  bool has_come_ = false;
  bool has_come_by_file_ = false;
  std::function<void()> on_first_;
  io::EndSignals signals_;
  StopFile stop_file_;
};

/// Says on stderr, at the first Ctrl-C, what is done before the end: "gougi study: stopping after
/// the decisions at hand; Ctrl-C again stops at once".
void tell_finishing(std::string_view name, base::Text in_hand);

}  // namespace gougi::cli
