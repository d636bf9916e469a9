// SPDX-License-Identifier: MIT
#include "relay/last_info.hpp"

#include <gtest/gtest.h>

#include <string>

#include "notation/freeze.hpp"
#include "relay/ballot_of.hpp"

namespace gougi::relay {
namespace {

LastInfo heard(const std::vector<std::string>& lines) {
  LastInfo last;
  for (const std::string& line : lines) last.take(usi::parse_info("info " + line));
  return last;
}

usi::Move course_move(const char* text) { return *usi::parse_move(text); }

TEST(LastInfo, KeepsTheLastExactWordAtEachDepth) {
  const LastInfo last = heard({
      "depth 1 nodes 30 score cp 10 pv 2g2f 3c3d", "depth 2 nodes 90 score cp 20 pv 2g2f",
      "depth 2 nodes 99 score cp 40 upperbound pv 2g2f",  // a bound says less
      "depth 2 nodes 120 score cp 15 pv 7g7f 3c3d",       // the same depth, another move
      "depth 3 nodes 200 multipv 2 score cp 5 pv 1g1f",   // not its first line
      "depth 3 nodes 210 score cp 33",                    // of which move?
      "depth 3 nodes 300 score mate 5 pv 7g7f",
      "nodes 400 score cp 3 pv 7g7f",  // at which depth?
  });
  using consensus::CourseStep;
  const std::vector<CourseStep> wanted{{1, 30, course_move("2g2f"), usi::Score::cp(10)},
                                       {2, 120, course_move("7g7f"), usi::Score::cp(15)},
                                       {3, 300, course_move("7g7f"), usi::Score::mate_in(5)}};
  EXPECT_EQ(last.course, wanted);
}

TEST(LastInfo, ACourseThatBeginsAgainBeginsAgainAndALongOneKeepsItsEnd) {
  LastInfo last = heard(
      {"depth 8 score cp 1 pv 2g2f", "depth 9 score cp 2 pv 2g2f", "depth 8 score cp 3 pv 7g7f"});
  ASSERT_EQ(last.course.size(), 1U);
  EXPECT_EQ(last.course[0].move, course_move("7g7f"));
  std::vector<std::string> lines;
  for (int depth = 1; depth <= 500; ++depth) {
    lines.push_back("depth " + std::to_string(depth) + " score cp 0 pv 7g7f");
  }
  last = heard(lines);
  EXPECT_EQ(last.course.size(), 64U);
  EXPECT_EQ(last.course.back().depth, 500);
}

TEST(BallotOf, HasTheLegalStepsOfItsSearch) {
  const auto board = game::shogi_rules().position("");
  ASSERT_TRUE(board);
  const LastInfo last = heard({"depth 1 nodes 30 score cp 10 pv 2g2d",  // no legal move
                               "depth 2 nodes 90 score cp 20 pv 2g2f 3c3d 2f2e"});
  usi::BestMoveAnswer answer;
  answer.choice = course_move("2g2f");
  const consensus::Ballot ballot = ballot_of(**board, {}, last, answer, "");
  ASSERT_EQ(ballot.course.size(), 1U);
  EXPECT_EQ(ballot.course[0].depth, 2);
  EXPECT_EQ(ballot.pv.size(), 3U);
  EXPECT_EQ(ballot.depth, 2);
  EXPECT_EQ(ballot.score, usi::Score::cp(20));
  EXPECT_TRUE(ballot_of(**board, {}, last, answer, "illegal move").course.empty());
}

}  // namespace
}  // namespace gougi::relay
