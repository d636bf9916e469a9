// SPDX-License-Identifier: MIT
// Whole matches between scripted engines over real processes: every game is played once, faults
// cost the game they happen in and no other.
#include "match/server.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/path.hpp"
#include "book/temporary_folder.hpp"
#include "io/loop_test_base.hpp"
#include "io/process_info.hpp"
#include "match/store.hpp"
#include "mate/solver.hpp"

namespace gougi::match {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

using Arguments = std::vector<std::string>;

class ServerTest : public io::LoopTest {
 protected:
  Contestant engine(const std::string& name, Arguments arguments) {
    const auto program =
        io::find_program("scripted-engine", base::path_from_utf8(GOUGI_BIN_DIR), {});
    EXPECT_TRUE(program);
    Contestant contestant;
    contestant.name = name;
    contestant.launch = {program.value_or(std::filesystem::path()), std::move(arguments), {}, {}};
    contestant.control.nodes = 100;
    return contestant;
  }

  MatchPlan plan(Arguments first, Arguments second, std::uint64_t games = 2) {
    MatchPlan plan;
    plan.engines = {engine("first", std::move(first)), engine("second", std::move(second))};
    plan.schedule.games = games;
    plan.adjudication.max_plies = 30;
    return plan;
  }

  /// Plays to the end; what was finished is in games_.
  void play(MatchPlan plan, const std::set<std::uint64_t>& finished = {}) {
    Server::Callbacks callbacks;
    callbacks.on_game = [this](GameRecord game) {
      games_.push_back(std::move(game));
      if (held_ > 0 && games_.size() % held_ == 0) server_->hold_at(games_.size() + held_);
      if (stop_after_ == games_.size()) loop_.post([this] { server_->stop(); });
      wake();
    };
    callbacks.on_notice = [this](const std::string& text) {
      notices_.push_back(text);
      if (on_notice_) on_notice_();
    };
    callbacks.on_end = [this](const base::Result<void>& how) {
      how_ = how;
      wake();
    };
    auto server = Server::make(loop_, std::move(plan), std::move(callbacks));
    ASSERT_TRUE(server);
    server_ = std::move(*server);
    if (held_ > 0) server_->hold_at(held_);
    server_->start(finished);
    EXPECT_TRUE(run_until([this] { return how_.has_value(); }));
  }

  /// Of engine `engine`, by game number.
  std::map<std::uint64_t, Reason> reasons_of_losses(std::size_t engine) const {
    std::map<std::uint64_t, Reason> reasons;
    for (const GameRecord& game : games_) {
      if (game.points_of_engine(engine) == Points::kLoss) reasons[game.number] = game.ending.reason;
    }
    return reasons;
  }

