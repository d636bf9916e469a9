// SPDX-License-Identifier: MIT
// The value of a vote, and the lines of engines that print seldom and end with a bound.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "relay/decision_record.hpp"
#include "relay/stage.hpp"

namespace gougi::relay::testing {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

/// What one engine's vote is shown and recorded as, after these lines and `stop`'s bestmove.
struct Heard {
  std::string table;
  std::string shown;     ///< the last line of thought
  std::string recorded;  ///< the ballot's score, as JSON
};

Heard vote_after(const std::vector<std::string>& lines, const std::string& best) {
  Stage stage(1, 0, "optimistic");
  Environment environment;
  environment.record_since = WallTime(Milliseconds(0));
  stage.begin(environment);
  stage.host("usi");
  stage.host("isready");
  stage.host("usinewgame");
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  for (const std::string& line : lines) stage.child(0, line);
  stage.child(0, "bestmove " + best);
  Heard heard{stage.last("info string ["), stage.last("info depth"), ""};
  const std::string record = stage.recorded.at(0);
  const auto at = record.find("\"score\":", record.find("\"choice\""));
  if (at != std::string::npos) heard.recorded = record.substr(at, record.find('}', at) + 1 - at);
  return heard;
}

TEST(VoteValue, IsTheNewestExactScoreOfTheMoveVotedFor) {
  const Heard heard =
      vote_after({"info depth 11 seldepth 15 score cp 25 nodes 9000 nps 900000 hashfull 1 time 10 "
                  "pv 7g7f 3c3d 2g2f",
                  "info depth 12 seldepth 16 score cp 31 nodes 9800 nps 900000 hashfull 1 time 11 "
                  "pv 2g2f 8c8d",
                  "info depth 13 seldepth 18 score cp 23 lowerbound nodes 18723 nps 900000 "
                  "hashfull 2 time 20 pv 7g7f 8c8d"},
                 "7g7f");
  EXPECT_THAT(heard.table, HasSubstr("[value 25]"));
  EXPECT_THAT(heard.shown, HasSubstr(" score cp 25 pv 7g7f 3c3d 2g2f"));
  EXPECT_THAT(heard.shown, HasSubstr("info depth 11 "));
  EXPECT_EQ(heard.recorded, R"("score":{"cp":25})");
}

TEST(VoteValue, WithoutOneIsTheNewestBoundOfTheMove) {
  const Heard heard = vote_after({"info depth 12 score cp 31 pv 2g2f 8c8d",
                                  "info depth 13 score cp 20 lowerbound pv 7g7f 3c3d",
                                  "info depth 13 score cp 45 lowerbound pv 7g7f 8c8d 2g2f"},
                                 "7g7f");
  EXPECT_THAT(heard.table, HasSubstr("[value ≥ 45]"));
  EXPECT_THAT(heard.shown, HasSubstr(" score cp 45 lowerbound pv 7g7f 8c8d 2g2f"));
  EXPECT_THAT(heard.shown, HasSubstr("info depth 13 "));
  EXPECT_EQ(heard.recorded, R"("score":{"cp":45,"bound":"lower"})");
}

TEST(VoteValue, OfALineThatIsTheOnlyOneOfItsSearchCounts) {
  const Heard heard = vote_after({"info depth 17 seldepth 25 score cp 4 upperbound nodes 187236 "
                                  "nps 1248240 hashfull 41 time 150 pv 7g7f 3c3d"},
                                 "7g7f");
  EXPECT_THAT(heard.table, HasSubstr("[value ≤ 4]"));
  EXPECT_THAT(heard.shown, HasSubstr(" score cp 4 upperbound pv 7g7f 3c3d"));
  EXPECT_EQ(heard.recorded, R"("score":{"cp":4,"bound":"upper"})");
}

TEST(VoteValue, WithoutAnythingOfTheMoveIsTheNewestExactScoreOfTheSearch) {
  const Heard heard =
      vote_after({"info depth 11 score cp 25 pv 5g5f", "info depth 12 score cp 31 pv 2g2f 8c8d",
                  "info depth 13 score cp 60 lowerbound pv 5g5f"},
                 "7g7f");
  EXPECT_THAT(heard.table, HasSubstr("[value 31]"));
  EXPECT_THAT(heard.shown, EndsWith(" pv 7g7f"));
}

TEST(VoteValue, IsNeverABoundOfAnotherMove) {
  const Heard heard = vote_after({"info depth 13 score cp 60 lowerbound pv 5g5f"}, "7g7f");
  EXPECT_THAT(heard.table, HasSubstr("[value none]"));
  EXPECT_THAT(heard.shown, EndsWith(" pv 7g7f"));
  EXPECT_EQ(heard.recorded, "");
}

TEST(VoteValue, OfWhoResignsIsNoBound) {
  EXPECT_THAT(vote_after({"info depth 13 score cp -3000 upperbound pv 5g5f"}, "resign").table,
              HasSubstr("[value none]"));
  EXPECT_THAT(vote_after({"info depth 12 score cp -2900 pv 5g5f",
                          "info depth 13 score cp -3000 upperbound pv 5g5f"},
                         "resign")
                  .table,
              HasSubstr("[value -2900]"));
}

TEST(VoteValue, MayHaveBeenSaidOfTheMoveInAnyRank) {
  const Heard heard = vote_after({"info depth 11 multipv 1 score cp 40 pv 2g2f 8c8d",
                                  "info depth 11 multipv 2 score cp 33 pv 7g7f 3c3d",
                                  "info depth 12 multipv 1 score cp 12 upperbound pv 2g2f",
                                  "info depth 12 multipv 1 score cp 35 lowerbound pv 7g7f 8c8d"},
                                 "7g7f");
  EXPECT_THAT(heard.table, HasSubstr("[value 33]"));
  EXPECT_THAT(heard.shown, HasSubstr(" score cp 33 pv 7g7f 3c3d"));
}

// That it is at most a mate, or at least not mated sooner, is true of every position.
TEST(VoteValue, IsNoBoundThatSaysNothing) {
  for (const char* nothing : {"mate 5 upperbound", "mate -4 lowerbound"}) {
    const std::string score = nothing;
    EXPECT_THAT(vote_after({"info depth 9 score " + score + " pv 7g7f 3c3d"}, "7g7f").table,
                HasSubstr("[value none]"));
    const Heard after_another = vote_after(
        {"info depth 8 score cp 31 pv 2g2f", "info depth 9 score " + score + " pv 7g7f"}, "7g7f");
    EXPECT_THAT(after_another.table, HasSubstr("[value 31]"));
  }
  EXPECT_THAT(vote_after({"info depth 9 score mate 5 lowerbound pv 7g7f"}, "7g7f").table,
              HasSubstr("[value ≥ mate +5]"));
  EXPECT_THAT(vote_after({"info depth 9 score mate -4 upperbound pv 7g7f"}, "7g7f").table,
              HasSubstr("[value ≤ mate -4]"));
}

TEST(VoteValue, OfAScoreWithoutPvIsThatOfTheLineBeforeIt) {
  const Heard heard = vote_after(
      {"info depth 8 score cp 31 pv 7g7f 3c3d", "info depth 9 score cp 35", "info depth 10"},
      "7g7f");
  EXPECT_THAT(heard.table, HasSubstr("[value 35]"));
  EXPECT_THAT(heard.shown, HasSubstr(" score cp 35 pv 7g7f 3c3d"));
  EXPECT_THAT(vote_after({"info depth 9 score cp 35"}, "7g7f").table, HasSubstr("[value 35]"));
  EXPECT_THAT(vote_after({"info depth 9 score cp 35 lowerbound"}, "7g7f").table,
              HasSubstr("[value none]"));
}

TEST(VoteValue, OfAVoteReadOffALineIsThatLines) {
  Stage stage(2, 0, "optimistic");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.child(0, "info depth 9 score cp 10 pv 2g2f");
  stage.child(0, "bestmove 2g2f");
  stage.pass(940);  // it was told to stop, and its last line comes
  ASSERT_EQ(stage.children[1].count("stop"), 1);
  stage.child(1, "info depth 17 score cp 64 lowerbound time 940 pv 7g7f 3c3d");
  stage.pass(60);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f ponder 3c3d");
  EXPECT_TRUE(stage.has("[O] bestmove 7g7f [P 7g7f] [value ≥ 64] [from its last line] [E2]"));
}

TEST(VoteValue, OfAReplyIsJudgedLikewise) {
  Stage stage(2, 0, "exchange");
  stage.begin_game();
  stage.host("setoption name G_Explain value true");
  stage.host("position startpos");
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  stage.child(0, "info depth 1 score cp 50 pv 7g7f");
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "info depth 1 score cp 30 pv 2g2f");
  stage.child(1, "bestmove 2g2f");
  stage.child(0, "info depth 9 score cp 400 pv 4a3b");
  stage.child(0, "info depth 10 score cp -90 upperbound pv 3c3d");  // at least 90 for us
  stage.child(0, "bestmove 3c3d");
  stage.child(1, "info depth 1 score cp 10 pv 8c8d");
  stage.child(1, "bestmove 8c8d");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
  EXPECT_TRUE(stage.has("E1: opponent after 2g2f, win rate ≤ 46.3%"));
}

