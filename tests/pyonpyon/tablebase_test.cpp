// SPDX-License-Identifier: MIT
#include "pyonpyon/tablebase.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "base/random.hpp"
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

TEST(PyonTablebase, CountsWhatCanBeReached) {
  Tablebase table(2);
  ASSERT_TRUE(table.solve(1, kSilent));
  const Numbering& numbering = table.numbering();
  const Position start{square_bit(20) | square_bit(24), square_bit(0) | square_bit(4), Side::kX};
  std::array<std::vector<bool>, 2> seen{std::vector<bool>(numbering.count()),
                                        std::vector<bool>(numbering.count())};
  std::vector<Position> fresh{start};
  std::uint64_t count = 0;
  while (!fresh.empty()) {
    const Position position = fresh.back();
    fresh.pop_back();
    auto cell = seen[static_cast<std::size_t>(position.to_move)][numbering.number_of(position)];
    if (cell) continue;
    cell = true;
    ++count;
    if (is_home(position, ~position.to_move)) continue;
    MoveList moves;
    generate(position, moves);
    for (const Move move : moves) fresh.push_back(after(position, move));
  }
  EXPECT_EQ(table.count_reachable(start, 2), count);
  EXPECT_GT(count, 10'000U);
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
  ASSERT_TRUE(write_table(table, path));
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
  std::ofstream(path, std::ios::binary) << "gougi pyonpyon table 1, pieces 6, decided 0\n";
  EXPECT_FALSE(SolvedGame::read(path));
}

}  // namespace
}  // namespace gougi::testing
