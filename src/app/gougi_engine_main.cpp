// SPDX-License-Identifier: MIT
// gougi-engine: the bundled shogi engine. With the word --tunable the numbers of its search are
// options.
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/app.hpp"
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
  if (command == "learn") return tools::learn_command("gougi-engine learn", words);
  return tools::book_command("gougi-engine makebook", words, {program});  // another of its kind
}

int run(cli::Words words) {
  words = cli::with_help_behind(std::move(words));
  const auto program = io::own_executable();
  if (const auto done = run_command(words, program)) return *done;
  const bool tunable = !words.empty() && words.front() == "--tunable";
  if (tunable) words.erase(words.begin());
  engines::DebugLog log;
  engines::EngineSurroundings around;
  around.advice = &io::prefer_large_pages;
  around.home = program.parent_path();
  around.seed = std::random_device{}();
  around.log = &log;
  around.tunable = tunable;
  around.carry_out = [&](std::string_view word, const std::vector<std::string>& command_words,
                         engines::SetOptions options, const std::function<bool()>& stop) {
    if (word == "learn") {
      tools::learn_command("learn", command_words, stop);
      return;
    }
    std::erase_if(options, [](const auto& option) { return option.first == "WriteDebugLog"; });
    tools::BookThinker thinker{program, {}, std::move(options), stop};
    if (tunable) thinker.arguments.emplace_back("--tunable");
    tools::book_command("makebook", command_words, thinker);
  };
  engines::run_engine(
      std::make_unique<engines::SearchEngine>(std::move(around)), words,
      {"eval", "bench", "test", "makebook", "learn"}, &log, [](cli::App& app) {
        app.add_sign("--tunable", {"first of all: the numbers of its search are options, too",
                                   "先頭に書く。探索の数値もオプションにする"});
        app.add_task("makebook", {"opening books; makebook --help", "定跡の作成; makebook --help"});
        app.add_task("learn", {"a network from teacher positions; learn --help",
                               "教師局面からの学習; learn --help"});
      });
}

}  // namespace

int main(int argc, char** argv) {
  return io::run_program("gougi-engine",
                         [&] { return cli::with_words("gougi-engine", argc, argv, run); });
}
