// SPDX-License-Identifier: MIT
// The original's recorded games and traces, move for move and value for value.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "naitou/follower.hpp"
#include "naitou/frame.hpp"
#include "naitou/trace_table.hpp"
#include "naitou/vector_files.hpp"

namespace gougi::naitou {
namespace {

std::string text_of(const Decision& decision, shogi::Color com) {
  if (decision.outcome == Outcome::kSuicide) return "suicide";
  if (!decision.move) return "resign";
  return notation::to_usi(from_frame(*decision.move, com));
}

struct Count {
  int matches = 0;
  int replies = 0;
};

/// Follows `game` to each turn of COM (White) and compares what the original does there.
void check(const RecordedGame& game, Count& count) {
  Follower follower;
  follower.set({game.time_limit, false});
  const bool com_first = game.start.side_to_move == shogi::Color::kWhite;
  for (std::size_t i = com_first ? 0 : 1; i <= game.moves.size(); i += 2) {
    const bool last = i + 1 >= game.moves.size();
    if (i == game.moves.size() && game.end != "resign" && game.end != "suicide") break;
    follower.follow(game.start, std::span(game.moves).first(i));
    ASSERT_EQ(static_cast<int>(follower.mode()), game.mode) << game.where;
    const Decision& decision = follower.decide();
    const std::string expected = i < game.moves.size() ? notation::to_usi(game.moves[i]) : game.end;
    ++count.replies;
    const std::string found = text_of(decision, shogi::Color::kWhite);
    EXPECT_EQ(found, expected) << game.where << " ply " << i;
    const bool mates = last && game.end == "comwin";
    EXPECT_EQ(decision.mates, mates) << game.where << " ply " << i;
    if (found == expected && decision.mates == mates) ++count.matches;
  }
}

void check_file(std::string_view name) {
  const auto path = vector_folder() / name;
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "not there: " << path;
  Count count;
  const auto games = read_games(path);
  for (const RecordedGame& game : games) check(game, count);
  EXPECT_GT(count.replies, 0);
  std::cerr << name << ": " << count.matches << " of " << count.replies << " replies of "
            << games.size() << " games\n";
}

TEST(RecordedGames, BookLines) { check_file("book_lines.txt"); }
TEST(RecordedGames, EmulatorVerified) { check_file("emulator_verified.txt"); }
TEST(RecordedGames, Random) { check_file("random.txt"); }
TEST(RecordedGames, RandomSkilled) { check_file("random_skilled.txt"); }
TEST(RecordedGames, SiteKifu) { check_file("site_kifu.txt"); }
TEST(RecordedGames, Solver) { check_file("solver.txt"); }
TEST(RecordedGames, Targeted) { check_file("targeted.txt"); }
// But for its third part, the cartridge's own way of taking moves back, which USI does not have.
TEST(RecordedGames, BugsWithMovesThatBreakTheRules) { check_file("bugs.txt"); }

std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == separator) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

/// Compares a recorded trace with ours, cell by cell.
void check_trace(const std::filesystem::path& path, Count& count) {
  std::ifstream file(path, std::ios::binary);
  RecordedGame game;
  TraceTable table;
  std::size_t row = 0;
  const auto same = [&](const std::string& found, const std::string& expected) {
    ++count.replies;
    if (found == expected) ++count.matches;
    EXPECT_EQ(found, expected) << path.filename() << " row " << row;
  };
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.starts_with("# mode=")) {
      game.mode = header_value(line, "mode");
      game.time_limit = header_value(line, "timelimit") == 1;
    } else if (line.starts_with("# position ")) {
      read_position(line.substr(11), game);
      Follower follower;
      follower.set({game.time_limit, false});
      follower.follow(game.start, game.moves);
      EXPECT_EQ(static_cast<int>(follower.mode()), game.mode);
      table = trace(follower.state(), follower.com(), false);
    } else if (line.starts_with("# root: ")) {
      same(table.root, line.substr(2));
    } else if (line.starts_with("# result: ")) {
      const std::string expected = line.substr(2);
      const bool lost = expected == "result: LOST (resign)";  // without the state after it
      same(lost ? table.result.substr(0, expected.size()) : table.result, expected);
    } else if (line.starts_with("move\t")) {
      same(std::to_string(split(line, '\t').size()), std::to_string(table.columns.size()));
      EXPECT_EQ(split(line, '\t'), table.columns);
    } else if (!line.starts_with("#")) {
      ASSERT_LT(row, table.rows.size()) << path;
      const auto expected = split(line, '\t');
      ASSERT_EQ(expected.size(), table.rows[row].size());
      for (std::size_t i = 0; i < expected.size(); ++i) same(table.rows[row][i], expected[i]);
      ++row;
    }
  }
  EXPECT_EQ(row, table.rows.size()) << path;
}

TEST(RecordedTraces, HoldEveryValue) {
  const auto folder = vector_folder() / "trace";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "not there: " << folder;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".tsv") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  ASSERT_FALSE(paths.empty());
  for (const auto& path : paths) {
    Count count;
    check_trace(path, count);
    std::cerr << path.filename().string() << ": " << count.matches << " of " << count.replies
              << " values\n";
  }
}

}  // namespace
}  // namespace gougi::naitou
