// SPDX-License-Identifier: MIT
#include "app/engine_runner.hpp"

#include <algorithm>
#include <deque>
#include <iostream>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "app/command_list.hpp"
#include "io/event_loop.hpp"
#include "io/exit.hpp"
#include "io/program.hpp"
#include "io/stdin_reader.hpp"
#include "io/stdout_writer.hpp"
#include "usi/answer.hpp"

namespace gougi::app {
namespace {

/// How long the last lines may take to leave after `quit`. GUIs wait for one second and more.
constexpr base::Milliseconds kLastLines{200};
/// How often it is looked whether the next command of the command line may come.
constexpr base::Milliseconds kBetweenLooks{2};

class EngineSpeaker : public Speaker {
 public:
  EngineSpeaker(std::unique_ptr<usi::Engine> engine, const Say& say)
      : side_(std::move(engine), say) {}
  bool on_line(std::string_view line) override { return side_.on_line(line); }
  bool is_busy() override { return side_.is_busy(); }

 private:
  usi::EngineSide side_;
};

class Runner {
 public:
  using Make = std::function<std::unique_ptr<Speaker>(const Speaker::Say& say)>;

  Runner(const Make& make, CommandList commands, DebugLog* log)
      : commands_(std::move(commands)),
        log_(log),
        writer_(loop_, [this](const base::Error&) { leave(); }) {
    // Lines come from the protocol's thread and from the search's; the writer is for the loop's.
    side_ = make([this](std::string_view line) {
      if (log_ != nullptr) log_->said(line);
      {
        const std::lock_guard lock(mutex_);
        said_.emplace_back(line);
      }
      loop_.post([this] { write_said(); });
    });
    loop_.post([this] { do_commands(); });
  }

  void run() {
    loop_.run();
    writer_.drain(kLastLines);
  }

 private:
  void do_commands() {
    while (side_ && !side_->is_busy()) {
      if (commands_.lines.empty()) {
        if (commands_.reads_on) return read();
        return leave();
      }
      const std::string line = std::move(commands_.lines.front());
      commands_.lines.pop_front();
      take(line);
    }
    loop_.set_timer(io::EventLoop::now() + kBetweenLooks, [this] { do_commands(); });
  }

  void read() {
    reader_ = std::make_unique<io::StdinReader>(
        loop_, io::StdinReader::Callbacks{[this](std::string_view line) { take(line); }, [] {},
                                          [this] { leave(); }});
  }

  /// What was said so far, in its order: the loop itself runs what its own thread posts later than
  /// what others post.
  void write_said() {
    std::deque<std::string> lines;
    {
      const std::lock_guard lock(mutex_);
      lines.swap(said_);
    }
    for (const std::string& line : lines) {
      writer_.write_line(
          line, usi::is_info(line) ? io::Importance::kDroppable : io::Importance::kMustArrive);
    }
    if (!lines.empty()) writer_.flush();
  }

  void take(std::string_view line) {
    if (log_ != nullptr) log_->heard(line);
    if (side_ && !side_->on_line(line)) leave();
  }

  void leave() {
    side_.reset();                         // waits for a search to return: some milliseconds
    loop_.post([this] { loop_.stop(); });  // behind the lines that were posted before
  }

  io::EventLoop loop_;
  CommandList commands_;
  DebugLog* log_;
  io::StdoutWriter writer_;
  std::mutex mutex_;
  std::deque<std::string> said_;  // and not written yet; under mutex_
  std::unique_ptr<Speaker> side_;
  std::unique_ptr<io::StdinReader> reader_;
};

}  // namespace

void run_speaker(const std::string& name,
                 const std::function<std::unique_ptr<Speaker>(const Speaker::Say& say)>& make,
                 int argc, const char* const* argv, DebugLog* log, std::string_view more_help) {
  if (argc > 1 && std::string_view(argv[1]).starts_with('-')) {
    const std::string_view option = argv[1];
    const bool asked = option == "--help" || option == "-h";
    if (!asked) std::cerr << name << ": unknown option '" << option << "'\n";
    (asked ? std::cout : std::cerr)
        << "Usage: " << name << " [COMMAND[, COMMAND...]]\n"
        << "A GUI starts it without arguments and speaks its protocol with it. Commands of that\n"
        << "protocol may also stand here, separated by commas; 'file NAME' reads them from a "
           "file.\n"
        << more_help;
    io::exit_now(asked ? 0 : 2);
  }
  auto commands = command_list({argv + std::min(argc, 1), argv + argc});
  if (!commands) {
    std::cerr << name << ": " << commands.error().message << "\n";
    io::exit_now(2);
  }
  try {
    Runner(make, std::move(*commands), log).run();
  } catch (const std::exception& error) {
    const std::string why = name + ": " + io::describe_shortage(error);
    io::refuse_to_go_on(usi::info_string(why), why);
  }
  io::exit_now(0);
}

void run_engine(std::unique_ptr<usi::Engine> engine, int argc, const char* const* argv,
                DebugLog* log, std::string_view more_help) {
  const std::string name = engine->name();
  const auto make = [&engine](const Speaker::Say& say) {
    return std::make_unique<EngineSpeaker>(std::move(engine), say);
  };
  run_speaker(name, make, argc, argv, log, more_help);
}

}  // namespace gougi::app
