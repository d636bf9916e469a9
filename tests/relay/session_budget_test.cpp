// SPDX-License-Identifier: MIT
// `budget`: what the searches of a move are told together, and what is said and recorded of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "base/text.hpp"
#include "relay/decision_record.hpp"
#include "relay/stage.hpp"

namespace gougi::relay::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A stage with a budget, at its first move.
struct Budgeted : Stage {
  Budgeted(int engines, std::optional<std::int64_t> nodes, std::string consensus = "majority")
      : Stage(engines, 0, std::move(consensus)) {
    settings.budget.nodes = nodes;
  }
  void begin_recorded_game() {
    Environment environment;
    environment.record_since = WallTime(Milliseconds(0));
    begin(environment);
    for (const char* line : {"usi", "isready", "usinewgame", "position startpos"}) host(line);
    said.clear();
  }
  std::vector<std::string> last_goes() const {
    std::vector<std::string> goes;
    for (const ModelChild& child : children) {
      if (const std::string go = child.last("go"); !go.empty()) goes.push_back(go);
    }
    return goes;
  }
  /// Of all `go nodes` lines so far.
  std::int64_t told() const {
    std::int64_t sum = 0;
    for (const ModelChild& child : children) {
      for (const std::string& line : child.heard) {
        if (line.starts_with("go nodes ")) sum += *base::to_int(line.substr(9));
      }
    }
    return sum;
  }
  DecisionRecord record() const {
    const auto read = parse_record(recorded.at(0));
    return read ? std::get<DecisionRecord>(*read) : DecisionRecord{};
  }
};

