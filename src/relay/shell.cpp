// SPDX-License-Identifier: MIT
#include "relay/shell.hpp"

#include <exception>
#include <memory>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "base/language.hpp"
#include "base/log.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "io/child_launcher.hpp"
#include "io/child_process.hpp"
#include "io/code_page.hpp"
#include "io/event_loop.hpp"
#include "io/exit.hpp"
#include "io/priority.hpp"
#include "io/process_info.hpp"
#include "io/program.hpp"
#include "io/signals.hpp"
#include "io/stdin_reader.hpp"
#include "io/stdout_writer.hpp"
#include "relay/arbiter_file.hpp"
#include "relay/council_doubts.hpp"
#include "relay/live_view.hpp"
#include "relay/log_files.hpp"
#include "relay/option_cache.hpp"
#include "relay/programs.hpp"
#include "relay/roster.hpp"
#include "relay/scale_file.hpp"
#include "relay/session.hpp"
#include "relay/session_log.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;
namespace log = base::log;

// After `quit` a child has this long, then is asked to terminate, and after as long again killed;
// all of it within the second that GUIs allow.
constexpr Milliseconds kQuitGrace{350};
constexpr Milliseconds kLastExit{900};
constexpr Milliseconds kDrain{200};
// Of why nothing is started: all that would be allowed is named.
constexpr std::size_t kLongestReason = 4000;
// So many lines of a block reach the log file at once, which takes longer than to read them. No
// engine says more in one go but its options.
constexpr int kMostPromptLines = 50;

/// What `gougi calibrate` has made, of the files that the configuration names.
struct Fitted {
  consensus::SharedArbiterModel arbiter;
  std::vector<consensus::PhaseScales> scales;
};

// What `language: auto` means.
bool auto_is_japanese(const settings::RelaySettings& settings) {
  return settings.told_language ? *settings.told_language == base::Language::kJapanese
                                : io::user_reads_japanese();
}

SessionHead head_of(const settings::RelaySettings& settings, const OptionCache& cache,
                    const std::vector<io::LaunchSpec>& specs, Fitted fitted, bool recorded) {
  SessionHead head;
  head.environment.arbiter = std::move(fitted.arbiter);
  head.environment.scales = std::move(fitted.scales);
  head.version = base::kVersion;
  head.file = settings.file;
  head.configuration = settings.text;
  head.environment.japanese_locale = auto_is_japanese(settings);
  head.told_language = settings.told_language;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    auto freezes = usi::FreezeAbility::kNone;
    std::string name;
    const auto options = cache.load(specs[i], &freezes, &name);
    head.environment.remembered_freezes.push_back(freezes);
    head.environment.remembered_names.push_back(std::move(name));
    if (options && options->empty()) {
      head.environment.without_options.push_back(static_cast<int>(i));
    }
    head.environment.remembered_options.push_back(options.value_or(std::vector<usi::Option>{}));
  }
  head.environment.records = recorded;
  if (recorded || settings.protocol == settings::GameProtocol::kUsi) {
    head.environment.record_since =
        std::chrono::floor<base::Milliseconds>(std::chrono::system_clock::now());
  }
  for (const RosterEntry& entry : roster(settings)) head.children.push_back(entry.label());
  for (const log::Level level : {log::Level::kError, log::Level::kWarning, log::Level::kInfo}) {
    if (log::enabled(level)) head.environment.notes_from = level;
  }
  head.environment.seed = std::random_device{}() | 1U;
  head.member = settings.member;
  head.processors = settings.processors;
  return head;
}

// For a child that speaks code page 932; in UTF-8 as it is where that lacks a character.
std::string in_code_page(const std::string& line) {
  std::string bytes = io::utf8_to_cp932(line);
  return io::cp932_to_utf8(bytes) == line ? bytes : line;
}

class Shell {
 public:
  Shell(const settings::RelaySettings& settings, const game::Rules& rules,
        std::vector<io::LaunchSpec> specs, Fitted fitted, std::optional<log::LineFile> decisions)
      : cache_(OptionCache::of_user()),
        head_(head_of(settings, cache_, specs, std::move(fitted), decisions.has_value())),
        decisions_(std::move(decisions)),
        live_(settings, head_.environment.scales),
        session_(settings, head_.environment, rules),
        writer_(loop_, [this](const base::Error& error) { host_died(error.message); }),
        signals_(loop_, [this](int) {
          take({now(), HostClosed{}});
        }) {
    for (auto& spec : specs) children_.emplace_back().spec = std::move(spec);
  }

