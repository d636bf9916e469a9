// SPDX-License-Identifier: MIT
#include "match/votes.hpp"

#include <gtest/gtest.h>

namespace gougi::match {
namespace {

constexpr const char* kBallot =
    "[O] bestmove 8c8d [P 8c8d] [value 73] [gougi-engine]\n"
    "think of this\n"
    "[X] bestmove 3c3d [３四歩(33)] [評価値 21 （前回5 差分16）] [技巧]\n"
    "[O] bestmove 8c8d [P 8c8d] [value 20] [from its last line] [gougi-engine]";

TEST(Votes, AreReadFromARelaysLines) {
  const auto votes = parse_votes(kBallot);
  ASSERT_EQ(votes.size(), 3U);
  EXPECT_TRUE(votes[0].for_played);
  EXPECT_EQ(votes[0].move, "8c8d");
  EXPECT_EQ(votes[0].voter, "gougi-engine");
  EXPECT_FALSE(votes[1].for_played);
  EXPECT_EQ(votes[1].move, "3c3d");
  EXPECT_EQ(votes[1].voter, "技巧");
  EXPECT_TRUE(parse_votes("info nothing\n[O] best\n[O] bestmove ").empty());
}

TEST(Votes, KeepTheirScoresAndTheirPlaces) {
  const auto votes = parse_votes(
      "[X] [not waited for] [a]\n"
      "[O] bestmove 7g7f [P 7g7f] [value mate +5 (before -20)] [b [2]]\n"
      "[X] bestmove 2g2f [P 2g2f] [評価値 詰み -4手] [c]\n"
      "[X] bestmove 1g1f [void: illegal move] [d]\n"
      "[X] bestmove resign [resigns] [value none] [e]\n"
      "[O] bestmove 7g7f [P 7g7f] [mate in 5] [solver]");
  ASSERT_EQ(votes.size(), 5U);
  EXPECT_EQ(votes[0].move, "");
  EXPECT_EQ(votes[1].voter, "b [2]");
  EXPECT_EQ(votes[1].score, usi::Score::mate_in(5));
  EXPECT_EQ(votes[2].score, usi::Score::mated_in(4));
  EXPECT_EQ(votes[3].move, "");
  EXPECT_EQ(votes[4].move, "resign");
  EXPECT_FALSE(votes[4].score);
  EXPECT_EQ(parse_votes(kBallot)[1].score, usi::Score::cp(21));

  VoteCount count;
  count.add(votes);
  EXPECT_EQ(count.votes, (std::vector<std::size_t>{0, 1, 1, 0, 1}));
  EXPECT_EQ(count.unanimous, 0U);
}

TEST(Votes, AnEngineThatWasNotThereKeepsItsPlace) {
  const auto absent = parse_votes(
      "[-] engine: 1: loading\n"
      "[O] bestmove 7g7f [P 7g7f] [value 20] [b]\n"
      "[-] c: 前の探索からまだ戻っていません\n"
      "[X] bestmove 2g2f [P 2g2f] [value 10] [d]");
  ASSERT_EQ(absent.size(), 4U);
  EXPECT_EQ(absent[0].voter, "engine: 1");
  EXPECT_EQ(absent[0].move, "");
  EXPECT_EQ(absent[2].voter, "c");
  EXPECT_EQ(absent[3].voter, "d");

  VoteCount count;
  count.add(absent);
  count.add(
      parse_votes("[O] bestmove 7g7f [P 7g7f] [value 20] [a]\n"
                  "[O] bestmove 7g7f [P 7g7f] [value 20] [b]\n"
                  "[X] bestmove 2g2f [P 2g2f] [value 10] [c]\n"
                  "[-] d: restarting"));
  EXPECT_EQ(count.voters, (std::vector<std::string>{"a", "b", "c", "d"}))
      << "who has not started yet is called by its number";
  EXPECT_EQ(count.votes, (std::vector<std::size_t>{1, 2, 1, 1}));
  EXPECT_EQ(count.for_played, (std::vector<std::size_t>{1, 2, 0, 0}));
  EXPECT_EQ(count.together[1], (std::vector<std::size_t>{1, 2, 1, 1}));
  EXPECT_TRUE(parse_votes("[-] \n[-] nobody").empty());
}

TEST(Votes, KeepABoundAsABoundInEveryEncoding) {
  const auto score_in = [](const std::string& text) {
    return parse_votes("[O] bestmove 7g7f [P 7g7f] [" + text + "] [a]").at(0).score;
  };
  const usi::Score at_least{usi::Centipawns{23}, usi::Bound::kLower};
  const usi::Score at_most{usi::Centipawns{-4}, usi::Bound::kUpper};
  for (const char* text : {"value ≥ 23 (before 61, change ≥ -38)", "評価値 ≧ 23", "value >= 23"}) {
    EXPECT_EQ(score_in(text), at_least) << text;
  }
  for (const char* text : {"評価値 ≤ -4 （前回61 差分≤ -65）", "評価値 ≦ -4", "value <= -4"}) {
    EXPECT_EQ(score_in(text), at_most) << text;
  }
  EXPECT_EQ(score_in("value ≥ mate +5"), (usi::Score{usi::Mate{true, 5}, usi::Bound::kLower}));
}

TEST(Votes, HaveNoScoreWhereNobodyCouldMeanIt) {
  for (const char* const text : {"value -9223372036854775808", "value 9223372036854775807",
                                 "value 1000000001", "value -1000000001", "value mate 5"}) {
    EXPECT_FALSE(
        parse_votes(std::string("[O] bestmove 7g7f [P 7g7f] [") + text + "] [a]").at(0).score)
        << text;
  }
}

TEST(Votes, AreCountedForEachVoterAndEachTwo) {
  GameRecord game;
  game.black = 1;
  game.white = 0;
  for (const char* const note :
       {"", kBallot, "[O] bestmove 1a1b [x]\n[O] bestmove 1a1b [y]",
        "[O] bestmove 7g7f [a]\n[O] bestmove 7g7f [b]\n[O] bestmove 7g7f [c]"}) {
    MoveRecord move;
    move.note = note;
    game.moves.push_back(move);
  }
  const VoteCount white = count_votes({game}, 0);  // plies 2 and 4
  EXPECT_EQ(white.decisions, 2U);
  EXPECT_EQ(white.unanimous, 1U);
  EXPECT_EQ(white.voters, (std::vector<std::string>{"gougi-engine", "技巧", "gougi-engine"}));
  EXPECT_EQ(white.votes, (std::vector<std::size_t>{2, 2, 2}));
  EXPECT_EQ(white.for_played, (std::vector<std::size_t>{2, 1, 2}));
  EXPECT_EQ(white.agreements[0][1], 1U);
  EXPECT_EQ(white.agreements[0][2], 2U);
  EXPECT_EQ(white.together[1][2], 2U);
  EXPECT_EQ(count_votes({game}, 1).decisions, 1U);
  EXPECT_EQ(count_votes({game}, 2).decisions, 0U);
}

}  // namespace
}  // namespace gougi::match
