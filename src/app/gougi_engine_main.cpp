// SPDX-License-Identifier: MIT
// gougi-engine: the bundled shogi engine. With the word --tunable the numbers of its search are
// options.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/version.hpp"
#include "engines/engine_runner.hpp"
#include "engines/search_engine.hpp"
#include "io/large_pages.hpp"
#include "io/process_info.hpp"
#include "io/program.hpp"
#include "tools/book_command.hpp"
#include "tools/learn_command.hpp"

namespace {

using namespace gougi;

// `gougi-engine makebook …` and `gougi-engine learn …`; nothing: it is something else.
std::optional<int> run_command(std::vector<std::string> words,
                               const std::filesystem::path& program) {
  if (words.empty() || (words[0] != "makebook" && words[0] != "learn")) return std::nullopt;
  const std::string command = words[0];
  words.erase(words.begin());
  if (words.size() == 1 && words[0] == "help") words[0] = "--help";
  if (words.size() == 1 && words[0] == "--version") {
    std::cout << "gougi-engine " << base::kVersion << "\n";
    return 0;
  }
  if (command == "learn") return tools::learn_command("gougi-engine learn", words);
  return tools::book_command("gougi-engine makebook", words, {program});  // another of its kind
}

int run(int argc, char** argv) {
  const auto program = io::own_executable();
  if (const auto done = run_command({argv + std::min(argc, 1), argv + argc}, program)) return *done;
  const bool tunable = argc > 1 && std::string_view(argv[1]) == "--tunable";
  engines::DebugLog log;
  engines::EngineSurroundings around;
  around.advice = &io::prefer_large_pages;
  around.home = program.parent_path();
  around.seed = std::random_device{}();
  around.log = &log;
  around.tunable = tunable;
  around.carry_out = [&](std::string_view word, const std::vector<std::string>& words,
                         engines::SetOptions options) {
    if (word == "learn") {
      tools::learn_command("learn", words);
      return;
    }
    std::erase_if(options, [](const auto& option) { return option.first == "WriteDebugLog"; });
    tools::BookThinker thinker{program, {}, std::move(options)};
    if (tunable) thinker.arguments.emplace_back("--tunable");
    tools::book_command("makebook", words, thinker);
  };
  const int skipped = tunable ? 1 : 0;
  engines::run_engine(
      std::make_unique<engines::SearchEngine>(std::move(around)), argc - skipped, argv + skipped,
      &log, "The word --tunable before them: the numbers of its search are options, too.\n");
}

}  // namespace

int main(int argc, char** argv) {
  return io::run_program("gougi-engine", [&] { return run(argc, argv); });
}
