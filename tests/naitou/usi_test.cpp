// SPDX-License-Identifier: MIT
// gougi-naitou behind the protocol's engine side, without processes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "app/naitou_engine.hpp"
#include "naitou/vector_files.hpp"
#include "usi/engine_side.hpp"

namespace gougi::naitou {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// The engine and what it said since it was last asked.
class Conversation {
 public:
  Conversation()
      : side_(std::make_unique<app::NaitouEngine>(),
              [this](std::string_view line) { take(line); }) {}

  void say(std::string_view line) { side_.on_line(line); }

  void set(std::string_view name, bool value) {
    say("setoption name " + std::string(name) + " value " + (value ? "true" : "false"));
  }

  /// The answer to `go` in `position`, which stands behind that word; bestmove left out.
  std::string ask(const std::string& position, std::string_view go = "go byoyomi 1000") {
    forget();
    say("position " + position);
    say(go);
    return wait_for("bestmove ").substr(9);
  }

  std::string wait_for(std::string_view start) {
    std::unique_lock lock(mutex_);
    std::size_t next = 0;
    std::string found;
    came_.wait(lock, [&] {
      for (; next < lines_.size(); ++next) {
        if (lines_[next].starts_with(start)) found = lines_[next];
      }
      return !found.empty();
    });
    return found;
  }

  std::vector<std::string> lines() {
    const std::scoped_lock lock(mutex_);
    return lines_;
  }

 private:
  void forget() {
    const std::scoped_lock lock(mutex_);
    lines_.clear();
  }
  void take(std::string_view line) {
    const std::scoped_lock lock(mutex_);
    lines_.emplace_back(line);
    came_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable came_;
  std::vector<std::string> lines_;
  usi::EngineSide side_;  // last: speaks until it is gone
};

std::string position_after(const RecordedGame& game, std::size_t plies) {
  std::string text = game.position.substr(0, game.position.find(" moves"));
  if (plies > 0) text += " moves";
  for (std::size_t i = 0; i < plies; ++i) text += " " + notation::to_usi(game.moves[i]);
  return text;
}

void check_by_usi(const RecordedGame& game, int& matches, int& replies) {
  Conversation engine;
  engine.set("LegalOnly", false);
  engine.set("TimeLimit", game.time_limit);
  const bool com_first = game.start.side_to_move == shogi::Color::kWhite;
  for (std::size_t i = com_first ? 0 : 1; i <= game.moves.size(); i += 2) {
    if (i == game.moves.size() && game.end != "resign" && game.end != "suicide") break;
    const std::string ending = game.end == "suicide" ? "win" : game.end;
    const std::string expected = i < game.moves.size() ? notation::to_usi(game.moves[i]) : ending;
    const std::string found = engine.ask(position_after(game, i));
    EXPECT_EQ(found, expected) << game.where << " ply " << i;
    ++replies;
    if (found == expected) ++matches;
  }
}

void check_file_by_usi(std::string_view name) {
  const auto path = vector_folder() / name;
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "not there: " << path;
  int matches = 0;
  int replies = 0;
  for (const RecordedGame& game : read_games(path)) check_by_usi(game, matches, replies);
  EXPECT_GT(replies, 0);
  std::cerr << name << ": " << matches << " of " << replies << " replies through USI\n";
}

TEST(RecordedGamesByUsi, BookLines) { check_file_by_usi("book_lines.txt"); }
TEST(RecordedGamesByUsi, EmulatorVerified) { check_file_by_usi("emulator_verified.txt"); }
TEST(RecordedGamesByUsi, Random) { check_file_by_usi("random.txt"); }
TEST(RecordedGamesByUsi, RandomSkilled) { check_file_by_usi("random_skilled.txt"); }
TEST(RecordedGamesByUsi, SiteKifu) { check_file_by_usi("site_kifu.txt"); }
TEST(RecordedGamesByUsi, Solver) { check_file_by_usi("solver.txt"); }
TEST(RecordedGamesByUsi, Targeted) { check_file_by_usi("targeted.txt"); }
TEST(RecordedGamesByUsi, BugsWithMovesThatBreakTheRules) { check_file_by_usi("bugs.txt"); }

}  // namespace
}  // namespace gougi::naitou
