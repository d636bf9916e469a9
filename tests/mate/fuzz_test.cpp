// SPDX-License-Identifier: MIT
// Random positions, the solver against brute force; tests/mate/slow has a hundred thousand.
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/random.hpp"
#include "mate/oracle.hpp"
#include "mate/solver.hpp"
#include "notation/sfen.hpp"
#include "sanitized.hpp"

namespace gougi::mate {
namespace {

TEST(SolverFuzz, AgreesWithBruteForceUpToSevenPlies) {
  const int count = kBrief ? 40 : 600;
  const oracle::Agreement agreement = oracle::compare(11, count, 7, 1, 50'000);
  EXPECT_EQ(agreement.differences, 0) << agreement.first_difference;
  EXPECT_GT(agreement.mates, kBrief ? 0 : 15);
  EXPECT_GT(agreement.no_mates, count / 4);
}

TEST(SolverFuzz, AgreesOnLengthsWithoutFutileInterpositions) {
  base::Random random(21);
  Solver solver;
  solver.resize(1);
  int mates = 0;
  for (int i = 0; i < (kBrief ? 60 : 1500);) {
    const auto position = oracle::random_problem(random);
    if (!position) continue;
    ++i;
    const int shortest = oracle::shortest_tsume(*position, 5);
    if (shortest == 0) continue;
    ++mates;
    SCOPED_TRACE(notation::to_sfen(*position));
    MateLimits limits;
    limits.post = PostSearch::kMinimum;
    limits.futile_count = false;
    const MateResult result = solver.solve(*position, limits, {});
    EXPECT_EQ(result.verdict, Verdict::kMate);
    EXPECT_EQ(result.plies, shortest);
    EXPECT_TRUE(is_mate_line(*position, result.moves));
    EXPECT_TRUE(solver.verify(*position).holds);
  }
  EXPECT_GT(mates, kBrief ? -1 : 15);
}

// What is read out is the longest defence: nobody can force it sooner.
// GOUGI_SLOW=1 tries twelve times as many.
TEST(SolverFuzz, AnyMateIsAsLongAsTheShortest) {
  const bool slow = std::getenv("GOUGI_SLOW") != nullptr;
  base::Random random(31);
  Solver solver;
  solver.resize(4);
  int mates = 0;
  for (int i = 0; i < (kBrief ? 100 : slow ? 6000 : 500); ++i) {
    const auto position = oracle::random_problem(random);
    if (!position) continue;
    MateLimits limits;
    limits.post = PostSearch::kNone;
    limits.nodes = 20'000;
    const MateResult any = solver.solve(*position, limits, {});
    if (any.verdict != Verdict::kMate) continue;
    ++mates;
    limits.post = PostSearch::kMinimum;
    limits.nodes.reset();
    const MateResult shortest = solver.solve(*position, limits, {});
    EXPECT_GE(any.plies, shortest.plies) << notation::to_sfen(*position);
  }
  EXPECT_GT(mates, kBrief ? -1 : slow ? 15 : 3);
}

}  // namespace
}  // namespace gougi::mate