// One node is the first engine's; the other has none, and is not asked.
TEST(SessionBudget, WhoHasNoNodesIsNotWaitedForBeforeTheReserveIsAsked) {
  Budgeted stage(2, 1);
  stage.children.back().starts = true;
  stage.children.back().on_go = {"bestmove 2g2f"};
  stage.begin_recorded_game();
  stage.host("go btime 0 wtime 0 byoyomi 60000");
  ASSERT_EQ(stage.children[1].count("go "), 0);
  stage.child(0, "bestmove banana");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

TEST(SessionBudget, WhoHasNoNodesIsShownAsThatWhetherOrNotTheOthersAnswerInTime) {
  for (const bool answers : {true, false}) {
    Budgeted stage(2, 1);
    stage.begin_recorded_game();
    stage.host("go btime 0 wtime 0 byoyomi 1000");
    stage.child(0, "info depth 1 score cp 5 pv 7g7f");
    if (answers) stage.child(0, "bestmove 7g7f");
    stage.pass(1000);
    EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
    EXPECT_TRUE(stage.has("info string [-] E2: no share of the budget")) << answers;
  }
}

TEST(SessionBudget, WhateverTheClockTheVotersShareTheNodes) {
  for (const std::string go : {"btime 600000 wtime 600000 binc 1000 winc 1000",
                               "btime 0 wtime 0 byoyomi 1000", "movetime 500"}) {
    Budgeted stage(3, 100'001);
    stage.begin_recorded_game();
    stage.host("go " + go);
    EXPECT_THAT(stage.last_goes(),
                ElementsAre("go nodes 33334", "go nodes 33334", "go nodes 33333"))
        << go;
  }
}

TEST(SessionBudget, IsSharedByShare) {
  Budgeted stage(3, 100);
  stage.settings.engines[0].share = 2;
  stage.settings.engines[2].share = 0;  // on another machine
  stage.begin_recorded_game();
  stage.host("go movetime 1000");
  EXPECT_EQ(stage.children[0].last("go"), "go nodes 67");
  EXPECT_EQ(stage.children[1].last("go"), "go nodes 33");
  EXPECT_THAT(stage.children[2].last("go"), HasSubstr("movetime"));
}

TEST(SessionBudget, WhatGoNodesSaysIsTheSum) {
  Budgeted number(2, 1000);
  number.begin_recorded_game();
  number.host("go nodes 300");
  EXPECT_THAT(number.last_goes(), ElementsAre("go nodes 150", "go nodes 150"));
  Budgeted from_go(2, std::nullopt);
  from_go.begin_recorded_game();
  from_go.host("go nodes 300");
  EXPECT_THAT(from_go.last_goes(), ElementsAre("go nodes 150", "go nodes 150"));
  // Without a budget each has them.
  Budgeted none(2, 0);
  none.begin_recorded_game();
  none.host("go nodes 300");
  EXPECT_THAT(none.last_goes(), ElementsAre("go nodes 300", "go nodes 300"));
}

TEST(SessionBudget, OfFewerNodesThanCanBeSharedTheFirstEngineHasOne) {
  Budgeted stage(3, 1, "exchange");
  stage.begin_recorded_game();
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  EXPECT_THAT(stage.last_goes(), ElementsAre("go nodes 1"));
}

TEST(SessionBudget, FromGoLeavesClocksAlone) {
  Budgeted stage(2, std::nullopt);
  stage.begin_recorded_game();
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  EXPECT_THAT(stage.children[0].last("go"), HasSubstr("byoyomi"));
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 7g7f");
  EXPECT_FALSE(stage.record().budget);
}

TEST(SessionBudget, AnalysisHasNone) {
  Budgeted stage(2, 1000);
  stage.begin_recorded_game();
  stage.host("go infinite");
  EXPECT_EQ(stage.children[0].last("go"), "go infinite");
}

TEST(SessionBudget, TheGuisOptionSetsIt) {
  Budgeted stage(2, 0);
  stage.begin_recorded_game();
  stage.host("setoption name G_BudgetNodes value 300");
  stage.host("go movetime 1000");
  EXPECT_EQ(stage.told(), 300);
}

TEST(SessionBudget, TheGuisIsThatOfTheCouncilsAmongTheEngines) {
  Stage stage(2, 0);
  stage.settings.engines[0].nested = true;
  stage.children[0].option_lines = {"option name G_BudgetNodes type string default 0"};
  stage.begin_game();
  const auto told = [&] { return stage.children[0].last("setoption name G_BudgetNodes"); };
  stage.host("setoption name G_BudgetNodes value 300");
  EXPECT_EQ(told(), "setoption name G_BudgetNodes value from-go");
  stage.host("setoption name E1_G_BudgetNodes value 0");  // as GUIs send what they were shown
  EXPECT_EQ(told(), "setoption name G_BudgetNodes value from-go");
  stage.host("setoption name G_BudgetNodes value 0");
  EXPECT_EQ(told(), "setoption name G_BudgetNodes value 0");
  EXPECT_EQ(stage.children[1].count("setoption name G_BudgetNodes"), 0);
}

TEST(SessionBudget, WithoutTheConfigurationsTheCouncilsAmongTheEnginesHaveNoneEither) {
  Stage stage(2, 0);
  stage.settings.budget.nodes = 1'000;
  stage.settings.engines[0].nested = true;
  stage.children[0].option_lines = {"option name G_BudgetNodes type string default from-go"};
  stage.begin_game();
  stage.host("setoption name G_BudgetNodes value 0");
  EXPECT_EQ(stage.children[0].last("setoption"), "setoption name G_BudgetNodes value 0");
}

TEST(SessionBudget, TheClockStopsThemInTime) {
  Budgeted stage(2, 1'000'000);
  stage.begin_recorded_game();
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  stage.child(0, "info depth 1 score cp 5 nodes 10 pv 7g7f");
  stage.child(1, "info depth 1 score cp 5 nodes 10 pv 2g2f");
  stage.pass(999);
  EXPECT_EQ(stage.children[0].count("stop"), 1);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

// What it is, it says after the nodes have been shared out.
TEST(SessionBudget, WhoComesLateAndUnderstandsNoNodesHasTheTimeThatIsLeft) {
  Budgeted stage(2, 1000);
  const int mirror = stage.mirror(1);
  for (const int late : {1, mirror}) {
    ModelChild& child = stage.children[static_cast<std::size_t>(late)];
    child.name = "GPSShogi";
    child.says_usiok = false;
  }
  stage.begin();
  // The position behind `go` says that nobody waits for `readyok`.
  for (const char* line : {"usi", "isready", "position startpos", "go movetime 1000"}) {
    stage.host(line);
  }
  stage.host("position startpos");
  stage.pass(300);
  for (const int late : {1, mirror}) {
    stage.child(late, "usiok");
    EXPECT_EQ(stage.children[static_cast<std::size_t>(late)].last("go"),
              "go btime 0 wtime 0 byoyomi 624");
  }
  EXPECT_EQ(stage.children[0].last("go"), "go nodes 500");
}

TEST(SessionBudget, WhoIsSlowIsNotHurried) {
  Budgeted stage(3, 300);
  stage.begin_recorded_game();
  stage.host("go btime 20000 wtime 20000");
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 2g2f");
  stage.child(2, "info depth 1 score cp 5 nodes 10 pv 1g1f");
  stage.pass(8'000);
  EXPECT_EQ(stage.children[2].count("stop"), 0);
}

TEST(SessionBudget, WhoHangsIsNotWaitedForAsLongAsTheClockRuns) {
  Budgeted stage(2, 300, "optimistic");
  stage.begin_recorded_game();
  stage.host("go movetime 3600000");
  stage.child(0, "bestmove 7g7f");
  stage.pass(70'000);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(SessionBudget, WhoPlaysAloneHasAll) {
  Budgeted turns(3, 1000, "rotate-plies");
  turns.begin_recorded_game();
  turns.host("go movetime 1000");
  EXPECT_THAT(turns.last_goes(), ElementsAre("go nodes 1000"));
  Budgeted single(1, 1000, "exchange");
  single.begin_recorded_game();
  single.host("go movetime 1000");
  EXPECT_THAT(single.last_goes(), ElementsAre("go nodes 1000"));
}

TEST(SessionBudget, WhoStandsInHasWhatWasNotSearched) {
  Budgeted stage(2, 1000, "rotate-plies");
  stage.begin_recorded_game();
  stage.host("go movetime 10000");
  stage.child(0, "info depth 1 score cp 5 nodes 400 pv 7g7f");
  stage.child(0, "bestmove 5e5e");  // void
  EXPECT_EQ(stage.children[1].last("go"), "go nodes 600");
}

TEST(SessionBudget, WhoStandsInHasNothingOfWhatIsKeptForQuestions) {
  Budgeted stage(3, 1000, "verify");
  stage.begin_recorded_game();
  stage.host("go nodes 1000");
  EXPECT_THAT(stage.last_goes(), ElementsAre("go nodes 700"));
  stage.child(0, "info depth 1 score cp 5 nodes 500 pv 7g7f");
  stage.child(0, "bestmove 5e5e");  // void
  EXPECT_EQ(stage.children[1].last("go"), "go nodes 200");
  stage.child(1, "info depth 1 multipv 1 score cp 5 nodes 200 pv 7g7f");
  stage.child(1, "bestmove 7g7f");
  for (int i = 0; i < 9 && stage.count("bestmove") == 0; ++i) {
    for (const int child : {0, 1, 2}) {
      stage.child(child, "info depth 1 score cp 1 nodes 10 pv 3c3d");
      stage.child(child, "bestmove 3c3d");
    }
  }
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_LE(stage.told() - 200, 1000);
}

TEST(SessionBudget, WhatAnotherHasInItsPlaceWhoComesBackHasNotAsWell) {
  Budgeted stage(2, 1000, "relay-by-progress");
  stage.begin_recorded_game();
  stage.host("go btime 0 wtime 0 byoyomi 60000");
  ASSERT_EQ(stage.children[0].last("go"), "go nodes 1000");
  stage.child(0, "info depth 1 score cp 5 nodes 600 pv 7g7f");
  stage.end_child(0);
  EXPECT_EQ(stage.children[1].last("go"), "go nodes 400");
  stage.pass(20'000);
  EXPECT_EQ(stage.children[0].count("go nodes 400"), 0);
  stage.child(1, "bestmove 2g2f");
  EXPECT_EQ(stage.count("bestmove"), 1);
}

// All that it and the others have not searched is its again.
TEST(SessionBudget, WhoWasReplacedPlaysWhereWhoReplacedItIsLostToo) {
  Budgeted stage(2, 1000, "relay-by-progress");
  stage.begin_recorded_game();
  stage.host("go btime 0 wtime 0 byoyomi 100000");
  stage.child(0, "info depth 1 nodes 200");
  stage.end_child(0);
  ASSERT_EQ(stage.children[1].last("go"), "go nodes 800");
  stage.pass(20'000);
  ASSERT_EQ(stage.children[0].count("go"), 1);
  stage.child(1, "info depth 1 nodes 300");
  stage.end_child(1);
  stage.pass(10'000);
  ASSERT_EQ(stage.children[1].last("go"), "go nodes 500");
  ASSERT_EQ(stage.children[0].count("go"), 1);
  stage.end_child(1);
  EXPECT_EQ(stage.children[0].last("go"), "go nodes 500");
  stage.child(0, "bestmove 7g7f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(SessionBudget, WhoWasReplacedIsWaitedForWhereWhoReplacedItIsLostToo) {
  Budgeted stage(2, 1000, "relay-by-progress");
  stage.begin_recorded_game();
  stage.host("go btime 0 wtime 0 byoyomi 100000");
  stage.end_child(0);
  ASSERT_EQ(stage.children[1].last("go"), "go nodes 1000");
  stage.child(1, "bestmove 5e5e");  // void
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(10'000);
  EXPECT_EQ(stage.children[0].last("go"), "go nodes 1000");
  stage.child(0, "bestmove 7g7f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(SessionBudget, WhoWasReplacedIsShownAsThat) {
  Budgeted stage(2, 1000, "relay-by-progress");
  stage.begin_recorded_game();
  stage.host("go btime 0 wtime 0 byoyomi 60000");
  stage.end_child(0);
  stage.pass(20'000);
  stage.child(1, "bestmove 2g2f");
  EXPECT_TRUE(stage.has("info string [-] E1: replaced by another"));
}

TEST(SessionBudget, TheMirrorOfWhoStandsInGivesNothingBackEither) {
  Budgeted stage(3, 1000, "verify");
  const int twin = stage.mirror(1);
  stage.begin_recorded_game();
  stage.host("go nodes 1000");
  stage.child(0, "info depth 1 score cp 5 nodes 500 pv 7g7f");
  stage.child(0, "bestmove 5e5e");  // void
  ASSERT_EQ(stage.children[1].last("go"), "go nodes 200");
  ASSERT_EQ(stage.children[static_cast<std::size_t>(twin)].last("go"), "go nodes 200");
  stage.children[1].says_usiok = false;
  stage.end_child(1);
  stage.child(twin, "info depth 1 multipv 1 score cp 5 nodes 1 nps 1 pv 7g7f");
  stage.child(twin, "info depth 1 multipv 2 score cp 4 nodes 1 nps 1 pv 2g2f");
  stage.child(twin, "bestmove 7g7f");
  ASSERT_EQ(stage.children[2].last("position"), "position startpos moves 7g7f");
  for (int i = 0; i < 9 && stage.count("bestmove") == 0; ++i) {
    for (const int child : {0, 2, twin}) {
      stage.child(child, "info depth 1 score cp 1 nodes 1000 pv 3c3d");
      stage.child(child, "bestmove 3c3d");
    }
  }
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_LE(stage.told() - 400, 1000);
}

// Of the two that were replaced the one that had the seat is away, and the other is there.
TEST(SessionBudget, WhereWhoReplacedThemIsLostWhoeverOfAPairIsThereHasTheSeat) {
  Budgeted stage(2, 1000, "relay-by-progress");
  const int mirror = stage.mirror(0);
  ModelChild& engine = stage.children[0];
  stage.children.back().starts = true;
  stage.children.back().on_go = {"bestmove 1g1f"};
  stage.begin_recorded_game();
  stage.host("go btime 0 wtime 0 byoyomi 100000");
  engine.says_usiok = stage.children[static_cast<std::size_t>(mirror)].says_usiok = false;
  stage.end_child(0);
  stage.end_child(mirror);
  ASSERT_EQ(stage.children[1].last("go"), "go nodes 1000");
  stage.child(0, "usiok");
  stage.child(1, "info depth 1 nodes 300 pv 2g2f");
  stage.pass(60'000);               // later than the reserve is waited for
  stage.child(1, "bestmove 5e5e");  // void
  EXPECT_EQ(stage.count("bestmove"), 0);
  ASSERT_EQ(engine.count("go"), 2);
  EXPECT_EQ(stage.children.back().count("go"), 0);
  stage.child(0, "bestmove 7g7f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

// Both come back when their part is another's.
TEST(SessionBudget, TheMirrorOfWhoWasReplacedHasNothingEither) {
  Budgeted stage(2, 1000, "relay-by-progress");
  const int mirror = stage.mirror(0);
  ModelChild& engine = stage.children[0];
  ModelChild& twin = stage.children[static_cast<std::size_t>(mirror)];
  stage.begin_recorded_game();
  stage.host("go btime 0 wtime 0 byoyomi 100000");
  ASSERT_EQ(twin.last("go"), "go nodes 1000");
  engine.says_usiok = twin.says_usiok = false;
  stage.end_child(0);
  stage.end_child(mirror);
  ASSERT_EQ(stage.children[1].last("go"), "go nodes 1000");
  for (const int child : {0, mirror}) stage.child(child, "usiok");
  EXPECT_EQ(engine.count("go"), 1);
  EXPECT_EQ(twin.count("go"), 1);
  // Until who has it is lost as well: both think for the seat again.
  stage.child(1, "bestmove 5e5e");  // void
  EXPECT_EQ(engine.count("go"), 2);
  EXPECT_EQ(twin.count("go"), 2);
  stage.end_child(0);
  stage.child(mirror, "bestmove 7g7f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

// The seat goes on to the mirror where its engine is not there yet.
TEST(SessionBudget, TheMirrorOfWhoWasReplacedPlaysWhereWhoReplacedItIsLostToo) {
  Budgeted stage(2, 1000, "relay-by-progress");
  const int mirror = stage.mirror(0);
  stage.begin_recorded_game();
  stage.host("go btime 0 wtime 0 byoyomi 100000");
  for (const int child : {0, mirror}) {
    stage.children[static_cast<std::size_t>(child)].says_usiok = false;
    stage.end_child(child);
  }
  stage.child(mirror, "usiok");
  stage.child(1, "bestmove 5e5e");  // void
  ASSERT_EQ(stage.children[static_cast<std::size_t>(mirror)].count("go"), 2);
  stage.child(mirror, "bestmove 7g7f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

// Whatever each of the two had searched before.
TEST(SessionBudget, WhoComesBackAndItsMirrorAreToldTheSame) {
  Budgeted stage(2, 1000, "relay-by-progress");
  const int mirror = stage.mirror(0);
  stage.begin_recorded_game();
  stage.host("go btime 0 wtime 0 byoyomi 100000");
  stage.child(0, "info depth 1 nodes 200");
  stage.child(mirror, "info depth 1 nodes 400");
  for (const int child : {0, mirror}) {
    stage.children[static_cast<std::size_t>(child)].says_usiok = false;
    stage.end_child(child);
  }
  ASSERT_EQ(stage.children[1].last("go"), "go nodes 600");
  for (const int child : {0, mirror}) stage.child(child, "usiok");
  stage.child(1, "bestmove 5e5e");  // void
  for (const int child : {0, mirror}) {
    EXPECT_EQ(stage.children[static_cast<std::size_t>(child)].last("go"), "go nodes 600") << child;
  }
}

// What it said when its seat was another's before is not its word any more.
TEST(SessionBudget, TheMirrorOfWhoComesBackHasAVoteOnceMore) {
  Budgeted stage(2, 1000, "relay-by-progress");
  const int mirror = stage.mirror(0);
  stage.begin_recorded_game();
  stage.host("go btime 0 wtime 0 byoyomi 100000");
  stage.child(mirror, "bestmove 5e5e");  // void
  stage.children[0].says_usiok = false;
  stage.end_child(0);
  ASSERT_EQ(stage.children[1].count("go"), 1);
  stage.child(0, "usiok");
  stage.child(1, "bestmove 5e5e");  // void
  ASSERT_EQ(stage.children[0].count("go"), 2);
  ASSERT_EQ(stage.children[static_cast<std::size_t>(mirror)].count("go"), 2);
  stage.child(mirror, "bestmove 7g7f");
  stage.end_child(0);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(SessionBudget, CountsBeyondAllMeasureOfWhoComesBackDoNotOverflow) {
  Budgeted stage(2, 1000, "relay-by-progress");
  stage.begin_recorded_game();
  stage.host("go btime 0 wtime 0 byoyomi 100000");
  stage.child(0, "info depth 1 nodes 9223372036854775807");
  stage.children[0].says_usiok = false;
  stage.end_child(0);
  ASSERT_EQ(stage.children[1].last("go"), "go nodes 1");
  stage.child(0, "usiok");
  stage.child(1, "bestmove 5e5e");  // void
  EXPECT_EQ(stage.children[0].last("go"), "go nodes 1");
  stage.child(0, "info depth 1 nodes 9223372036854775807 pv 7g7f");
  stage.child(0, "bestmove 7g7f");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
  EXPECT_TRUE(stage.has("[2000000000000000 nodes"));
}

TEST(SessionBudget, QuorumHurriesNobodyEither) {
  Budgeted stage(3, 300);
  stage.settings.quorum = 2;
  stage.begin_recorded_game();
  stage.host("go btime 0 wtime 0 byoyomi 20000");
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 2g2f");
  stage.pass(8'000);
  EXPECT_EQ(stage.children[2].count("stop"), 0);
}

TEST(SessionBudget, WhatQuestionsToOneWhoIsNotThereWouldHaveOthersHave) {
  Budgeted stage(3, 1000, "verify");
  stage.begin_recorded_game();
  stage.children[1].starts = false;
  stage.end_child(1);
  stage.host("go nodes 1000");
  stage.child(0, "info depth 1 multipv 1 score cp 100 nodes 700 pv 7g7f");
  stage.child(0, "info depth 1 multipv 2 score cp 60 nodes 700 pv 2g2f");
  stage.child(0, "bestmove 7g7f");
  EXPECT_EQ(stage.children[2].last("go"), "go nodes 75");  // 150, for two questions
}

// As one that is an engine of another.
TEST(SessionBudget, ACouncilSaysWhatAllItsEnginesHaveSearched) {
  Budgeted stage(2, 1000, "optimistic");
  stage.begin_recorded_game();
  stage.host("go nodes 1000");
  stage.child(0, "info depth 1 score cp 5 nodes 500 nps 1000 pv 7g7f");
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "info depth 1 score cp 9 nodes 490 nps 2000 pv 2g2f");
  stage.child(1, "bestmove 2g2f");
  EXPECT_THAT(stage.last("info depth"), HasSubstr(" nodes 990 nps 3000 "));
}

TEST(SessionBudget, WhoCountsBelowZeroHasSearchedNothing) {
  for (const std::string count : {"-2000000000", "-9223372036854775808"}) {
    for (const std::optional<std::int64_t> budget : {std::optional<std::int64_t>(1000), {0}}) {
      Budgeted stage(3, budget, "optimistic");
      stage.begin_recorded_game();
      stage.host("go nodes 1000");
      stage.pass(10);
      for (const int child : {0, 1}) {
        stage.child(child, "info depth 1 score cp 5 nodes " + count + " nps " + count + " pv 7g7f");
        stage.child(child, "bestmove 7g7f");
      }
      stage.child(2, "info depth 1 score cp 9 nodes 300 nps 2000 pv 2g2f");
      stage.child(2, "bestmove 2g2f");
      EXPECT_THAT(stage.last("info depth"), HasSubstr(" nodes 300 nps 2000 ")) << count;
    }
  }
}

TEST(SessionBudget, NobodyThinksOnItInTheOpponentsTime) {
  Budgeted stage(2, 1000);
  stage.begin_recorded_game();
  stage.host("go ponder btime 0 wtime 0 byoyomi 1000");
  EXPECT_EQ(stage.told(), 0);
  EXPECT_THAT(stage.last_goes(), ElementsAre());
  stage.host("ponderhit");
  EXPECT_THAT(stage.last_goes(), ElementsAre("go nodes 500", "go nodes 500"));
}

TEST(SessionBudget, QuestionsHaveWhatTheBallotsLeave) {
  Budgeted stage(3, 10'000, "exchange");
  stage.begin_recorded_game();
  stage.host("go nodes 10000");
  EXPECT_EQ(stage.told(), 4'500);
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 2g2f");
  stage.child(2, "bestmove 2g2f");
  // E1 is asked of 2g2f, E2 and E3 of 7g7f: 5500 by three.
  EXPECT_THAT(stage.last_goes(), ElementsAre("go nodes 1834", "go nodes 1833", "go nodes 1833"));
  EXPECT_EQ(stage.told(), 10'000);
  for (const int child : {0, 1, 2}) {
    stage.child(child, "info depth 1 score cp 1 nodes 1700 pv 3c3d");
    stage.child(child, "bestmove 3c3d");
  }
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_EQ(stage.told(), 10'000);
}

TEST(SessionBudget, AQuestionAfterAnotherHasTheRest) {
  Budgeted stage(3, 1000, "veto");
  stage.begin_recorded_game();
  stage.host("go nodes 1000");
  EXPECT_EQ(stage.told(), 600);
  for (const auto& [child, move] : {std::pair{0, "7g7f"}, std::pair{1, "2g2f"}, {2, "1g1f"}}) {
    stage.child(child, "info depth 1 score cp 300 pv " + std::string(move));
    stage.child(child, "bestmove " + std::string(move));
  }
  EXPECT_EQ(stage.children[1].last("go"), "go nodes 150");
  stage.child(1, "info depth 1 score cp 900 pv 3c3d");  // of the opponent: a veto
  stage.child(1, "bestmove 3c3d");
  EXPECT_EQ(stage.children[0].last("go"), "go nodes 250");
  EXPECT_EQ(stage.told(), 1000);
}

TEST(SessionBudget, TheRecordAndTheTableSayWhatWasSearchedAndHowFast) {
  Budgeted stage(2, 1000, "optimistic");
  stage.begin_recorded_game();
  stage.host("go movetime 1000");
  stage.pass(10);
  stage.child(0, "info depth 1 score cp 5 nodes 500 pv 7g7f");
  stage.child(0, "bestmove 7g7f");
  stage.pass(10);
  stage.child(1, "info depth 1 score cp 9 nodes 490 pv 2g2f");
  stage.child(1, "bestmove 2g2f");
  const auto budget = stage.record().budget;
  ASSERT_TRUE(budget);
  EXPECT_EQ(budget->nodes, 1000);
  EXPECT_FALSE(budget->normalised);
  const RecordedSearch first{1, std::nullopt, 500, 500, 500, Milliseconds(10), 50'000};
  const RecordedSearch second{2, std::nullopt, 500, 500, 490, Milliseconds(20), 24'500};
  EXPECT_THAT(budget->searches, ElementsAre(first, second));
  EXPECT_TRUE(stage.has("[value 5] [500 nodes, 50000 a second] [E1]"));
}

TEST(SessionBudget, NormalisedASlowEngineHasFewerFromTheSecondMoveOn) {
  Budgeted stage(2, 1000, "optimistic");
  stage.settings.budget.normalise = true;
  stage.begin_recorded_game();
  stage.host("go movetime 1000");
  EXPECT_THAT(stage.last_goes(), ElementsAre("go nodes 500", "go nodes 500"));
  stage.pass(10);
  stage.child(0, "info depth 1 score cp 5 nodes 500 pv 7g7f");
  stage.child(0, "bestmove 7g7f");
  stage.pass(10);
  stage.child(1, "info depth 1 score cp 5 nodes 500 pv 7g7f");
  stage.child(1, "bestmove 7g7f");
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go movetime 1000");
  EXPECT_THAT(stage.last_goes(), ElementsAre("go nodes 500", "go nodes 250"));
}

TEST(SessionBudget, WhoIsAskedAgainHasWhatItHadNotComeTo) {
  Budgeted stage(2, 1000);
  stage.begin_recorded_game();
  stage.host("go btime 0 wtime 0 byoyomi 60000");
  stage.child(1, "info depth 1 score cp 5 nodes 200 pv 7g7f");
  stage.end_child(1);
  stage.pass(20'000);
  EXPECT_EQ(stage.children[1].last("go"), "go nodes 300");
  // What it had searched before is counted once, whether or not it says more.
  stage.child(1, "bestmove 7g7f");
  stage.child(0, "info depth 1 score cp 5 nodes 500 pv 7g7f");
  stage.child(0, "bestmove 7g7f");
  EXPECT_THAT(stage.last("info depth"), HasSubstr(" nodes 700 "));
  EXPECT_TRUE(stage.has("[200 nodes"));
}

// What who was sure early has not searched.

TEST(SessionBudget, QuestionsHaveWhatTheBallotsDidNotSearch) {
  Budgeted stage(2, 10'000, "exchange");
  stage.begin_recorded_game();
  stage.host("go nodes 10000");
  EXPECT_THAT(stage.last_goes(), ElementsAre("go nodes 2250", "go nodes 2250"));
  stage.pass(100);
  // Sure after 250 nodes: 2000 are left. The other has searched all, and says less.
  stage.child(0, "info depth 1 score cp 5 nodes 250 nps 2500 pv 7g7f");
  stage.child(0, "bestmove 7g7f");
  stage.pass(900);
  stage.child(1, "info depth 1 score cp 5 nodes 1800 nps 2250 pv 2g2f");
  stage.child(1, "bestmove 2g2f");
  EXPECT_THAT(stage.last_goes(), ElementsAre("go nodes 3750", "go nodes 3750"));
  for (const int child : {0, 1}) {
    stage.child(child, "info depth 1 score cp 1 nodes 3750 nps 2500 pv 3c3d");
    stage.child(child, "bestmove 3c3d");
  }
  const auto budget = stage.record().budget;
  ASSERT_TRUE(budget);
  ASSERT_EQ(budget->searches.size(), 4U);
  EXPECT_EQ(budget->searches[0].given_back, 2000);
  EXPECT_EQ(budget->searches[1].given_back, 0);  // as fast as it says it is, it has searched all
  std::int64_t told = 0;
  std::int64_t given_back = 0;
  std::int64_t searched = 0;
  for (const RecordedSearch& search : budget->searches) {
    told += search.told;
    given_back += search.given_back;
    searched += search.nodes;
  }
  EXPECT_EQ(told, stage.told());
  EXPECT_LE(told - given_back, 10'000);
  EXPECT_LE(searched, 10'000);
}

TEST(SessionBudget, NothingIsGivenBackByWhoDoesNotSayHowFastItIsOrHasNotAnswered) {
  Budgeted stage(2, 10'000, "exchange");
  stage.begin_recorded_game();
  stage.host("go nodes 10000");
  stage.child(0, "info depth 1 score cp 5 nodes 250 pv 7g7f");
  stage.child(0, "bestmove 7g7f");
  stage.child(1, "bestmove 2g2f");  // from a book, perhaps
  EXPECT_THAT(stage.last_goes(), ElementsAre("go nodes 2750", "go nodes 2750"));
}

TEST(SessionBudget, AQuestionThatIsNotTheLastHasItsShareAndWhatWasGivenBack) {
  Budgeted stage(2, 1000, "verify");
  stage.begin_recorded_game();
  stage.host("go nodes 1000");
  EXPECT_THAT(stage.last_goes(), ElementsAre("go nodes 700"));
  stage.pass(10);
  stage.child(0, "info depth 1 multipv 1 score cp 100 nodes 300 nps 1000 pv 7g7f");
  stage.child(0, "info depth 1 multipv 2 score cp 60 nodes 300 nps 1000 pv 2g2f");
  stage.child(0, "bestmove 7g7f");
  EXPECT_EQ(stage.children[1].last("go"), "go nodes 275");  // of 150 and 400, for two questions
  const auto answer = [&](int child, int cp) {              // all that it was told
    const std::string nodes = stage.children[static_cast<std::size_t>(child)].last("go").substr(9);
    stage.child(child, "info depth 1 score cp " + std::to_string(cp) + " nodes " + nodes +
                           " nps 1000 pv 3c3d");
    stage.child(child, "bestmove 3c3d");
  };
  answer(1, 200);
  answer(1, -200);
  answer(0, 50);
  answer(0, -50);
  EXPECT_EQ(stage.told(), 1400);
  std::int64_t searched = 0;
  const DecisionRecord record = stage.record();
  for (const RecordedSearch& search : record.budget->searches) searched += search.nodes;
  EXPECT_EQ(searched, 1000);
}

// verify asks engines that have no vote.

TEST(SessionBudget, VerifyGivesTheAnchorItsPartAndTheOthersTheirs) {
  Budgeted stage(3, 1000, "verify");
  stage.begin_recorded_game();
  stage.host("go nodes 1000");
  EXPECT_THAT(stage.last_goes(), ElementsAre("go nodes 700"));
  stage.child(0, "info depth 1 multipv 1 score cp 100 nodes 700 pv 7g7f");
  stage.child(0, "info depth 1 multipv 2 score cp 60 nodes 700 pv 2g2f");
  stage.child(0, "bestmove 7g7f");
  EXPECT_EQ(stage.told(), 700 + 38 + 38);  // 75 each, for two questions one after another
  EXPECT_EQ(stage.children[1].last("position"), "position startpos moves 7g7f");
  const auto answer = [&](int child, int cp) {
    stage.child(child, "info depth 1 score cp " + std::to_string(cp) + " nodes 30 pv 3c3d");
    stage.child(child, "bestmove 3c3d");
  };
  answer(1, 200);  // of the opponent: bad for us
  EXPECT_EQ(stage.children[1].last("position"), "position startpos moves 2g2f");
  answer(1, -200);
  answer(2, 0);
  answer(2, 0);
  EXPECT_EQ(stage.told(), 700 + 150 + 75);
  answer(0, 50);
  answer(0, -50);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
  EXPECT_EQ(stage.told(), 1000);
  EXPECT_EQ(stage.record().budget->searches.size(), 7U);
}

}  // namespace
}  // namespace gougi::relay::testing
