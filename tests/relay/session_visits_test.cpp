// SPDX-License-Identifier: MIT
// Visits of tree searches: how engines print them, and what the vote makes of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "notation/freeze.hpp"
#include "relay/decision_record.hpp"
#include "relay/stage.hpp"

namespace gougi::relay::testing {
namespace {

using consensus::MoveVisits;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

usi::Move move(const char* text) { return *usi::parse_move(text); }

struct Vote {
  std::vector<MoveVisits> visits;  ///< as recorded
  std::string table;
};

/// One engine's vote for 7g7f after these lines.
Vote vote_after(const std::vector<std::string>& lines, bool lines_tell_visits = false) {
  Stage stage(1, 0, "visits");
  if (lines_tell_visits) stage.settings.engines[0].capabilities = {"visits"};
  Environment environment;
  environment.record_since = WallTime(Milliseconds(0));
  stage.begin(environment);
  for (const char* const line : {"usi", "isready", "usinewgame", "position startpos"}) {
    stage.host(line);
  }
  stage.host("go byoyomi 1000");
  for (const std::string& line : lines) stage.child(0, line);
  stage.child(0, "bestmove 7g7f");
  const auto record = parse_record(stage.recorded.at(0));
  const auto& decision = std::get<DecisionRecord>(*record);
  return {decision.voters.at(0).voter.ballot->visits, stage.last("info string [")};
}

TEST(VisitsOfAVote, AreReadOfVerboseMoveStats) {
  const Vote vote = vote_after({"info string 2g2f  (322 ) N:     200 (+ 0) (P: 12.28%)",
                                "info string 7g7f  (20 ) N:     500 (+ 0) (P: 20.00%)",
                                "info string 7g7f  (20 ) N:     600 (+ 0) (P: 20.00%)",
                                "info string node  (  20) N:     800 (+ 0)"});
  EXPECT_THAT(vote.visits,
              ElementsAre(MoveVisits{move("7g7f"), 600}, MoveVisits{move("2g2f"), 200}));
  EXPECT_THAT(vote.table, HasSubstr("[75.0% of its visits]"));
}

TEST(VisitsOfAVote, AreReadOfBareDebugMessages) {
  const Vote vote = vote_after({"0:2g2f move_count:100 nnrate:0.1 win_rate:0.5",
                                "1:7g7f move_count:300 nnrate:0.2 win_rate:0.6",
                                "2:1g1f move_count:0 nnrate:0.0 win_rate:0"});
  EXPECT_THAT(vote.visits,
              ElementsAre(MoveVisits{move("7g7f"), 300}, MoveVisits{move("2g2f"), 100}));
}

TEST(VisitsOfAVote, AreReadOfNodesOnlyWhereTheConfigurationSaysSo) {
  const std::vector<std::string> lines{"info depth 3 multipv 1 nodes 70 score cp 50 pv 7g7f",
                                       "info depth 3 multipv 2 nodes 30 score cp 10 pv 2g2f"};
  EXPECT_THAT(vote_after(lines, true).visits,
              ElementsAre(MoveVisits{move("7g7f"), 70}, MoveVisits{move("2g2f"), 30}));
  EXPECT_THAT(vote_after(lines).visits, IsEmpty());
  EXPECT_EQ(vote_after(lines).table.find("visits"), std::string::npos);
}

TEST(VisitsOfAVote, OfMovesThatAreIllegalDoNotCount) {
  EXPECT_THAT(vote_after({"info string 7g7e (1) N: 500", "info string 7g7f (1) N: 5"}).visits,
              ElementsAre(MoveVisits{move("7g7f"), 5}));
}

TEST(VisitsOfAVote, DecideWithTheOthersWinRates) {
  Stage stage(2, 0, "visits");
  stage.begin_game();
  stage.host("setoption name G_Explain value true");
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.child(0, "info depth 1 score cp 0 pv 7g7f");
  stage.child(0, "info string 7g7f (1) N: 550");
  stage.child(0, "info string 2g2f (1) N: 450");
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "info depth 9 multipv 1 score cp 100 pv 2g2f");
  stage.child(1, "info depth 9 multipv 2 score cp -100 pv 7g7f");
  stage.child(1, "bestmove 2g2f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
  EXPECT_TRUE(stage.has("visits: 64.")) << stage.last("info string 2g2f");
  EXPECT_TRUE(stage.has("E1 45.0% of its visits, E2 8"));
}

TEST(VisitsOfAVote, WhoTellsThemByItsLinesThinksWithMoreOfThem) {
  Stage stage(2, 0, "visits");
  stage.settings.engines[0].capabilities = {"visits"};
  for (int i = 0; i < 2; ++i) {
    stage.children[static_cast<std::size_t>(i)].option_lines = {
        "option name MultiPV type spin default 1 min 1 max 100"};
  }
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  EXPECT_EQ(stage.children[0].last("setoption name MultiPV"), "setoption name MultiPV value 8");
  EXPECT_EQ(stage.children[1].last("setoption name MultiPV"), "setoption name MultiPV value 2");
}

}  // namespace
}  // namespace gougi::relay::testing