  /// `troubles` are told to the GUI first: nobody sees our stderr.
  void run(const std::vector<std::string>& troubles) {
    head_.begun = now();
    if (log::enabled(log::Level::kInfo)) {
      for (const std::string& message : head_messages(head_)) log::info(message);
    }
    carry_out(session_.begin(head_.begun));
    for (const std::string& text : troubles) writer_.write_line(encoded(usi::info_string(text)));
    settle();
    io::StdinReader reader(
        loop_, {[this, &reader](std::string_view line) { take_host_line(line, reader.read_at()); },
                [] { log::warning("a line of the GUI was longer than 1 MiB and has been cut"); },
                [this] {
                  take({now(), HostClosed{}});
                }});
    loop_.run();
    writer_.drain(kDrain);
    decisions_.reset();  // nobody comes to our own end
  }

 private:
  struct Slot {
    io::LaunchSpec spec;
    std::shared_ptr<io::ChildProcess> process;
    bool is_unwanted = false;   ///< it is to be killed as soon as it is started
    bool speaks_cp932 = false;  ///< by what it has said: it is told its options' names so, too
    std::vector<std::string> remembered;  ///< what the cache has of it
  };

  static base::TimePoint now() { return io::EventLoop::now(); }

  /// As the options call it: E1, M1.
  const std::string& label(int child) const {
    return head_.children[static_cast<std::size_t>(child)];
  }

  /// The GUI's clock runs from its `go` on, not from when we come to it.
  void take_host_line(std::string_view line, base::TimePoint read_at) {
    const base::TimePoint at = std::max(read_at, told_at_);
    if (base::is_valid_utf8(line)) {
      take({at, HostLine{line}});
    } else {
      const std::string decoded = io::cp932_to_utf8(line);
      take({at, HostLine{decoded}});
    }
  }

  void take_child_line(int child, std::string_view line) {
    if (!usi::is_info(line) && !base::is_valid_utf8(line)) {
      const std::string decoded = io::cp932_to_utf8(line);
      children_[static_cast<std::size_t>(child)].speaks_cp932 = true;
      tell({now(), ChildLine{child, decoded}});
      return;
    }
    // One reading of the clock a block: a flood's lines arrive together.
    if (!block_time_) block_time_ = now();
    tell({*block_time_, ChildLine{child, line}});
  }

  void end_block() {
    block_time_.reset();
    block_lines_ = 0;
    settle();
  }

  void take(const Event& event) {
    tell(event);
    settle();
  }

  /// The one way of an event into the session, so that the log misses none.
  void tell(const Event& event) {
    if (log::enabled(log::Level::kInfo)) {
      const auto* line = std::get_if<ChildLine>(&event.what);
      const bool many =
          line != nullptr && (usi::is_info(line->text) || ++block_lines_ > kMostPromptLines);
      (many ? log::bulk : log::info)(event_message(event, head_));
    }
    told_at_ = std::max(told_at_, event.now);
    live_.took(event);
    carry_out(session_.on(event));
  }

  void carry_out(const std::vector<Effect>& effects) {
    for (const Effect& effect : effects) {
      std::visit([this](const auto& known) { carry_out(known); }, effect);
    }
  }

  void carry_out(const ToHost& effect) {
    const bool info = usi::is_info(effect.line);
    if (log::enabled(log::Level::kInfo)) {
      (info ? log::bulk : log::info)(to_host_message(effect.line));
    }
    if (!info) live_.said(effect.line);
    const auto importance =
        effect.may_be_lost ? io::Importance::kDroppable : io::Importance::kMustArrive;
    if (encoding_ == settings::TextEncoding::kUtf8) {
      writer_.write_line(effect.line, importance);
    } else {
      writer_.write_line(encoded(effect.line), importance);
    }
  }

