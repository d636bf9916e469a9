// SPDX-License-Identifier: MIT
#include "driver/engine_link.hpp"

#include <algorithm>
#include <utility>

#include "base/log.hpp"
#include "base/text.hpp"

namespace gougi::driver {
namespace {

constexpr std::size_t kMostOfALine = 200;  // in the log
constexpr std::size_t kMostOfAnAuthor = 100;

usi::HostSideLimits without_doubts(usi::HostSideLimits limits) {
  limits.doubts = false;
  return limits;
}

}  // namespace

EngineLink::EngineLink(io::EventLoop& loop, io::LaunchSpec spec, Callbacks callbacks,
                       const game::Wire& wire, usi::HostSideLimits limits)
    : loop_(loop),
      spec_(std::move(spec)),
      callbacks_(std::move(callbacks)),
      wire_(wire),
      host_(without_doubts(limits)) {}

EngineLink::~EngineLink() {
  *is_here_ = false;
  if (due_) loop_.cancel_timer(timer_);
  if (process_) process_->abandon();
}

io::ChildProcess::Callbacks EngineLink::events() {
  io::ChildProcess::Callbacks events;
  events.on_line = [this](std::string_view line) { hear(line); };
  events.on_half_line = [](std::string_view text) {
    base::log::warning("it broke off, which is no answer: " + base::printable(text, kMostOfALine));
  };
  events.on_line_truncated = [] { base::log::warning("a line of more than 1 MiB was cut"); };
  events.on_block_end = [this] { watch_deadline(); };
  events.on_stderr_line = [this](std::string_view line) {
    last_words_.hear(line);
    if (base::log::enabled(base::log::Level::kDebug)) base::log::debug(base::printable(line));
  };
  events.on_write_error = [this](const base::Error& error) {
    unwritable_ = true;
    take(usi::EngineStuck{error.message});
  };
  events.on_exit = [this](const io::ExitStatus& status) {
    process_.reset();
    host_.exited();
    watch_deadline();
    // Who ended by itself before it was written to says more by its exit code.
    const bool by_itself = stuck_.empty() || (unwritable_ && !status.by_signal);
    if (!quitting_ && callbacks_.on_failure)
      callbacks_.on_failure(by_itself ? status.text : stuck_);
  };
  return events;
}

base::Result<void> EngineLink::start() {
  auto launched = io::ChildProcess::launch(loop_, spec_, events());
  if (!launched) return tl::unexpected(launched.error());
  started(std::move(*launched));
  return {};
}

void EngineLink::start(io::ChildLauncher& launcher) {
  is_starting_ = true;
  launcher.launch(spec_, events(),
                  [this, is_here = is_here_](base::Result<std::shared_ptr<io::ChildProcess>> now) {
                    if (!*is_here) {
                      if (now) (*now)->abandon();
                      return;
                    }
                    is_starting_ = false;
                    if (now) {
                      started(std::move(*now));
                    } else if (!quitting_ && callbacks_.on_failure) {
                      callbacks_.on_failure(now.error().message);
                    }
                  });
}

void EngineLink::started(std::shared_ptr<io::ChildProcess> process) {
  process_ = std::move(process);
  if (quitting_) return quit(grace_);
  if (callbacks_.on_started) callbacks_.on_started();
  host_.started(io::EventLoop::now());
  watch_deadline();
  if (std::exchange(wants_ready_, false)) prepare();
}

void EngineLink::prepare() {
  if (is_starting_) {
    wants_ready_ = true;
    return;
  }
  host_.request_ready(io::EventLoop::now());
  watch_deadline();
}

bool EngineLink::set_option(std::string_view name, const std::string& value) {
  const auto& options = host_.options();
  const auto known = std::ranges::find_if(
      options, [&](const usi::Option& option) { return base::iequals(option.name, name); });
  if (known == options.end()) return false;
  host_.set_option(known->name, value, io::EventLoop::now());
  watch_deadline();
  return true;
}

void EngineLink::new_game() {
  host_.new_game(io::EventLoop::now());
  take_events();
}

void EngineLink::search(usi::SearchRequest request) {
  host_.search(std::move(request), io::EventLoop::now());
  watch_deadline();
}

void EngineLink::stop() {
  host_.stop(io::EventLoop::now());
  watch_deadline();
}

void EngineLink::abandon() {
  if (is_starting_) return;
  host_.abandon(io::EventLoop::now());
  watch_deadline();
}

void EngineLink::ponder_hit(const usi::ClockTimes& clock) {
  host_.ponder_hit(clock, io::EventLoop::now());
  watch_deadline();
}

void EngineLink::game_over(usi::GameResult result) {
  if (is_starting_) return;
  host_.game_over(result, io::EventLoop::now());
  watch_deadline();
}

void EngineLink::quit(base::Duration grace) {
  if (is_starting_) {
    quitting_ = true;
    grace_ = grace;
  }
  if (!process_) return;
  quitting_ = true;  // the callbacks stay: this may be called from within one of them
  say("quit");
  process_->shut_down(grace);
}

void EngineLink::say(const std::string& line) {
  if (callbacks_.on_line) callbacks_.on_line(false, line);
  process_->write_line(line);
}

void EngineLink::hear(std::string_view line) {
  if (callbacks_.on_line) callbacks_.on_line(true, line);
  const std::string_view heard = wire_.from_child(line, buffer_);
  said_ = line;
  if (!host_.declared()) hear_author(heard);
  host_.line(heard, io::EventLoop::now());
  take_events();
}

void EngineLink::hear_author(std::string_view line) {
  if (base::next_word(line) != "id" || base::next_word(line) != "author") return;
  author_ = base::printable(base::trim(line), kMostOfAnAuthor);
}

void EngineLink::take_events() {
  while (const auto event = host_.next()) {
    if (const auto* odd = std::get_if<usi::EngineOddity>(&*event)) base::log::warning(odd->text);
    if (const auto* back = std::get_if<usi::EngineBackInStep>(&*event)) {
      base::log::warning("dropped: " + back->dropped);
    }
    std::visit([this](const auto& known) { take(known); }, *event);
  }
}

void EngineLink::take(const usi::ToEngine& event) {
  if (!process_) return;
  if (const auto line = wire_.to_child(event.line)) say(*line);
}

void EngineLink::take(const usi::EngineDeclared&) {
  if (!quitting_ && callbacks_.on_declared) callbacks_.on_declared();
  host_.go_on(io::EventLoop::now());
}

void EngineLink::take(const usi::EngineReady&) {
  if (!quitting_ && callbacks_.on_ready) callbacks_.on_ready();
  host_.go_on(io::EventLoop::now());
}

void EngineLink::take(const usi::EngineThinks& event) {
  if (!quitting_ && callbacks_.on_info) callbacks_.on_info(event.line, event.info);
}

void EngineLink::take(const usi::EngineMoves& event) {
  if (!quitting_ && callbacks_.on_best_move) callbacks_.on_best_move(event.answer);
}

void EngineLink::take(const usi::EngineMates& event) {
  if (!quitting_ && callbacks_.on_mate) callbacks_.on_mate(event.answer);
}

void EngineLink::take(const usi::EngineUnreadable&) {
  std::string_view words = said_;  // as the engine wrote it
  base::next_word(words);
  if (!quitting_ && callbacks_.on_unreadable) callbacks_.on_unreadable(base::trim(words));
}

void EngineLink::take(const usi::EngineStuck& event) {
  base::log::warning(event.why);
  stuck_ = event.why;
  if (process_) process_->kill();  // its exit tells the owner
}

// After every call of host_: what came of it, and when the next is due.
void EngineLink::watch_deadline() {
  take_events();
  const auto due = host_.deadline();
  if (due == due_) return;
  if (due_) loop_.cancel_timer(timer_);
  due_ = due;
  if (!due) return;
  timer_ = loop_.set_timer(*due, [this] {
    due_.reset();
    host_.tick(io::EventLoop::now());
    watch_deadline();
  });
}

}  // namespace gougi::driver
