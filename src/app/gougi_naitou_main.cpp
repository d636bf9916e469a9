// SPDX-License-Identifier: MIT
// gougi-naitou: the Famicom engine of 1985. `gougi-naitou trace POSITION` shows how it thinks.
#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/closest.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "engines/engine_runner.hpp"
#include "engines/naitou_engine.hpp"
#include "io/program.hpp"
#include "usi/command.hpp"

namespace {

using namespace gougi;

constexpr std::string_view kTraceUsage =
    "usage: gougi-naitou trace [--time-limit] [--leave-king] [POSITION]\n"
    "POSITION is like: startpos moves 7g7f, or: sfen BOARD SIDE HANDS PLY moves …, or a bare "
    "SFEN\n";

/// "startpos moves 7g7f" as a command of USI; also with the word position before it, and a bare
/// SFEN. Without a position: the start.
std::string position_line(std::string_view text) {
  text = base::trim(text);
  std::string_view behind_first = text;
  if (base::next_word(behind_first) == "position") text = base::trim(behind_first);
  std::string position(text.empty() ? "startpos" : text);
  if (position.find('/') != std::string::npos && !position.starts_with("sfen")) {
    position = "sfen " + position;
  }
  return "position " + position;
}

int print_trace(const std::vector<std::string_view>& words) {
  engines::NaitouEngine engine;
  std::string text;
  for (const std::string_view word : words) {
    if (word == "--help" || word == "-h" || (word == "help" && words.size() == 1)) {
      std::cout << kTraceUsage;
      return 0;
    }
    if (word == "--time-limit") {
      engine.set_option("TimeLimit", "true");
    } else if (word == "--leave-king") {
      engine.set_option("LeaveKing", "true");
    } else if (word.starts_with("--")) {
      constexpr std::array<std::string_view, 3> kKnown{"--help", "--time-limit", "--leave-king"};
      const std::string meant = base::did_you_mean(word, kKnown);
      std::cerr << "gougi-naitou trace: there is no option " << base::printable(word, 40)
                << (meant.empty() ? ";" : meant) << " gougi-naitou trace --help says more\n";
      return 2;
    } else {
      text += std::string(word) + " ";
    }
  }
  std::string warning;
  const auto command = usi::parse_command(position_line(text), &warning);
  const auto* position = command ? std::get_if<usi::PositionCommand>(&*command) : nullptr;
  const auto lines = position != nullptr && warning.empty()
                         ? engine.trace(*position)
                         : base::Result<std::vector<std::string>>(
                               base::fail(command ? warning : command.error().message));
  if (!lines) {
    std::cerr << "gougi-naitou trace: " << lines.error().message << "\n";
    return 2;
  }
  for (const std::string& line : *lines) std::cout << line << "\n";
  return 0;
}

int run(int argc, char** argv) {
  const std::vector<std::string_view> words(argv + std::min(argc, 1), argv + argc);
  if (words.size() == 2 && words[0] == "trace" && words[1] == "--version") {
    std::cout << "gougi-naitou " << base::kVersion << "\n";
    return 0;
  }
  if (!words.empty() && words.front() == "trace") {
    return print_trace({words.begin() + 1, words.end()});
  }
  engines::run_engine(std::make_unique<engines::NaitouEngine>(), argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  return io::run_program("gougi-naitou", [&] { return run(argc, argv); });
}