  void carry_out(const ToChild& effect) {
    if (log::enabled(log::Level::kInfo)) {
      log::info(to_child_message(label(effect.child), effect.line));
    }
    const Slot& slot = children_[static_cast<std::size_t>(effect.child)];
    if (!slot.process) return;
    if (slot.speaks_cp932 && !base::is_ascii(effect.line)) {
      slot.process->write_line(in_code_page(effect.line));
    } else {
      slot.process->write_line(effect.line);
    }
  }

  void carry_out(const StartChild& effect) {
    const int child = effect.child;
    Slot& slot = children_[static_cast<std::size_t>(child)];
    slot.is_unwanted = false;
    io::ChildProcess::Callbacks callbacks;
    callbacks.on_line = [this, child](std::string_view line) { take_child_line(child, line); };
    callbacks.on_line_truncated = [this, child] {
      log::warning(label(child) + ": a line over 1 MiB was cut");
    };
    callbacks.on_half_line = [this, child](std::string_view text) {
      const std::string decoded =
          base::is_valid_utf8(text) ? std::string(text) : io::cp932_to_utf8(text);
      tell({now(), ChildBrokeOff{child, decoded}});
    };
    callbacks.on_block_end = [this] { end_block(); };
    callbacks.on_stderr_line = [this, child](std::string_view line) {
      if (log::enabled(log::Level::kDebug)) {
        log::debug(label(child) + " stderr " + base::printable(line, 500));
      }
    };
    callbacks.on_write_error = [this, child](const base::Error& error) {
      log::warning(label(child) + ": " + error.message);
    };
    callbacks.on_exit = [this, child](const io::ExitStatus& status) {
      child_exited(child, status);
    };
    std::string command = base::to_utf8(slot.spec.program);
    for (const auto& argument : slot.spec.arguments) command += " " + argument;
    log::info(label(child) + " starts: " + base::printable(command, 2000));
    const base::SpokenHere spoken(session_.language());  // its complaint is told to the GUI
    launcher_.launch(slot.spec, std::move(callbacks),
                     [this, child](auto launched) { started(child, std::move(launched)); });
  }

  void started(int child, base::Result<std::shared_ptr<io::ChildProcess>> launched) {
    if (ending_) return stop_when_childless();
    Slot& slot = children_[static_cast<std::size_t>(child)];
    if (!launched) {
      take({now(), ChildFailed{child, launched.error().message}});
      return;
    }
    slot.process = std::move(*launched);
    take({now(), ChildStarted{child}});
    if (slot.is_unwanted && slot.process) slot.process->kill();
  }

  void carry_out(const KillChild& effect) {
    Slot& slot = children_[static_cast<std::size_t>(effect.child)];
    slot.is_unwanted = slot.process == nullptr;
    if (slot.process) slot.process->kill();
  }

  void carry_out(const Remember& effect) {
    Slot& slot = children_[static_cast<std::size_t>(effect.child)];
    // It may be back in mid-move: no disk is waited for then.
    if (slot.remembered == effect.lines) return;
    cache_.save(slot.spec, effect.lines);
    slot.remembered = effect.lines;
  }

  void carry_out(const SetEncoding& effect) {
    encoding_ = effect.encoding;
    if (encoding_ == settings::TextEncoding::kAuto) {
      encoding_ = io::system_code_page_is_japanese() ? settings::TextEncoding::kCp932
                                                     : settings::TextEncoding::kUtf8;
    }
  }

  void carry_out(const ShowLive& effect) {
    const base::SpokenHere spoken(effect.japanese ? base::Language::kJapanese
                                                  : base::Language::kEnglish);
    const std::string told = live_.serve(effect.port);
    if (told.empty()) return;
    log::info(told);
    writer_.write_line(encoded(usi::info_string(told)));
  }

  void carry_out(const Record& effect) {
    live_.recorded(effect.line);
    if (decisions_) decisions_->write(effect.line);
  }

  void carry_out(const Note& effect) { log::write(effect.level, effect.text); }

  void carry_out(const Finish&) {
    if (ending_) return;
    ending_ = true;
    launcher_.forget_waiting();
    for (Slot& slot : children_) {
      if (slot.process) slot.process->shut_down(kQuitGrace);
    }
    loop_.set_timer(now() + kLastExit, [this] { loop_.stop(); });
    stop_when_childless();
  }

