// SPDX-License-Identifier: MIT
#include "pyonpyon/tablebase.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <vector>

#include "base/random.hpp"
#include "base/whole_file.hpp"
#include "few_threads.hpp"
#include "pyonpyon/plain_rules.hpp"
#include "pyonpyon/table_file.hpp"

namespace gougi::testing {
namespace {

using namespace gougi::pyonpyon;
using Kind = Value::Kind;

const auto kSilent = [](int, std::uint64_t) {};

/// Forwards, by the rules alone: a position is won in n plies if a move leads to one that is lost
/// in n - 1, and lost in n if all moves lead to won ones, the longest in n - 1.
std::vector<std::optional<Value>> plain_values(const Numbering& numbering) {
  std::vector<std::optional<Value>> values(numbering.count());
  bool changed = true;
  for (int plies = 0; changed || plies < 3; ++plies) {
    changed = false;
    for (std::uint32_t number = 0; number < numbering.count(); ++number) {
      if (values[number]) continue;
      const Position position = numbering.position_of(number);
      MoveList moves;
      if (!is_home(position, Side::kO)) generate(position, moves);
      bool wins = false;
      bool loses = true;
      for (const Move move : moves) {
        const auto& next = values[numbering.number_of(after(position, move))];
        // What this pass finds is over in as many plies, and does not count yet.
        const bool known = next && next->plies < plies;
        wins = wins || (known && next->kind == Kind::kLoss);
        loses = loses && known && next->kind == Kind::kWin;
      }
      if (!wins && !loses) continue;
      values[number] = Value{wins ? Kind::kWin : Kind::kLoss, plies};
      changed = true;
    }
  }
  return values;
}

TEST(PyonTablebase, IsGivenUpBetweenTwoPassesAndTwoPlies) {
  Tablebase table(1);
  std::vector<int> told;
  EXPECT_FALSE(table.solve(
      1, [&](int pass, std::uint64_t) { told.push_back(pass); }, [&] { return told.size() == 2; }));
  EXPECT_EQ(told, (std::vector<int>{0, 1}));
  ASSERT_TRUE(table.solve(1, kSilent));
  int plies = 0;
  const Reach reach = table.reach(
      table.numbering().position_of(0), 1, [&](int, std::uint64_t) { ++plies; },
      [&] { return plies == 1; });
  EXPECT_EQ(reach.by_ply, std::vector<std::uint64_t>{1});
}

TEST(PyonTablebase, AgreesWithAPlainSolverOfTheGameWithTwoPieces) {
  Tablebase table(2);
  ASSERT_TRUE(table.solve(2, kSilent));
  const auto plain = plain_values(table.numbering());
  Census census;
  for (std::uint32_t number = 0; number < table.numbering().count(); ++number) {
    ASSERT_EQ(table.value_of(number), plain[number].value_or(Value{}))
        << to_pfen(table.numbering().position_of(number));
    if (!plain[number]) ++census.draws;
  }
  EXPECT_EQ(table.census().draws, census.draws);
  EXPECT_EQ(table.census().wins() + table.census().losses() + census.draws,
            table.numbering().count());
  EXPECT_GT(census.draws, 0U);
}

TEST(PyonTablebase, IsSolvedByTheThreadsThatThereAre) {
  Tablebase alone(1);
  ASSERT_TRUE(alone.solve(1, kSilent));
  for (const std::size_t mebibytes : {kMebibytesForFew, kMebibytesForNone}) {
    expect_well_with(mebibytes, [&] {
      Tablebase table(1);
      return table.solve(static_cast<int>(kTooManyThreads), kSilent) &&
             table.census().decided == alone.census().decided;
    });
  }
}

Squares squares(const PlainBoard& board, char side) {
  Squares set = 0;
  for (int square = 0; square < kSquareCount; ++square) {
    const auto row = static_cast<std::size_t>(square / kFiles);
    if (board[row][static_cast<std::size_t>(square % kFiles)] == side) set |= square_bit(square);
  }
  return set;
}

// Two pieces each, to the end: what the plain rules come by, and what the table says of it.
TEST(PyonTablebase, KnowsWhatCanBeReached) {
  Tablebase table(2);
  ASSERT_TRUE(table.solve(1, kSilent));
  const auto expected = plain_reach({"o...o", ".....", ".....", ".....", "x...x"}, 'x', 1000);
  const Position start{square_bit(20) | square_bit(24), square_bit(0) | square_bit(4), Side::kX};
  int told = 0;
  const Reach reach = table.reach(start, 2, [&](int ply, std::uint64_t) { told += ply; });
  ASSERT_EQ(reach.by_ply.size(), expected.size());
  std::uint64_t draws = 0;
  std::vector<std::uint64_t> decided;
  for (std::size_t ply = 0; ply < expected.size(); ++ply) {
    EXPECT_EQ(reach.by_ply[ply], expected[ply].size()) << ply;
    told -= static_cast<int>(ply);
    for (const PlainBoard& board : expected[ply]) {
      const Value value = table.value(
          {squares(board, 'x'), squares(board, 'o'), ply % 2 == 0 ? Side::kX : Side::kO});
      const auto plies = static_cast<std::size_t>(value.plies);
      if (value.kind == Kind::kDraw) {
        ++draws;
      } else {
        if (plies >= decided.size()) decided.resize(plies + 1);
        ++decided[plies];
      }
    }
  }
  EXPECT_EQ(told, 0);
  EXPECT_EQ(reach.census.draws, draws);
  EXPECT_EQ(reach.census.decided, decided);
  EXPECT_EQ(table.value(reach.census.hardest).plies, reach.census.longest());
  EXPECT_GT(reach.census.positions(), 10'000U);
  EXPECT_LT(reach.census.positions(), 2 * table.census().positions());
}

// A start in which the other side is home is played on from; the same position later on is over.
TEST(PyonTablebase, ReachesNothingBehindTheEnd) {
  Tablebase table(1);
  ASSERT_TRUE(table.solve(1, kSilent));
  for (const PlainBoard& board : {PlainBoard{"x....", ".....", ".....", ".....", "....o"},
                                  PlainBoard{".....", ".....", "x....", ".....", "....o"},
                                  PlainBoard{".....", "....x", "o....", ".....", "....."}}) {
    const auto expected = plain_reach(board, 'x', 100);
    const Reach reach =
        table.reach({squares(board, 'x'), squares(board, 'o'), Side::kX}, 1, kSilent);
    std::vector<std::uint64_t> counts;
    for (const auto& boards : expected) counts.push_back(boards.size());
    EXPECT_EQ(reach.by_ply, counts);
  }
}

class PyonTableFile : public ::testing::Test {
 protected:
  void TearDown() override {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
  std::filesystem::path path = std::filesystem::temp_directory_path() /
                               ("gougi-table-" + std::to_string(std::random_device{}()) +
                                ::testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(PyonTableFile, HoldsTheTable) {
  Tablebase table(2);
  ASSERT_TRUE(table.solve(2, kSilent));
  EXPECT_TRUE(try_table(path));
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_FALSE(try_table(path / "none"));
  EXPECT_FALSE(try_table(path.parent_path()));
  std::ofstream(path) << "my notes";
  EXPECT_FALSE(try_table(path)) << "is no table";
  std::filesystem::remove(path);
  std::filesystem::path other = path;  // of somebody else
  other += ".new";
  std::ofstream(other) << "other";
  ASSERT_TRUE(write_table(table, path));
  EXPECT_FALSE(std::filesystem::exists(base::draft_of(path)));
  EXPECT_TRUE(try_table(path)) << "one is renewed";
  EXPECT_TRUE(std::filesystem::remove(other));
  const auto file = SolvedGame::read(path);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->pieces_each(), 2);
  base::Random random(4);
  for (int i = 0; i < 1000; ++i) {
    Position position = table.numbering().position_of(
        static_cast<std::uint32_t>(random.below(table.numbering().count())));
    if (i % 2 == 0) position = turned(position);
    EXPECT_EQ(file->value(position), table.value(position)) << to_pfen(position);
  }
}

// Whoever plays its moves wins in just as many plies as it says, whatever the other does best.
TEST_F(PyonTableFile, ItsMovesKeepTheValue) {
  Tablebase table(2);
  ASSERT_TRUE(table.solve(2, kSilent));
  ASSERT_TRUE(write_table(table, path));
  const auto file = SolvedGame::read(path);
  ASSERT_TRUE(file);
  base::Random random(5);
  for (int i = 0; i < 200; ++i) {
    Position position = table.numbering().position_of(
        static_cast<std::uint32_t>(random.below(table.numbering().count())));
    Value value = table.value(position);
    for (int ply = 0; ply < 30; ++ply) {
      const auto best = best_moves(*file, position);
      EXPECT_EQ(best.value, value);
      EXPECT_EQ(best.moves.empty(), value == (Value{Kind::kLoss, 0}));
      if (best.moves.empty()) break;
      position =
          after(position, best.moves[static_cast<std::size_t>(random.below(best.moves.size()))]);
      const Kind kinds[] = {Kind::kDraw, Kind::kLoss, Kind::kWin};
      value = {kinds[static_cast<std::size_t>(value.kind)], std::max(0, value.plies - 1)};
      ASSERT_EQ(table.value(position), value) << to_pfen(position);
    }
  }
}

TEST_F(PyonTableFile, WhatIsNoTableIsSaid) {
  EXPECT_FALSE(SolvedGame::read(path));
  std::ofstream(path) << "something else\n";
  EXPECT_FALSE(SolvedGame::read(path));
  std::ofstream(path, std::ios::binary)
      << "gougi pyonpyon table 1, pieces 2, decided 3\n\x01\x02\x01";
  const auto cut = SolvedGame::read(path);
  ASSERT_FALSE(cut);
  EXPECT_NE(cut.error().message.find("not whole"), std::string::npos);
  for (const char* title : {"pieces 6, decided 1\n", "pieces 5, decided 0\n",
                            "pieces 5, decided -1\n", "pieces 2, decided 99999999\n"}) {
    std::ofstream(path, std::ios::binary) << "gougi pyonpyon table 1, " << title;
    EXPECT_FALSE(SolvedGame::read(path)) << title;
  }
  // Much behind the last position, and a first line without an end.
  std::ofstream(path, std::ios::binary) << "gougi pyonpyon table 1, pieces 2, decided 1\n"
                                        << std::string(std::size_t{3} << 20U, 1);
  EXPECT_FALSE(SolvedGame::read(path));
  std::ofstream(path, std::ios::binary) << std::string(1000, 'g');
  EXPECT_FALSE(SolvedGame::read(path));
  EXPECT_FALSE(SolvedGame::read(path.parent_path()));
}

// It has no end, and no line in it either.
TEST(PyonTableDevice, IsNotReplaced) {
  EXPECT_FALSE(try_table(""));
  if (!std::filesystem::exists("/dev/null")) GTEST_SKIP();
  EXPECT_FALSE(try_table("/dev/null"));
}

TEST(PyonTableDevice, IsNotReadForEver) {
  if (!std::filesystem::exists("/dev/zero")) GTEST_SKIP();
  EXPECT_FALSE(SolvedGame::read("/dev/zero"));
}

/// What the plain rules say of the position when the values behind its moves are the table's, or,
/// where it is asked to look further, what follows from theirs.
Value value_behind(const SolvedGame& table, const PlainBoard& board, char side, int depth) {
  const char other = side == 'x' ? 'o' : 'x';
  if (depth == 0) {
    return table.value(
        {squares(board, 'x'), squares(board, 'o'), side == 'x' ? Side::kX : Side::kO});
  }
  if (plain_home(board, other)) return {Kind::kLoss, 0};
  int fastest_win = 1000;
  int latest_loss = 0;
  bool draws = false;
  for (const std::string& move : plain_moves(board, side)) {
    const Value next = value_behind(table, plain_play(board, move), other, depth - 1);
    if (next.kind == Kind::kLoss) fastest_win = std::min(fastest_win, next.plies + 1);
    if (next.kind == Kind::kWin) latest_loss = std::max(latest_loss, next.plies + 1);
    draws = draws || next.kind == Kind::kDraw;
  }
  if (fastest_win < 1000) return {Kind::kWin, fastest_win};
  return draws ? Value{} : Value{Kind::kLoss, latest_loss};
}

/// Whether the side to move is home, or cannot move, in so many plies whatever the other does: by
/// the rules alone.
bool wins_within(const PlainBoard& board, char side, int plies) {
  const char other = side == 'x' ? 'o' : 'x';
  if (plies <= 0 || plain_home(board, other)) return false;
  for (const std::string& move : plain_moves(board, side)) {
    const PlainBoard next = plain_play(board, move);
    bool refuted = false;
    if (!plain_home(next, side)) {
      for (const std::string& answer : plain_moves(next, other)) {
        const PlainBoard behind = plain_play(next, answer);
        refuted = plain_home(behind, other) || !wins_within(behind, side, plies - 2);
        if (refuted) break;
      }
    }
    if (!refuted) return true;
  }
  return false;
}

// Wants the table that `gougi-pyon solve --table FILE` writes, named by GOUGI_PYON_TABLE.
TEST(PyonTableSample, AgreesWithThePlainRules) {
  const char* const file = std::getenv("GOUGI_PYON_TABLE");
  if (file == nullptr) GTEST_SKIP() << "set GOUGI_PYON_TABLE to the table's file";
  const auto table = SolvedGame::read(file);
  ASSERT_TRUE(table) << table.error().message;
  base::Random random(12);
  std::array<int, 3> kinds{};
  int searched = 0;
  for (int i = 0; i < 8'000; ++i) {
    Position position = position_of(static_cast<std::uint32_t>(random.below(kPositionCount)));
    // Most positions are drawn.
    while (i % 4 != 0 && table->value(position).kind == Kind::kDraw) {
      position = position_of(static_cast<std::uint32_t>(random.below(kPositionCount)));
    }
    if (i % 2 == 0) position = turned(position);
    const Value value = table->value(position);
    const char side = position.to_move == Side::kX ? 'x' : 'o';
    const PlainBoard board = plain(position);
    ++kinds[static_cast<std::size_t>(value.kind)];
    ASSERT_EQ(value_behind(*table, board, side, i % 500 == 0 ? 2 : 1), value) << to_pfen(position);
    // No table from here on: won in as many plies as it says, and not in fewer.
    if (i % 8 > 1) continue;
    const int plies = value.kind == Kind::kWin ? value.plies : 3;
    if (plies > 3) continue;
    ++searched;
    ASSERT_EQ(wins_within(board, side, plies), value.kind == Kind::kWin) << to_pfen(position);
    ASSERT_FALSE(value.kind == Kind::kWin && wins_within(board, side, plies - 2));
  }
  std::printf("%d drawn, %d won, %d lost; %d searched\n", kinds[0], kinds[1], kinds[2], searched);
}

}  // namespace
}  // namespace gougi::testing
