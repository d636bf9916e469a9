// SPDX-License-Identifier: MIT
// The parts of a round, each alone: what they say and when, without a session.
#include <gmock/gmock.h>

#include "relay/freeze_choice.hpp"
#include "relay/laggards.hpp"
#include "relay/late_votes.hpp"
#include "relay/ponder_guesses.hpp"
#include "relay/reserve.hpp"
#include "relay/round_bench.hpp"
#include "relay/silence.hpp"
#include "relay/threats.hpp"
#include "relay/vote_extension.hpp"

namespace gougi::relay::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr const char* kTenSeconds = "go btime 0 wtime 0 byoyomi 10000";
constexpr const char* kTenMinutes = "go btime 600000 wtime 600000";

Outcome outcome_of(const Poll& poll, const std::string& move) {
  for (const VoterSearch& voter : poll.book.voters) {
    if (!voter.counts()) continue;
    Outcome outcome = poll.outcome({.voter = voter.number, .reason = "it says so"});
    const auto* played = std::get_if<usi::Move>(&outcome.choice);
    if (played != nullptr && usi::to_text(*played) == move) return outcome;
  }
  ADD_FAILURE() << "nobody votes " << move;
  return {};
}

TEST(Laggards, AreWaitedForAsLongAgainWhenMostHaveAnswered) {
  RoundBench bench(3, 0);
  bench.begin();
  bench.go(kTenMinutes);
  const Laggards laggards(bench.work());
  bench.pass(5'000);
  bench.answer(0, "7g7f");
  laggards.hurry();
  EXPECT_EQ(bench.ms_of(RoundTimer::kHurry), -1) << "most are still at work";
  bench.answer(1, "7g7f");
  laggards.hurry();
  EXPECT_EQ(bench.ms_of(RoundTimer::kHurry), 10'000);
  bench.pass(5'000);
  laggards.hurry();
  EXPECT_EQ(bench.ms_of(RoundTimer::kStop), 10'000);
  EXPECT_TRUE(bench.work().hurried);
}

TEST(Laggards, WhoTalksHasItsShareOfTheMainTime) {
  RoundBench bench(3, 0);
  bench.begin();
  bench.go(kTenMinutes);
  bench.pass(1'000);
  bench.think(2, "info depth 3 score cp 10 pv 2g2f");
  bench.answer(0, "7g7f");
  bench.answer(1, "7g7f");
  Laggards(bench.work()).hurry();
  EXPECT_EQ(bench.ms_of(RoundTimer::kHurry), 75'000);
}

TEST(Laggards, HaveAllOfATimeThatIsForThisMoveAlone) {
  RoundBench bench(3, 0);
  bench.begin();
  bench.go(kTenSeconds);
  bench.answer(0, "7g7f");
  bench.answer(1, "7g7f");
  Laggards(bench.work()).hurry();
  EXPECT_EQ(bench.ms_of(RoundTimer::kHurry), -1);
}

TEST(Laggards, AreStoppedSoonWhenAQuorumHasAnswered) {
  RoundBench bench(3, 0);
  bench.settings.quorum = 1;
  bench.settings.min_use = 0.5;
  bench.begin();
  bench.go(kTenSeconds);
  bench.pass(1'000);
  bench.answer(0, "7g7f");
  Laggards(bench.work()).hurry();
  EXPECT_EQ(bench.ms_of(RoundTimer::kStop), 2'000);
  EXPECT_EQ(bench.ms_of(RoundTimer::kDecide), 2'200);
}

TEST(Silence, HasABoundOnceTheOthersWait) {
  RoundBench bench(2, 0);
  bench.begin();
  bench.go("go depth 5");
  const Silence silence(bench.work());
  silence.plan();
  EXPECT_EQ(bench.ms_of(RoundTimer::kSilence), 60'000);
  bench.answer(0, "7g7f");
  silence.plan();
  EXPECT_EQ(bench.ms_of(RoundTimer::kSilence), 20'000);
  bench.pass(19'999);
  EXPECT_EQ(silence.overdue(), nullptr);
  bench.pass(1);
  EXPECT_EQ(silence.overdue(), &bench.voter(1));
  bench.work().stop(*silence.overdue());
  EXPECT_EQ(silence.overdue(), nullptr);
  EXPECT_THAT(bench.take_told(), ElementsAre("E2 stop"));
}

TEST(Silence, IsNotCountedWhileNoAnswerIsWanted) {
  RoundBench bench(1, 0);
  bench.begin();
  bench.go("go infinite");
  bench.work().held = true;
  Silence(bench.work()).plan();
  EXPECT_EQ(bench.ms_of(RoundTimer::kSilence), -1);
}

TEST(VoteExtension, IsForSplitVotesOnly) {
  RoundBench bench(3, 0);
  bench.begin();
  bench.go(kTenSeconds);
  for (const char* move : {"7g7f", "2g2f"}) bench.answer(move[0] == '7' ? 0 : 1, move);
  EXPECT_TRUE(is_split(bench.work().poll));
  bench.answer(2, "2g2f");
  EXPECT_FALSE(is_split(bench.work().poll));
  bench.answer(2, "win");
  EXPECT_TRUE(is_split(bench.work().poll)) << "a declaration that the rules refuse is no vote";
}

TEST(VoteExtension, GivesAllAPartOfTheTimeAgainOnce) {
  RoundBench bench(2, 0);
  bench.settings.rules.extend_on_split = 2.0;
  bench.begin();
  bench.go(kTenSeconds);
  bench.pass(1'000);
  bench.answer(0, "7g7f");
  bench.answer(1, "2g2f");
  const VoteExtension extension(bench.work());
  EXPECT_TRUE(extension.begin());
  EXPECT_EQ(bench.ms_of(RoundTimer::kStop), 2'000);
  const auto told = bench.take_told();
  ASSERT_THAT(told, SizeIs(4));
  EXPECT_THAT(told[1], StartsWith("E1 go btime 0 wtime 0 byoyomi 850"));
  EXPECT_FALSE(bench.voter(0).ballot);
  EXPECT_TRUE(bench.voter(0).first_ballot);
  EXPECT_FALSE(extension.begin());
}

TEST(LateVotes, AreLastLinesWhereThereAreSome) {
  RoundBench bench(2, 0);
  bench.begin();
  bench.go(kTenSeconds);
  bench.think(0, "info depth 3 score cp 10 pv 2g2f 8c8d");
  LateVotes(bench.work()).take_all();
  ASSERT_TRUE(bench.voter(0).counts());
  EXPECT_TRUE(bench.voter(0).ballot->partial);
  EXPECT_EQ(bench.voter(1).ballot->void_reason, "no answer");
}

class ReservePart : public ::testing::Test {
 protected:
  /// Its voter thinks for ten seconds.
  struct Asked : RoundBench {
    Asked() : RoundBench(1, 0) {
      begin();
      go(kTenSeconds);
    }
  };
  Asked bench;
  SessionTimers timers;
  PonderGuesses guesses{bench.port(), timers};
  GameMemory memory;
  Asking asking{bench.work(), guesses, memory};
  Reserve reserve{bench.work(), asking};
};

TEST_F(ReservePart, IsStartedWhenNobodyHasSaidAnythingInHalfTheTime) {
  reserve.arm();
  EXPECT_NEAR(static_cast<double>(bench.ms_of(RoundTimer::kReserve)), 4'800, 100);
  EXPECT_TRUE(reserve.look_at_silence());
  EXPECT_THAT(bench.take_told(), ElementsAre("reserve (start)"));
  EXPECT_TRUE(bench.work().poll.book.voters.back().reserve);
  EXPECT_EQ(bench.ms_of(RoundTimer::kReserve), -1);
}

// Of a short byoyomi half is not enough for a process to start and to think.
TEST_F(ReservePart, ItsProcessIsStartedBeforeItIsAsked) {
  reserve.arm();
  EXPECT_NEAR(static_cast<double>(bench.ms_of(RoundTimer::kWarmUp)), 2'800, 100);
  reserve.warm_up();
  EXPECT_THAT(bench.take_told(), ElementsAre("reserve (start)"));
  EXPECT_EQ(bench.work().poll.book.voters.size(), 1U);
  EXPECT_EQ(bench.ms_of(RoundTimer::kWarmUp), -1);
  EXPECT_NEAR(static_cast<double>(bench.ms_of(RoundTimer::kReserve)), 4'800, 100);
  reserve.warm_up();
  EXPECT_TRUE(reserve.look_at_silence());
  EXPECT_THAT(bench.take_told(), IsEmpty());  // not twice
}

TEST_F(ReservePart, IsLeftAloneWhenSomebodyHasALine) {
  bench.think(0, "info depth 3 score cp 10 pv 2g2f");
  reserve.arm();
  reserve.warm_up();
  EXPECT_TRUE(reserve.look_at_silence());
  EXPECT_THAT(bench.take_told(), IsEmpty());
}

TEST_F(ReservePart, CannotHelpOnceTheVotersWereStopped) {
  EXPECT_TRUE(reserve.may_help());
  bench.work().poll.stopped = true;
  EXPECT_FALSE(reserve.may_help());
}

// The opponent mates by a gold after most moves of the other side.
constexpr const char* kThreatened = "position sfen 4k4/9/9/9/9/9/4p4/9/4K4 b Pg 1";

class ThreatsPart : public ::testing::Test {
 protected:
  ThreatsPart() {
    bench.settings.mate_threats = true;
    bench.begin();
    bench.go(kTenSeconds, kThreatened);
    threats.emplace(bench.work());
    threats->begin();
  }
  RoundBench bench{2, 1};
  std::optional<Threats> threats;
};

TEST_F(ThreatsPart, AnAnswerWaitsForASolversWordOnIt) {
  bench.pass(1'000);
  bench.answer(0, "5i6i");
  bench.answer(1, "P*9h");
  EXPECT_TRUE(threats->waits_for(outcome_of(bench.work().poll, "P*9h")));
  EXPECT_TRUE(threats->is_waited_for());
  EXPECT_GT(bench.ms_of(RoundTimer::kThreats), 1'000);
  const auto told = bench.take_told();
  ASSERT_THAT(told, SizeIs(2));
  EXPECT_THAT(told[0], StartsWith("M1 position sfen 4k4/9/9/9/9/9/4p4/P8/4K4 w g 2"));
  EXPECT_THAT(told[1], StartsWith("M1 go mate "));

  auto& job = bench.work().poll.book.threats.front();
  const auto mate = std::get<usi::CheckMateAnswer>(*usi::parse_answer("checkmate G*5h"));
  EXPECT_TRUE(threats->done(job, mate));
  EXPECT_NE(bench.work().poll.threat_after(job.path.front()), nullptr);
  EXPECT_FALSE(threats->waits_for(outcome_of(bench.work().poll, "P*9h"))) << "it is known now";
}

TEST_F(ThreatsPart, NothingIsWaitedForAfterStop) {
  bench.answer(0, "5i6i");
  bench.answer(1, "P*9h");
  bench.work().answer_owed = true;
  EXPECT_FALSE(threats->waits_for(outcome_of(bench.work().poll, "P*9h")));
  EXPECT_THAT(bench.take_told(), IsEmpty());
}

class FreezeChoicePart : public ::testing::Test {
 protected:
  FreezeChoicePart() {
    bench.settings.freeze = settings::Freeze::kEmulate;
    bench.begin("OK");
    bench.go(kTenSeconds, "position startpos z3Z3");
    bench.pass(1'000);
    bench.answer(0, "7g7f");
    outcome = outcome_of(bench.work().poll, "7g7f");
  }
  RoundBench bench{1, 0};
  Outcome outcome;
};

TEST_F(FreezeChoicePart, ABlindVotersMoveWaitsForTheFreezeThatGoesWithIt) {
  const FreezeChoice choice(bench.work());
  EXPECT_TRUE(choice.waits_for(outcome));
  const auto told = bench.take_told();
  ASSERT_THAT(told, SizeIs(2));
  EXPECT_THAT(told[1], StartsWith("reserve go "));
  EXPECT_THAT(told[1], HasSubstr("searchmoves 7g7f 7g7fzP"));
  EXPECT_GT(bench.ms_of(RoundTimer::kFreeze), 1'000);

  choice.answered(std::get<usi::BestMoveAnswer>(*usi::parse_answer("bestmove 7g7fzG")));
  EXPECT_FALSE(choice.is_open());
  EXPECT_FALSE(choice.waits_for(outcome));
  EXPECT_EQ(usi::to_text(std::get<usi::Move>(outcome.choice)), "7g7fzG");
  EXPECT_EQ(bench.ms_of(RoundTimer::kFreeze), -1);
}

TEST_F(FreezeChoicePart, TheMoveIsPlayedAsItIsWhereNobodyAnswers) {
  const FreezeChoice choice(bench.work());
  ASSERT_TRUE(choice.waits_for(outcome));
  bench.pass(10'000);
  EXPECT_TRUE(choice.look_at_clock());
  choice.unanswered();
  EXPECT_FALSE(choice.waits_for(outcome));
  EXPECT_THAT(outcome.reason, HasSubstr("no freeze: no word from"));
}

class PonderGuessesPart : public ::testing::Test {
 protected:
  PonderGuessesPart() {
    bench.settings.ponder = settings::PonderMode::kMulti;
    bench.begin();
    bench.go(kTenSeconds);
    bench.think(0, "info depth 3 score cp 10 pv 7g7f 3c3d");
    bench.think(1, "info depth 3 score cp 10 pv 7g7f 8c8d");
    bench.answer(0, "7g7f");
    bench.answer(1, "7g7f");
    guesses.emplace(bench.port(), timers);
    guesses->remember_replies(bench.work().poll, outcome_of(bench.work().poll, "7g7f"));
    bench.go("go ponder btime 1000 wtime 1000", "position startpos moves 7g7f 3c3d");
  }
  RoundBench bench{2, 0};
  SessionTimers timers;
  std::optional<PonderGuesses> guesses;
};

TEST_F(PonderGuessesPart, EachVoterPondersOnTheReplyThatItExpects) {
  Poll& poll = bench.work().poll;
  guesses->spread(poll);
  EXPECT_FALSE(bench.voter(0).own_ponder_position) << "it expects what the GUI names";
  ASSERT_TRUE(bench.voter(1).own_ponder_position);
  EXPECT_EQ(bench.voter(1).own_ponder_position->lines.all(), "position startpos moves 7g7f 8c8d");
}

TEST_F(PonderGuessesPart, WhoPondersElsewhereIsJudgedByWhatIsPossibleThere) {
  guesses->spread(bench.work().poll);
  const auto& there = bench.voter(1).own_ponder_position;
  ASSERT_TRUE(there);
  EXPECT_TRUE(there->board->is_legal(*usi::parse_move("2g2f")));
  EXPECT_FALSE(there->board->is_legal(*usi::parse_move("8h2b+"))) << "3c3d has not been played";
}

TEST_F(PonderGuessesPart, WhoPondersElsewhereIsKeptForAMomentAndMayBeTaken) {
  Poll& poll = bench.work().poll;
  guesses->spread(poll);
  guesses->keep(poll);
  const Child& child = bench.children().at(1);
  EXPECT_FALSE(guesses->is_guess(bench.children().at(0)));
  EXPECT_TRUE(guesses->is_guess(child));
  EXPECT_EQ(bench.voter(1).ballot->void_reason, "pondered on another reply");
  EXPECT_EQ(timers.at(SessionTimer::kGuesses), bench.port().now + Milliseconds(5'000));

  const auto any = [](const PonderGuess&) { return true; };
  EXPECT_FALSE(guesses->take(child, "position startpos moves 7g7f 3c3d", any));
  EXPECT_TRUE(guesses->take(child, "position startpos moves 7g7f 8c8d", any));
  EXPECT_FALSE(guesses->is_guess(child));
}

TEST_F(PonderGuessesPart, AGuessThatWasWrongIsEnded) {
  guesses->spread(bench.work().poll);
  guesses->keep(bench.work().poll);
  bench.take_told();
  guesses->drop();
  EXPECT_THAT(bench.take_told(), ElementsAre("E2 stop"));
  EXPECT_EQ(timers.at(SessionTimer::kGuesses), std::nullopt);
}

}  // namespace
}  // namespace gougi::relay::testing
