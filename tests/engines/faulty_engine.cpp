// SPDX-License-Identifier: MIT
// A real engine that fails in one move of N: it is killed, stands still, lies or answers late.
// Which moves those are, the seed and the position say, so that a process that was started anew
// does not fail in turn with the one before. Lines pass through it as they are otherwise.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/path.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "engines/standard_streams.hpp"
#include "io/child_process.hpp"
#include "io/event_loop.hpp"
#include "io/stdin_reader.hpp"

namespace {

using gougi::base::Milliseconds;
using gougi::tests::say;

constexpr std::string_view kHelp =
    "faulty-engine: a real engine that fails in one move of N\n"
    "  --every N         of so many (default 10)\n"
    "  --seed N          which moves, and how (default 1)\n"
    "  --late-ms MS      a late answer comes so much later, whatever it is told (default 1500)\n"
    "  --tally FILE      append a word for each fault: die, hang, lie, late\n"
    "  -- COMMAND...     the engine\n";

struct Words {
  std::uint64_t every = 10;
  std::uint64_t seed = 1;
  Milliseconds late{1500};
  std::string tally;
  std::vector<std::string> command;
};

[[noreturn]] void print_help(int code) {
  std::fputs(std::string(kHelp).c_str(), code == 0 ? stdout : stderr);
  std::exit(code);
}

Words parse(const std::vector<std::string>& given) {
  Words words;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] == "--help") print_help(0);
    if (given[i] == "--") {
      words.command.assign(given.begin() + static_cast<std::ptrdiff_t>(i) + 1, given.end());
      break;
    }
    if (i + 1 == given.size()) print_help(2);
    const std::string& name = given[i];
    const std::string& value = given[++i];
    if (name == "--every")
      words.every = std::max(1ULL, std::stoull(value));
    else if (name == "--seed")
      words.seed = std::stoull(value);
    else if (name == "--late-ms")
      words.late = Milliseconds(std::stol(value));
    else if (name == "--tally")
      words.tally = value;
    else
      print_help(2);
  }
  if (words.command.empty()) print_help(2);
  return words;
}

enum class Fault { kNone, kDie, kHang, kLie, kLate };

class FaultyEngine {
 public:
  explicit FaultyEngine(Words words) : words_(std::move(words)) {}

  int run() {
    gougi::io::ChildProcess::Callbacks heard;
    heard.on_line = [this](std::string_view line) { hear_engine(line); };
    heard.on_exit = [this](const gougi::io::ExitStatus&) { loop_.stop(); };
    auto launched =
        gougi::io::ChildProcess::launch(loop_,
                                        {gougi::base::path_from_utf8(words_.command.front()),
                                         {words_.command.begin() + 1, words_.command.end()},
                                         {},
                                         {}},
                                        std::move(heard));
    if (!launched) {
      std::fprintf(stderr, "%s\n", launched.error().message.c_str());
      return 1;
    }
    engine_ = *launched;
    const gougi::io::StdinReader input(
        loop_, {.on_line = [this](std::string_view line) { hear_host(line); },
                .on_line_truncated = {},
                .on_end = [this] { engine_->shut_down(Milliseconds(1000)); }});
    loop_.run();
    std::fflush(stdout);
    std::_Exit(0);  // the reader may sit in its read
  }

 private:
  void hear_host(std::string_view line) {
    if (line.starts_with("position")) position_ = line;
    if (line == "go" || line.starts_with("go ")) choose();
    if (fault_ == Fault::kDie && !at_answer_) fail_outright();
    if (fault_ == Fault::kHang && !at_answer_) fail_outright();
    engine_->write_line(line);
  }

  void choose() {
    gougi::base::Random chance(words_.seed * 0x9E3779B97F4A7C15U ^
                               std::hash<std::string>{}(position_));
    fault_ = Fault::kNone;
    if (chance.below(words_.every) != 0) return;
    constexpr std::array kFaults{Fault::kDie, Fault::kHang, Fault::kLie, Fault::kLate};
    fault_ = kFaults[chance.below(kFaults.size())];
    at_answer_ = chance.below(2) == 1;
    lie_ = chance.below(kLies.size());
  }

  void hear_engine(std::string_view line) {
    if (!line.starts_with("bestmove")) return say(line);
    const Fault fault = std::exchange(fault_, Fault::kNone);
    switch (fault) {
      case Fault::kNone:
        return say(line);
      case Fault::kDie:
      case Fault::kHang:
        fault_ = fault;
        return fail_outright();
      case Fault::kLie:
        note("lie");
        return say(kLies[lie_]);
      case Fault::kLate:
        note("late");
        loop_.set_timer(gougi::io::EventLoop::now() + words_.late,
                        [answer = std::string(line)] { say(answer); });
    }
  }

  // As `kill -9` or `kill -STOP` does from outside.
  void fail_outright() {
    const bool dies = std::exchange(fault_, Fault::kNone) == Fault::kDie;
    note(dies ? "die" : "hang");
    ::kill(::getpid(), dies ? SIGKILL : SIGSTOP);
  }

  void note(std::string_view fault) const {
    if (!words_.tally.empty()) std::ofstream(words_.tally, std::ios::app) << fault << std::endl;
  }

  static constexpr std::array<std::string_view, 5> kLies{
      "bestmove 5e5e", "bestmove K*5e", "bestmove 1a9i+", "bestmove banana", "bestmove"};

  const Words words_;
  gougi::io::EventLoop loop_;
  std::shared_ptr<gougi::io::ChildProcess> engine_;
  std::string position_;
  Fault fault_ = Fault::kNone;  ///< of the running search
  bool at_answer_ = false;      ///< it dies or hangs instead of its answer, not at the `go`
  std::size_t lie_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  gougi::tests::make_streams_binary();
  return FaultyEngine(parse({argv + 1, argv + argc})).run();
}