  std::vector<GameRecord> games_;
  std::vector<std::string> notices_;
  std::function<void()> on_notice_;
  std::optional<base::Result<void>> how_;
  std::size_t stop_after_ = 0;
  std::size_t held_ = 0;  ///< games a round; 0: all in one
  std::unique_ptr<Server> server_;
};

TEST_F(ServerTest, PlaysEveryGameOnceAndEveryMoveIsLegal) {
  MatchPlan p = plan({"--legal", "1"}, {"--legal", "2"}, 8);
  p.concurrency = 3;
  p.openings = Openings::random(3, 4);
  play(std::move(p));
  ASSERT_TRUE(*how_) << how_->error().message;
  std::set<std::uint64_t> numbers;
  for (const GameRecord& game : games_) {
    EXPECT_TRUE(numbers.insert(game.number).second);
    const auto replayed = replay(game);
    ASSERT_TRUE(replayed) << replayed.error().message;
    EXPECT_TRUE(game.ending.reason == Reason::kMaxPlies || game.ending.reason == Reason::kMate)
        << to_text(game.ending.reason);
    ASSERT_GE(game.moves.size(), 5U);
    EXPECT_TRUE(game.moves[3].from_opening);
    EXPECT_FALSE(game.moves[4].from_opening);
    EXPECT_EQ(game.moves[4].score, usi::Score::cp(0));
  }
  EXPECT_EQ(numbers.size(), 8U);
  EXPECT_TRUE(notices_.empty());
}

TEST_F(ServerTest, FinishedGamesAreNotPlayedAgain) {
  play(plan({"--legal", "1"}, {"--legal", "2"}, 6), {0, 1, 4});
  std::set<std::uint64_t> numbers;
  for (const GameRecord& game : games_) numbers.insert(game.number);
  EXPECT_THAT(numbers, ElementsAre(2, 3, 5));
  EXPECT_EQ(games_.size(), 3U);
}

TEST_F(ServerTest, BothSidesPlayTheSameOpening) {
  MatchPlan p = plan({"--legal", "1"}, {"--legal", "2"}, 2);
  p.openings = Openings::random(9, 6);
  play(std::move(p));
  ASSERT_EQ(games_.size(), 2U);
  EXPECT_NE(games_[0].black, games_[1].black);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(games_[0].moves[i].move, games_[1].moves[i].move);
}

// An engine counts in 32 bits and runs over, or says -1 for what it does not know.
TEST_F(ServerTest, CountsBelowZeroAreNotKeptAndTheFileIsReadAgain) {
  const book::testing::TemporaryFolder folder;
  const auto file = folder / "match.db";
  const std::string overflown = "35 nodes -1294967296 seldepth -1 depth -1";
  play(plan({"--legal", "1", "--score", overflown}, {"--legal", "2"}));
  ASSERT_EQ(games_.size(), 2U);
  {
    auto store = Store::create(file);
    ASSERT_TRUE(store) << store.error().message;
    ASSERT_TRUE(store->set_settings({{"game", "shogi"}}));
    ASSERT_TRUE(store->set_engines({{"A", "a", "", "nodes 1"}, {"B", "b", "", "nodes 1"}}));
    for (const GameRecord& game : games_) ASSERT_TRUE(store->add(game));
  }
  auto store = Store::open_to_read(file);
  ASSERT_TRUE(store) << store.error().message;
  std::vector<GameRecord> kept;
  const auto read = store->for_each_game([&](const GameRecord& game) { kept.push_back(game); });
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(kept.size(), 2U);
  for (const GameRecord& game : kept) {
    const MoveRecord& move = game.moves[game.black == 0 ? 0 : 1];
    EXPECT_EQ(move.score, usi::Score::cp(35)) << "the rest of the line counts";
    EXPECT_EQ(move.nodes, 0);
    EXPECT_EQ(move.depth, 0);
    EXPECT_EQ(move.selective_depth, 0);
  }
}

const std::string kTuned = "name Tuned type spin default 0 min 0 max 1000";

// What a round of games showed is what the next one is played with.
TEST_F(ServerTest, HeldGamesWaitForWhatTheyArePlayedWith) {
  const book::testing::TemporaryFolder folder;
  const std::string heard = base::to_utf8(folder / "heard.txt");
  MatchPlan p = plan({"--legal", "1"}, {"--legal", "2"}, 12);
  p.concurrency = 3;
  p.openings = Openings::random(5, 4);
  for (Contestant& each : p.engines) each.varied = {{"Tuned", 0, 1000}};
  std::size_t known = 0;  // games whose results were there when values were asked for
  p.vary = [&](std::uint64_t game, std::size_t engine) {
    EXPECT_GE(games_.size(), game / 4 * 4);
    known = std::max(known, games_.size());
    return std::vector<std::int64_t>{static_cast<std::int64_t>(10 * game + engine + 1)};
  };
  for (Contestant& each : p.engines) {
    each.launch.arguments.insert(each.launch.arguments.end(),
                                 {"--option", kTuned, "--transcript", heard});
  }
  held_ = 4;
  play(std::move(p));
  ASSERT_TRUE(*how_) << how_->error().message;
  EXPECT_EQ(games_.size(), 12U);
  EXPECT_GE(known, 8U);
#ifndef _WIN32  // where several processes that append to one file lose lines
  std::ifstream transcript(base::path_from_utf8(heard));
  const std::string lines{std::istreambuf_iterator<char>(transcript), {}};
  for (int game = 0; game < 12; ++game) {
    for (int i = 0; i < 2; ++i) {
      const std::string line = "setoption name Tuned value " + std::to_string(10 * game + i + 1);
      EXPECT_NE(lines.find(line + '\n'), std::string::npos) << line;
    }
  }
#endif
}

TEST_F(ServerTest, WhatAnEngineCannotVaryEndsTheMatchAndSaysWhy) {
  const auto why = [this](const VariedOption& varied) -> std::string {
    games_.clear();
    how_.reset();
    MatchPlan p = plan({"--legal", "1", "--option", kTuned}, {"--legal", "2", "--option", kTuned});
    for (Contestant& each : p.engines) each.varied = {varied};
    p.vary = [](std::uint64_t, std::size_t) { return std::vector<std::int64_t>{1}; };
    play(std::move(p));
    if (!games_.empty()) return "it was played";
    return how_ && !*how_ ? how_->error().message : "neither";
  };
  EXPECT_THAT(why({"Other", 0, 10}), HasSubstr("has no option Other; take one that it shows"));
  EXPECT_THAT(why({"Tuned", 0, 1001}), HasSubstr("goes from 0 to 1000; stay within that"));
  EXPECT_EQ(why({"tuned", 0, 1000}), "it was played");
}

// The engines have nothing to do in such a game, and nothing to wait for.
TEST_F(ServerTest, AGameThatIsOverBeforeItsFirstMoveIsFinishedAtOnce) {
  MatchPlan p = plan({"--legal", "1"}, {"--legal", "2"}, 4);
  p.openings = Openings::random(3, 30);
  play(std::move(p));
  ASSERT_TRUE(how_.has_value());
  ASSERT_TRUE(*how_) << how_->error().message;
  ASSERT_EQ(games_.size(), 4U);
  for (const GameRecord& game : games_) {
    EXPECT_EQ(game.ending, (Ending{Result::kDraw, Reason::kMaxPlies, ""}));
    EXPECT_EQ(game.moves.size(), 30U);
    EXPECT_TRUE(game.moves.back().from_opening);
  }
}

TEST_F(ServerTest, GamesThatAreOverAtOnceAndGamesThatAreNotTakeTurns) {
  const book::testing::TemporaryFolder folder;
  std::ofstream(folder / "mate.sfen") << "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\nstartpos\n";
  MatchPlan p = plan({"--legal", "1"}, {"--legal", "2"}, 6);
  p.openings = *Openings::from_file(folder / "mate.sfen", 10, 0);
  p.adjudication.mate_nodes = 1000;  // the first position is a proven mate
  p.concurrency = 2;
  play(std::move(p));
  ASSERT_TRUE(how_.has_value());
  ASSERT_TRUE(*how_) << how_->error().message;
  ASSERT_EQ(games_.size(), 6U);
  for (const GameRecord& game : games_) {
    if (game.opening == 1) continue;
    EXPECT_EQ(game.ending, (Ending{Result::kBlackWins, Reason::kProvenMate, ""}));
    EXPECT_TRUE(game.moves.empty());
  }
}

// Of 1525 plies, and of more nodes than anybody waits for.
TEST_F(ServerTest, WhileAMateIsLookedForTheOtherTablesPlayAndTheMatchCanEnd) {
  const book::testing::TemporaryFolder folder;
  std::ofstream(folder / "hard.sfen")
      << "sfen g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/"
         "+B5G1g b - 1\nstartpos\n";
  MatchPlan p = plan({}, {}, 4);
  p.openings = *Openings::from_file(folder / "hard.sfen", 10, 0);
  p.adjudication.mate_nodes = std::numeric_limits<std::uint64_t>::max();
  p.concurrency = 3;
  stop_after_ = 2;
  play(std::move(p));
  ASSERT_TRUE(how_.has_value());
  EXPECT_TRUE(*how_);
  std::set<std::uint64_t> numbers;
  for (const GameRecord& game : games_) numbers.insert(game.number);
  EXPECT_THAT(numbers, ElementsAre(2, 3));
}

// The solver is asked before each move, and of the same nodes says the same.
TEST_F(ServerTest, AGameEndsWithTheFirstPositionInWhichAMateIsProven) {
  const book::testing::TemporaryFolder folder;
  std::ofstream(folder / "near.sfen")
      << "sfen 4k4/9/4P4/9/9/9/9/9/4K4 w G 1\nsfen 3lkl3/9/4P4/9/9/9/9/9/4K4 w 2G 1\n"
         "sfen 8k/9/7+R1/9/9/9/9/9/4K4 w G 1\n";
  MatchPlan p = plan({"--legal", "1"}, {"--legal", "2"}, 24);
  p.openings = *Openings::from_file(folder / "near.sfen", 10, 0);
  p.adjudication.mate_nodes = 500;
  p.concurrency = 3;
  play(std::move(p));
  ASSERT_EQ(games_.size(), 24U);
  mate::Solver solver;
  solver.resize(16);
  std::size_t mates = 0;
  for (const GameRecord& game : games_) {
    shogi::Position position = game.start.of_shogi()->position();
    for (std::size_t i = 0; i <= game.moves.size(); ++i) {
      mate::MateLimits limits;
      limits.nodes = 500;
      limits.post = mate::PostSearch::kNone;
      const auto found =
          solver.solve(position, limits, [](const mate::MateProgress&) { return false; });
      const bool is_last = i == game.moves.size();
      const bool is_mate = found.verdict == mate::Verdict::kMate;
      if (!is_last || is_mate || game.ending.reason == Reason::kProvenMate) {
        EXPECT_EQ(is_mate, is_last && game.ending.reason == Reason::kProvenMate)
            << "game " << game.number << ", move " << i;
      }
      mates += is_mate ? 1 : 0;
      shogi::Undo undo;
      if (!is_last) position.do_move(game.moves[i].move.of_shogi().bare, undo);
    }
  }
  EXPECT_GT(mates, 3U);
}

TEST_F(ServerTest, ACrashLosesItsGameAndTheMatchGoesOn) {
  play(plan({"--legal", "1"}, {"--die-on", "go", "--exit-code", "7"}, 4));
  ASSERT_TRUE(*how_);
  EXPECT_EQ(games_.size(), 4U);
  for (const GameRecord& game : games_) {
    EXPECT_EQ(game.points_of_engine(1), Points::kLoss);
    EXPECT_EQ(game.ending.reason, Reason::kCrash);
    EXPECT_EQ(game.ending.detail, "exit code 7");
  }
}

TEST_F(ServerTest, AnIllegalMoveLosesItsGame) {
  play(plan({"--illegal"}, {"--legal", "1"}, 2));
  EXPECT_EQ(reasons_of_losses(0), (std::map<std::uint64_t, Reason>{{0, Reason::kIllegalMove},
                                                                   {1, Reason::kIllegalMove}}));
}

TEST_F(ServerTest, WhoAnswersTooLateLosesOnTimeAndPlaysTheNextGame) {
  MatchPlan p = plan({"--delay-ms", "100000"}, {"--legal", "1"}, 2);
  for (Contestant& contestant : p.engines) contestant.control = *parse_time_control("byoyomi 50");
  p.engines[1].control.byoyomi = 60s;
  p.margin = 10ms;
  play(std::move(p));
  EXPECT_EQ(reasons_of_losses(0),
            (std::map<std::uint64_t, Reason>{{0, Reason::kTime}, {1, Reason::kTime}}));
}

TEST_F(ServerTest, WhoNeverAnswersHangsAndIsReplaced) {
  MatchPlan p = plan({"--stuck-every", "1", "--legal", "3"}, {"--legal", "1"}, 2);
  p.patience = 20ms;
  p.engines[1].control = *parse_time_control("byoyomi 60000");
  p.hang = 20ms;
  play(std::move(p));
  EXPECT_EQ(reasons_of_losses(0),
            (std::map<std::uint64_t, Reason>{{0, Reason::kHang}, {1, Reason::kHang}}));
}

// The conversation alone would give it up after two seconds.
TEST_F(ServerTest, WhoAnswersStopBeforeItHangsPlaysOn) {
  MatchPlan p = plan({"--delay-ms", "2500", "--late"}, {"--legal", "1"}, 2);
  p.patience = 20ms;
  p.hang = 60s;
  play(std::move(p), {1});
  EXPECT_EQ(reasons_of_losses(0), (std::map<std::uint64_t, Reason>{{0, Reason::kResignation}}));
}

TEST_F(ServerTest, AnEngineThatNeverStartsEndsTheMatch) {
  play(plan({"--legal", "1"}, {"--die-on", "usi"}, 4));
  ASSERT_FALSE(*how_);
  EXPECT_THAT(how_->error().message, StartsWith("second does not start: "));
  EXPECT_TRUE(games_.empty());
}

TEST_F(ServerTest, WhoIsLongNotReadyIsToldOf) {
  MatchPlan p = plan({"--legal", "1"}, {"--legal", "2", "--ready-delay-ms", "300"}, 2);
  p.slow_start = 50ms;
  play(std::move(p));
  ASSERT_TRUE(how_.has_value());
  EXPECT_TRUE(*how_);
  EXPECT_EQ(games_.size(), 2U);
  EXPECT_THAT(notices_,
              Contains("second is not ready after 0 s (no readyok); it is given up after 120 s"));
}

TEST_F(ServerTest, AResignationIsNoFault) {
  play(plan({}, {"--legal", "1"}, 2));
  EXPECT_EQ(reasons_of_losses(0), (std::map<std::uint64_t, Reason>{{0, Reason::kResignation},
                                                                   {1, Reason::kResignation}}));
}

TEST_F(ServerTest, StoppedItDropsWhatRuns) {
  stop_after_ = 2;
  play(plan({"--legal", "1"}, {"--legal", "2"}, 1000));
  ASSERT_TRUE(*how_);
  EXPECT_LT(games_.size(), 10U);
}

TEST_F(ServerTest, EnginesHearTheirOptionsAndTheirResult) {
  const book::testing::TemporaryFolder folder;
  MatchPlan p = plan({"--transcript", base::to_utf8(folder / "told"), "--option",
                      "name Hash type spin default 1 min 1 max 99"},
                     {"--legal", "1"}, 2);
  p.engines[0].options = p.engines[1].options = {{"hash", "7"}};
  p.engines[0].common_options = p.engines[1].common_options = 1;
  play(std::move(p));
  EXPECT_THAT(notices_, ElementsAre("second: has no option hash")) << "of what all were given";
  const std::string told = book::testing::TemporaryFolder::read(folder / "told");
  EXPECT_THAT(told, StartsWith("usi\nsetoption name Hash value 7\nisready\nusinewgame\n"
                               "position startpos\ngo nodes 100\ngameover lose\nisready\n"));
}

TEST_F(ServerTest, AMatchWithAnOptionThatTheEngineHasNotDoesNotBegin) {
  const Arguments declares{"--legal", "1", "--option", "name Style type string default calm"};
  const auto why = [&](std::vector<std::pair<std::string, std::string>> options,
                       std::size_t common) {
    MatchPlan p = plan(declares, {"--legal", "1"}, 2);
    p.engines[0].options = std::move(options);
    p.engines[0].common_options = common;
    if (common > 0) {
      p.engines[1].options = p.engines[0].options;
      p.engines[1].common_options = common;
    }
    games_.clear();
    notices_.clear();
    how_.reset();
    play(std::move(p));
    return *how_ ? std::string() : how_->error().message;
  };
  EXPECT_EQ(why({{"Sytle", "wild"}}, 0), "first: has no option Sytle; did you mean Style?");
  EXPECT_TRUE(games_.empty());
  EXPECT_THAT(why({{"Sytle", "wild"}}, 1), HasSubstr("(nor has any other engine)"));
  EXPECT_TRUE(games_.empty());
  EXPECT_EQ(why({{"Style", "wild"}}, 1), "") << "one of them has it";
  EXPECT_THAT(notices_, ElementsAre("second: has no option Style"));
  EXPECT_EQ(why({{"USI_OwnBook", "true"}}, 0), "") << "GUIs set those to whomever";
  EXPECT_THAT(notices_, ElementsAre("first: has no option USI_OwnBook"));
}

TEST_F(ServerTest, AskedToFinishItDropsTheGameWhoseEnginesAreWaitedFor) {
  for (const std::string word : {"usi", "isready"}) {
    MatchPlan p = plan({"--silent-on", word}, {"--legal", "1"}, 2);
    p.slow_start = base::Milliseconds(1);  // a notice, at which it is asked
    std::optional<bool> plays;
    on_notice_ = [&] { loop_.post([&] { plays = server_->finish(); }); };
    how_.reset();
    play(std::move(p));
    EXPECT_TRUE(*how_) << word;
    EXPECT_EQ(plays, false) << word;
    EXPECT_TRUE(games_.empty()) << word;
  }
}

TEST_F(ServerTest, AnOptionCannotBeSetToWhatItCannotBe) {
  const Arguments declares{"--legal",  "1",
                           "--option", "name Threads type spin default 1 min 1 max 99",
                           "--option", "name Engine type combo default A var A var B b",
                           "--option", "name Fast type check default true",
                           "--option", "name Book type string default <empty>"};
  struct Case {
    std::pair<std::string, std::string> option;
    const char* allowed;
  };
  for (const Case& c : {Case{{"Threads", "abc"}, "1 to 99"}, Case{{"Threads", "100"}, "1 to 99"},
                        Case{{"threads", "0"}, "1 to 99"}, Case{{"Engine", "3"}, "A, B b"},
                        Case{{"Fast", "yes"}, "true or false"}}) {
    MatchPlan p = plan({"--legal", "2"}, declares, 2);
    p.engines[1].options = {c.option};
    how_.reset();
    play(std::move(p));
    ASSERT_TRUE(how_.has_value());
    ASSERT_FALSE(*how_) << c.option.first;
    EXPECT_THAT(how_->error().message, StartsWith("second: "));
    EXPECT_THAT(how_->error().message, HasSubstr(c.option.second));
    EXPECT_THAT(how_->error().message, HasSubstr(c.allowed));
    EXPECT_TRUE(games_.empty());
  }
}

TEST_F(ServerTest, AnOptionIsSpelledAsTheEngineSpellsIt) {
  const book::testing::TemporaryFolder folder;
  MatchPlan p = plan(
      {"--transcript", base::to_utf8(folder / "told"), "--option",
       "name Threads type spin default 1 min 1 max 99", "--option",
       "name Engine type combo default A var A var B b", "--option",
       "name Fast type check default true", "--option", "name Book type string default user.db"},
      {"--legal", "1"}, 2);
  p.engines[0].options = {
      {"threads", "07"}, {"engine", "b_B"}, {"FAST", "False"}, {"Book", "<empty>"}};
  play(std::move(p));
  EXPECT_THAT(notices_, ElementsAre());
  EXPECT_THAT(book::testing::TemporaryFolder::read(folder / "told"),
              StartsWith("usi\nsetoption name Threads value 7\nsetoption name Engine value B b\n"
                         "setoption name Fast value false\nsetoption name Book value <empty>\n"));
}

TEST_F(ServerTest, WhoDidNotAnnounceFreezesIsWarnedOfOnce) {
  const book::testing::TemporaryFolder folder;
  std::ofstream(folder / "freeze.sfen") << "startpos\nstartpos z3Z3\n";
  const auto openings = Openings::from_file(folder / "freeze.sfen", 10, 0);
  ASSERT_TRUE(openings) << openings.error().message;
  MatchPlan p = plan({"--legal", "1"}, {}, 6);
  p.openings = *openings;
  play(std::move(p));
  EXPECT_EQ(games_.size(), 6U);
  EXPECT_THAT(
      notices_,
      UnorderedElementsAre("first did not announce FREEZE: the openings have freezes, of which it "
                           "may know nothing",
                           "second did not announce FREEZE: the openings have freezes, of which it "
                           "may know nothing"));
}

TEST_F(ServerTest, OneMayThinkOnTheOthersTime) {
  const book::testing::TemporaryFolder folder;
  MatchPlan p = plan({"--transcript", base::to_utf8(folder / "told"), "--legal", "4",
                      "--legal-ponder", "--favourites", "1"},
                     {"--legal", "4", "--favourites", "1"}, 2);
  p.engines[0].ponders = true;
  p.adjudication.max_plies = 60;
  play(std::move(p));
  ASSERT_TRUE(*how_) << how_->error().message;
  for (const GameRecord& game : games_) {
    EXPECT_FALSE(is_fault(game.ending.reason)) << to_text(game.ending.reason);
  }
  const std::string told = book::testing::TemporaryFolder::read(folder / "told");
  EXPECT_THAT(told, HasSubstr("\ngo ponder"));
  EXPECT_TRUE(told.find("\nponderhit") != std::string::npos ||
              told.find("\nstop") != std::string::npos);
}

// Its time runs from `go ponder` then, or from `ponderhit`: nobody knows.
TEST_F(ServerTest, TheEnginesOwnTimeIsKeptButOfMovesThatItPonderedOn) {
  const book::testing::TemporaryFolder folder;
  MatchPlan p = plan({"--transcript", base::to_utf8(folder / "told"), "--legal", "4",
                      "--legal-ponder", "--favourites", "1", "--flood", "1"},
                     {"--legal", "4", "--favourites", "1"}, 2);
  p.engines[0].ponders = true;
  p.adjudication.max_plies = 60;
  play(std::move(p));
  ASSERT_TRUE(*how_) << how_->error().message;
  int with = 0;
  int without = 0;
  for (const GameRecord& game : games_) {
    for (std::size_t ply = game.black == 0 ? 0 : 1; ply < game.moves.size(); ply += 2) {
      ++(game.moves[ply].own_time ? with : without);
    }
  }
  const std::string told = book::testing::TemporaryFolder::read(folder / "told");
  int hits = 0;
  for (std::size_t at = 0; (at = told.find("\nponderhit", at)) != told.npos; ++at) ++hits;
  EXPECT_GT(with, 0);
  EXPECT_GT(hits, 0);
  EXPECT_EQ(without, hits);
}

TEST_F(ServerTest, OneMayThinkOnTheOthersTimeInFreezeShogi) {
  const book::testing::TemporaryFolder folder;
  std::ofstream(folder / "freeze.sfen") << "startpos z3Z3\n";
  const auto openings = Openings::from_file(folder / "freeze.sfen", 10, 0);
  ASSERT_TRUE(openings) << openings.error().message;
  MatchPlan p = plan({"--transcript", base::to_utf8(folder / "told"), "--legal", "4",
                      "--legal-ponder", "--favourites", "1"},
                     {"--legal", "4", "--favourites", "1"}, 1);
  p.openings = *openings;
  p.engines[0].ponders = true;
  p.adjudication.max_plies = 20;
  play(std::move(p));
  ASSERT_TRUE(*how_) << how_->error().message;
  const std::string told = book::testing::TemporaryFolder::read(folder / "told");
  EXPECT_THAT(told, HasSubstr(" z3Z3\ngo ponder"));
}

TEST_F(ServerTest, ManyEnginesPlayARoundRobin) {
  MatchPlan p;
  for (const char* const seed : {"1", "2", "3"})
    p.engines.push_back(engine(seed, {"--legal", seed}));
  p.schedule.games = 2;
  p.adjudication.max_plies = 12;
  p.concurrency = 2;
  play(std::move(p));
  EXPECT_EQ(games_.size(), 6U);
  std::map<std::size_t, int> played;
  for (const GameRecord& game : games_) {
    ++played[game.black];
    ++played[game.white];
  }
  EXPECT_EQ(played, (std::map<std::size_t, int>{{0, 4}, {1, 4}, {2, 4}}));
}

}  // namespace
}  // namespace gougi::match
