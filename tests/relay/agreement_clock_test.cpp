// SPDX-License-Identifier: MIT
// The agreement clock: its arithmetic, and what a session does with it.
#include "relay/agreement_clock.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "notation/freeze.hpp"
#include "relay/decision_record.hpp"
#include "relay/stage.hpp"

namespace gougi::relay::testing {
namespace {

using ::testing::HasSubstr;

usi::Move move(const char* text) { return *usi::parse_move(text); }

usi::SearchLimits clocks(int time, int byoyomi, int increment) {
  usi::SearchLimits limits;
  limits.clock.given = true;
  limits.clock.btime = Milliseconds(time);
  limits.clock.byoyomi = Milliseconds(byoyomi);
  limits.clock.binc = Milliseconds(increment);
  return limits;
}

TEST(AgreementArithmetic, TheUsualTimeIsAPartOfTheMainTimeAndAllOfTheRest) {
  const auto usual = [](int time, int byoyomi, int increment) {
    return usual_time(clocks(time, byoyomi, increment), shogi::Color::kBlack, 40).count();
  };
  EXPECT_EQ(usual(400'000, 0, 0), 10'000);
  EXPECT_EQ(usual(400'000, 3000, 0), 13'000);
  EXPECT_EQ(usual(400'000, 0, 5000), 15'000);
}

TEST(AgreementArithmetic, DisagreementIsNoneWhereAllAgreeAndOneWhereNoTwoDo) {
  const Favourite a{move("7g7f")};
  const Favourite b{move("2g2f")};
  const Favourite c{move("5g5f")};
  EXPECT_EQ(disagreement({}), 0.0);
  EXPECT_EQ(disagreement(std::vector{a}), 0.0);
  EXPECT_EQ(disagreement(std::vector{a, a, a}), 0.0);
  EXPECT_NEAR(disagreement(std::vector{a, a, b}), 0.5, 1e-9);
  EXPECT_NEAR(disagreement(std::vector{a, b}), 1.0, 1e-9);
  EXPECT_NEAR(disagreement(std::vector{a, b, c}), 1.0, 1e-9);
  EXPECT_NEAR(disagreement(std::vector{Favourite{move("7g7f"), 3.0}, b}), 0.5, 1e-9);
}

TEST(AgreementArithmetic, TheTimeIsTheOneAtWhichTheFormulaIsMet) {
  const settings::AgreementClock numbers{true, 0.5, 0.8, 0.6, 40};
  const Milliseconds usual(10'000);
  EXPECT_EQ(agreed_time(usual, 0.0, Milliseconds(0), numbers), Milliseconds(5000));
  EXPECT_EQ(agreed_time(usual, 1.0, Milliseconds(0), numbers), Milliseconds(13'000));
  for (const int settled : {1000, 3000, 8000}) {
    const auto time = agreed_time(usual, 0.3, Milliseconds(settled), numbers).count();
    const double instability = settled / static_cast<double>(time);
    EXPECT_NEAR(static_cast<double>(time), 10'000 * (0.5 + 0.8 * 0.3 + 0.6 * instability), 2);
  }
  // However long it took, instability is no more than one.
  EXPECT_EQ(agreed_time(usual, 0.0, Milliseconds(900'000), numbers), Milliseconds(11'000));
}

TEST(AgreementArithmetic, MoreDisagreementAndLaterChangesNeverTakeLess) {
  const settings::AgreementClock numbers{true, 0.4, 0.7, 0.9, 40};
  Milliseconds before{0};
  for (int step = 0; step <= 10; ++step) {
    const auto by_changes = agreed_time(Milliseconds(7000), 0.5, Milliseconds(600 * step), numbers);
    EXPECT_GE(by_changes, before);
    before = by_changes;
    EXPECT_GE(agreed_time(Milliseconds(7000), 0.1 * step, Milliseconds(0), numbers),
              agreed_time(Milliseconds(7000), 0.1 * (step - 1), Milliseconds(0), numbers));
  }
}

// Sessions. With 400 s of main time the usual time is 10 s.

constexpr const char* kMainTime = "go btime 400000 wtime 400000";

struct Timed : Stage {
  explicit Timed(int engines, std::string consensus = "majority")
      : Stage(engines, 0, std::move(consensus)) {
    settings.agreement_clock = {true, 0.5, 0.8, 0.6, 40};
  }
  void begin_move(const std::string& go = kMainTime) {
    Environment environment;
    environment.record_since = WallTime(Milliseconds(0));
    begin(environment);
    for (const char* line : {"usi", "isready", "usinewgame", "position startpos"}) host(line);
    said.clear();
    host(go);
  }
  void think(int child_index, const std::string& best) {
    child(child_index, "info depth 5 score cp 10 pv " + best);
    children[static_cast<std::size_t>(child_index)].on_stop = {"bestmove " + best};
  }
  DecisionRecord record() const {
    const auto read = parse_record(recorded.at(0));
    return read ? std::get<DecisionRecord>(*read) : DecisionRecord{};
  }
};

TEST(AgreementClock, TellsTheLongestTimeAsTimeForThisMoveAlone) {
  Timed stage(2);
  stage.begin_move();
  for (const int child : {0, 1}) {
    EXPECT_EQ(stage.children[static_cast<std::size_t>(child)].last("go"),
              "go btime 0 wtime 0 byoyomi 19000");
  }
}

TEST(AgreementClock, StopsEarlyWhoAgree) {
  Timed stage(2);
  stage.begin_move();
  stage.think(0, "7g7f");
  stage.think(1, "7g7f");
  stage.pass(4990);
  EXPECT_EQ(stage.children[0].count("stop"), 0);
  stage.pass(20);
  EXPECT_EQ(stage.children[0].count("stop"), 1);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(AgreementClock, GivesMoreTimeWhereTheyDisagree) {
  Timed stage(2);
  stage.begin_move();
  stage.think(0, "7g7f");
  stage.think(1, "2g2f");
  stage.pass(12'990);
  EXPECT_EQ(stage.children[0].count("stop"), 0);
  stage.pass(20);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(AgreementClock, GivesMoreTimeWhereTheyChangeTheirMinds) {
  Timed stage(2);
  stage.begin_move();
  stage.think(0, "7g7f");
  stage.think(1, "2g2f");
  stage.pass(4000);
  stage.think(1, "7g7f");  // they have settled after 2 s in the mean: 6.77 s
  stage.pass(2750);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(50);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(AgreementClock, WaitsForWhoHasNotSaidAnything) {
  Timed stage(2);
  stage.children[1].on_stop = {"bestmove 7g7f"};
  stage.begin_move();
  stage.think(0, "7g7f");
  stage.pass(18'900);
  EXPECT_EQ(stage.children[0].count("stop"), 0);
  stage.pass(200);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

// Until its mirror says something else, what the engine thought is what its seat thinks.
TEST(AgreementClock, DoesNotWaitForTheMirrorOfWhoHasSaidSomething) {
  Timed stage(2);
  const int twin = stage.mirror(0);
  stage.children[static_cast<std::size_t>(twin)].on_stop = {"bestmove 7g7f"};
  stage.begin_move();
  stage.think(0, "7g7f");
  stage.think(1, "7g7f");
  stage.children[0].says_usiok = false;
  stage.end_child(0);
  stage.pass(4990);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(20);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(AgreementClock, TheSeatOfWhoDiedHasSettledWhenItHad) {
  Timed stage(2);
  const int twin = stage.mirror(0);
  stage.children[static_cast<std::size_t>(twin)].on_stop = {"bestmove 2g2f"};
  stage.begin_move();
  stage.think(0, "7g7f");
  stage.think(1, "7g7f");
  stage.pass(4000);
  stage.think(0, "2g2f");
  stage.children[0].says_usiok = false;
  stage.end_child(0);
  stage.think(1, "2g2f");  // they have settled after 4 s: 8 s
  stage.pass(3990);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(20);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f");
}

// With wait_stop they would think until somebody says so.
TEST(AgreementClock, StopsWhoShowsNoLineWhenTheLongestTimeIsUp) {
  Timed stage(2);
  for (auto& engine : stage.settings.engines) engine.capabilities = {"wait_stop"};
  for (ModelChild& child : stage.children) child.on_stop = {"bestmove 7g7f"};
  stage.begin_move();
  EXPECT_EQ(stage.children[0].last("go"), "go btime 0 wtime 0 byoyomi 19000 wait_stop");
  stage.pass(18'900);
  EXPECT_EQ(stage.children[0].count("stop"), 0);
  stage.pass(200);
  EXPECT_EQ(stage.children[1].count("stop"), 1);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(AgreementClock, WhoDoesNotEvenAnswerStopIsAskedOnceMoreForALittle) {
  Timed stage(2);
  stage.begin_move();
  stage.pass(22'000);  // both are given up and started again
  EXPECT_EQ(stage.count("bestmove"), 0);
  for (const std::size_t child : {0, 1}) {
    EXPECT_EQ(stage.children[child].starts_seen, 2);
    EXPECT_EQ(stage.children[child].last("go"), "go btime 0 wtime 0 byoyomi 4750");
    stage.children[child].on_stop = {"bestmove 7g7f"};
  }
  stage.pass(4750);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7f");
}

TEST(AgreementClock, AnAnswerIsWhatItsEngineThinksToTheEnd) {
  Timed stage(2, "optimistic");
  stage.begin_move();
  stage.child(0, "bestmove 7g7f");
  stage.think(1, "7g7f");
  stage.pass(5010);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(AgreementClock, NeverTakesMoreThanThePlanOfTheClock) {
  for (const int time : {2000, 5000, 20'000, 400'000}) {
    for (const int increment : {0, 100, 10'000}) {
      Timed stage(2);
      stage.settings.agreement_clock = {true, 3.0, 3.0, 3.0, 1};
      const std::string clock = std::to_string(time) + " wtime " + std::to_string(time) + " binc " +
                                std::to_string(increment) + " winc " + std::to_string(increment);
      stage.begin_move("go btime " + clock);
      stage.think(0, "7g7f");
      stage.think(1, "2g2f");
      const auto plan = plan_clock(clocks(time, 0, increment), shogi::Color::kBlack, {});
      stage.pass(*plan.decide_after);
      EXPECT_EQ(stage.count("bestmove"), 1) << time << " + " << increment;
    }
  }
}

TEST(AgreementClock, DoesNothingWhereSavedTimeIsLostOrThereIsNobodyToAgreeWith) {
  for (const char* const go : {"go btime 0 wtime 0 byoyomi 10000", "go movetime 10000",
                               "go nodes 1000", "go depth 5", "go infinite"}) {
    Timed with(2);
    with.begin_move(go);
    Timed without(2);
    without.settings.agreement_clock.enabled = false;
    without.begin_move(go);
    EXPECT_EQ(with.children[0].last("go"), without.children[0].last("go"));
  }
  Timed single(1);
  single.begin_move();
  EXPECT_THAT(single.children[0].last("go"), HasSubstr("btime 3"));
  Timed asking(2, "exchange");
  asking.begin_move();
  EXPECT_THAT(asking.children[0].last("go"), HasSubstr("btime 1"));
  Timed budgeted(2);
  budgeted.settings.budget.nodes = 1000;
  budgeted.begin_move();
  EXPECT_EQ(budgeted.children[0].last("go"), "go nodes 500");
}

TEST(AgreementClock, IsOffUntilTheGuiOrTheConfigurationTurnsItOn) {
  Stage stage(2, 0);
  stage.begin_game();
  stage.host("position startpos");
  stage.host(kMainTime);
  EXPECT_THAT(stage.children[0].last("go"), HasSubstr("btime 3"));
  for (const int child : {0, 1}) stage.child(child, "bestmove 7g7f");
  stage.host("setoption name G_AgreementClock value true");
  stage.host(kMainTime);
  EXPECT_THAT(stage.children[0].last("go"), HasSubstr("byoyomi"));
}

TEST(AgreementClock, GoesOnFromPondering) {
  Timed stage(2);
  stage.begin_move("go ponder btime 400000 wtime 400000");
  EXPECT_THAT(stage.children[0].last("go"), HasSubstr("go ponder btime 3"));
  stage.think(0, "7g7f");
  stage.think(1, "7g7f");
  stage.pass(60'000);
  stage.host("ponderhit");
  stage.pass(4990);
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.pass(20);
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(AgreementClock, WhatIsAnsweredToItsStopIsNoReasonForIt) {
  Timed stage(2, "optimistic");
  stage.begin_move();
  stage.host("setoption name G_Explain value true");
  stage.think(0, "7g7f");
  stage.think(1, "7g7f");
  stage.children[1].on_stop = {"bestmove 2g2f"};
  stage.pass(5010);
  const auto agreement = stage.record().agreement;
  ASSERT_TRUE(agreement);
  EXPECT_EQ(agreement->planned, Milliseconds(5000));
  EXPECT_EQ(agreement->disagreement, 0.0);
}

TEST(AgreementClock, DoesNotSayThatAllHaveAnsweredWhereTheyHaveNot) {
  Timed stage(3);
  stage.begin_move();
  stage.host("setoption name G_Explain value true");
  for (const int child : {0, 1}) stage.child(child, "bestmove 7g7f");
  ASSERT_EQ(stage.last("bestmove"), "bestmove 7g7f");
  EXPECT_TRUE(stage.has("; it stopped nobody"));
}

TEST(AgreementClock, IsToldInTheRecordAndTheExplanation) {
  Timed stage(2);
  stage.begin_move();
  stage.host("setoption name G_Explain value true");
  stage.think(0, "7g7f");
  stage.think(1, "7g7f");
  stage.pass(5010);
  const auto agreement = stage.record().agreement;
  ASSERT_TRUE(agreement);
  EXPECT_EQ(*agreement, (AgreementPlan{.usual = Milliseconds(10'000),
                                       .most = Milliseconds(19'000),
                                       .planned = Milliseconds(5000),
                                       .disagreement = 0.0,
                                       .instability = 0.0,
                                       .stopped = true}));
  EXPECT_TRUE(
      stage.has("time 10000 ms x 0.50 = 5000 ms: disagreement 0.00, instability 0.00; "
                "stopped then"));
}

}  // namespace
}  // namespace gougi::relay::testing
