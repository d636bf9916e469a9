// SPDX-License-Identifier: MIT
#include "analysis/problems.hpp"

#include <gtest/gtest.h>

#include "notation/sfen.hpp"

namespace gougi::analysis {
namespace {

Verdict valued(double win_rate, const std::string& best) {
  Verdict verdict;
  verdict.decided = true;
  verdict.win_rate = win_rate;
  verdict.move = *notation::parse_usi_move(best);
  verdict.line = {*verdict.move};
  return verdict;
}

shogi::Game one_move(const std::string& sfen, const std::string& move) {
  shogi::Game game(*notation::parse_sfen(sfen));
  EXPECT_TRUE(game.play(*notation::parse_usi_move(move)));
  return game;
}

void add_all(ProblemSet& to, const std::vector<Problem>& problems) {
  for (const Problem& problem : problems) to.add(problem);
}

TEST(ProblemSet, AMissedMateBecomesAProblemWithItsSolutionOnce) {
  const auto game = one_move("4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1", "5i5h");
  auto before = valued(1, "G*5b");
  before.mate = 1;
  before.proven = true;
  before.mate_line = before.line;
  const std::vector<Verdict> verdicts{before, valued(0.5, "5a4a")};
  const auto review = review_of(game, verdicts, {});
  ProblemSet problems;
  add_all(problems, problems_of("game", game, verdicts, review));
  add_all(problems, problems_of("again", game, verdicts, review));
  const auto later =
      one_move("4k4/9/4P4/9/9/9/9/9/4K4 b 2G 77", "5i5h");  // the number alone differs
  add_all(problems, problems_of("later", later, verdicts, review_of(later, verdicts, {})));
  EXPECT_EQ(problems.mates(),
            "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1 # mate in 1: G*5b (game, move 1, played 5i5h, -50%)\n");
  EXPECT_EQ(problems.next_moves(), "");
}

TEST(ProblemSet, OnlyAMateThatIsProvenIsOne) {
  const auto game = one_move("4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1", "5i5h");
  auto before = valued(1, "G*5b");
  before.mate = 1;
  before.mate_line = before.line;
  const std::vector<Verdict> verdicts{before, valued(0.9, "5a4a")};
  ProblemSet problems;
  add_all(problems, problems_of("game", game, verdicts, review_of(game, verdicts, {})));
  EXPECT_EQ(problems.mates(), "");
}

TEST(ProblemSet, AGameThrownAwayBecomesANextMoveAndALostOneNot) {
  const auto game = one_move("4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1", "5i5h");
  ProblemSet problems;
  const std::vector<Verdict> lost{valued(0.4, "5c5b+"), valued(0.9, "5a4a")};
  add_all(problems, problems_of("lost", game, lost, review_of(game, lost, {})));
  EXPECT_EQ(problems.next_moves(), "");
  const std::vector<Verdict> thrown{valued(0.8, "5c5b+"), valued(0.9, "5a4a")};
  add_all(problems, problems_of("thrown", game, thrown, review_of(game, thrown, {})));
  EXPECT_EQ(problems.next_moves(),
            "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1 # best: 5c5b+ (thrown, move 1, played 5i5h, -70%)\n");
}

}  // namespace
}  // namespace gougi::analysis
