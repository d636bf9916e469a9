// SPDX-License-Identifier: MIT
// The conversation with one child: what is said when, and what its answers are taken for.
#include "usi/host_side.hpp"

#include <gmock/gmock.h>

#include "usi/heard_host_side.hpp"

namespace gougi::usi {
namespace {

using base::Milliseconds;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Listener final : public HostSideListener {
 public:
  void send(std::string_view line) override { sent.emplace_back(line); }
  void on_declared() override { ++declared; }
  void on_ready() override { ++ready; }
  void on_info(SearchId id, std::string_view, const InfoView&) override { infos.push_back(id); }
  void on_best_move(SearchId id, const BestMoveAnswer& answer) override {
    answers.push_back(std::to_string(id) + " " + format(answer));
  }
  void on_checkmate(SearchId id, const CheckMateAnswer& answer) override {
    answers.push_back(std::to_string(id) + " " + format(answer));
  }
  void on_search_lost(SearchId id) override { lost.push_back(id); }
  void on_oddity(std::string text) override { oddities.push_back(std::move(text)); }
  void on_stuck(std::string text) override { stuck.push_back(std::move(text)); }

  std::vector<std::string> take_sent() { return std::exchange(sent, {}); }

  std::vector<std::string> sent;
  std::vector<std::string> answers;
  std::vector<std::string> oddities;
  std::vector<std::string> stuck;
  std::vector<SearchId> infos;
  std::vector<SearchId> lost;
  int declared = 0;
  int ready = 0;
};

class HostSideTest : public testing::Test {
 protected:
  void say(const std::string& line) { host.line(line, now); }
  void get_ready(const std::string& name = "model") {
    host.started(now);
    say("id name " + name);
    say("usiok");
    host.request_ready(now);
    say("readyok");
    listener.take_sent();
  }
  static SearchRequest byoyomi(int ms, const std::string& position = "position startpos") {
    SearchLimits limits;
    limits.clock.given = true;
    limits.clock.byoyomi = Milliseconds(ms);
    return {std::make_shared<const std::string>(position), limits, shogi::Color::kBlack};
  }
  static SearchRequest mate(int ms) {
    return {std::make_shared<const std::string>("position startpos"),
            MateLimits{Milliseconds(ms), {}}, shogi::Color::kBlack};
  }
  void pass(int ms) {
    now += Milliseconds(ms);
    host.tick(now);
  }

