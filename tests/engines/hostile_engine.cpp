// SPDX-License-Identifier: MIT
// A USI engine that prints what no engine should, as much of it as is asked for and as fast as it
// can: floods, lines without end, binary garbage, tricks against terminals and parsers. Apart from
// that it is honest: it plays legal moves and answers what it must. While it prints it does not
// read, and a pipe that is full holds it up.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/path.hpp"
#include "base/random.hpp"
#include "engines/legal_player.hpp"
#include "engines/standard_streams.hpp"
#include "io/process_info.hpp"

namespace {

using gougi::tests::read_line;
using gougi::tests::say;

constexpr std::string_view kHelp =
    "hostile-engine: a USI engine that prints what no engine should\n"
    "  --name TEXT       id name\n"
    "  --print WHAT      info, endless, long, binary, blank, halves, nuls, utf8, options or "
    "tricks\n"
    "  --bytes N         so much of it (default: once)\n"
    "  --at MOMENT       usi (before usiok), ready (before readyok), think (before bestmove;\n"
    "                    default) or answer (after bestmove)\n"
    "  --to stderr       instead of stdout\n"
    "  --then WHAT       exit, or silence: no word after it\n"
    "  --once FILE       only while there is no such file; `begun PID` and `done` are written to "
    "it\n"
    "  --delay-ms MS     think so long when there is nothing to print\n"
    "  --seed N          of its moves\n"
    "  --transcript FILE append each line received to this file\n";

struct Behaviour {
  std::string name = "Hostile";
  std::string print;
  std::uint64_t bytes = 0;
  std::string at = "think";
  std::string then;
  std::string once;
  std::string transcript;
  std::uint64_t seed = 1;
  std::chrono::milliseconds delay{0};
  bool to_stderr = false;
};

[[noreturn]] void print_help(int code) {
  std::fputs(std::string(kHelp).c_str(), code == 0 ? stdout : stderr);
  std::exit(code);
}

Behaviour parse(const std::vector<std::string>& arguments) {
  Behaviour b;
  if (arguments.size() % 2 != 0) print_help(arguments.front() == "--help" ? 0 : 2);
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    const std::string& value = arguments[i + 1];
    if (arguments[i] == "--name") {
      b.name = value;
    } else if (arguments[i] == "--print") {
      b.print = value;
    } else if (arguments[i] == "--bytes") {
      b.bytes = std::stoull(value);
    } else if (arguments[i] == "--at") {
      b.at = value;
    } else if (arguments[i] == "--to") {
      b.to_stderr = value == "stderr";
    } else if (arguments[i] == "--then") {
      b.then = value;
    } else if (arguments[i] == "--once") {
      b.once = value;
    } else if (arguments[i] == "--delay-ms") {
      b.delay = std::chrono::milliseconds(std::stol(value));
    } else if (arguments[i] == "--seed") {
      b.seed = std::stoull(value);
    } else if (arguments[i] == "--transcript") {
      b.transcript = value;
    } else {
      print_help(2);
    }
  }
  return b;
}

/// Each stands for a line that a careless relay would obey, pass on, or write somewhere.
constexpr std::array<std::string_view, 38> kTricks{
    "\x1B]0;owned\x07",
    "\x1B[2J\x1B[H",
    "\x07\x07\x07",
    "info string \x1B[31mred\x1B[0m \x07 \x08\x08\x08 \x7F \xC2\x9B"
    "31m",
    "info string \xE2\x80\xA8separated \xC2\x85next",
    "info string bestmove 9i9h",
    "info string x\rbestmove 9i9h",
    "info string x\r\rusiok",
    "\rbestmove 9i9h\r",
    "info string \x1B[1A\x1B[2Kbestmove resign",
    "info depth 1 score cp 1 pv 9i9h\rbestmove 9i9h",
    "info depth 2 score cp 2 pv 9g9f\x1B[0m 9c9d",
    "info depth 3 score cp 3\x07 pv 9g9f",
    "info depth 4 score cp 9999999999999999999999 pv 9g9f",
    "info depth 5 multipv 2147483648 score cp 1 pv 9g9f",
    "info depth -2147483648 seldepth 99999999999 time -1 nodes -1 nps -1 hashfull -1 score mate "
    "-0 pv 9g9f",
    "info depth 6 score cp 1 pv 5e5e 5e5e",
    "info depth 7 score cp 1 currmove \x1B pv 9g9f 9g9f",
    "id name ../../../../escaped",
    "id name \x1B[2J\rbestmove resign",
    "id author ..\\..\\..\\escaped",
    "option name Log\rbestmove resign type check default true",
    "option name \x07\x1B[5m type string default \x1B[1m\rusiok",
    "option name ../../escaped type filename default ../../../../escaped",
    "option name Mode type combo default \x1B[1m var \x1B[1m var a\rb var ../../escaped",
    "option name Many type spin default 99999999999999999999 min -99999999999999999999 max x",
    "usiok",
    "readyok",
    "usiok now",
    "checkmate 9g9f",
    "checkmate \x1B",
    "bestmove",
    "bestmove \x1B[2J",
    "bestmove 9g9f\x1B[2J",
    "bestmove 9i9h\rbestmove resign",
    "error: everything is lost",
    "quit",
    "position startpos moves 9g9f",
};

