// SPDX-License-Identifier: MIT
#include "engines/engine_runner.hpp"

#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/text.hpp"
#include "base/told.hpp"
#include "cli/app.hpp"
#include "cli/complaint.hpp"
#include "engines/command_list.hpp"
#include "engines/typed_command.hpp"
#include "engines/word_help.hpp"
#include "io/code_page.hpp"
#include "io/event_loop.hpp"
#include "io/exit.hpp"
#include "io/program.hpp"
#include "io/stdin_reader.hpp"
#include "io/stdout_writer.hpp"
#include "io/terminal.hpp"
#include "usi/answer.hpp"
#include "usi/command_words.hpp"
#include "usi/live_engine.hpp"

namespace gougi::engines {
namespace {

/// How long the last lines may take to leave after `quit`. GUIs wait for one second and more.
constexpr base::Milliseconds kLastLines{200};
/// How often it is looked whether the next command of the command line may come.
constexpr base::Milliseconds kBetweenLooks{2};

class EngineSpeaker : public Speaker {
 public:
  EngineSpeaker(std::unique_ptr<usi::Engine> engine, const Wake& wake)
      : engine_(std::move(engine), wake) {}
  void line(std::string_view text) override { engine_.line(text); }
  void eof() override { engine_.eof(); }
  std::optional<usi::DialogueEvent> next() override { return engine_.next(); }
  bool is_busy() override { return engine_.is_busy(); }

 private:
  usi::LiveEngine engine_;
};

class Runner {
 public:
  using Make = std::function<std::unique_ptr<Speaker>(const Speaker::Wake& wake)>;

  Runner(const Make& make, CommandList commands, DebugLog* log)
      : commands_(std::move(commands)),
        log_(log),
        writer_(loop_, [this](const base::Error&) { leave(); }) {
    side_ = make([this] { loop_.post([this] { write_said(); }); });
    loop_.post([this] { do_commands(); });
  }

  void run() {
    loop_.run();
    writer_.drain(kLastLines);
  }

 private:
  void do_commands() {
    while (!leaving_ && !side_->is_busy()) {
      if (commands_.lines.empty()) {
        if (commands_.reads_on) return read();
        return leave();
      }
      const std::string line = std::move(commands_.lines.front());
      commands_.lines.pop_front();
      take(line);
    }
    if (leaving_) return;
    loop_.set_timer(io::EventLoop::now() + kBetweenLooks, [this] { do_commands(); });
  }

  void read() {
    reader_ = std::make_unique<io::StdinReader>(
        loop_, io::StdinReader::Callbacks{[this](std::string_view line) { take(line); }, [] {},
                                          [this] { leave(); }});
  }

  void write_said() {
    bool wrote = false;
    while (const auto event = side_->next()) {
      const auto* said = std::get_if<usi::ToGui>(&*event);
      if (said == nullptr) {
        leaving_ = true;
        loop_.stop();
        break;
      }
      if (log_ != nullptr) log_->said(said->line);
      writer_.write_line(said->line, usi::is_info(said->line) ? io::Importance::kDroppable
                                                              : io::Importance::kMustArrive);
      wrote = true;
    }
    if (wrote) writer_.flush();
  }

  // As the relay does: on a Japanese Windows GUIs write code page 932.
  void take(std::string_view line) {
    if (base::is_valid_utf8(line)) {
      take_utf8(line);
    } else {
      take_utf8(io::cp932_to_utf8(line));
    }
  }

  void take_utf8(std::string_view line) {
    if (log_ != nullptr && !leaving_) log_->heard(line);
    side_->line(line);
    write_said();
  }

  // What was asked is still answered: a search, within some milliseconds.
  void leave() {
    leaving_ = true;
    side_->eof();
    write_said();
  }

  io::EventLoop loop_;
  CommandList commands_;
  DebugLog* log_;
  io::StdoutWriter writer_;
  std::unique_ptr<Speaker> side_;
  std::unique_ptr<io::StdinReader> reader_;
  bool leaving_ = false;  // nothing is heard any more
};

// What does not get out is no success.
[[noreturn]] void print_and_leave(const std::string& name, const std::string& text) {
  std::cout << text << std::flush;
  if (std::cout) io::exit_now(0);
  std::cerr << name << ": " << base::said(io::kCannotWrite) << "\n";
  io::exit_now(1);
}

}  // namespace

void run_speaker(const std::string& name,
                 const std::function<std::unique_ptr<Speaker>(const Speaker::Wake& wake)>& make,
                 cli::Words words, Vocabulary vocabulary, DebugLog* log, const Declare& declare) {
  cli::App app(
      {"A GUI starts it without words and speaks its protocol with it. Commands of that "
       "protocol may also stand behind its name, separated by commas; 'file NAME' reads "
       "them from a file.",
       "GUI からは引数なしで起動され、プロトコルでやりとりします。プロトコルのコマンドを名前の後に"
       "コンマ区切りで並べることもでき、file NAME でファイルから読みます。"},
      name);
  if (declare) declare(app);
  // The tasks, too: one that stands further back is not carried out, but meant.
  std::vector<std::string> tasks;
  for (const auto* const task : app.get_subcommands({})) tasks.push_back(task->get_name());
  std::vector<base::WordHelp>& help = vocabulary.help;
  help.push_back(file_help());  // a word of the command line alone, in every protocol
  words = cli::with_help_behind(std::move(words));
  if (const auto asked = help_asked_for(name, words, help)) print_and_leave(name, *asked);
  std::erase_if(help, [&](const auto& each) {  // which the App lists
    return std::ranges::any_of(tasks, [&](const auto& task) { return each.names(task); });
  });
  const std::string footer = app.get_footer();
  app.footer(list_of_help(help) + (footer.empty() ? "" : "\n" + footer));
  if (const auto answer = cli::read_leading_words(app, words)) {
    if (answer->exit_code == 0) print_and_leave(name, answer->text);
    std::cerr << name << ": " << answer->text << "\n";
    io::exit_now(answer->exit_code);
  }
  auto& known = vocabulary.known;
  known.insert(known.end(), tasks.begin(), tasks.end());
  auto commands = command_list(words, known, vocabulary.judge);
  if (!commands) {
    std::cerr << name << ": " << cli::with_way_to_help(commands.error().message, name) << "\n";
    io::exit_now(2);
  }
  // From here on a protocol, which has no language, unless one was asked for or somebody types.
  if (!base::told() && !io::stdin_is_terminal()) base::speak(base::Language::kEnglish);
  try {
    Runner(make, std::move(*commands), log).run();
  } catch (const std::exception& error) {
    const std::string why = name + ": " + io::describe_shortage(error);
    io::refuse_to_go_on(usi::info_string(why), why);
  }
  io::exit_now(0);
}

void run_engine(std::unique_ptr<usi::Engine> engine, const cli::Words& words,
                const std::vector<std::string_view>& own, DebugLog* log, const Declare& declare) {
  const std::string name = engine->name();
  std::vector<std::string_view> known = usi::command_words_with(own);
  Vocabulary vocabulary{
      known, [options = engine->options()](auto line) { return judge_typed(line, options); },
      help_of(known, usi_word_help())};
  const auto make = [&engine](const Speaker::Wake& wake) {
    return std::make_unique<EngineSpeaker>(std::move(engine), wake);
  };
  run_speaker(name, make, words, std::move(vocabulary), log, declare);
}

}  // namespace gougi::engines
