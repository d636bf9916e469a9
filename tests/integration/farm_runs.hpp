// SPDX-License-Identifier: MIT
// Jobs in parts as a person types them, for tests.
#pragma once

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "book/temporary_folder.hpp"
#include "integration/match_runs.hpp"

namespace gougi {

inline constexpr int kParts = 3;

class FarmTest : public MatchTest {
 protected:
  std::string path(const std::string& name) { return base::to_utf8(folder_ / name); }

  /// A match whose games depend on nothing but the words.
  std::vector<std::string> match(const std::vector<std::string>& more) const {
    const std::string engine = program("gougi-engine");
    std::vector<std::string> words{
        "--first",     engine, "--name",         "A",         "--second", engine,
        "--name",      "B",    "--option",       "Threads=1", "--time",   "nodes 200",
        "--games",     "18",   "--random-plies", "8",         "--seed",   "7",
        "--max-plies", "120",  "--quiet",        "on"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  std::vector<std::string> part(int number) {
    const std::string text = std::to_string(number);
    return match({"--shard", text + "/" + std::to_string(kParts), "--file", path(text + ".db")});
  }
  Run& merge(std::vector<std::string> words, int status = 0) {
    words.insert(words.begin(), "merge");
    return end_of(start_gougi(std::move(words), folder_ / "."), status);
  }
  Run& bash(const std::string& script) {
    auto& ran = *runs_.emplace_back(std::make_unique<Run>());
    io::ChildProcess::Callbacks callbacks;
    callbacks.on_line = [&ran](std::string_view line) { ran.output.append(line).append("\n"); };
    callbacks.on_stderr_line = [&ran](std::string_view line) {
      ran.errors.append(line).append("\n");
    };
    callbacks.on_exit = [this, &ran](const io::ExitStatus& status) {
      ran.ended = status;
      wake();
    };
    const auto launched = io::ChildProcess::launch(
        loop_, {"/bin/bash", {"-c", script}, folder_ / ".", {}}, std::move(callbacks));
    EXPECT_TRUE(launched);
    ran.process = *launched;
    EXPECT_TRUE(run_until([&ran] { return ran.ended.has_value(); }));
    return ran;
  }
  /// The exit code of a command whose part's file finds no room from its beginning on.
  int without_room(const std::string& words) {
    const Run& run = bash("ulimit -f 1; trap '' XFSZ; exec " + program("gougi") + " " + words +
                          " --file without-room");
    EXPECT_THAT(run.errors, ::testing::HasSubstr("without-room"));
    return run.ended->code;
  }
  /// All but times.
  static std::vector<std::string> games_of(const fs::path& file) {
    std::vector<std::string> games;
    auto store = match::Store::open_to_read(file);
    EXPECT_TRUE(store) << store.error().message;
    if (!store) return games;
    EXPECT_TRUE(store->for_each_game([&](const match::GameRecord& game) {
      std::string text = std::to_string(game.number) + " " + std::to_string(game.opening) + " " +
                         std::to_string(game.black) + " " +
                         std::to_string(static_cast<int>(game.ending.result)) + " " +
                         std::string(to_text(game.ending.reason));
      for (const match::MoveRecord& move : game.moves) {
        text += " " + usi::to_text(move.move) + " " + std::to_string(move.nodes) + " " +
                std::to_string(move.depth) + " " + move.note;
      }
      games.push_back(text);
    }));
    return games;
  }

  static std::string content(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  static std::string without_seconds(const std::string& text) {
    return std::regex_replace(text, std::regex(R"re(\d+\.\d{1,3})re"), "S");
  }

  book::testing::TemporaryFolder folder_;
};

}  // namespace gougi
