// SPDX-License-Identifier: MIT
// The bundled engine in Freeze shogi: what each word of the option Freeze announces and does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "engines/mate_engine.hpp"
#include "engines/search_engine.hpp"
#include "notation/freeze.hpp"
#include "search/rules.hpp"
#include "usi/talk.hpp"

namespace gougi::engines {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// White mates at once with a freeze, and only with one.
constexpr std::string_view kFreezeMates =
    "position sfen 3ggs1+P1/l1rnk2b1/PlN3sPl/1p3p2p/p1pP2p2/1P2PPP1P/2P2B1KL/2SG1GS1R/1N5N1 w Pp "
    "112 z3Z3";
constexpr std::string_view kTheSameWithoutCounts =
    "position sfen 3ggs1+P1/l1rnk2b1/PlN3sPl/1p3p2p/p1pP2p2/1P2PPP1P/2P2B1KL/2SG1GS1R/1N5N1 w Pp "
    "112";
// The silver that could take the horse is frozen: the rook takes it.
constexpr std::string_view kSilverFrozen = "position startpos z3Z3 moves 7g7f 3c3d 8h2b+zS";

class FreezeTalk : public usi::Talk {
 public:
  explicit FreezeTalk(std::string_view word = "") : usi::Talk(std::make_unique<SearchEngine>()) {
    if (!word.empty()) say("setoption name Freeze value " + std::string(word));
    say("usi");
    wait_for("usiok");
  }
  std::string best(std::string_view position, std::string_view go = "go nodes 20000") {
    const std::string line = ask(position, go, "bestmove");
    return line.substr(0, line.find(" ponder"));
  }
};

TEST(FreezeEngine, AnnouncesWhatItsOptionSays) {
  EXPECT_THAT(FreezeTalk().lines(), Contains("FREEZE OK"));
  for (const std::string word : {"IGNORE", "ALLOW_FREEZE", "CAN_FREEZE", "OK"}) {
    EXPECT_THAT(FreezeTalk(word).lines(), Contains("FREEZE " + word));
  }
  EXPECT_THAT(FreezeTalk("NONE").lines(), Not(Contains(StartsWith("FREEZE"))));
  EXPECT_THAT(FreezeTalk("sometimes").lines(), Contains("FREEZE OK"));
}

TEST(FreezeEngine, OkFreezesAndIsFrozen) {
  FreezeTalk talk;
  EXPECT_THAT(talk.best(kFreezeMates), HasSubstr("z"));
  EXPECT_THAT(talk.lines(), Contains(HasSubstr(" score mate 1 pv P*2fzK")));
  EXPECT_EQ(talk.best(kSilverFrozen), "bestmove 8b2b");
}

TEST(FreezeEngine, EvalCountsTheFreezesThatAreLeft) {
  const auto eval = [](FreezeTalk& talk, std::string_view position) {
    return std::stoi(talk.ask(position, "eval", "eval").substr(5));
  };
  FreezeTalk talk;
  const int plain = eval(talk, "position startpos");
  const int ahead = eval(talk, "position startpos z3Z1");
  const int behind = eval(talk, "position startpos z1Z3");
  EXPECT_EQ(ahead + behind, 2 * plain);
  EXPECT_EQ(std::abs(ahead - plain), search::value_of_freezes(3) - search::value_of_freezes(1));
  EXPECT_EQ(eval(talk, "position startpos z3Z3"), plain);
  FreezeTalk without("IGNORE");
  EXPECT_EQ(eval(without, "position startpos z3Z1"), plain);
}

TEST(FreezeEngine, AllowFreezeObeysAndDeclaresNone) {
  FreezeTalk talk("ALLOW_FREEZE");
  EXPECT_EQ(talk.best(kSilverFrozen), "bestmove 8b2b");
  EXPECT_THAT(talk.best(kFreezeMates), Not(HasSubstr("z")));
  EXPECT_EQ(talk.best("position startpos z0Z3 moves 7g7f 3c3d 8h2b+zS"), "bestmove 8b2b");
}

TEST(FreezeEngine, CanFreezeDeclaresAndStillAnswersLegallyWhenFrozen) {
  FreezeTalk talk("CAN_FREEZE");
  EXPECT_THAT(talk.best(kFreezeMates), HasSubstr("z"));
  talk.forget();
  EXPECT_EQ(talk.best(kSilverFrozen), "bestmove 8b2b");
  EXPECT_THAT(talk.lines(), Contains(HasSubstr("though Freeze says CAN_FREEZE")));
}

TEST(FreezeEngine, IgnorePlaysAsInOrdinaryShogi) {
  FreezeTalk talk("IGNORE");
  EXPECT_EQ(talk.best(kSilverFrozen, "go searchmoves 3a2b depth 2"), "bestmove 3a2b");
  EXPECT_THAT(talk.best(kFreezeMates), Not(HasSubstr("z")));
  talk.say("FREEZENUM");
  EXPECT_THAT(talk.best(kTheSameWithoutCounts), Not(HasSubstr("z")));
}

TEST(FreezeEngine, NoneRefusesFreezesAndPlaysTheRest) {
  FreezeTalk talk("NONE");
  EXPECT_EQ(talk.best(kSilverFrozen), "bestmove resign");
  EXPECT_THAT(talk.lines(), Contains("info string position: it has freezes, and this engine does "
                                     "not play Freeze shogi"));
  EXPECT_THAT(talk.best("position startpos z0Z0 moves 7g7f 3c3d"), Not(HasSubstr("resign")));
  talk.say("isready");
  talk.wait_for("readyok");
  talk.say("FREEZENUM z3Z3");
  EXPECT_THAT(talk.best(kTheSameWithoutCounts), Not(HasSubstr("z")));
}

TEST(FreezeEngine, FreezenumGivesTheCounts) {
  FreezeTalk talk;
  talk.say("isready");
  talk.wait_for("readyok");
  talk.say("FREEZENUM z3Z3");
  EXPECT_THAT(talk.best(kTheSameWithoutCounts), HasSubstr("z"));
  talk.say("isready");
  talk.wait_for("readyok");
  EXPECT_THAT(talk.best(kTheSameWithoutCounts), Not(HasSubstr("z")));
}

TEST(FreezeEngine, TheRandomMoverKeepsTheRulesToo) {
  FreezeTalk talk;
  talk.say("setoption name Engine value random");
  const auto frozen = *notation::parse_freeze_sfen(
      "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4 zS z3Z2");
  for (int i = 0; i < 50; ++i) {
    const std::string line = talk.best(kSilverFrozen, "go depth 1");
    const auto move = notation::parse_freeze_move(line.substr(9));
    ASSERT_TRUE(move) << line;
    EXPECT_TRUE(frozen.is_legal(move->move)) << line;
  }
  EXPECT_THAT(talk.lines(), Not(Contains(HasSubstr("is not legal"))));
}

TEST(FreezeEngine, ResignsWhereTheFreezeTookTheLastMoveAndByItsValue) {
  FreezeTalk talk;
  EXPECT_EQ(talk.best("position sfen k8/9/9/9/9/9/9/9/8K w - 1 zK z0Z0"), "bestmove resign");
  constexpr std::string_view kLost =
      "position sfen 4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 z3Z3";
  EXPECT_THAT(talk.best(kLost, "go depth 3"), Not(HasSubstr("resign")));
  talk.say("setoption name ResignValue value 2000");
  EXPECT_EQ(talk.best(kLost, "go depth 3"), "bestmove resign");
}

TEST(FreezeEngine, PondersOnAndAnswersAfterPonderhit) {
  FreezeTalk talk;
  talk.say("position startpos z3Z3 moves 7g7f 3c3d 8h2b+zS");
  talk.say("go ponder btime 0 wtime 0 byoyomi 100");
  talk.wait_for("info depth 3");
  EXPECT_THAT(talk.lines(), Not(Contains(StartsWith("bestmove"))));
  talk.say("ponderhit");
  EXPECT_THAT(talk.wait_for("bestmove"), StartsWith("bestmove 8b2b"));
}

TEST(FreezeEngine, SolvesMatesAsTheMateSolverDoes) {
  constexpr std::string_view kMate = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 z1Z1";
  FreezeTalk talk;
  EXPECT_EQ(talk.ask(kMate, "go mate 1000", "checkmate"), "checkmate G*5b");
  usi::Talk solver(std::make_unique<MateEngine>());
  EXPECT_EQ(solver.ask(kMate, "go mate 1000", "checkmate"), "checkmate G*5b");
  EXPECT_EQ(solver.ask(kSilverFrozen, "go nodes 100", "bestmove").find("resign"),
            std::string::npos);
}

}  // namespace
}  // namespace gougi::engines
