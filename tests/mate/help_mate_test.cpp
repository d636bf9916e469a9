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
  const int plies = kBrief ? 3 : 5;
  for (int i = 0; i < (kBrief ? 60 : 400);) {
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
  EXPECT_GT(mates, kBrief ? 5 : 10);
}

/// Made by search, step by step backwards from shorter ones.
struct LongProblem {
  const char* sfen;
  int plies;
};
constexpr LongProblem kLongProblems[] = {
    {"1G1kp4/1+pp1gp3/p1n+p1+p1+s+p/1+l2+p2g1/+p1P4S1/1+p+r+s2l+P1/2nN1r2p/+p1+p6/1+n3SG+b1 b P "
     "1",
     83},
    {"G1k1p3g/P+p+p1s3b/+p1pp+s+r1+l1/1l6N/+p1P1r+P2G/1+pn5P/1+p+pN5/+sb2l2+Pp/1s6+n b P 1", 109},
    {"1k2g1+n2/P+p+p1+pp1+p1/+p1p+p+l4/1l1g+p1+ps1/p1P5r/1p+p6/1l+pNNn1+S1/+l+s2P3S/9 b P 1", 121},
};

TEST(HelpMate, FindsTheShortestOfLongOnesInLittleMemory) {
  for (const LongProblem& problem : kLongProblems) {
    SCOPED_TRACE(problem.sfen);
    const shogi::Position position = position_of(problem.sfen);
    const MateResult result = solve_help(position, {}, 4);
    EXPECT_EQ(result.verdict, Verdict::kMate);
    EXPECT_EQ(result.plies, problem.plies);
    EXPECT_TRUE(result.is_shortest);
    EXPECT_TRUE(is_mate_line(position, result.moves));
    if (kBrief) continue;
    EXPECT_EQ(oracle::shortest_help_mate_in_breadth(position), problem.plies);
  }
}

TEST(HelpMate, TakesAnyLimitOfPliesAsItIs) {
  const LongProblem& problem = kLongProblems[0];
  MateLimits limits;
  limits.depth = problem.plies;
  EXPECT_EQ(solve_help(position_of(problem.sfen), limits).plies, problem.plies);
  limits.depth = problem.plies - 2;
  EXPECT_EQ(solve_help(position_of(problem.sfen), limits).reason, Reason::kDepth);
}

TEST(HelpMate, FindsTheSameWhenItsMemoryIsFull) {
  // More than the 32768 positions that a megabyte holds.
  const shogi::Position position = position_of("9/9/9/9/4k4/9/9/9/9 b RG 1");
  MateLimits limits;
  limits.nodes = kBrief ? 100'000 : 3'000'000;
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
