// SPDX-License-Identifier: MIT
// Those who ask, and what is shown meanwhile, each alone: no session, no round.
#include <gmock/gmock.h>

#include "relay/asking.hpp"
#include "relay/inquiries.hpp"
#include "relay/mate_round.hpp"
#include "relay/ponder_guesses.hpp"
#include "relay/round_bench.hpp"
#include "relay/silence.hpp"
#include "relay/thought_display.hpp"

namespace gougi::relay::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr const char* kForTenSeconds = "go btime 0 wtime 0 byoyomi 10000";
// Black mates by G*5b, and by nothing else.
constexpr const char* kMateByGold = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";

// --- MateRound ---

class MateRoundPart : public ::testing::Test {
 protected:
  MateRound& begin(int solvers, const std::string& go, const std::string& position = kMateByGold) {
    bench.emplace(1, solvers);
    bench->begin();
    const auto game = RoundBench::game_of(position);
    const auto limits = std::get<usi::GoCommand>(*usi::parse_command(go)).limits;
    round = std::make_unique<MateRound>(bench->port(), game,
                                        PositionLines::without_history(game->position()),
                                        std::get<usi::MateLimits>(limits));
    round->begin();
    return *round;
  }
  void hear(std::size_t solver, const std::string& line) {
    bench->hear(bench->solver(solver), line,
                [&](Child& child, const usi::HostEvent& event) { round->take(child, event); });
  }
  std::optional<RoundBench> bench;
  std::unique_ptr<MateRound> round;
};

TEST_F(MateRoundPart, TheFirstProofThatTheRulesConfirmIsTheAnswer) {
  begin(3, "go mate 10000");
  const auto told = bench->take_told();
  ASSERT_THAT(told, SizeIs(6)) << "a position and a go for each solver, nothing for the voter";
  EXPECT_THAT(told[0], StartsWith("M1 position sfen 4k4/9/4P4/"));
  EXPECT_EQ(told[5], "M3 go mate 10000");
  hear(0, "checkmate G*4b");
  EXPECT_FALSE(round->answer()) << "that is no mate";
  hear(1, "checkmate nomate");
  EXPECT_FALSE(round->answer()) << "one may be wrong";
  hear(2, "checkmate G*5b");
  EXPECT_EQ(round->answer(), "checkmate G*5b");
}

TEST_F(MateRoundPart, ThereIsNoMateWhereOneSaysSoAndNobodyFindsOne) {
  begin(2, "go mate infinite");
  hear(0, "checkmate timeout");
  EXPECT_FALSE(round->answer());
  hear(1, "checkmate nomate");
  EXPECT_EQ(round->answer(), "checkmate nomate");
}

TEST_F(MateRoundPart, WithoutSolversItIsNotImplemented) {
  EXPECT_EQ(begin(0, "go mate infinite").answer(), "checkmate notimplemented");
}

TEST_F(MateRoundPart, AnswersBeforeItsTimeIsUp) {
  begin(1, "go mate 1000");
  ASSERT_TRUE(round->deadline());
  bench->pass(979);
  round->tick();
  EXPECT_FALSE(round->answer());
  bench->pass(1);
  EXPECT_LE(*round->deadline(), bench->port().now);
  round->tick();
  EXPECT_EQ(round->answer(), "checkmate timeout");
}