TEST(VoteValue, OfABoundIsAnInequalityInTheTableWithWhatTheChangeIsAtLeastOrAtMost) {
  Stage stage(1, 0);
  stage.begin_game();
  std::string moves;
  const auto row = [&](const std::string& score, const std::string& move) {
    stage.host("position startpos moves" + moves);
    stage.host("go byoyomi 1000");
    stage.child(0, "info depth 9 score " + score + " pv " + move);
    stage.child(0, "bestmove " + move);
    const std::string line = stage.last("info string [O]");
    return line.substr(line.find("[value"));
  };
  EXPECT_EQ(row("cp 61", "7g7f"), "[value 61] [E1]");
  moves = " 7g7f 3c3d";
  EXPECT_EQ(row("cp 83 lowerbound", "2g2f"), "[value ≥ 83 (before 61, change ≥ 22)] [E1]");
  moves += " 2g2f 8c8d";
  EXPECT_EQ(row("cp 90", "2f2e"), "[value 90 (before ≥ 83, change ≤ 7)] [E1]");
  moves += " 2f2e 8d8e";
  EXPECT_EQ(row("cp 4 upperbound", "6i7h"), "[value ≤ 4 (before 90, change ≤ -86)] [E1]");
  moves += " 6i7h 4a3b";
  // At most 4 before and at most 9 now: nobody knows what that is a change of.
  EXPECT_EQ(row("cp 9 upperbound", "3i3h"), "[value ≤ 9 (before ≤ 4)] [E1]");
}

