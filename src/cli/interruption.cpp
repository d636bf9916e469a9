// SPDX-License-Identifier: MIT
#include "cli/interruption.hpp"

#include <cstdlib>
#include <iostream>
#include <string>
#include <system_error>
#include <utility>

#include "base/say.hpp"
#include "cli/exit_code.hpp"
#include "io/console.hpp"
#include "io/terminal.hpp"

namespace gougi::cli {

namespace {

constexpr base::Milliseconds kBetweenLooks{1000};  // at a network's file system, too

}  // namespace

StopFile::StopFile(io::EventLoop& loop, std::filesystem::path file, std::function<void()> on_there)
    : loop_(loop), file_(std::move(file)), on_there_(std::move(on_there)) {
  if (!file_.empty()) look_at(io::EventLoop::now());
}

void StopFile::look_at(base::TimePoint when) {
  timer_ = loop_.set_timer(when, [this] {
    std::error_code ignored;
    if (std::filesystem::exists(file_, ignored)) return on_there_();
    look_at(io::EventLoop::now() + kBetweenLooks);
  });
}

Interruption::Interruption(io::EventLoop& loop, std::function<void()> on_first,
                           const std::filesystem::path& stop_file)
    : on_first_(std::move(on_first)),
      signals_(loop,
               [this](int) {
                 if (has_come_) {
                   io::restore_console();
                   std::_Exit(kInterrupted);
                 }
                 has_come_ = true;
                 on_first_();
               }),
      stop_file_(loop, stop_file, [this] {
        if (has_come_) return;
        has_come_ = has_come_by_file_ = true;
        on_first_();
      }) {}

void tell_finishing(std::string_view name, base::Text in_hand) {
  // In one write, and behind a line of progress that may stand there.
  std::cerr << (io::stderr_is_terminal() ? "\n" : "") + std::string(name) + ": " +
                   base::say(
                       {"stopping after {0}; Ctrl-C again stops at once\n",
                        "{0}が終わったら中断します。もう一度 Ctrl-C を押すとすぐに止まります\n"},
                       base::said(in_hand))
            << std::flush;
}

}  // namespace gougi::cli
