// SPDX-License-Identifier: MIT
// What FreezeSolver promises, on problems made for it (tests/mate/make) and by hand.
#include "mate/freeze_solver.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "base/text.hpp"
#include "mate/freeze_oracle.hpp"
#include "mate/oracle.hpp"
#include "notation/freeze.hpp"
#include "sanitized.hpp"

namespace gougi::mate {
namespace {

shogi::FreezePosition freeze_position(std::string_view sfen) {
  auto position = notation::parse_freeze_sfen(sfen);
  EXPECT_TRUE(position) << sfen << ": " << (position ? "" : position.error().message);
  return position.value_or(shogi::FreezePosition());
}

FreezeMateResult solve_freezes(const shogi::FreezePosition& position, Role role = Role::kAttacker) {
  FreezeSolver solver;
  solver.resize(16);
  MateLimits limits;
  limits.nodes = 20'000;
  limits.post = PostSearch::kMinimum;
  limits.role = role;
  const FreezeMateResult result = solver.solve(
      position, limits, [](const FreezeMateProgress& progress) { return progress.nodes > 40'000; });
  if (result.verdict == Verdict::kMate) {
    EXPECT_TRUE(is_mate_line(position, result.moves, role));
    EXPECT_TRUE(solver.verify(position, role).holds);
    EXPECT_TRUE(result.is_shortest || result.plies > 9);
  }
  return result;
}

std::vector<shogi::Move> freeze_line(std::string_view text) {
  std::vector<shogi::Move> moves;
  for (auto word = base::next_word(text); !word.empty(); word = base::next_word(text)) {
    const auto move = notation::parse_freeze_move(word);
    EXPECT_TRUE(move) << word;
    if (move) moves.push_back(move->move);
  }
  return moves;
}

struct FreezeProblem {
  shogi::FreezePosition position;
  int plies = 0;
};

std::vector<FreezeProblem> freeze_problems() {
  std::ifstream in(std::filesystem::path(GOUGI_SOURCE_DIR) / "tests/data/mate/freeze.txt");
  std::vector<FreezeProblem> problems;
  for (std::string text; std::getline(in, text);) {
    const std::size_t mark = text.find(" # mate ");
    EXPECT_NE(mark, std::string::npos) << text;
    if (mark == std::string::npos) continue;
    std::string_view plies = std::string_view(text).substr(mark + 8);
    problems.push_back({freeze_position(std::string_view(text).substr(0, mark)),
                        static_cast<int>(base::to_int(base::next_word(plies)).value_or(0))});
  }
  return problems;
}

TEST(FreezeSolver, IsRightAboutEveryProblemOfTheSet) {
  const auto problems = freeze_problems();
  EXPECT_GE(problems.size(), 40U);
  for (const FreezeProblem& problem : problems) {
    SCOPED_TRACE(notation::to_sfen(problem.position));
    const auto result = solve_freezes(problem.position);
    EXPECT_EQ(result.verdict, Verdict::kMate);
    EXPECT_EQ(result.plies, problem.plies);
    if (kBrief && problem.plies >= 5) continue;
    EXPECT_EQ(oracle::shortest_freeze_mate(problem.position, 5, 100'000), problem.plies);
  }
}

TEST(FreezeSolver, FreezesOfTheDefenderRefute) {
  int refuted = 0;
  for (const FreezeProblem& problem : freeze_problems()) {
    SCOPED_TRACE(notation::to_sfen(problem.position));
    const shogi::Color us = problem.position.side_to_move();
    shogi::FreezeState state = problem.position.state();
    auto& theirs = state.left[static_cast<std::size_t>(index(~us))];
    const auto solve_with = [&](std::uint16_t freezes) {
      theirs = freezes;
      const auto position = shogi::FreezePosition::from(problem.position.position(), state);
      const auto result = solve_freezes(*position);
      if (result.verdict == Verdict::kNoMate) {
        EXPECT_EQ(oracle::shortest_freeze_mate(*position, 3, 100'000).value_or(0), 0);
      }
      return result;
    };
    EXPECT_EQ(solve_with(0).verdict, Verdict::kMate);  // fewer never help
    EXPECT_LE(solve_with(0).plies, problem.plies);
    if (solve_with(3).verdict == Verdict::kNoMate) ++refuted;
  }
  EXPECT_GE(refuted, 10);
}

TEST(FreezeSolver, AnUnprotectedCheckMatesWhenTheKingIsFrozen) {
  const auto result = solve_freezes(freeze_position("4k4/9/9/9/9/9/9/9/9 b G 1 z0Z1"));
  ASSERT_EQ(result.verdict, Verdict::kMate);
  EXPECT_EQ(result.plies, 1);
  EXPECT_TRUE(result.moves[0].freezes());
  // The same without a freeze left, and with the gold frozen.
  EXPECT_EQ(solve_freezes(freeze_position("4k4/9/9/9/9/9/9/9/9 b G 1 z1Z0")).verdict,
            Verdict::kNoMate);
  EXPECT_EQ(solve_freezes(freeze_position("4k4/9/9/9/9/9/9/9/9 b G 1 zG z0Z1")).verdict,
            Verdict::kNoMate);
}

TEST(FreezeSolver, WhoCannotMoveHasLostInCheckOrNot) {
  const auto result = solve_freezes(freeze_position("8k/9/9/9/9/9/9/9/4K4 b - 1 z0Z1"));
  ASSERT_EQ(result.verdict, Verdict::kMate);
  EXPECT_EQ(result.plies, 1);
  EXPECT_EQ(result.moves[0].freeze, shogi::PieceType::kKing);
  // The pawn can still move, and no more than one kind can be frozen.
  EXPECT_EQ(solve_freezes(freeze_position("8k/9/9/9/4p4/9/9/9/4K4 b - 1 z0Z3")).verdict,
            Verdict::kNoMate);
  // Without a freeze the end has to be a check, as in ordinary shogi.
  EXPECT_EQ(solve_freezes(freeze_position("8k/9/6G2/6G2/9/9/9/9/4K4 b - 1 z1Z0")).verdict,
            Verdict::kNoMate);
}

TEST(FreezeSolver, APawnDropMatesWithAFreezeOnly) {
  constexpr std::string_view kBoard = "7lk/9/7S1/9/9/9/9/9/9 b P 1";
  const auto with = solve_freezes(freeze_position(std::string(kBoard) + " z0Z1"));
  ASSERT_EQ(with.verdict, Verdict::kMate);
  const auto drop = freeze_line("P*1bzK");
  EXPECT_TRUE(is_mate_line(freeze_position(std::string(kBoard) + " z0Z1"), drop));
  EXPECT_FALSE(is_mate_line(freeze_position(std::string(kBoard) + " z1Z0"), freeze_line("P*1b")));
  EXPECT_FALSE(is_mate_line(freeze_position(std::string(kBoard) + " z1Z0"), drop));
}

TEST(FreezeSolver, ALineIsAMateOnlyByTheRulesOfFreezes) {
  const auto position = freeze_position("4k4/9/9/9/9/9/9/9/9 b GP 1 z1Z1");
  EXPECT_TRUE(is_mate_line(position, freeze_line("G*5bzK")));
  EXPECT_FALSE(is_mate_line(position, freeze_line("G*5b")));
  EXPECT_FALSE(is_mate_line(position, freeze_line("G*5bzG")));  // White has no gold
  EXPECT_TRUE(is_mate_line(position, freeze_line("G*9izK")));   // and no other piece to move
  EXPECT_FALSE(is_mate_line(position, freeze_line("G*5bzK 5a5b")));
  EXPECT_FALSE(is_mate_line(position, freeze_line("P*5c 5a4a G*4bzK")));  // not a check at first
  EXPECT_FALSE(is_mate_line(position, {}));
}

TEST(FreezeSolver, TheDefenderIsMatedOrEscapesByAFreeze) {
  base::Random random(5);
  int mates = 0;
  int escapes = 0;
  for (int i = 0; i < (kBrief ? 50 : 300);) {
    const auto attack = oracle::random_freeze_problem(random);
    if (!attack) continue;
    ++i;
    std::vector<shogi::Move> moves;
    shogi::generate_legal(*attack, moves);
    for (const shogi::Move check : moves) {
      if (!attack->gives_check(check) || random.below(4) != 0) continue;
      auto defence = *attack;
      shogi::FreezeUndo undo;
      defence.do_move(check, undo);
      if (defence.is_lost()) continue;
      std::vector<shogi::Move> replies;
      shogi::generate_legal(defence, replies);
      int longest = 0;
      for (const shogi::Move reply : replies) {
        auto after = defence;
        shogi::FreezeUndo undo_reply;
        after.do_move(reply, undo_reply);
        const int plies = oracle::shortest_freeze_mate(after, 1, 100'000).value_or(0);
        longest = plies == 0 ? -1 : longest;
        if (longest < 0) break;
        longest = plies + 1;
      }
      const auto result = solve_freezes(defence, Role::kDefender);
      SCOPED_TRACE(notation::to_sfen(defence));
      if (longest > 0) {
        EXPECT_EQ(result.verdict, Verdict::kMate);
        EXPECT_EQ(result.plies, longest);
      } else {
        EXPECT_TRUE(result.verdict != Verdict::kMate || result.plies > 2);
      }
      ++(longest > 0 ? mates : escapes);
      break;
    }
  }
  EXPECT_GT(mates, kBrief ? 0 : 20);
  EXPECT_GT(escapes, kBrief ? 0 : 20);
}

TEST(FreezeSolver, WhoIsNotInCheckIsNotMated) {
  const auto result =
      solve_freezes(freeze_position("4k4/9/9/9/9/9/9/9/9 b G 1 z1Z1"), Role::kDefender);
  EXPECT_EQ(result.verdict, Verdict::kNoMate);
}

TEST(FreezeSolver, KnowsOrdinaryShogiToo) {
  base::Random random(17);
  for (int i = 0; i < (kBrief ? 20 : 150);) {
    const auto position = oracle::random_problem(random);
    if (!position) continue;
    ++i;
    SCOPED_TRACE(notation::to_sfen(shogi::FreezePosition(*position)));
    const int shortest = oracle::shortest_mate(*position, 5);
    const auto result = solve_freezes(shogi::FreezePosition(*position));
    if (shortest > 0) {
      EXPECT_EQ(result.verdict, Verdict::kMate);
      EXPECT_EQ(result.plies, shortest);
    } else {
      EXPECT_TRUE(result.verdict != Verdict::kMate || result.plies > 5);
    }
  }
}

// No mate, but it takes a hundred thousand nodes to see it.
constexpr std::string_view kHard = "8k/9/9/9/9/9/9/9/9 b RG 1";

TEST(FreezeSolver, StopsAtItsLimitsAndSaysWhich) {
  FreezeSolver solver;
  solver.resize(1);
  MateLimits limits;
  limits.nodes = 200;
  const auto result = solver.solve(freeze_position(kHard), limits, {});
  EXPECT_EQ(result.verdict, Verdict::kUnknown);
  EXPECT_EQ(result.reason, Reason::kNodes);
  EXPECT_LE(result.nodes, 200U);
  limits.nodes.reset();
  const auto stopped = solver.solve(freeze_position(kHard), limits,
                                    [](const FreezeMateProgress& p) { return p.nodes > 500; });
  EXPECT_EQ(stopped.verdict, Verdict::kUnknown);
  EXPECT_EQ(stopped.reason, Reason::kStopped);
  limits.depth = 3;
  const auto shallow = solver.solve(freeze_position(kHard), limits, {});
  EXPECT_EQ(shallow.verdict, Verdict::kUnknown);
  EXPECT_EQ(shallow.reason, Reason::kDepth);
}

// The line that the search finds first ends after three plies; 3a3b with a freeze holds out longer.
TEST(FreezeSolver, ALineThatIsShortBecauseTheDefenceIsPoorIsNotTheLength) {
  const auto position = *notation::parse_freeze_sfen("5Bsk1/6g2/9/8G/9/9/9/9/K8 b LPs 1 z1Z1");
  FreezeSolver solver;
  solver.resize(1);
  MateLimits limits;
  limits.nodes = 20'000;
  limits.post = PostSearch::kMinimum;
  const auto result =
      solver.solve(position, limits, [](const FreezeMateProgress&) { return false; });
  ASSERT_EQ(result.verdict, Verdict::kMate);
  EXPECT_EQ(result.plies, 5);
  EXPECT_EQ(result.moves.size(), 5U);
  EXPECT_TRUE(result.is_shortest);
}

}  // namespace
}  // namespace gougi::mate