  Listener listener;
  HeardHostSide host{listener};
  base::TimePoint now{std::chrono::hours(1)};
};

TEST_F(HostSideTest, OptionsAreKeptUpToAMebibyteOfThem) {
  for (int start = 0; start < 2; ++start) {
    host.started(now);
    say("option name First type check default true");
    for (int i = 0; i < 100; ++i) {
      say("option name N" + std::to_string(i) + " type string default " +
          std::string(100'000, 'y'));
    }
    say("option name Last type check default true");
    say("usiok");
    std::size_t bytes = 0;
    for (const std::string& line : host.option_lines()) bytes += line.size();
    EXPECT_LE(bytes, 1U << 20U);
    EXPECT_EQ(host.options().size(), 12U);  // First, ten of the long ones, Last
    EXPECT_EQ(host.options().back().name, "Last");
    host.exited(now);
  }
}

TEST_F(HostSideTest, AnOptionOfTheChildSaysBetterThanItsWordWhatItPlaysOfFreezes) {
  host.set_option("Freeze", "NONE", now);
  host.started(now);
  say("option name Freeze type combo default OK var NONE var CAN_FREEZE var OK");
  say("FREEZE OK");
  say("usiok");
  EXPECT_EQ(host.freeze_ability(), FreezeAbility::kNone);
  host.set_option("Freeze", "CAN_FREEZE", now);
  EXPECT_EQ(host.freeze_ability(), FreezeAbility::kCanFreeze);
  host.set_option("Freeze", "IGNORE", now);  // not a choice that it has
  EXPECT_EQ(host.freeze_ability(), FreezeAbility::kOk);
  host.exited(now);
  host.started(now);
  say("option name Freeze type string default here");
  say("FREEZE ALLOW_FREEZE");
  say("usiok");
  EXPECT_EQ(host.freeze_ability(), FreezeAbility::kAllowFreeze);
}

TEST(PlainHostSide, WhatWasStillToBeToldGoesWithItsProcess) {
  const base::TimePoint now{};
  HostSide host;
  host.started(now);
  host.exited();
  EXPECT_FALSE(host.next_line());
  host.started(now);
  EXPECT_EQ(host.next_line()->line, "usi");
}

TEST_F(HostSideTest, WhatTheChildSaysOfFreezesIsKnownAndForgottenWithItsProcess) {
  EXPECT_EQ(host.freeze_ability(), FreezeAbility::kNone);
  host.started(now);
  say("option name A type check default true");
  say("FREEZE SOMETHING");
  EXPECT_EQ(host.freeze_ability(), FreezeAbility::kNone);
  say("FREEZE ALLOW_FREEZE");
  say("usiok");
  EXPECT_EQ(host.freeze_ability(), FreezeAbility::kAllowFreeze);
  EXPECT_EQ(host.option_lines().back(), "FREEZE ALLOW_FREEZE");
  say("FREEZE OK");  // too late
  EXPECT_EQ(host.freeze_ability(), FreezeAbility::kAllowFreeze);
  host.exited(now);
  host.started(now);
  say("usiok");
  EXPECT_EQ(host.freeze_ability(), FreezeAbility::kNone);
  EXPECT_THAT(host.option_lines(), IsEmpty());
}

TEST_F(HostSideTest, FreezenumComesBeforeTheNextGameOrPositionAndOnlyToWhoKnowsFreezes) {
  host.started(now);
  say("FREEZE OK");
  say("usiok");
  host.request_ready(now);
  say("readyok");
  listener.take_sent();
  host.set_freeze_counts({3, 2});
  EXPECT_THAT(listener.take_sent(), IsEmpty());
  host.new_game(now);
  EXPECT_THAT(listener.take_sent(), ElementsAre("FREEZENUM z2Z3", "usinewgame"));
  host.set_freeze_counts({0, 0});
  host.search(byoyomi(100), now);
  EXPECT_THAT(listener.take_sent(),
              ElementsAre("FREEZENUM z0Z0", "position startpos", "go btime 0 wtime 0 byoyomi 100"));
}

TEST_F(HostSideTest, WhoDoesNotKnowFreezesIsToldNoFreezenum) {
  get_ready();
  host.set_freeze_counts({3, 3});
  host.new_game(now);
  EXPECT_THAT(listener.take_sent(), ElementsAre("usinewgame"));
}

TEST_F(HostSideTest, NothingIsSaidBeforeUsiokButUsi) {
  host.started(now);
  host.set_option("Threads", "2", now);
  host.request_ready(now);
  host.new_game(now);
  host.search(byoyomi(100), now);
  EXPECT_THAT(listener.take_sent(), ElementsAre("usi"));
  say("usiok");
  EXPECT_THAT(listener.take_sent(), ElementsAre("setoption name Threads value 2", "isready"));
  say("readyok");
  EXPECT_THAT(listener.take_sent(),
              ElementsAre("usinewgame", "position startpos", "go btime 0 wtime 0 byoyomi 100"));
}

TEST_F(HostSideTest, AGoWithoutIsreadyGetsOne) {
  host.started(now);
  say("usiok");
  host.search(byoyomi(100), now);
  EXPECT_THAT(listener.take_sent(), ElementsAre("usi", "isready"));
}

TEST_F(HostSideTest, AnAnswerBelongsToItsSearchAndOnlyOneIsTaken) {
  get_ready();
  const SearchId id = host.search(byoyomi(100), now);
  say("info depth 1 score cp 1 pv 7g7f");
  say("bestmove 7g7f");
  say("bestmove 7g7f");
  say("info depth 2 score cp 1 pv 7g7f");
  EXPECT_THAT(listener.infos, ElementsAre(id));
  EXPECT_THAT(listener.answers, ElementsAre(std::to_string(id) + " bestmove 7g7f"));
  EXPECT_EQ(listener.oddities.size(), 1U);
}

TEST_F(HostSideTest, WhoIsRestartedKeepsItsNameUntilItSaysAnother) {
  host.started(now);
  say("id name Alpha");
  say("usiok");
  host.exited(now);
  host.started(now);
  EXPECT_EQ(host.name(), "Alpha");
  say("id name Beta");
  EXPECT_EQ(host.name(), "Beta");
}

TEST_F(HostSideTest, OptionsWithoutEndAreCutOffAndToldOf) {
  host.started(now);
  for (int i = 0; i < 3000; ++i) {
    say("option name O" + std::to_string(i) + " type check default true");
  }
  EXPECT_EQ(host.options().size(), 2000U);
  EXPECT_THAT(listener.oddities,
              ElementsAre(AllOf(HasSubstr("left out"), HasSubstr("name O2000 "))));
}

TEST_F(HostSideTest, ANewSearchStopsTheOldAndDropsItsAnswer) {
  get_ready();
  host.search(byoyomi(1000), now);
  listener.take_sent();
  const SearchId second = host.search(byoyomi(2000, "position startpos moves 7g7f"), now);
  EXPECT_THAT(listener.take_sent(), ElementsAre("stop"));
  say("info depth 1 score cp 1 pv 7g7f");
  say("bestmove 7g7f");
  EXPECT_THAT(listener.answers, IsEmpty());
  EXPECT_THAT(listener.infos, IsEmpty());
  EXPECT_THAT(listener.take_sent(),
              ElementsAre("position startpos moves 7g7f", "go btime 0 wtime 0 byoyomi 2000"));
  say("bestmove 3c3d");
  EXPECT_THAT(listener.answers, ElementsAre(std::to_string(second) + " bestmove 3c3d"));
}

TEST_F(HostSideTest, OfSearchesThatWaitOnlyTheLastBegins) {
  get_ready();
  host.search(byoyomi(1), now);
  host.search(byoyomi(2), now);
  host.search(byoyomi(3), now);
  listener.take_sent();
  say("bestmove 7g7f");
  EXPECT_THAT(listener.take_sent(),
              ElementsAre("position startpos", "go btime 0 wtime 0 byoyomi 3"));
}

TEST_F(HostSideTest, ASearchThatHadToWaitIsToldWhatIsLeftOfItsTime) {
  get_ready();
  host.search(byoyomi(1000), now);
  host.search(byoyomi(2000), now);
  listener.take_sent();
  pass(300);
  say("bestmove 7g7f");
  EXPECT_THAT(listener.take_sent(),
              ElementsAre("position startpos", "go btime 0 wtime 0 byoyomi 1700"));
}

TEST_F(HostSideTest, APonderThatHadToWaitHasItsTimeFromPonderhitOn) {
  get_ready();
  host.search(byoyomi(1000), now);
  SearchRequest ponder = byoyomi(2000);
  std::get<SearchLimits>(ponder.limits).ponder = true;
  host.search(ponder, now);
  listener.take_sent();
  pass(300);
  host.ponder_hit({}, now);
  pass(50);
  say("bestmove 7g7f");
  EXPECT_THAT(listener.take_sent(),
              ElementsAre("position startpos", "go btime 0 wtime 0 byoyomi 1950"));
}

TEST_F(HostSideTest, ASolverThatHadToWaitIsToldWhatIsLeftOfItsTime) {
  get_ready();
  host.search(mate(1000), now);
  host.search(mate(500), now);
  listener.take_sent();
  pass(200);
  say("checkmate nomate");
  EXPECT_THAT(listener.take_sent(), ElementsAre("position startpos", "go mate 300"));
}

TEST_F(HostSideTest, StopIsSaidOnce) {
  get_ready();
  host.search(byoyomi(1000), now);
  listener.take_sent();
  host.stop(now);
  host.stop(now);
  host.abandon(now);
  EXPECT_THAT(listener.take_sent(), ElementsAre("stop"));
  host.stop(now);
  say("bestmove 7g7f");
  host.stop(now);
  EXPECT_THAT(listener.take_sent(), IsEmpty());
}

TEST_F(HostSideTest, OptionsAndIsreadyWaitForTheEndOfASearch) {
  get_ready();
  host.search(byoyomi(1000), now);
  listener.take_sent();
  host.set_option("A", "1", now);
  host.press_button("Clear", now);
  host.request_ready(now);
  EXPECT_THAT(listener.take_sent(), IsEmpty());
  say("bestmove 7g7f");
  EXPECT_THAT(listener.take_sent(),
              ElementsAre("setoption name A value 1", "setoption name Clear", "isready"));
}

TEST_F(HostSideTest, ARestartedChildHearsItsOptionsAgainButNoOldButton) {
  get_ready();
  host.set_option("A", "1", now);
  host.press_button("Clear", now);
  const SearchId id = host.search(byoyomi(1000), now);
  host.exited(now);
  EXPECT_THAT(listener.lost, ElementsAre(id));
  listener.take_sent();
  host.started(now);
  say("usiok");
  EXPECT_THAT(listener.take_sent(), ElementsAre("usi", "setoption name A value 1"));
}

TEST_F(HostSideTest, AValueThatIsTheChildsOwnDefaultIsNotSent) {
  host.set_option("Debug Log File", "", now);
  host.set_option("Contempt", "24", now);
  host.set_option("Book", "", now);
  host.set_option("Unknown", "", now);
  host.set_option("Guessed", "1", now);
  host.started(now);
  say("option name Debug Log File type string default ");
  say("option name Contempt type spin default 24 min -100 max 100");
  say("option name Book type filename default <empty>");
  say("option name Guessed type spin min 1 max 9");
  say("usiok");
  host.set_option("Contempt", "24", now);
  EXPECT_THAT(listener.take_sent(),
              ElementsAre("usi", "setoption name Unknown value <empty>",
                          "setoption name Guessed value 1"));  // its default is not known
}

TEST_F(HostSideTest, AChildThatWasToldSomethingElseIsToldItsDefaultAgain) {
  host.started(now);
  say("option name Contempt type spin default 24 min -100 max 100");
  say("usiok");
  host.set_option("Contempt", "7", now);
  host.set_option("Contempt", "24", now);
  host.set_option("Contempt", "24", now);
  EXPECT_THAT(listener.take_sent(), ElementsAre("usi", "setoption name Contempt value 7",
                                                "setoption name Contempt value 24"));
  host.exited(now);  // the next process has its default by itself
  host.started(now);
  say("option name Contempt type spin default 24 min -100 max 100");
  say("usiok");
  EXPECT_THAT(listener.take_sent(), ElementsAre("usi"));
  host.exited(now);  // another program in its place
  host.started(now);
  say("option name Contempt type spin default 0 min -100 max 100");
  say("usiok");
  EXPECT_THAT(listener.take_sent(), ElementsAre("usi", "setoption name Contempt value 24"));
}

TEST_F(HostSideTest, AnEmptiedStringIsSentAsTheChildItselfWritesEmptiness) {
  const auto emptied = [this](const std::string& name) {
    host.set_option(name, "x", now);
    host.set_option(name, "", now);
    return listener.take_sent().back();
  };
  host.started(now);
  say("option name Debug Log File type string default ");
  say("option name EvalFile type filename default nn.nnue");
  say("usiok");
  EXPECT_EQ(emptied("Debug Log File"), "setoption name Debug Log File value");
  EXPECT_EQ(emptied("EvalFile"), "setoption name EvalFile value");  // as it writes another
  host.exited(now);
  host.started(now);
  say("option name Debug Log File type string default ");
  say("option name SyzygyPath type string default <empty>");
  say("option name EvalFile type filename default nn.nnue");
  say("usiok");
  EXPECT_EQ(emptied("Debug Log File"), "setoption name Debug Log File value");
  EXPECT_EQ(emptied("SyzygyPath"), "setoption name SyzygyPath value <empty>");
  EXPECT_EQ(emptied("EvalFile"), "setoption name EvalFile value <empty>");  // USI's word for it
}

TEST_F(HostSideTest, WhoNeverWritesEmptinessHearsTheWordForIt) {
  host.started(now);
  say("option name EvalFile type string default nn.nnue");
  say("usiok");
  listener.take_sent();
  host.set_option("EvalFile", "", now);
  EXPECT_THAT(listener.take_sent(), ElementsAre("setoption name EvalFile value <empty>"));
}

TEST_F(HostSideTest, TheVariantThatAnEngineNeedsIsNotUndoneByItsOwnDefault) {
  host.set_option("UCI_Variant", "chess", now);
  host.started(now);
  say("id name Fairy-Stockfish 11.1");
  say("option name UCI_Variant type combo default chess var chess var shogi var minishogi");
  say("usiok");
  EXPECT_THAT(listener.take_sent(), ElementsAre("usi", "setoption name UCI_Variant value shogi"));
  host.set_option("UCI_Variant", "minishogi", now);
  EXPECT_THAT(listener.take_sent(), ElementsAre("setoption name UCI_Variant value minishogi"));
}

TEST_F(HostSideTest, PonderhitCarriesClocksOnlyToWhoKnowsThem) {
  for (const bool knows : {false, true}) {
    host.quirks().ponderhit_time = knows;
    get_ready();
    SearchRequest request = byoyomi(1000);
    std::get<SearchLimits>(request.limits).ponder = true;
    host.search(std::move(request), now);
    EXPECT_EQ(listener.take_sent().back(), "go ponder btime 0 wtime 0 byoyomi 1000");
    ClockTimes clock;
    clock.given = true;
    clock.byoyomi = Milliseconds(500);
    host.ponder_hit(clock, now);
    EXPECT_THAT(listener.take_sent(),
                ElementsAre(knows ? "ponderhit btime 0 wtime 0 byoyomi 500" : "ponderhit"));
    host.ponder_hit(clock, now);
    EXPECT_THAT(listener.take_sent(), IsEmpty());
    say("bestmove 7g7f");
  }
}

TEST_F(HostSideTest, ABestmoveToGoMateMeansThatTheChildDoesNotKnowIt) {
  get_ready();
  const SearchId id = host.search(mate(1000), now);
  say("bestmove 7g7f");
  EXPECT_THAT(listener.answers, ElementsAre(std::to_string(id) + " checkmate notimplemented"));
}

TEST_F(HostSideTest, ACheckmateDuringAnOrdinarySearchIsDropped) {
  get_ready();
  host.search(byoyomi(1000), now);
  say("checkmate nomate");
  EXPECT_THAT(listener.answers, IsEmpty());
  EXPECT_EQ(host.state(), HostSide::State::kSearching);
}

TEST_F(HostSideTest, ASilentSolverIsAskedForASignOfLifeBeforeItIsGivenUp) {
  get_ready();
  const SearchId id = host.search(mate(1000), now);
  host.stop(now);
  listener.take_sent();
  pass(1000);
  EXPECT_THAT(listener.take_sent(), ElementsAre("isready"));
  EXPECT_THAT(listener.lost, ElementsAre(id));
  say("readyok");
  EXPECT_EQ(host.state(), HostSide::State::kIdle);
  host.search(mate(1000), now);
  host.abandon(now);
  pass(1000);
  pass(5000);
  EXPECT_EQ(listener.stuck.size(), 1U);
}

TEST_F(HostSideTest, SilenceWhereAnAnswerIsDueIsReported) {
  host.started(now);
  pass(30'000);
  EXPECT_EQ(listener.stuck.size(), 1U);
  say("usiok");
  host.request_ready(now);
  pass(120'000);
  EXPECT_EQ(listener.stuck.size(), 2U);
  say("readyok");
  host.search(byoyomi(1000), now);
  pass(3'600'000);  // a search may take as long as it likes
  EXPECT_EQ(listener.stuck.size(), 2U);
  host.stop(now);
  pass(2'000);
  EXPECT_EQ(listener.stuck.size(), 3U);
}

TEST(WhatIsLeft, GoesOffByoyomiThenTimeThenIncrementAndKeepsAMillisecond) {
  SearchLimits limits;
  limits.clock = {true, Milliseconds(5000), Milliseconds(7000), Milliseconds(300), {}, {}};
  const auto left = [&](int ms, shogi::Color side = shogi::Color::kBlack) {
    return what_is_left(limits, side, Milliseconds(ms)).clock;
  };
  EXPECT_EQ(left(200).byoyomi, Milliseconds(100));
  EXPECT_EQ(left(200).btime, Milliseconds(5000));
  EXPECT_EQ(left(1300).byoyomi, Milliseconds(0));
  EXPECT_EQ(left(1300).btime, Milliseconds(4000));
  EXPECT_EQ(left(1300, shogi::Color::kWhite).wtime, Milliseconds(6000));
  EXPECT_EQ(left(9000).btime, Milliseconds(0));
  EXPECT_EQ(left(9000).byoyomi, Milliseconds(1));
  limits.clock.binc = Milliseconds(100);
  EXPECT_EQ(left(5310).btime, Milliseconds(0));
  EXPECT_EQ(left(5310).binc, Milliseconds(90));
  limits = {};
  limits.movetime = Milliseconds(100);
  EXPECT_EQ(what_is_left(limits, shogi::Color::kBlack, Milliseconds(30)).movetime,
            Milliseconds(70));
  EXPECT_EQ(what_is_left(limits, shogi::Color::kBlack, Milliseconds(300)).movetime,
            Milliseconds(1));
  limits.movetime.reset();
  limits.depth = 3;
  EXPECT_EQ(what_is_left(limits, shogi::Color::kBlack, Milliseconds(30)), limits);
}

TEST(Quirks, AreKnownByTheEnginesName) {
  EXPECT_FALSE(quirks_of("gpsshogi (smp) vm r3033").can_ponder);
  EXPECT_FALSE(quirks_of("GPSShogi").can_limit);
  EXPECT_TRUE(quirks_of("gougi-engine").can_ponder);
  EXPECT_EQ(quirks_of("Fairy-Stockfish 11.1").options.size(), 1U);
}

TEST(Quirks, LimitsAreTurnedIntoWhatTheChildCanBear) {
  SearchLimits limits;
  limits.depth = 10;
  limits.search_moves = {shogi::BareMove::drop(shogi::PieceType::kPawn, shogi::Square::of(5, 5))};
  Quirks quirks;
  EXPECT_EQ(bearable(limits, quirks, shogi::Color::kBlack), limits);
  quirks.can_limit = false;
  const SearchLimits bare = bearable(limits, quirks, shogi::Color::kBlack);
  EXPECT_FALSE(bare.depth);
  EXPECT_TRUE(bare.search_moves.empty());
  EXPECT_EQ(bare.clock.byoyomi, Milliseconds(1000));
  SearchLimits fischer;
  fischer.clock.given = true;
  fischer.clock.byoyomi = Milliseconds(10);
  fischer.clock.winc = Milliseconds(500);
  EXPECT_EQ(bearable(fischer, quirks, shogi::Color::kWhite).clock.byoyomi, Milliseconds(510));
  EXPECT_EQ(bearable(fischer, quirks, shogi::Color::kBlack).clock.byoyomi, Milliseconds(10));
  SearchLimits movetime;
  movetime.movetime = Milliseconds(700);
  EXPECT_EQ(bearable(movetime, quirks, shogi::Color::kWhite).clock.byoyomi, Milliseconds(700));
  EXPECT_FALSE(bearable(movetime, quirks, shogi::Color::kWhite).movetime);
  SearchLimits wait;
  wait.wait_stop = true;
  wait.rtime = Milliseconds(500);
  EXPECT_TRUE(bearable(wait, Quirks{}, shogi::Color::kBlack).infinite);
  EXPECT_EQ(bearable(wait, Quirks{}, shogi::Color::kBlack).movetime, Milliseconds(500));
}

TEST_F(HostSideTest, WhoIsTheOnlyHopeOfASearchLoadsNoLongerThanUsual) {
  const Milliseconds usual = HostSideLimits{}.loading;
  const Milliseconds patient = 5 * usual;
  HostSideLimits limits;
  limits.loading = patient;
  HeardHostSide slow(listener, limits);
  const auto declare = [&] {
    slow.started(now);
    slow.line("usiok", now);
  };
  declare();
  slow.request_ready(now);
  EXPECT_EQ(slow.deadline(), now + patient);
  now += Milliseconds(1'000);
  slow.bound_loading(now);
  EXPECT_EQ(slow.deadline(), now + usual);
  now += Milliseconds(1'000);
  slow.bound_loading(now);
  EXPECT_EQ(slow.deadline(), now - Milliseconds(1'000) + usual) << "not begun anew";
  slow.exited(now);
  declare();
  slow.request_ready(now);
  EXPECT_EQ(slow.deadline(), now + usual) << "also when it has to be started again";
  slow.line("readyok", now);
  slow.request_ready(now);
  EXPECT_EQ(slow.deadline(), now + patient) << "before a game it has its time";
}

}  // namespace
}  // namespace gougi::usi