TEST_F(MateRoundPart, ASilentSolverIsAskedForItsAnswer) {
  begin(1, "go mate infinite");
  bench->take_told();
  bench->pass(300'000);
  hear(0, "info depth 5 nodes 1000");
  bench->pass(599'999);
  round->tick();
  EXPECT_THAT(bench->take_told(), IsEmpty());
  bench->pass(1);
  round->tick();
  EXPECT_THAT(bench->take_told(), ElementsAre("M1 stop"));
}

TEST_F(MateRoundPart, WhoIsLostForGoodIsNotWaitedFor) {
  begin(2, "go mate infinite");
  hear(0, "checkmate nomate");
  round->child_is_lost(bench->solver(1));
  EXPECT_EQ(round->answer(), "checkmate nomate");
}

// --- Inquiries ---

class InquiriesPart : public ::testing::Test {
 protected:
  InquiriesPart() {
    bench.begin();
    bench.go(kForTenSeconds);
    bench.pass(1'000);
    bench.answer(0, "7g7f");
    bench.answer(1, "2g2f");
    bench.take_told();
    inquiries.emplace(bench.work());
  }
  static consensus::Question question(int voter, const std::string& move) {
    return {voter, *usi::parse_move(move)};
  }
  std::vector<ReplySearch>& replies() { return bench.work().poll.book.replies; }

  RoundBench bench{2, 0};
  std::optional<Inquiries> inquiries;
};

TEST_F(InquiriesPart, EachIsAskedOfThePositionBehindTheOthersMove) {
  inquiries->begin({{question(1, "2g2f"), question(2, "7g7f")}, 0.5});
  const auto told = bench.take_told();
  ASSERT_THAT(told, SizeIs(4));
  EXPECT_EQ(told[0], "E1 position startpos moves 2g2f");
  EXPECT_THAT(told[1], StartsWith("E1 go "));
  EXPECT_EQ(told[2], "E2 position startpos moves 7g7f");
  EXPECT_TRUE(replies()[0].runs());
}

TEST_F(InquiriesPart, AChildHasItsQuestionsOneAfterAnother) {
  inquiries->begin({{question(1, "2g2f"), question(1, "7g7f")}, 0.5});
  EXPECT_THAT(bench.take_told(), SizeIs(2));
  EXPECT_NEAR(replies()[0].share, 0.45, 0.005) << "half of what is left of ten seconds";
  EXPECT_EQ(replies()[1].share, replies()[0].share);
  bench.hear(bench.children().at(0), "bestmove 3c3d", [](Child&, const usi::HostEvent&) {});
  inquiries->done(replies()[0]);
  const auto told = bench.take_told();
  ASSERT_THAT(told, SizeIs(2));
  EXPECT_EQ(told[0], "E1 position startpos moves 7g7f");
}

TEST_F(InquiriesPart, WhatWasAskedBeforeIsNotAskedAgain) {
  inquiries->begin({{question(1, "2g2f")}, 0.5});
  bench.take_told();
  EXPECT_TRUE(bench.work().poll.facts.may_ask);
  inquiries->begin({{question(1, "2g2f"), question(7, "2g2f")}, 0.5});
  EXPECT_THAT(bench.take_told(), IsEmpty());
  EXPECT_THAT(replies(), SizeIs(1));
  EXPECT_FALSE(bench.work().poll.facts.may_ask) << "it asked for nothing";
}

TEST_F(InquiriesPart, NothingIsWaitedForBehindTheEnd) {
  inquiries->begin({{question(1, "2g2f"), question(1, "7g7f")}, 0.5});
  inquiries->end();
  EXPECT_FALSE(replies()[0].is_open());
  EXPECT_FALSE(replies()[1].is_open());
}

// --- Asking ---

class AskingPart : public ::testing::Test {
 protected:
  AskingPart() {
    bench.begin();
    bench.go_unseated(kForTenSeconds);
    asking.emplace(bench.work(), guesses.emplace(bench.port(), timers), memory);
  }
  RoundBench bench{2, 1};
  SessionTimers timers;
  GameMemory memory;
  std::optional<PonderGuesses> guesses;
  std::optional<Asking> asking;
};

TEST_F(AskingPart, EverybodyHasAPlaceButTheReserve) {
  asking->seat_everybody();
  EXPECT_THAT(bench.work().poll.book.voters, SizeIs(2));
  EXPECT_THAT(bench.work().poll.book.solvers, SizeIs(1));
  EXPECT_EQ(bench.voter(1).number, 2);
  EXPECT_TRUE(bench.voter(1).was_there);
  EXPECT_THAT(bench.take_told(), IsEmpty()) << "a place is no question";
}

TEST_F(AskingPart, AVoterIsToldALittleLessThanThereIs) {
  asking->seat_everybody();
  asking->ask(bench.voter(0));
  const auto told = bench.take_told();
  ASSERT_THAT(told, SizeIs(2));
  EXPECT_EQ(told[0], "E1 position startpos");
  EXPECT_THAT(told[1], StartsWith("E1 go btime 0 wtime 0 byoyomi 9"));
  EXPECT_TRUE(bench.voter(0).awaited());
  EXPECT_EQ(bench.voter(0).asked, 1);
  EXPECT_GT(bench.ms_of(RoundTimer::kSilence), 0);
}

TEST_F(AskingPart, NobodyIsAskedAThirdTime) {
  asking->seat_everybody();
  for (int i = 0; i < 2; ++i) {
    asking->ask(bench.voter(0));
    bench.voter(0).id = 0;
  }
  bench.take_told();
  asking->ask(bench.voter(0));
  EXPECT_THAT(bench.take_told(), IsEmpty());
  EXPECT_EQ(bench.voter(0).asked, 2);
}

TEST_F(AskingPart, ASolverHasItsOwnTime) {
  asking->seat_everybody();
  asking->ask(bench.work().poll.book.solvers[0]);
  const auto told = bench.take_told();
  ASSERT_THAT(told, SizeIs(2));
  EXPECT_EQ(told[1], "M1 go mate 5000");
}

TEST_F(AskingPart, AClockThatHasAboutAsMuchLeavesAPonderSearchAlone) {
  const auto clock = [](int byoyomi) {
    usi::ClockTimes times;
    times.given = true;
    times.byoyomi = Milliseconds(byoyomi);
    return times;
  };
  const Child& child = bench.children().at(0);
  EXPECT_TRUE(asking->may_go_on(child, clock(1000), clock(950)));
  EXPECT_FALSE(asking->may_go_on(child, clock(1000), clock(800)));
  EXPECT_TRUE(asking->may_go_on(child, clock(1000), {})) << "no other clock was told";
}

// --- ThoughtDisplay ---

class ThoughtDisplayPart : public ::testing::Test {
 protected:
  void go(const std::string& line) {
    bench.begin();
    bench.go(line);
    display.emplace(bench.work());
  }
  void think(std::size_t voter, const std::string& info) {
    bench.think(voter, info);
    display->forward(bench.voter(voter), usi::parse_info(info));
  }
  RoundBench bench{2, 0};
  std::optional<ThoughtDisplay> display;
};

TEST_F(ThoughtDisplayPart, ShowsTheLinesOfTheFirstThatThinks) {
  go(kForTenSeconds);
  bench.pass(500);
  think(1, "info depth 9 score cp 50 pv 2g2f");
  EXPECT_THAT(bench.take_shown(), IsEmpty());
  think(0, "info depth 3 score cp 10 pv 7g7f 3c3d");
  EXPECT_THAT(bench.take_shown(), ElementsAre("info depth 3 time 500 score cp 10 pv 7g7f 3c3d"));
}

TEST_F(ThoughtDisplayPart, OfALineOfTheSameDepthNowAndThenOne) {
  go(kForTenSeconds);
  think(0, "info depth 3 score cp 10 pv 7g7f");
  bench.take_shown();
  bench.pass(99);
  think(0, "info depth 3 score cp 20 pv 7g7f");
  EXPECT_THAT(bench.take_shown(), IsEmpty());
  think(0, "info depth 4 score cp 20 pv 7g7f");
  EXPECT_THAT(bench.take_shown(), SizeIs(1)) << "a deeper one at once";
  bench.pass(100);
  think(0, "info depth 4 score cp 30 pv 7g7f");
  EXPECT_THAT(bench.take_shown(), SizeIs(1));
}

TEST_F(ThoughtDisplayPart, ALineIsShownAsFarAsItIsLegal) {
  go(kForTenSeconds);
  think(0, "info depth 3 score cp 10 pv 7g7f 7g7f");
  EXPECT_THAT(bench.take_shown(), ElementsAre("info depth 3 time 0 score cp 10 pv 7g7f"));
  think(0, "info depth 4 score cp 10 pv 7g7e");
  EXPECT_THAT(bench.take_shown(), IsEmpty());
}

TEST_F(ThoughtDisplayPart, AnAnalysisIsOfEverybody) {
  go("go infinite");
  think(0, "info depth 3 score cp 10 pv 7g7f");
  think(1, "info depth 3 score cp 20 pv 2g2f");
  EXPECT_GT(bench.ms_of(RoundTimer::kAnalysis), 0) << "the second is not shown at once";
  bench.pass(100);
  bench.take_shown();
  display->show_analysis();
  const auto shown = bench.take_shown();
  ASSERT_THAT(shown, ::testing::Not(IsEmpty()));
  EXPECT_THAT(shown, ::testing::Contains(HasSubstr("pv 2g2f")));
  EXPECT_EQ(bench.ms_of(RoundTimer::kAnalysis), -1);
}

}  // namespace
}  // namespace gougi::relay::testing