TEST(VoteValue, OfARankIsTheNewestExactScoreOfItsMoveElseTheNewestBound) {
  Stage stage(1, 0, "average");
  Environment environment;
  environment.record_since = WallTime(Milliseconds(0));
  stage.begin(environment);
  stage.host("usi");
  stage.host("isready");
  stage.host("usinewgame");
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.child(0, "info depth 11 multipv 1 score cp 40 pv 2g2f 8c8d");
  stage.child(0, "info depth 11 multipv 2 score cp 33 pv 7g7f 3c3d");
  // The next iteration is broken off in its second rank.
  stage.child(0, "info depth 12 multipv 1 score cp 44 pv 7g7f 8c8d");
  stage.child(0, "info depth 12 multipv 2 score cp 38 upperbound pv 2g2f 3c3d");
  stage.child(0, "info depth 11 multipv 3 score cp 20 lowerbound pv 5g5f");
  stage.child(0, "bestmove 7g7f");
  EXPECT_THAT(stage.recorded.at(0),
              HasSubstr(R"("lines":[{"move":"7g7f","score":{"cp":44}},)"
                        R"({"move":"2g2f","score":{"cp":40}},)"
                        R"({"move":"5g5f","score":{"cp":20,"bound":"lower"}}])"));
}

TEST(VoteValue, OfAMoveTakenFromARankIsShownWithThatRanksLine) {
  Stage stage(2, 0, "average");
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go byoyomi 1000");
  stage.child(0, "info depth 9 multipv 1 score cp 100 pv 7g7f 3c3d");
  stage.child(0, "info depth 8 multipv 2 score cp 90 pv 2g2f 8c8d");
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "info depth 9 multipv 1 score cp 100 pv 5g5f 3c3d");
  stage.child(1, "info depth 9 multipv 2 score cp 80 lowerbound pv 2g2f 8c8d");
  stage.child(1, "bestmove 5g5f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f ponder 8c8d");
  EXPECT_EQ(stage.last("info depth"), "info depth 8 time 0 multipv 1 score cp 90 pv 2g2f 8c8d");
}

TEST(VoteValue, OfAnInterimAnswerStaysWithItsMove) {
  Stage stage(1, 0);
  stage.settings.ponder = settings::PonderMode::kSingle;
  stage.begin_game();
  stage.host("setoption name USI_Ponder value true");
  stage.host("position startpos moves 7g7f 8c8d");
  stage.host("go ponder btime 0 wtime 0 byoyomi 10000");
  stage.child(0, "info depth 9 score cp 71 pv 2g2f 3c3d");
  stage.child(0, "info depth 10 score cp 80 pv 6i7h 3c3d");
  stage.host("ponderhit btime 0 wtime 0 byoyomi 1000");  // another clock: it begins anew
  ASSERT_EQ(stage.children[0].last("stop"), "stop");
  stage.child(0, "bestmove 2g2f");
  stage.pass(1000);
  EXPECT_TRUE(stage.has("[value 71] [from its last line]")) << stage.last("info string");
}