std::string lines_of(std::string_view text, std::size_t least) {
  std::string block;
  while (block.size() < least) block += text;
  return block;
}

/// What is printed over and over.
std::string block_of(const std::string& what, const std::string& move) {
  constexpr std::size_t kBlock = std::size_t{64} << 10U;
  constexpr std::size_t kLong = std::size_t{4} << 20U;
  std::string block;
  if (what == "info") {
    for (int depth = 1; block.size() < kBlock; depth = depth % 99 + 1) {
      block += "info depth " + std::to_string(depth) + " seldepth 40 time 5 nodes " +
               std::to_string(block.size()) + " nps 1000000 score cp 1 pv " + move + "\n";
    }
  } else if (what == "endless") {
    block.assign(kBlock, 'y');
  } else if (what == "long") {
    block = "info string " + std::string(kLong, 'y') + "\n";
  } else if (what == "binary") {
    gougi::base::Random random(4711);
    while (block.size() < kLong) block += static_cast<char>(random.below(256));
  } else if (what == "blank") {
    block.assign(kBlock, '\n');
  } else if (what == "halves") {
    block = lines_of("info dep\nth 3 score c\np 5 pv\nbestmo\nve " + move + "\ninf", kBlock);
  } else if (what == "nuls") {
    using namespace std::string_view_literals;
    block = lines_of(
        "\0\0\0\0info depth 1\0 score cp 5 pv 9i9h\nbestmove\0 9i9h\nbest\0move 9i9h\n"sv, kBlock);
  } else if (what == "utf8") {
    block = lines_of(
        "info string \xC0\xAF\xE0\x80\xAF\xED\xA0\x80\xF4\x90\x80\x80\xFF\xFE\xE3\x81\n"
        "\x81\x82\xE3\nbestmove \xE3\x81\x82\xE3\n",
        kBlock);
  } else if (what == "options") {
    gougi::base::Random random(4711);
    for (int i = 0; block.size() < kLong; ++i) {
      const std::string name = std::to_string(random.below(1'000'000'000));
      block += "option name N" + name + " type string default " +
               std::string(std::size_t{1} << 19U, 'y') + "\n";
    }
  } else if (what == "tricks") {
    for (const std::string_view trick : kTricks) block.append(trick).append("\n");
  } else {
    print_help(2);
  }
  return block;
}

class Engine {
 public:
  explicit Engine(Behaviour behaviour) : b_(std::move(behaviour)), player_(b_.seed) {
    if (!b_.transcript.empty()) transcript_.open(b_.transcript, std::ios::app | std::ios::binary);
  }

  /// Until quit or the end of the input.
  void run() {
    while (const auto line = read_line()) {
      if (transcript_.is_open()) transcript_ << *line << std::endl;
      const std::string word = line->substr(0, line->find(' '));
      if (word == "quit") return;
      if (mute_) continue;
      if (word == "usi") {
        say("id name " + b_.name);
        say("option name Depth type spin default 1 min 1 max 99");
        misbehave("usi");
        say("usiok");
      } else if (word == "isready") {
        misbehave("ready");
        say("readyok");
      } else if (word == "position") {
        player_.set_position(*line);
      } else if (word == "go") {
        go(*line);
      } else if (word == "stop" && thinks_) {
        answer();
      }
    }
  }

 private:
  void go(const std::string& line) {
    move_ = player_.choose();
    thinks_ = true;
    if (!misbehave("think")) {
      say("info depth 1 score cp 0 pv " + move_);
      std::this_thread::sleep_for(b_.delay);
    }
    const bool waits =
        line.find(" infinite") != std::string::npos || line.find(" ponder") != std::string::npos;
    if (!waits) answer();
  }

  void answer() {
    if (mute_) return;
    thinks_ = false;
    say("bestmove " + move_);
    misbehave("answer");
  }

  /// Whether it did.
  bool misbehave(std::string_view moment) {
    if (b_.print.empty() || b_.at != moment) return false;
    if (!b_.once.empty()) {
      if (std::filesystem::exists(gougi::base::path_from_utf8(b_.once))) return false;
      note("begun " + std::to_string(gougi::io::own_pid()));
    }
    std::FILE* const to = b_.to_stderr ? stderr : stdout;
    const std::string block = block_of(b_.print, move_.empty() ? "7g7f" : move_);
    std::uint64_t left = std::max<std::uint64_t>(b_.bytes, 1);
    if (b_.bytes == 0) left = block.size();
    while (left > 0) {
      const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(left, block.size()));
      if (std::fwrite(block.data(), 1, part, to) != part) std::_Exit(1);
      left -= part;
    }
    std::fflush(to);
    if (!b_.once.empty()) note("done");
    if (b_.then == "exit") std::_Exit(3);
    mute_ = b_.then == "silence";
    if (!mute_) std::fputc('\n', to);
    std::fflush(to);
    return true;
  }

  void note(const std::string& word) const {
    std::ofstream(gougi::base::path_from_utf8(b_.once), std::ios::app | std::ios::binary)
        << word << "\n";
  }

  Behaviour b_;
  gougi::tests::LegalPlayer player_;
  std::ofstream transcript_;
  std::string move_;
  bool thinks_ = false;
  bool mute_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  gougi::tests::make_streams_binary();
  Engine engine(parse({argv + 1, argv + argc}));
  engine.run();
}
