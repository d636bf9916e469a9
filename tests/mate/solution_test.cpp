// SPDX-License-Identifier: MIT
// What the judge of mate problems says, against brute force.
#include "mate/solution.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.hpp"
#include "mate/oracle.hpp"
#include "notation/sfen.hpp"
#include "sanitized.hpp"
#include "shogi/movegen.hpp"

namespace gougi::mate {
namespace {

shogi::Position problem_at(const char* sfen) {
  const auto position = notation::parse_sfen(sfen);
  EXPECT_TRUE(position) << sfen;
  return position.value_or(shogi::Position::start());
}

bool mates_in(const shogi::Position& position, int plies) {
  return plies > 0 && oracle::shortest_mate(position, plies) > 0;
}

/// The replies to `check` as the positions behind them.
std::vector<shogi::Position> behind(const shogi::Position& position, shogi::BareMove check) {
  shogi::Position current = position;
  shogi::Undo undo;
  current.do_move(check, undo);
  shogi::MoveList replies;
  shogi::generate_legal(current, replies);
  std::vector<shogi::Position> result;
  for (const shogi::BareMove reply : replies) {
    result.push_back(current);
    result.back().do_move(reply, undo);
  }
  return result;
}

/// The same question as the judge's, of a position whose shortest mate has `plies`.
bool is_unique(const shogi::Position& position, int plies) {
  if (plies <= 1) return true;
  shogi::MoveList moves;
  shogi::generate_legal(position, moves);
  std::vector<shogi::BareMove> mating;
  for (const shogi::BareMove move : moves) {
    if (!position.gives_check(move)) continue;
    const auto after = behind(position, move);
    if (std::all_of(after.begin(), after.end(),
                    [&](const shogi::Position& p) { return mates_in(p, plies - 2); })) {
      mating.push_back(move);
    }
  }
  if (mating.size() != 1) return false;
  const auto after = behind(position, mating.front());
  return std::all_of(after.begin(), after.end(), [&](const shogi::Position& p) {
    return mates_in(p, plies - 4) || is_unique(p, plies - 2);
  });
}

Solution judge(const shogi::Position& position, const SolutionLimits& limits = {}) {
  Solver solver;
  solver.resize(4);
  return SolutionJudge(solver).judge(position, limits, {});
}

struct Found {
  int unique = 0;
  int ambiguous = 0;
  int without = 0;
};

void compare(const shogi::Position& position, int longest, Found& found) {
  SCOPED_TRACE(notation::to_sfen(position));
  SolutionLimits limits;
  limits.longest = longest;
  const Solution solution = judge(position, limits);
  const int shortest = oracle::shortest_mate(position, longest);
  if (shortest == 0) {
    ++found.without;
    EXPECT_EQ(solution.soundness, Soundness::kNoMate);
    return;
  }
  const bool unique = is_unique(position, shortest);
  ++(unique ? found.unique : found.ambiguous);
  EXPECT_EQ(solution.soundness, unique ? Soundness::kUnique : Soundness::kAmbiguous);
  EXPECT_EQ(solution.plies, shortest);
  EXPECT_TRUE(is_mate_line(position, solution.moves));
  EXPECT_EQ(solution.reached.empty(), !unique);
}

TEST(SolutionJudge, AgreesWithBruteForceOnKingsInTheCorner) {
  base::Random random(3);
  Found found;
  for (int i = 0; i < (kBrief ? 300 : 6000); ++i) {
    if (const auto problem = oracle::random_problem(random)) compare(*problem, 5, found);
  }
  EXPECT_GT(found.unique, kBrief ? 0 : 10);
  EXPECT_GT(found.ambiguous, kBrief ? 0 : 5);
  EXPECT_GT(found.without, 10);
}

TEST(SolutionJudge, AgreesWithBruteForceOnPositionsOfRandomGames) {
  base::Random random(19);
  Found found;
  for (int game = 0; game < (kBrief ? 10 : 150); ++game) {
    shogi::Position position = shogi::Position::start();
    for (int ply = 0; ply < 160; ++ply) {
      shogi::MoveList moves;
      shogi::generate_legal(position, moves);
      if (moves.empty()) break;
      if (ply > 40 && ply % 3 == 0) compare(position, 3, found);
      shogi::Undo undo;
      const auto pick = random.below(static_cast<std::uint64_t>(moves.size()));
      position.do_move(moves[static_cast<int>(pick)], undo);
    }
  }
  EXPECT_GT(found.unique, kBrief ? 0 : 10);
  EXPECT_GT(found.ambiguous, kBrief ? 0 : 5);
}

TEST(SolutionJudge, ToleratesSeveralLastMoves) {
  // Five ways to mate at once with a gold, and it is no matter which.
  const Solution solution = judge(problem_at("4k4/9/4P4/9/9/9/9/9/9 b G 1"));
  EXPECT_EQ(solution.soundness, Soundness::kUnique);
  EXPECT_EQ(solution.plies, 1);
}

TEST(SolutionJudge, SaysUnknownWhereTheNodesAreTooFew) {
  const auto endless = problem_at("8k/9/9/9/9/9/9/9/9 b RG 1");
  SolutionLimits limits;
  limits.longest = 31;
  limits.nodes_each = 50;
  const Solution solution = judge(endless, limits);
  EXPECT_EQ(solution.soundness, Soundness::kUnknown);
  EXPECT_LT(solution.nodes, 1000U);
}

TEST(SolutionJudge, SaysUnknownWhenStopped) {
  Solver solver;
  SolutionLimits limits;
  limits.longest = 31;
  const auto endless = problem_at("8k/9/9/9/9/9/9/9/9 b RG 1");
  const Solution solution = SolutionJudge(solver).judge(endless, limits, [] { return true; });
  EXPECT_EQ(solution.soundness, Soundness::kUnknown);
}

}  // namespace
}  // namespace gougi::mate
