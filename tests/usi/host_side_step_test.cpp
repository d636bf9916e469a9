// SPDX-License-Identifier: MIT
// A child that says a `bestmove` too many must not answer every later search with the move of the
// one before; and a child that never does so must not notice that it is watched.
#include <gmock/gmock.h>

#include "usi/heard_host_side.hpp"

namespace gougi::usi {
namespace {

using base::Milliseconds;
using testing::ElementsAre;
using testing::IsEmpty;

class StepListener final : public HostSideListener {
 public:
  void send(std::string_view line) override { sent.emplace_back(line); }
  void on_declared() override {}
  void on_ready() override {}
  void on_info(SearchId, std::string_view, const InfoView&) override { ++infos; }
  void on_best_move(SearchId id, const BestMoveAnswer& answer) override {
    answers.push_back(std::to_string(id) + " " + format(answer));
  }
  void on_checkmate(SearchId, const CheckMateAnswer&) override {}
  void on_search_lost(SearchId id) override { answers.push_back(std::to_string(id) + " lost"); }
  void on_unreadable(SearchId id, std::string_view words) override {
    answers.push_back(std::to_string(id) + " unreadable " + std::string(words));
  }
  void on_back_in_step(const std::string& text) override { dropped.push_back(text); }
  bool is_possible(const BestMoveAnswer& answer) override { return format(answer) != impossible; }
  void on_oddity(std::string) override {}
  void on_stuck(std::string text) override { stuck.push_back(std::move(text)); }

  std::vector<std::string> take_sent() { return std::exchange(sent, {}); }
  std::vector<std::string> take_answers() { return std::exchange(answers, {}); }

  std::string impossible;
  std::vector<std::string> sent;
  std::vector<std::string> answers;
  std::vector<std::string> dropped;
  std::vector<std::string> stuck;
  int infos = 0;
};

class HostSideStepTest : public testing::Test {
 protected:
  HostSideStepTest() {
    host.started(now);
    say("usiok");
    host.request_ready(now);
    say("readyok");
    listener.take_sent();
  }
  void say(const std::string& line) { host.line(line, now); }
  void pass(int ms) {
    const base::TimePoint end = now + Milliseconds(ms);
    while (host.deadline() && *host.deadline() <= end) {
      now = *host.deadline();
      host.tick(now);
    }
    now = end;
  }
  /// A search of a position of its own.
  SearchId search(std::optional<int> byoyomi = std::nullopt) {
    SearchLimits limits;
    if (byoyomi) limits.clock = {.given = true, .byoyomi = Milliseconds(*byoyomi)};
    if (!byoyomi) limits.nodes = 1000;
    const SearchId id =
        host.search({std::make_shared<const std::string>("position " + std::to_string(++positions)),
                     limits, shogi::Color::kBlack},
                    now);
    listener.take_sent();
    return id;
  }
  /// The same in the opponent's time.
  SearchId ponder() {
    SearchLimits limits;
    limits.ponder = true;
    const SearchId id = host.search(
        {std::make_shared<const std::string>("position p"), limits, shogi::Color::kBlack}, now);
    listener.take_sent();
    return id;
  }
  /// A whole search, with a line of thought or without.
  void play(const std::string& move, bool talks = true) {
    search();
    pass(100);
    if (talks) say("info depth 1 score cp 1 pv " + move);
    say("bestmove " + move);
    pass(50);
  }
  /// Enough of them to make a habit.
  void play_a_while(bool talks) {
    for (const char* move : {"7g7f", "2g2f", "6g6f", "3g3f", "1g1f"}) play(move, talks);
    EXPECT_EQ(listener.take_answers().size(), 5U);
    EXPECT_THAT(listener.take_sent(), IsEmpty());
  }

