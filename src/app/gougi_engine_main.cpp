// SPDX-License-Identifier: MIT
// gougi-engine: the bundled shogi engine. With the word --tunable the numbers of its search are
// options.
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engines/engine_runner.hpp"
#include "engines/search_engine.hpp"
#include "io/large_pages.hpp"
#include "io/process_info.hpp"
#include "io/program.hpp"
#include "tools/book_command.hpp"
#include "tools/learn_command.hpp"

namespace {

using namespace gougi;

int run(int argc, char** argv) {
  const auto program = io::own_executable();
  if (argc > 1 && std::string_view(argv[1]) == "makebook") {  // thinks with another of its kind
    return tools::book_command("gougi-engine makebook", {argv + 2, argv + argc}, program);
  }
  if (argc > 1 && std::string_view(argv[1]) == "learn") {
    return tools::learn_command("gougi-engine learn", {argv + 2, argv + argc});
  }
  const bool tunable = argc > 1 && std::string_view(argv[1]) == "--tunable";
  engines::DebugLog log;
  engines::EngineSurroundings around;
  around.advice = &io::prefer_large_pages;
  around.home = program.parent_path();
  around.seed = std::random_device{}();
  around.log = &log;
  around.tunable = tunable;
  around.carry_out = [&](std::string_view word, const std::vector<std::string>& words) {
    if (word == "learn") {
      tools::learn_command("learn", words);
    } else {
      tools::book_command("makebook", words, program);
    }
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
