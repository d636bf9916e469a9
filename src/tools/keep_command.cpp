// SPDX-License-Identifier: MIT
#include "tools/keep_command.hpp"

#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "cli/app.hpp"
#include "cli/exit_code.hpp"
#include "io/child_launcher.hpp"
#include "io/child_process.hpp"
#include "io/code_page.hpp"
#include "io/event_loop.hpp"
#include "io/exit.hpp"
#include "io/priority.hpp"
#include "io/process_info.hpp"
#include "io/signals.hpp"
#include "io/stdin_reader.hpp"
#include "io/stdout_writer.hpp"
#include "relay/keeper.hpp"
#include "usi/failure_words.hpp"

namespace gougi::tools {
namespace {

using base::Milliseconds;
using base::said;
using namespace relay;  // events and effects

// Longer than a relay gives its engines to end.
constexpr Milliseconds kKeepersGrace{3'000};
constexpr Milliseconds kLastOutput{1'000};
constexpr std::size_t kMostComplaints = 100;  // kept, of a relay that cannot begin

class KeepShell {
 public:
  explicit KeepShell(io::LaunchSpec spec)
      : spec_(std::move(spec)),
        writer_(loop_,
                [this](const base::Error&) {
                  take({now(), HostClosed{}});
                }),
        signals_(loop_, [this](int) {
          take({now(), HostClosed{}});
        }) {}

  int run() {
    carry_out(keeper_.begin(now()));
    settle();
    io::StdinReader reader(loop_, {[this, &reader](std::string_view line) {
                                     take({std::max(reader.read_at(), told_at_), HostLine{line}});
                                   },
                                   [] {},
                                   [this] {
                                     take({now(), HostClosed{}});
                                   }});
    loop_.run();
    writer_.drain(kLastOutput);
    if (keeper_.has_given_up()) {
      errors_.write_line(
          "gougi keep: " +
          base::say({"{0} is given up, as it ends before it has answered usi: {1}; gougi check "
                     "shows what is wrong with a configuration",
                     "{0} は usi に応答する前に終了するため、起動をやめます: {1}。"
                     "設定の誤りは gougi check でわかります"},
                    base::to_utf8(spec_.program), last_end_));
    }
    errors_.drain(kLastOutput);
    return keeper_.has_given_up() ? cli::kFailed : 0;
  }

 private:
  static base::TimePoint now() { return io::EventLoop::now(); }

  void take(const Event& event) {
    tell(event);
    settle();
  }

  void tell(const Event& event) {
    told_at_ = std::max(told_at_, event.now);
    carry_out(keeper_.on(event));
  }

  void carry_out(const std::vector<Effect>& effects) {
    // One may bring an event, and that others.
    const std::vector<Effect> all = effects;  // NOLINT(performance-unnecessary-copy-initialization)
    for (const Effect& effect : all) {
      std::visit([this](const auto& known) { carry_out(known); }, effect);
    }
  }

  void carry_out(const ToHost& effect) {
    writer_.write_line(
        effect.line, effect.may_be_lost ? io::Importance::kDroppable : io::Importance::kMustArrive);
  }
  void carry_out(const ToChild& effect) {
    if (process_) process_->write_line(effect.line);
  }
  void carry_out(const StartChild&) { start(); }
  void carry_out(const KillChild&) {
    if (process_) process_->kill();
  }
  void carry_out(const Finish&) {
    ending_ = true;
    if (process_) return process_->shut_down(kKeepersGrace);
    loop_.stop();
  }
  template <class Other>
  void carry_out(const Other&) {}

  void start() {
    io::ChildProcess::Callbacks callbacks;
    callbacks.on_line = [this](std::string_view line) {
      has_answered_ = has_answered_ || line == "usiok";
      tell({now(), ChildLine{0, line}});
    };
    callbacks.on_block_end = [this] { settle(); };
    callbacks.on_stderr_line = [this](std::string_view line) {
      last_end_ = line;
      if (was_said(last_end_)) return;
      errors_.write_line(line, io::Importance::kDroppable);  // many GUIs never read them
      errors_.flush();
    };
    callbacks.on_exit = [this](const io::ExitStatus& status) {
      process_.reset();
      if (last_end_.empty()) last_end_ = usi::failure_words(status.text);
      if (ending_) return loop_.stop();
      take({now(), ChildExited{0, status.text}});
    };
    launcher_.launch(spec_, std::move(callbacks),
                     [this](auto launched) { started(std::move(launched)); });
  }

  /// Until a relay has answered `usi` each start makes the same complaints again.
  bool was_said(const std::string& complaint) {
    if (has_answered_ || complaints_.size() >= kMostComplaints) return false;
    return !complaints_.insert(complaint).second;
  }

  void started(base::Result<std::shared_ptr<io::ChildProcess>> launched) {
    if (ending_) return loop_.stop();
    if (launched) {
      process_ = std::move(*launched);
      take({now(), ChildStarted{0}});
    } else {
      last_end_ = launched.error().message;
      take({now(), ChildFailed{0, launched.error().message}});
    }
  }

  /// After events: the GUI's bytes, and the next timer.
  void settle() {
    writer_.flush();
    errors_.flush();
    const auto due = keeper_.deadline();
    if (due == timer_due_) return;
    timer_due_ = due;
    loop_.cancel_timer(timer_);
    if (!due) return;
    timer_ = loop_.set_timer(*due, [this] {
      timer_due_.reset();
      take({now(), TimePassed{}});
    });
  }

  io::EventLoop loop_;
  io::ChildLauncher launcher_{loop_};
  io::LaunchSpec spec_;
  Keeper keeper_;
  io::StdoutWriter writer_;
  io::StdoutWriter errors_{loop_, [](const base::Error&) {}, 2};
  io::EndSignals signals_;
  std::shared_ptr<io::ChildProcess> process_;
  base::TimePoint told_at_{};
  std::optional<base::TimePoint> timer_due_;
  io::TimerId timer_{};
  std::string last_end_;              ///< what is known of the relay's last end
  bool has_answered_ = false;         ///< any relay has, `usi`
  std::set<std::string> complaints_;  ///< on stderr before that
  bool ending_ = false;
};

}  // namespace

int keep_command(const std::vector<std::string>& words) {
  std::vector<std::string> command;
  cli::App app(
      {"Holds the GUI's pipe for a relay that may die: the command is started, and started "
       "again where it ends, in mid-move too, with the options, the position and what is "
       "left of the time. Where no answer comes in time, the newest line that was shown "
       "is played.",
       "将棋GUIとのパイプを保ち、落ちた gougi を対局中でも起動し直します。オプション・局面・"
       "残り時間を伝え、時間内に答えがなければ最後に表示した読み筋の手を指します。"},
      "gougi keep");
  app.footer(said({"gougi keep -- gougi --config crash-proof.yaml",
                   "gougi keep -- gougi --config crash-proof.yaml"}));
  if (!words.empty() && words.front() == "--") {
    command.assign(words.begin() + 1, words.end());
  } else {
    command = words;
    if (const auto answer = cli::read_leading_words(app, command)) {
      return cli::tell(app.get_name(), *answer);
    }
  }
  if (command.empty()) {
    std::cerr << "gougi keep: "
              << said({"names no command; write it behind --, as in: gougi keep -- gougi",
                       "コマンドがありません。-- の後に書きます(例: gougi keep -- gougi)"})
              << std::endl;
    return cli::kWrongUsage;
  }
  const auto program = io::find_program(command.front(), io::own_executable().parent_path(),
                                        std::filesystem::current_path());
  if (!program) {
    std::cerr << "gougi keep: " << program.error().message << std::endl;
    return cli::kWrongUsage;
  }
  io::LaunchSpec spec;
  spec.program = *program;
  spec.arguments.assign(command.begin() + 1, command.end());
  // Lines of its own stand between those of the relay, whose code page it does not know.
  if (io::system_code_page_is_japanese()) base::speak(base::Language::kEnglish);
  io::run_before_children();
  io::exit_now(KeepShell(std::move(spec)).run());
}

}  // namespace gougi::tools