  /// It reads one line after the other, and its last answer comes once more behind a `go`.
  void be_one_search_behind(bool talks) {
    play_a_while(talks);
    const std::string id = std::to_string(search());
    pass(1);
    say("bestmove 1g1f");
    pass(400);
    EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
    pass(2'000);
    if (talks) say("info depth 1 score cp 1 pv 5g5f");
    say("bestmove 5g5f");
    EXPECT_THAT(listener.take_answers(), ElementsAre(id + " bestmove 5g5f"));
    EXPECT_THAT(listener.dropped, ElementsAre("bestmove 1g1f"));
    // The next search waits until it has read so far.
    const std::string next = std::to_string(search());
    EXPECT_EQ(host.state(), HostSide::State::kFenced);
    say("readyok");
    EXPECT_EQ(host.state(), HostSide::State::kSearching);
    pass(100);
    if (talks) say("info depth 1 score cp 1 pv 4g4f");
    say("bestmove 4g4f");
    EXPECT_THAT(listener.take_answers(), ElementsAre(next + " bestmove 4g4f"));
    EXPECT_THAT(listener.stuck, IsEmpty());
  }

  StepListener listener;
  HeardHostSide host{listener};
  base::TimePoint now{std::chrono::hours(1)};
  int positions = 0;
};

TEST_F(HostSideStepTest, ASilentAnswerOfWhoAlwaysTalksIsDroppedWhenItThinksOn) {
  play_a_while(true);
  const std::string id = std::to_string(search());
  say("bestmove 9g9f");
  EXPECT_THAT(listener.answers, IsEmpty());
  pass(100);
  for (int depth = 1; depth <= 3; ++depth) say("info depth 1 score cp 1 pv 5g5f");
  EXPECT_EQ(listener.dropped.size(), 1U);
  pass(30'000);
  say("bestmove 5g5f");
  EXPECT_THAT(listener.answers, ElementsAre(id + " bestmove 5g5f"));
  EXPECT_THAT(listener.dropped, ElementsAre("bestmove 9g9f"));
  EXPECT_THAT(listener.sent, IsEmpty());
  search();
  EXPECT_EQ(host.state(), HostSide::State::kSearching);
}

TEST_F(HostSideStepTest, ASilentAnswerAtOnceToTheSecondSearchOfAllIsDoubted) {
  play("7g7f");
  listener.take_answers();
  const std::string id = std::to_string(search());
  pass(1);
  say("bestmove 9g9f");
  EXPECT_THAT(listener.answers, IsEmpty());
  pass(600);
  say("info depth 1 score cp 1 pv 5g5f");
  say("bestmove 5g5f");
  EXPECT_THAT(listener.answers, ElementsAre(id + " bestmove 5g5f"));
  EXPECT_THAT(listener.dropped, ElementsAre("bestmove 9g9f"));
}

// Nothing is known of who prints nothing but one answer, and this is the same at once.
TEST_F(HostSideStepTest, TheFirstAnswerOnceMoreToTheSecondSearchOfAllIsDoubted) {
  play("7g7f", false);
  listener.take_answers();
  const std::string id = std::to_string(search());
  pass(1);
  say("bestmove 7g7f");
  EXPECT_THAT(listener.answers, IsEmpty());
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
  pass(100);
  say("bestmove 5g5f");
  EXPECT_THAT(listener.answers, ElementsAre(id + " bestmove 5g5f"));
  EXPECT_THAT(listener.dropped, ElementsAre("bestmove 7g7f"));
}

TEST_F(HostSideStepTest, WhoPlaysFromABookIsDoubtedOnceInAGame) {
  const auto play_from_book = [&] {
    search();
    pass(1);
    say("bestmove 2g2f");
  };
  play("7g7f");
  play_from_book();
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
  say("readyok");
  pass(400);
  EXPECT_EQ(listener.answers.size(), 2U);
  for (int i = 0; i < 5; ++i) {
    play("7g7f");
    play_from_book();
  }
  EXPECT_EQ(listener.answers.size(), 12U);
  EXPECT_THAT(listener.sent, IsEmpty());
}

TEST_F(HostSideStepTest, ALineBehindAnAnswerMayBeItsSummary) {
  play_a_while(true);
  const std::string id = std::to_string(search());
  say("bestmove 9g9f");
  say("info depth 9 score cp 1 pv 9g9f");
  pass(500);
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
  say("readyok");
  EXPECT_THAT(listener.answers, ElementsAre(id + " bestmove 9g9f"));
}

TEST_F(HostSideStepTest, ALineLongAfterAnAnswerIsWork) {
  play_a_while(true);
  search();
  say("bestmove 9g9f");
  pass(600);
  say("info depth 9 score cp 1 pv 5g5f");
  EXPECT_THAT(listener.dropped, ElementsAre("bestmove 9g9f"));
}

TEST_F(HostSideStepTest, WhoReadsOneLineAfterTheOtherIsAskedWhetherItIsDone) {
  be_one_search_behind(true);
}

TEST_F(HostSideStepTest, SoIsWhoSaysTheSameOnceMoreAndPrintsNothing) {
  be_one_search_behind(false);
}

TEST_F(HostSideStepTest, ASilentAnswerOfWhoIsDoneIsTakenAndDoubtedMoreSeldom) {
  play_a_while(true);
  const std::string id = std::to_string(search());
  say("bestmove 9g9f");
  pass(400);
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
  EXPECT_THAT(listener.answers, IsEmpty());
  pass(30);
  say("readyok");
  EXPECT_THAT(listener.take_answers(), ElementsAre(id + " bestmove 9g9f"));
  EXPECT_EQ(host.state(), HostSide::State::kIdle);
  play_a_while(true);
  play("8g8f", false);
  EXPECT_EQ(listener.take_answers().size(), 1U);
}

TEST_F(HostSideStepTest, WhoNeverTalksIsNeverDoubtedNorAsked) {
  for (int i = 0; i < 20; ++i) {
    play(i % 2 == 0 ? "7g7f" : "2g2f", false);
    play("resign", false);
  }
  EXPECT_EQ(listener.answers.size(), 40U);
  EXPECT_THAT(listener.sent, IsEmpty());
}

TEST_F(HostSideStepTest, AnotherAnswerThatNobodyAskedForIsLookedInto) {
  play_a_while(true);
  play("8g8f");
  listener.take_answers();
  say("bestmove 8g8f");  // some say everything twice
  EXPECT_THAT(listener.take_sent(), IsEmpty());
  say("bestmove 9g9f");
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
  EXPECT_EQ(host.state(), HostSide::State::kFenced);
  say("readyok");
  EXPECT_EQ(host.state(), HostSide::State::kIdle);
}

TEST_F(HostSideStepTest, ADoubtfulAnswerInPonderingEndsThePonderSearch) {
  play_a_while(true);
  const std::string id = std::to_string(ponder());
  say("bestmove 9g9f");
  EXPECT_THAT(listener.take_sent(), ElementsAre("stop"));
  EXPECT_THAT(listener.answers, IsEmpty());
  say("info depth 1 score cp 1 pv 5g5f");
  say("bestmove 5g5f");
  EXPECT_THAT(listener.take_answers(), ElementsAre(id + " bestmove 5g5f"));
  EXPECT_TRUE(host.answered_to_stop());
  EXPECT_THAT(listener.dropped, ElementsAre("bestmove 9g9f"));
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));  // it may be two behind
  host.ponder_hit({}, now);
  EXPECT_THAT(listener.take_sent(), IsEmpty());
  say("readyok");
  EXPECT_EQ(host.state(), HostSide::State::kIdle);
}

TEST_F(HostSideStepTest, WhoGoesOnPonderingAfterADoubtIsWaitedForNoLongerThanStopAllows) {
  play_a_while(true);
  ponder();
  say("bestmove 9g9f");
  for (int i = 0; i < 3; ++i) say("info depth 1 score cp 1 pv 5g5f");
  EXPECT_THAT(listener.dropped, ElementsAre("bestmove 9g9f"));
  pass(2'000);
  EXPECT_EQ(listener.stuck.size(), 1U);
}

TEST_F(HostSideStepTest, WhoIsToldToStopBehindADoubtInPonderingHasAsLongAsStopAllows) {
  play_a_while(true);
  listener.impossible = "bestmove 9g9f";
  const std::string id = std::to_string(ponder());
  say("bestmove 9g9f");
  EXPECT_THAT(listener.take_sent(), ElementsAre("stop"));
  host.stop(now);
  pass(1'999);
  EXPECT_THAT(listener.stuck, IsEmpty());
  say("bestmove 5g5f");
  EXPECT_THAT(listener.take_answers(), ElementsAre(id + " bestmove 5g5f"));
}

// What it says then is taken for this search's answer, and may be that of the one before.
TEST_F(HostSideStepTest, WhoWasStoppedBehindAnImpossibleAnswerIsAskedBeforeItsNextSearch) {
  play_a_while(true);
  listener.impossible = "bestmove 9g9f";
  const std::string id = std::to_string(search());
  say("bestmove 9g9f");
  host.stop(now);
  EXPECT_THAT(listener.take_sent(), ElementsAre("stop"));
  say("bestmove 5g5f");
  EXPECT_THAT(listener.take_answers(), ElementsAre(id + " bestmove 5g5f"));
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
  say("bestmove 4g4f");
  EXPECT_THAT(listener.take_answers(), IsEmpty());
  say("readyok");
  EXPECT_EQ(host.state(), HostSide::State::kIdle);
}

TEST_F(HostSideStepTest, WhoPrintsNothingIsAskedWhereItAnswersFarSoonerThanEver) {
  play_a_while(false);
  const std::string id = std::to_string(search());
  pass(20);
  say("bestmove 9g9f");  // one too many, and another move
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
  pass(80);
  say("bestmove 5g5f");
  EXPECT_THAT(listener.take_answers(), ElementsAre(id + " bestmove 5g5f"));
  EXPECT_THAT(listener.dropped, ElementsAre("bestmove 9g9f"));
  say("readyok");
  // Who knows a forced move when it sees one is asked once.
  search();
  pass(1);
  say("bestmove 4g4f");
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
  say("readyok");
  EXPECT_EQ(listener.take_answers().size(), 1U);
  search();
  pass(1);
  say("bestmove 3g3f");
  EXPECT_THAT(listener.take_sent(), IsEmpty());
  EXPECT_EQ(listener.take_answers().size(), 1U);
}

TEST_F(HostSideStepTest, WhoRepeatsItselfSoonerThanEverIsAsked) {
  play_a_while(false);
  const std::string id = std::to_string(search());
  pass(70);
  say("bestmove 1g1f");
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
  pass(30);
  say("bestmove 5g5f");
  EXPECT_THAT(listener.take_answers(), ElementsAre(id + " bestmove 5g5f"));
}

TEST_F(HostSideStepTest, WhoHasThoughtForLongerThanTheSearchRunsThinksOfAnother) {
  play_a_while(true);
  const std::string id = std::to_string(search());
  pass(100);
  say("info depth 9 time 900 score cp 1 pv 9g9f");
  say("bestmove 9g9f");
  EXPECT_THAT(listener.answers, IsEmpty());
  say("info depth 1 time 20 score cp 1 pv 5g5f");
  say("bestmove 5g5f");
  EXPECT_THAT(listener.take_answers(), ElementsAre(id + " bestmove 5g5f"));
}

TEST_F(HostSideStepTest, TheSameAnswerToTheSamePositionIsNotDoubted) {
  for (int i = 0; i < 5; ++i) {
    positions = 0;
    play("7g7f", false);
  }
  EXPECT_EQ(listener.answers.size(), 5U);
  EXPECT_THAT(listener.sent, IsEmpty());
}

TEST_F(HostSideStepTest, WhoWasOutvotedMayWantTheSameMoveAgain) {
  play_a_while(false);
  play("1g1f", false);
  EXPECT_EQ(listener.answers.size(), 1U);
  EXPECT_THAT(listener.sent, IsEmpty());
}

TEST_F(HostSideStepTest, WhoseMoveWasPlayedMakesItSeldomAgain) {
  const auto ask = [&](const std::string& line) {
    host.search({std::make_shared<const std::string>(line), SearchLimits{}, shogi::Color::kBlack},
                now);
    pass(100);
    say("bestmove 5h4h");
  };
  ask("position startpos");
  ask("position startpos moves 2g2f 3c3d");  // another was played
  EXPECT_EQ(listener.answers.size(), 2U);
  ask("position startpos moves 2g2f 3c3d 5h4h 8c8d");
  EXPECT_EQ(listener.answers.size(), 2U);
  EXPECT_EQ(listener.sent.back(), "isready");
  say("readyok");
  EXPECT_EQ(listener.answers.size(), 3U);
}

TEST_F(HostSideStepTest, TheSameMoveOfWhoIsDoneCountsAsSoonAsItSaysSo) {
  play_a_while(false);
  const std::string id = std::to_string(search());
  say("bestmove 1g1f");
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
  say("readyok");
  EXPECT_THAT(listener.answers, ElementsAre(id + " bestmove 1g1f"));
}

TEST_F(HostSideStepTest, AnImpossibleAnswerHasAMomentForABetterOne) {
  play_a_while(false);
  listener.impossible = "bestmove 1g1f";
  std::string id = std::to_string(search());
  say("bestmove 1g1f");
  say("readyok");
  EXPECT_THAT(listener.answers, IsEmpty());
  say("bestmove 5g5f");
  EXPECT_THAT(listener.take_answers(), ElementsAre(id + " bestmove 5g5f"));
  listener.impossible = "bestmove 5g5f";
  id = std::to_string(search());
  say("bestmove 5g5f");
  say("readyok");
  pass(400);
  EXPECT_THAT(listener.answers, ElementsAre(id + " bestmove 5g5f"));
}

TEST_F(HostSideStepTest, WhoReadsWhileItThinksAndThenSaysABetterOneWasOutOfStep) {
  play_a_while(true);
  listener.impossible = "bestmove 1g1f";
  search();
  say("bestmove 1g1f");
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
  say("readyok");
  pass(100);
  say("info depth 1 score cp 1 pv 5g5f");
  say("bestmove 5g5f");
  EXPECT_THAT(listener.dropped, ElementsAre("bestmove 1g1f"));
  search();
  pass(60);
  say("bestmove 5g5f");  // sooner than ever, as before
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
}

TEST_F(HostSideStepTest, WithAClockItIsHeldForHalfOfTheTimeAtMost) {
  play_a_while(true);
  const std::string id = std::to_string(search(100));
  say("bestmove 9g9f");
  pass(49);
  EXPECT_THAT(listener.answers, IsEmpty());
  pass(1);
  EXPECT_THAT(listener.take_answers(), ElementsAre(id + " bestmove 9g9f"));
  // What it says before readyok is of the past.
  const std::string next = std::to_string(search(100));
  say("info depth 1 score cp 1 pv 5g5f");
  say("bestmove 5g5f");
  EXPECT_THAT(listener.answers, IsEmpty());
  say("readyok");
  EXPECT_THAT(listener.dropped, ElementsAre("bestmove 5g5f"));
  EXPECT_EQ(host.current(), static_cast<SearchId>(std::stoi(next)));
}

TEST_F(HostSideStepTest, AtStopTheAnswerThatIsHeldIsTheAnswer) {
  play_a_while(true);
  const std::string id = std::to_string(search());
  say("bestmove 9g9f");
  host.stop(now);
  EXPECT_THAT(listener.take_answers(), ElementsAre(id + " bestmove 9g9f"));
  EXPECT_FALSE(host.answered_to_stop()) << "it was there before";
  EXPECT_THAT(listener.take_sent(), ElementsAre("stop", "isready"));
  say("bestmove 5g5f");
  EXPECT_THAT(listener.answers, IsEmpty());
  say("readyok");
  EXPECT_THAT(listener.dropped, ElementsAre("bestmove 5g5f"));
  EXPECT_EQ(host.state(), HostSide::State::kIdle);
}

TEST_F(HostSideStepTest, AtStopAnImpossibleAnswerThatIsHeldIsNoAnswer) {
  play_a_while(true);
  listener.impossible = "bestmove 9g9f";
  const std::string id = std::to_string(search());
  say("bestmove 9g9f");
  host.stop(now);
  EXPECT_THAT(listener.answers, IsEmpty());
  say("bestmove 5g5f");
  EXPECT_THAT(listener.answers, ElementsAre(id + " bestmove 5g5f"));
}

TEST_F(HostSideStepTest, AnAnswerToPonderThatAnsweredAnotherPositionIsDoubtedAtStop) {
  play("7g7f", false);
  SearchLimits ponder;
  ponder.ponder = true;
  const auto go = [&](const std::string& position, const SearchLimits& limits) {
    host.search({std::make_shared<const std::string>(position), limits, shogi::Color::kBlack}, now);
  };
  go("position 1 moves 7g7f 3c3d", ponder);
  SearchLimits nodes;
  nodes.nodes = 1000;
  go("position 2", nodes);
  listener.take_sent();
  say("bestmove 7g7f");
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
  say("bestmove 2g2f");
  say("readyok");
  EXPECT_THAT(listener.take_sent(), ElementsAre("position 2", "go nodes 1000"));
}

TEST_F(HostSideStepTest, AnImpossibleAnswerIsNoBetterThanTheOneThatIsHeld) {
  play_a_while(true);
  listener.impossible = "bestmove 1a1b";
  const std::string id = std::to_string(search());
  say("bestmove 9g9f");
  say("bestmove 1a1b");
  EXPECT_THAT(listener.answers, IsEmpty());
  const base::TimePoint said_at = now;
  pass(400);
  say("readyok");
  EXPECT_THAT(listener.answers, ElementsAre(id + " bestmove 9g9f"));
  EXPECT_EQ(host.answered_at(), said_at);
  EXPECT_FALSE(host.answered_to_stop());
}

TEST_F(HostSideStepTest, ALateLineBehindTwoAnswersDoesNotLeaveTheSearchWithoutOne) {
  play_a_while(true);
  listener.impossible = "bestmove 1a1b";
  const std::string id = std::to_string(search());
  say("bestmove resign");
  pass(300);
  say("bestmove 1a1b");
  pass(300);
  say("info depth 1 score cp 1 pv 5g5f");
  EXPECT_THAT(listener.dropped, IsEmpty());
  say("readyok");
  EXPECT_THAT(listener.answers, ElementsAre(id + " bestmove resign"));
}

TEST_F(HostSideStepTest, WhoSaysAnImpossibleOneBehindItsReadyokIsAskedOnceMoreBeforeItsNextSearch) {
  play("7g7f");
  listener.take_answers();
  listener.impossible = "bestmove 1a1b";
  const std::string id = std::to_string(search());
  pass(1);
  say("bestmove resign");
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
  say("readyok");  // it reads while it thinks
  say("bestmove 1a1b");
  pass(400);
  EXPECT_THAT(listener.answers, ElementsAre(id + " bestmove resign"));
  EXPECT_EQ(host.state(), HostSide::State::kFenced);
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
  search();
  EXPECT_THAT(listener.take_sent(), IsEmpty());
  say("readyok");
  EXPECT_EQ(host.state(), HostSide::State::kSearching);
}

TEST_F(HostSideStepTest, AnImpossibleAnswerBehindThoughtsEndsTheSearch) {
  play_a_while(true);
  listener.impossible = "bestmove 1a1b";
  const std::string id = std::to_string(search());
  say("bestmove 9g9f");
  pass(100);
  say("info depth 1 score cp 1 pv 5g5f");
  say("bestmove 1a1b");
  EXPECT_THAT(listener.answers, ElementsAre(id + " bestmove 9g9f"));
  host.stop(now);
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
}

TEST_F(HostSideStepTest, WhoseAnswerIsImpossibleIsAskedForTheEndOfThePastThoughItHasThought) {
  play("7g7f");
  listener.take_answers();
  listener.impossible = "bestmove 9g9f";
  const std::string id = std::to_string(search());
  pass(100);
  say("info depth 1 score cp 1 pv 5g5f");
  say("bestmove 9g9f");
  EXPECT_THAT(listener.take_answers(), ElementsAre(id + " bestmove 9g9f"));
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
  search();
  say("bestmove 5g5f");  // what it owed
  say("readyok");
  EXPECT_THAT(listener.answers, IsEmpty());
  EXPECT_THAT(listener.dropped, ElementsAre("bestmove 5g5f"));
  EXPECT_EQ(host.state(), HostSide::State::kSearching);
}

TEST_F(HostSideStepTest, AnImpossibleAnswerToStopIsOfAnOlderSearch) {
  play("7g7f");
  listener.impossible = "bestmove 9g9f";
  search();
  pass(100);
  say("info depth 1 score cp 1 pv 5g5f");
  host.stop(now);
  say("bestmove 9g9f");
  EXPECT_THAT(listener.take_sent(), ElementsAre("stop", "isready"));
}

TEST_F(HostSideStepTest, AnImpossibleAnswerThatNobodyWaitsForTellsTheSame) {
  play("7g7f");
  listener.impossible = "bestmove 9g9f";
  search();
  pass(100);
  say("info depth 1 score cp 1 pv 5g5f");
  host.abandon(now);
  say("bestmove 9g9f");
  EXPECT_THAT(listener.take_sent(), ElementsAre("stop", "isready"));
}

TEST_F(HostSideStepTest, AnAnswerThatIsHeldOutlivesItsProcess) {
  play_a_while(true);
  const std::string id = std::to_string(search());
  say("bestmove 9g9f");
  host.exited(now);
  EXPECT_THAT(listener.answers, ElementsAre(id + " bestmove 9g9f"));
}

TEST_F(HostSideStepTest, ANewSearchOverADoubtfulAnswerWaitsUntilThePastIsOver) {
  play_a_while(true);
  search();
  say("bestmove 9g9f");
  const SearchId second = host.search(
      {std::make_shared<const std::string>("position next"), SearchLimits{}, shogi::Color::kBlack},
      now);
  EXPECT_THAT(listener.take_sent(), ElementsAre("stop", "isready"));
  say("bestmove 5g5f");
  say("readyok");
  EXPECT_EQ(listener.take_sent().front(), "position next");
  pass(10);
  say("info depth 1 score cp 1 pv 4g4f");
  say("bestmove 4g4f");
  EXPECT_THAT(listener.answers, ElementsAre(std::to_string(second) + " bestmove 4g4f"));
}

TEST_F(HostSideStepTest, WhoThinksOnWithoutASearchIsStoppedAndFenced) {
  play("7g7f");
  say("info depth 9 score cp 1 pv 7g7f");  // some do for a moment
  pass(700);
  EXPECT_THAT(listener.sent, IsEmpty());
  say("info depth 10 score cp 1 pv 7g7f");
  EXPECT_THAT(listener.take_sent(), ElementsAre("stop", "isready"));
  say("readyok");  // it reads while it thinks
  search();
  EXPECT_EQ(host.state(), HostSide::State::kFenced);
  say("bestmove 7g7f");
  EXPECT_THAT(listener.dropped, ElementsAre("bestmove 7g7f"));
  EXPECT_EQ(host.state(), HostSide::State::kSearching);
}

TEST_F(HostSideStepTest, WhoOnlyChatsIsFencedOnce) {
  play("7g7f");
  for (int i = 0; i < 5; ++i) {
    pass(700);
    say("info depth 10 score cp 1 pv 7g7f");
    if (i == 0) say("readyok");
  }
  EXPECT_THAT(listener.take_sent(), ElementsAre("stop", "isready"));
  EXPECT_EQ(host.state(), HostSide::State::kIdle);
}

TEST_F(HostSideStepTest, WhoAnswersLateWasNoChattererAndHadNoExceptions) {
  play_a_while(true);
  search();
  pass(1);
  say("bestmove 9g9f");
  pass(400);
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
  say("readyok");  // it reads while it thinks
  EXPECT_EQ(listener.take_answers().size(), 1U);
  pass(600);
  say("info depth 1 score cp 1 pv 5g5f");
  EXPECT_THAT(listener.take_sent(), ElementsAre("stop", "isready"));
  say("readyok");
  pass(1'000);
  EXPECT_EQ(host.state(), HostSide::State::kIdle);
  say("bestmove 5g5f");
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
  say("readyok");
  pass(600);
  say("info depth 1 score cp 1 pv 5g5f");
  EXPECT_THAT(listener.take_sent(), ElementsAre("stop", "isready"));
  say("bestmove 5g5f");
  say("readyok");
  play_a_while(true);
  search();
  pass(100);
  say("bestmove 9g9f");
  EXPECT_THAT(listener.answers, IsEmpty());
}

TEST_F(HostSideStepTest, WhoDoesNotPassTheFenceIsGivenUp) {
  play("7g7f");
  pass(700);
  say("info depth 10 score cp 1 pv 7g7f");
  pass(9'999);
  EXPECT_THAT(listener.stuck, IsEmpty());
  pass(1);
  EXPECT_EQ(listener.stuck.size(), 1U);
  host.exited(now);
  EXPECT_FALSE(host.deadline());
}

TEST_F(HostSideStepTest, AnAnswerQuickerThanAnyProcessIsHeld) {
  play_a_while(false);
  search();
  now += std::chrono::microseconds(2);
  say("bestmove 9g9f");
  EXPECT_THAT(listener.answers, IsEmpty());
  pass(20);
  say("bestmove 5g5f");
  EXPECT_EQ(listener.answers.size(), 1U);
  EXPECT_THAT(listener.dropped, ElementsAre("bestmove 9g9f"));
}

TEST_F(HostSideStepTest, AWordThatNobodyCanReadIsTheEndOfItsSearch) {
  const std::string id = std::to_string(search());
  say("bestmove 7g7fzX");
  EXPECT_THAT(listener.answers, ElementsAre(id + " unreadable 7g7fzX"));
  EXPECT_EQ(host.state(), HostSide::State::kIdle);
  say("bestmove 7g7fzX");
  EXPECT_EQ(listener.answers.size(), 1U);
}

TEST(HostSideOfAnOpponent, TakesEveryAnswerAsItComes) {
  StepListener listener;
  HeardHostSide host(listener, {.doubts = false});
  const base::TimePoint now{std::chrono::hours(1)};
  for (const char* line : {"", "usiok", "readyok"}) {
    if (*line == 0) host.started(now);
    if (*line != 0) host.line(line, now);
    if (std::string_view(line) == "usiok") host.request_ready(now);
  }
  for (int i = 0; i < 5; ++i) {
    host.search({std::make_shared<const std::string>("position " + std::to_string(i)),
                 SearchLimits{}, shogi::Color::kBlack},
                now);
    host.line("bestmove 7g7f", now);
  }
  EXPECT_EQ(listener.answers.size(), 5U);
}

}  // namespace
}  // namespace gougi::usi