TEST(VoteValue, OfABoundIsRecordedAsOneAndDecidedAgainAsItWas) {
  for (const char* rule : {"optimistic", "pessimistic", "optimistic-rise", "average", "softmax"}) {
    Stage stage(2, 0, rule);
    Environment environment;
    environment.record_since = WallTime(Milliseconds(0));
    stage.begin(environment);
    for (const char* line : {"usi", "isready", "usinewgame"}) stage.host(line);
    for (const char* moves : {"", " moves 1g1f 1c1d"}) {
      stage.host("position startpos" + std::string(moves));
      stage.host("go byoyomi 1000");
      stage.child(0, "info depth 14 multipv 1 score cp 300 lowerbound time 461 pv 7g7f 8c8d");
      stage.child(0, "bestmove 7g7f");
      stage.child(1, "info depth 13 multipv 1 score cp -80 upperbound time 303 pv 2g2f 8c8d");
      stage.child(1, "bestmove 2g2f");
    }
    ASSERT_EQ(stage.recorded.size(), 2U) << rule;
    const auto line = parse_record(stage.recorded[1]);
    ASSERT_TRUE(line) << line.error().message;
    const auto& record = std::get<DecisionRecord>(*line);
    EXPECT_EQ(record.voters[0].voter.ballot->score,
              (usi::Score{usi::Centipawns{300}, usi::Bound::kLower}));
    EXPECT_EQ(record.voters[1].voter.previous,
              (usi::Score{usi::Centipawns{-80}, usi::Bound::kUpper}));
    const Redecision again = decide_again(record, *consensus::find_strategy(rule));
    EXPECT_TRUE(again.choice == record.choice) << rule;
    EXPECT_EQ(again.reason, record.reason) << rule;
  }
}

// --- a last line may still come
// --------------------------------------------------------------------

TEST(LastLine, WhoIsCutShortForTheRestOfTheRoundIsToldToStopFirst) {
  Stage stage(3, 0, "exchange");
  stage.settings.quorum = 2;
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 600000 wtime 600000");
  stage.child(2, "info depth 9 score cp 10 pv 5g5f");
  stage.pass(9000);
  stage.child(0, "info depth 9 score cp 20 pv 7g7f");
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "info depth 9 score cp 30 pv 2g2f");
  stage.child(1, "bestmove 2g2f");
  stage.pass(1001);  // a ninth of their time
  ASSERT_EQ(stage.children[2].count("stop"), 1);
  EXPECT_EQ(stage.children[0].count("go"), 1);  // the ballots are not taken yet
  stage.child(2, "info depth 12 score cp 44 upperbound pv 3g3f 3c3d");
  stage.child(2, "bestmove 3g3f");
  EXPECT_EQ(stage.children[0].last("position"), "position startpos moves 2g2f");
  EXPECT_EQ(stage.children[2].count("go"), 2);
}

TEST(LastLine, IsWaitedForWhereTheVotesAgreeSoFarToo) {
  Stage stage(3, 0, "veto");
  stage.settings.quorum = 2;
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 600000 wtime 600000");
  stage.child(2, "info depth 9 score cp 10 pv 7g7f");
  stage.pass(9000);
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 7g7f");
  stage.pass(1001);
  ASSERT_EQ(stage.children[2].count("stop"), 1);  // no more time for it: enough have answered
  stage.child(2, "info depth 12 score cp 44 upperbound pv 7g7f 3c3d");
  stage.child(2, "bestmove 7g7f");
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(LastLine, WhoDoesNotStopThenIsNotWaitedForLong) {
  Stage stage(3, 0, "exchange");
  stage.settings.quorum = 2;
  stage.begin_game();
  stage.host("position startpos");
  stage.host("go btime 600000 wtime 600000");
  stage.child(2, "info depth 9 score cp 10 pv 5g5f");
  stage.pass(9000);
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 2g2f");
  stage.pass(1001);
  EXPECT_EQ(stage.children[0].count("go"), 1);
  stage.pass(200);
  EXPECT_EQ(stage.children[0].count("go"), 2);
}

}  // namespace
}  // namespace gougi::relay::testing