  void child_exited(int child, const io::ExitStatus& status) {
    children_[static_cast<std::size_t>(child)].process.reset();
    take({now(), ChildExited{child, status.text}});
    stop_when_childless();
  }

  void stop_when_childless() {
    if (!ending_ || launcher_.pending() > 0) return;
    for (const Slot& slot : children_) {
      if (slot.process) return;
    }
    loop_.stop();
  }

  void host_died(const std::string& why) {
    log::warning("the GUI reads no more: " + why);
    take({now(), HostClosed{}});
  }

  /// After one or more events: the GUI's bytes, the next timer.
  void settle() {
    writer_.flush();
    // Behind what the loop has at hand: of a thousand children that answer at once each would have
    // the deadlines of all looked through again.
    if (!std::exchange(will_look_, true)) loop_.post([this] { look_at_deadline(); });
  }

  void look_at_deadline() {
    will_look_ = false;
    const auto due = session_.deadline();
    if (due == timer_due_) return;
    if (timer_due_) loop_.cancel_timer(timer_);
    timer_due_ = due;
    if (!due) return;
    timer_ = loop_.set_timer(*due, [this] {
      timer_due_.reset();
      take({now(), TimePassed{}});
    });
  }

  std::string encoded(const std::string& line) const {
    if (base::is_ascii(line)) return line;
    switch (encoding_) {
      case settings::TextEncoding::kCp932:
        return io::utf8_to_cp932(line);
      case settings::TextEncoding::kAscii:
        return base::to_ascii(line);
      default:
        return line;
    }
  }

  io::EventLoop loop_;
  io::ChildLauncher launcher_{loop_};
  OptionCache cache_;
  SessionHead head_;
  std::optional<log::LineFile> decisions_;
  LiveView live_;
  Session session_;
  io::StdoutWriter writer_;
  io::EndSignals signals_;
  std::vector<Slot> children_;
  std::optional<base::TimePoint> block_time_;
  base::TimePoint told_at_{};  ///< the session's time, which never goes back
  int block_lines_ = 0;        ///< of the block that is being read, other than info
  std::optional<base::TimePoint> timer_due_;
  io::TimerId timer_{};
  bool will_look_ = false;  ///< at the deadline, when the loop comes to it
  settings::TextEncoding encoding_ = settings::TextEncoding::kUtf8;
  bool ending_ = false;
};

}  // namespace

void refuse_to_run(const std::string& reason, int code) {
  io::refuse_to_go_on(usi::info_string(reason, kLongestReason), "gougi: " + reason, code);
}

void run_shell(const settings::RelaySettings& settings, const game::Rules& rules) {
  const bool is_japanese = speaks_japanese(settings, auto_is_japanese(settings));
  std::optional<base::SpokenHere> spoken(
      std::in_place, is_japanese ? base::Language::kJapanese : base::Language::kEnglish);
  auto specs = find_programs(settings, rules);
  if (!specs) refuse_to_run(specs.error().message);
  if (const auto joined = join_ancestors(settings, *specs, ancestors()); !joined) {
    refuse_to_run(joined.error().message);
  }
  auto arbiter = load_arbiter(settings);
  if (!arbiter) refuse_to_run(arbiter.error().message);
  auto scales = load_scales(settings);
  if (!scales) refuse_to_run(scales.error().message);
  std::vector<std::string> troubles;
  for (const auto& doubt : {too_few_engines(settings), unmatched_members(settings, *arbiter)}) {
    if (doubt) troubles.push_back(*doubt);
  }
  auto decisions = open_logs(settings, troubles);
  io::run_before_children();
  spoken.reset();
  try {
    Shell shell(settings, rules, std::move(*specs), {std::move(*arbiter), std::move(*scales)},
                std::move(decisions));
    shell.run(troubles);
    // Behind the shell's own end it would wait for those that cannot be killed at once; their
    // guards do that.
    io::exit_now(0);
  } catch (const std::exception& error) {
    refuse_to_run(io::describe_shortage(error));
  }
}

}  // namespace gougi::relay
