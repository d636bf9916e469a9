// SPDX-License-Identifier: MIT
#include "mate/problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "mate/solver.hpp"
#include "notation/sfen.hpp"

namespace gougi::mate {
namespace {

/// Solves it with the memory that the figures in the README are given for, and looks at the line.
void expect_mate(Solver& solver, const Problem& problem, std::uint64_t nodes) {
  SCOPED_TRACE(problem.note);
  const auto position = notation::parse_sfen(problem.sfen);
  ASSERT_TRUE(position) << problem.sfen;
  MateLimits limits;
  limits.nodes = nodes;
  const MateResult result = solver.solve(*position, limits, {});
  EXPECT_EQ(result.verdict, Verdict::kMate) << problem.sfen;
  if (result.verdict != Verdict::kMate) return;
  EXPECT_TRUE(is_mate_line(*position, result.moves)) << problem.sfen;
}

TEST(SlowProblems, ClassicsOfSeventeenToSixtyOnePliesAreSolved) {
  const auto problems = read_shared_problems("medium-17-61.sfen");
  if (problems.empty()) GTEST_SKIP() << "no medium-17-61.sfen beside the project";
  Solver solver;
  solver.resize(1024);
  for (const Problem& problem : problems) expect_mate(solver, problem, 10'000'000);
}

TEST(SlowProblems, LongOnesAreSolved) {
  const auto problems = read_shared_problems("long.sfen");
  if (problems.empty()) GTEST_SKIP() << "no long.sfen beside the project";
  struct Named {
    std::string_view name;
    std::uint64_t nodes;
    std::size_t megabytes;
  };
  constexpr std::array kNamed{
      Named{"Kotobuki", 10'000'000, 1024},     Named{"ACT", 10'000'000, 1024},
      Named{"Kemuri", 10'000'000, 1024},       Named{"Hashimoto587", 30'000'000, 1024},
      Named{"Microcosmos", 100'000'000, 2048},
  };
  for (const Named& named : kNamed) {
    const auto found = std::find_if(problems.begin(), problems.end(), [&](const Problem& problem) {
      return problem.note.find(named.name) != std::string::npos;
    });
    ASSERT_NE(found, problems.end()) << named.name;
    Solver solver;
    solver.resize(named.megabytes);
    expect_mate(solver, *found, named.nodes);
  }
}

}  // namespace
}  // namespace gougi::mate
