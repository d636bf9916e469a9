// SPDX-License-Identifier: MIT
// The votes before a bestmove, as every GUI can show them: in one message, the last of all, and as
// rows of the thinking pane.
#include <gtest/gtest.h>

#include "relay/stage.hpp"

namespace gougi::relay::testing {
namespace {

class Votes : public ::testing::Test {
 protected:
  using Lines = std::vector<std::string>;

  void begin(int engines, const std::string& consensus = "majority") {
    stage = std::make_unique<Stage>(engines, 0, consensus);
    stage->begin_game();
  }
  void go(const std::string& position = "position startpos") {
    stage->host(position);
    stage->said.clear();
    stage->may_be_lost.clear();
    stage->host("go byoyomi 1000");
  }
  void votes(int child, const std::string& move, const std::string& info = "") {
    if (!info.empty()) stage->child(child, "info " + info);
    stage->child(child, "bestmove " + move);
  }
  /// What was said before the bestmove, up to and with it.
  Lines until_answer() const {
    const auto answer = stage->said.begin() + static_cast<std::ptrdiff_t>(stage->where("bestmove"));
    return {stage->said.begin(), answer};
  }
  /// The last message before the bestmove.
  std::string summary() const {
    std::string last;
    for (const std::string& line : until_answer()) {
      if (line.starts_with("info string ")) last = line.substr(12);
    }
    return last;
  }
  /// What followed it.
  Lines rows() const {
    Lines rows;
    for (const std::string& line : until_answer()) {
      if (line.starts_with("info string ")) {
        rows.clear();
      } else {
        rows.push_back(line);
      }
    }
    return rows;
  }
  std::unique_ptr<Stage> stage;
};

TEST_F(Votes, OneMessageNamesThePlayedMoveItsVotersAndTheOthers) {
  begin(3);
  go();
  votes(0, "2g2f", "depth 9 score cp -22 pv 2g2f");
  votes(1, "7g7f", "depth 9 score cp 136 pv 7g7f");
  votes(2, "7g7f", "depth 9 score mate 5 pv 7g7f");
  EXPECT_EQ(summary(), "7g7f 2/3: E2 +136, E3 mate +5 | 2g2f: E1 -22");
}

TEST_F(Votes, OneMessageInJapanese) {
  begin(3, "optimistic");
  stage->host("setoption name G_Language value ja");
  go();
  votes(0, "7g7e");
  votes(1, "7g7f", "depth 9 score cp 0 pv 7g7f");
  votes(2, "7g7f", "depth 9 score mate -4 pv 7g7f");
  EXPECT_EQ(summary(), "７六歩(77) 2/3: E2 0, E3 詰み -4手 | 票なし: E1");
}

TEST_F(Votes, WhoseVoteIsVoidOrAbsentIsNamedAtTheEnd) {
  begin(3);
  go();
  votes(0, "7g7e");
  votes(1, "7g7f");
  stage->pass(2000);
  EXPECT_EQ(summary(), "7g7f 1/3: E2 | no vote: E1, E3");
}

TEST_F(Votes, TheMessageIsTheLastOneEvenWithAnExplanation) {
  begin(2, "optimistic");
  stage->host("setoption name G_Explain value true");
  go();
  votes(0, "7g7f");
  votes(1, "7g7f");
  EXPECT_EQ(summary(), "7g7f 2/2: E1, E2");
}

TEST_F(Votes, EveryVotersLineIsARowAndThePlayedMovesIsTheLast) {
  begin(3);
  go();
  votes(0, "2g2f", "depth 7 score cp 22 nodes 70 nps 700 pv 2g2f 8c8d");
  votes(1, "7g7f", "depth 9 seldepth 12 score cp 136 nodes 90 nps 900 hashfull 5 pv 7g7f 3c3d");
  votes(2, "7g7f", "depth 8 score cp 71 nodes 80 pv 7g7f 8c8d");
  EXPECT_EQ(
      rows(),
      (Lines{"info depth 7 time 0 nodes 70 nps 700 multipv 2 score cp 22 pv 2g2f 8c8d",
             "info depth 8 time 0 nodes 80 multipv 3 score cp 71 pv 7g7f 8c8d",
             "info depth 9 seldepth 12 time 0 nodes 90 nps 900 hashfull 5 multipv 1 score cp 136 "
             "pv 7g7f 3c3d"}));
  EXPECT_EQ(stage->said.back(), "bestmove 7g7f ponder 3c3d");
}

TEST_F(Votes, ThePlayedMovesRowIsTheLastWhoeverVotedForIt) {
  begin(2, "optimistic");
  go();
  votes(0, "7g7f", "depth 7 score cp 22 pv 7g7f");
  votes(1, "2g2f", "depth 7 score cp 23 pv 2g2f");
  ASSERT_EQ(rows().size(), 2U);
  EXPECT_EQ(rows()[0], "info depth 7 time 0 multipv 2 score cp 22 pv 7g7f");
  EXPECT_EQ(rows()[1], "info depth 7 time 0 multipv 1 score cp 23 pv 2g2f");
}

TEST_F(Votes, WithoutVoteLinesOnlyThePlayedMovesLineIsShown) {
  begin(2, "optimistic");
  stage->host("setoption name G_VoteLines value false");
  go();
  votes(0, "7g7f", "depth 7 score cp 22 pv 7g7f");
  votes(1, "2g2f", "depth 7 score cp 23 pv 2g2f");
  EXPECT_EQ(rows(), (Lines{"info depth 7 time 0 score cp 23 pv 2g2f"}));
  EXPECT_EQ(summary(), "2g2f 1/2: E2 +23 (highest value of all: 51.0%) | 7g7f: E1 +22");
}

TEST_F(Votes, ASingleEnginesLineNeedsNoRank) {
  begin(1);
  go();
  votes(0, "7g7f", "depth 7 score cp 22 pv 7g7f");
  EXPECT_EQ(rows(), (Lines{"info depth 7 time 0 score cp 22 pv 7g7f"}));
  // Where its lines had ranks, its last one has the first.
  go();
  stage->child(0, "info depth 7 multipv 1 score cp 22 pv 7g7f");
  stage->child(0, "info depth 7 multipv 2 score cp 2 pv 2g2f");
  votes(0, "7g7f");
  EXPECT_EQ(rows(), (Lines{"info depth 7 time 0 multipv 1 score cp 22 pv 7g7f"}));
}

// It has not given it as its answer.
TEST_F(Votes, AnIllegalLineOfWhoWasNotWaitedForIsNoVoidVote) {
  begin(3);
  go();
  stage->child(2, "info depth 1 score cp 5 pv 7g7e");
  votes(0, "7g7f");
  votes(1, "7g7f");
  EXPECT_EQ(stage->last("bestmove"), "bestmove 7g7f");
  EXPECT_TRUE(stage->has("[X] [not waited for] [E3]"));
}

// Its answer may be of an older search; its line is of this one.
TEST_F(Votes, AnIllegalAnswerThatIsDoubtedIsNoVoteWhereItsEngineThinksOn) {
  begin(3);
  for (int i = 0; i < 4; ++i) {
    go();
    for (const int child : {0, 1, 2}) votes(child, "2g2f", "depth 1 score cp 5 pv 2g2f");
  }
  go();
  votes(2, "7g7e");
  stage->child(2, "info depth 1 score cp 7 pv 6g6f");
  votes(0, "7g7f", "depth 1 score cp 5 pv 7g7f");
  votes(1, "7g7f", "depth 1 score cp 5 pv 7g7f");
  EXPECT_EQ(stage->last("bestmove"), "bestmove 7g7f");
  EXPECT_TRUE(stage->has("[X] bestmove 6g6f [P 6g6f]"));
  EXPECT_FALSE(stage->has("void"));
}

TEST_F(Votes, AMoveNobodyVotedForHasTheRulesReason) {
  begin(2, "average");
  go();
  for (const auto& [child, move] : {std::pair(0, "7g7f"), std::pair(1, "5g5f")}) {
    stage->child(child, std::string("info depth 9 multipv 1 score cp 100 pv ") + move);
    stage->child(child, "info depth 9 multipv 2 score cp 90 pv 2g2f 8c8d");
    stage->child(child, std::string("bestmove ") + move);
  }
  ASSERT_EQ(stage->last("bestmove"), "bestmove 2g2f ponder 8c8d");
  EXPECT_TRUE(summary().starts_with("2g2f 0/2: ")) << summary();
  EXPECT_TRUE(summary().ends_with(" | 7g7f: E1 +100 | 5g5f: E2 +100")) << summary();
  EXPECT_GT(summary().size(), std::string("2g2f 0/2:  | 7g7f: E1 +100 | 5g5f: E2 +100").size());
  EXPECT_EQ(rows().size(), 3U);
  EXPECT_TRUE(rows().back().ends_with("multipv 1 score cp 90 pv 2g2f 8c8d")) << rows().back();
}

TEST_F(Votes, AMoveWithoutAnyVoteSaysWhy) {
  const auto played = [&](const std::string& position) {
    begin(2);
    go(position);
    votes(0, "1a1b");
    votes(1, "1a1b");
    EXPECT_EQ(rows().size(), 1U);
    return summary();
  };
  EXPECT_EQ(played("position startpos"),
            "5i4h 0/2: no vote counts, any legal move | no vote: E1, E2");
  EXPECT_EQ(played("position startpos moves 7g7f 3c3d"),
            "8h2b+ 0/2: no vote counts, a capture | no vote: E1, E2");
  EXPECT_EQ(played("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1"),
            "G*5b 0/2: no vote counts, a mate in one | no vote: E1, E2");
  EXPECT_EQ(played("position sfen 8k/9/9/9/9/9/7r1/9/8K b - 1"),
            "1i1h 0/2: no vote counts, the only move | no vote: E1, E2");
}

TEST_F(Votes, WhereThereIsNothingToVoteOnItSaysSo) {
  begin(2);
  go("position sfen 4k4/9/9/9/9/9/9/3ggg3/4K4 b - 1");
  EXPECT_EQ(summary(), "resign: no legal move");
  EXPECT_EQ(rows(), Lines{});
}

TEST_F(Votes, TheReservesMoveIsNoVoteOfTheCouncils) {
  begin(2);
  stage->children.back().starts = true;
  stage->children.back().on_go = {"info depth 3 score cp 5 pv 2g2f", "bestmove 2g2f"};
  go();
  stage->end_child(0);
  stage->end_child(1);
  stage->pass(1000);
  ASSERT_EQ(stage->last("bestmove"), "bestmove 2g2f");
  EXPECT_EQ(summary(),
            "2g2f 0/2: gougi-engine (reserve) +5, no voter's vote counts | no vote: E1, E2");
}

TEST_F(Votes, AnEnginesNameCannotGiveAGuiWordsThatItParses) {
  stage = std::make_unique<Stage>(1, 0);
  stage->settings.engines[0].name = "pv score";
  stage->begin_game();
  go();
  votes(0, "7g7f");
  EXPECT_EQ(summary(), "7g7f 1/1: 'pv' 'score'");
}

TEST_F(Votes, OnlyLinesOfThoughtMayBeLost) {
  begin(2, "optimistic");
  stage->host("setoption name G_ShowAll value true");
  stage->host("setoption name G_InfoInterval value 0");
  stage->host("setoption name G_Explain value true");
  go();
  votes(0, "7g7f", "depth 7 score cp 22 pv 7g7f");
  votes(1, "2g2f", "depth 7 score cp 23 pv 2g2f");
  EXPECT_EQ(stage->may_be_lost, (Lines{"info depth 7 time 0 multipv 1 score cp 22 pv 7g7f",
                                       "info depth 7 time 0 multipv 2 score cp 23 pv 2g2f"}));
  EXPECT_GT(stage->said.size(), 8U);
}

}  // namespace
}  // namespace gougi::relay::testing
