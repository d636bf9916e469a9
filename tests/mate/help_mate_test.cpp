// SPDX-License-Identifier: MIT
#include "mate/help_mate.hpp"

#include <gtest/gtest.h>

#include <string_view>

#include "base/random.hpp"
#include "mate/oracle.hpp"
#include "notation/sfen.hpp"
#include "sanitized.hpp"

namespace gougi::mate {
namespace {

shogi::Position position_of(std::string_view sfen) {
  const auto position = notation::parse_sfen(sfen);
  EXPECT_TRUE(position) << sfen;
  return position.value_or(shogi::Position::start());
}

MateResult solve_help(const shogi::Position& position, const MateLimits& limits = {},
                      std::size_t megabytes = 4) {
  HelpMateSolver solver;
  solver.resize(megabytes);
  return solver.solve(position, limits, {});
}

TEST(HelpMate, FindsTheMateThatNeedsNoHelp) {
  const shogi::Position position = position_of("4k4/9/4P4/9/9/9/9/9/9 b G 1");
  const MateResult result = solve_help(position);
  EXPECT_EQ(result.verdict, Verdict::kMate);
  EXPECT_EQ(result.plies, 1);
  EXPECT_TRUE(is_mate_line(position, result.moves));
}

TEST(HelpMate, FindsMatesThatADefenceWouldPrevent) {
  // A gold and a silver mate no king in the open that does not help.
  const shogi::Position position = position_of("9/9/9/9/4k4/9/9/9/9 b 2GS 1");
  const MateResult result = solve_help(position, {}, 64);
  EXPECT_EQ(result.verdict, Verdict::kMate);
  EXPECT_TRUE(result.is_shortest);
  EXPECT_GT(result.plies, 3);
  EXPECT_TRUE(is_mate_line(position, result.moves));
}

TEST(HelpMate, SaysNoMateWhenAllPositionsWereSeen) {
  EXPECT_EQ(solve_help(position_of("4k4/9/9/9/9/9/9/9/9 b P 1")).verdict, Verdict::kNoMate);
  EXPECT_EQ(solve_help(position_of("4k4/9/9/9/9/9/9/9/9 b - 1")).verdict, Verdict::kNoMate);
}

TEST(HelpMate, KeepsToItsLimits) {
  const shogi::Position position = position_of("9/9/9/9/4k4/9/9/9/9 b RG 1");
  MateLimits limits;
  limits.nodes = 100;
  EXPECT_EQ(solve_help(position, limits).reason, Reason::kNodes);
  limits = {};
  limits.depth = 1;
  const MateResult result = solve_help(position, limits);
  EXPECT_EQ(result.verdict, Verdict::kUnknown);
  EXPECT_EQ(result.reason, Reason::kDepth);
}

TEST(HelpMate, FindsWhatBruteForceFinds) {
  base::Random random(3);
  int mates = 0;
  const int plies = kSanitized ? 3 : 5;
  for (int i = 0; i < (kSanitized ? 60 : 400);) {
    const auto problem = oracle::random_problem(random);
    if (!problem) continue;
    ++i;
    SCOPED_TRACE(notation::to_sfen(*problem));
    const int shortest = oracle::shortest_help_mate(*problem, plies);
    MateLimits limits;
    limits.depth = plies;
    const MateResult result = solve_help(*problem, limits);
    EXPECT_EQ(result.plies, shortest);
    if (shortest == 0) continue;
    ++mates;
    EXPECT_TRUE(is_mate_line(*problem, result.moves));
  }
  EXPECT_GT(mates, kSanitized ? 5 : 10);
}

TEST(HelpMate, FindsTheSameWhenItsMemoryIsFull) {
  // More than the 32768 positions that a megabyte holds.
  const shogi::Position position = position_of("9/9/9/9/4k4/9/9/9/9 b RG 1");
  MateLimits limits;
  limits.nodes = kSanitized ? 100'000 : 3'000'000;
  const MateResult with_much = solve_help(position, limits, 64);
  const MateResult with_little = solve_help(position, limits, 1);
  if (with_little.verdict == Verdict::kMate) {
    EXPECT_EQ(with_little.plies, with_much.plies);
    EXPECT_TRUE(is_mate_line(position, with_little.moves));
  }
  EXPECT_EQ(with_much.verdict == Verdict::kMate, with_little.verdict == Verdict::kMate);
}

}  // namespace
}  // namespace gougi::mate
