// SPDX-License-Identifier: MIT
#include "match/referee.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "match/openings.hpp"
#include "notation/sfen.hpp"

namespace gougi::match {
namespace {

using namespace std::chrono_literals;
using shogi::Color;

GameClock clock_of(std::string_view control, base::Milliseconds margin = 0ms) {
  const auto parsed = parse_time_control(control);
  EXPECT_TRUE(parsed);
  return GameClock(*parsed, *parsed, margin);
}

shogi::BareMove usi_move(std::string_view usi) { return *notation::parse_usi_move(usi); }
usi::BestMoveAnswer answer(std::string_view usi) { return {usi_move(usi), std::nullopt}; }

Referee start(AdjudicationSettings settings = {}) {
  return Referee(game::game_of(shogi::Game()), clock_of("byoyomi 1000"), settings);
}

TEST(Referee, AsksTheSidesInTurnWithTheWholeGameSoFar) {
  Referee referee = start();
  EXPECT_EQ(*referee.position(), "position startpos");
  referee.answered(answer("7g7f"), 100ms, {});
  EXPECT_EQ(referee.mover(), Color::kWhite);
  EXPECT_EQ(*referee.position(), "position startpos moves 7g7f");
  referee.answered(answer("3c3d"), 100ms, {});
  EXPECT_EQ(*referee.position(), "position startpos moves 7g7f 3c3d");
  EXPECT_FALSE(referee.ending());
}

TEST(Referee, KeepsWhatWasHeardWithTheMove) {
  Referee referee = start();
  referee.answered(
      answer("7g7f"), 123ms,
      {usi::Score::cp(35), 9, 5000, "[O] 7g7f", 14, "7g7f 3c3d P*5e 2g2f resign 4a3b", 120ms});
  ASSERT_EQ(referee.moves().size(), 1U);
  const MoveRecord& record = referee.moves()[0];
  EXPECT_EQ(record.took, 123ms);
  EXPECT_EQ(record.score, usi::Score::cp(35));
  EXPECT_EQ(record.depth, 9);
  EXPECT_EQ(record.nodes, 5000);
  EXPECT_EQ(record.note, "[O] 7g7f");
  EXPECT_EQ(record.selective_depth, 14);
  EXPECT_EQ(record.latency(), 3ms);
  ASSERT_EQ(record.line.size(), 4U) << "up to the first word that is no move";
  EXPECT_EQ(record.line[1], shogi::Move(*notation::parse_usi_move("3c3d")));
  EXPECT_FALSE(record.from_opening);
}

TEST(Referee, MarksTheOpeningsMoves) {
  shogi::Game opening;
  ASSERT_TRUE(opening.play(usi_move("2g2f")));
  Referee referee(game::game_of(opening), clock_of("nodes 1"), {});
  EXPECT_EQ(referee.mover(), Color::kWhite);
  ASSERT_EQ(referee.moves().size(), 1U);
  EXPECT_TRUE(referee.moves()[0].from_opening);
  EXPECT_EQ(*referee.position(), "position startpos moves 2g2f");
}

usi::BestMoveAnswer freeze_answer(std::string_view line) {
  return std::get<usi::BestMoveAnswer>(*usi::parse_answer(line));
}

TEST(Referee, PlaysFreezeShogiFromAnOpeningWithFreezes) {
  const auto opening = parse_opening("startpos moves 7g7fzG 3c3d z2Z1", 10);
  ASSERT_TRUE(opening) << opening.error().message;
  Referee referee(*opening, clock_of("byoyomi 1000"), {});
  EXPECT_EQ(*referee.position(), "position startpos moves 7g7fzG 3c3d z2Z1");
  EXPECT_EQ(referee.moves()[0].move.freeze(), shogi::PieceType::kGold);
  referee.answered(freeze_answer("bestmove 2g2fzP"), 100ms, {});
  EXPECT_EQ(*referee.position(), "position startpos moves 7g7fzG 3c3d 2g2fzP z2Z0");
  EXPECT_EQ(referee.moves().back().move.freeze(), shogi::PieceType::kPawn);
  referee.answered(freeze_answer("bestmove 8c8d"), 100ms, {});
  EXPECT_EQ(referee.ending(), (Ending{Result::kBlackWins, Reason::kIllegalMove, "8c8d"}));
}

TEST(Referee, WhoHasNoMoveForTheFreezeHasLost) {
  const auto opening = parse_opening("sfen 8k/9/9/9/9/9/9/9/4K4 b R 1 z0Z1", 10);
  ASSERT_TRUE(opening);
  Referee referee(*opening, clock_of("byoyomi 1000"), {});
  referee.answered(freeze_answer("bestmove R*5ezK"), 100ms, {});
  EXPECT_EQ(referee.ending(), (Ending{Result::kBlackWins, Reason::kMate, ""}));
}

TEST(Referee, AFreezeInOrdinaryShogiIsAnIllegalMove) {
  Referee referee = start();
  referee.answered(freeze_answer("bestmove 7g7fzG"), 100ms, {});
  EXPECT_EQ(referee.ending(), (Ending{Result::kWhiteWins, Reason::kIllegalMove, "7g7fzG"}));
}

struct Fault {
  const char* name;
  usi::MoveChoice choice;
  base::Milliseconds took;
  Ending ending;
};

TEST(Referee, EveryFaultLosesWithItsReason) {
  const std::vector<Fault> faults{
      {"illegal", usi_move("7g7e"), 1ms, {Result::kWhiteWins, Reason::kIllegalMove, "7g7e"}},
      {"late", usi_move("7g7f"), 1001ms, {Result::kWhiteWins, Reason::kTime, "1001 ms"}},
      {"resigns", usi::Resign{}, 1ms, {Result::kWhiteWins, Reason::kResignation, ""}},
      {"declares", usi::DeclareWin{}, 1ms, {Result::kWhiteWins, Reason::kWrongDeclaration, ""}}};
  for (const Fault& fault : faults) {
    Referee referee = start();
    referee.answered({fault.choice, std::nullopt}, fault.took, {});
    ASSERT_TRUE(referee.ending()) << fault.name;
    EXPECT_EQ(*referee.ending(), fault.ending) << fault.name;
    EXPECT_TRUE(referee.moves().empty()) << fault.name;
  }
  Referee referee = start();
  referee.failed(Color::kWhite, Reason::kCrash, "exit code 3");
  EXPECT_EQ(*referee.ending(), (Ending{Result::kBlackWins, Reason::kCrash, "exit code 3"}));
  referee.failed(Color::kBlack, Reason::kCrash, "too late");
  EXPECT_EQ(referee.ending()->detail, "exit code 3");
}

TEST(Referee, TheLastMoveOfAGameIsKept) {
  const auto position = notation::parse_sfen("4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
  Referee referee(game::game_of(shogi::Game(*position)), clock_of("nodes 1"), {});
  referee.answered(answer("G*5b"), 1ms, {});
  EXPECT_EQ(*referee.ending(), (Ending{Result::kBlackWins, Reason::kMate, ""}));
  EXPECT_EQ(referee.moves().size(), 1U);
}

TEST(Referee, ScoresEndAGameWhenBothAgree) {
  AdjudicationSettings settings;
  settings.resign = ResignRule{1000, 1};
  Referee referee = start(settings);
  referee.answered(answer("7g7f"), 1ms, {usi::Score::cp(-2000), 1, 1, ""});
  EXPECT_FALSE(referee.ending());
  referee.answered(answer("3c3d"), 1ms, {usi::Score::cp(2000), 1, 1, ""});
  EXPECT_EQ(*referee.ending(), (Ending{Result::kWhiteWins, Reason::kAgreedLoss, ""}));
}

TEST(Referee, AProvenMateEndsTheGame) {
  AdjudicationSettings settings;
  settings.mate_nodes = 1;
  Referee referee = start(settings);
  ASSERT_TRUE(referee.unproven());
  referee.proved(false);
  EXPECT_FALSE(referee.unproven());
  EXPECT_FALSE(referee.ending());
  referee.answered(answer("7g7f"), 1ms, {});
  ASSERT_TRUE(referee.unproven());
  EXPECT_EQ(referee.unproven()->side_to_move(), Color::kWhite);
  EXPECT_FALSE(referee.ending());
  referee.proved(true);
  EXPECT_FALSE(referee.unproven());
  EXPECT_EQ(*referee.ending(), (Ending{Result::kWhiteWins, Reason::kProvenMate, ""}));
}

TEST(Referee, NoMateIsLookedForUnlessItIsAskedForNorInAGameThatIsOver) {
  EXPECT_FALSE(start().unproven());
  AdjudicationSettings settings;
  settings.mate_nodes = 1;
  settings.max_plies = 1;
  Referee referee = start(settings);
  EXPECT_TRUE(referee.unproven());
  referee.answered(answer("7g7f"), 1ms, {});
  EXPECT_TRUE(referee.ending());
  EXPECT_FALSE(referee.unproven());
}

TEST(Referee, WhoWaitsMayPonderOnALegalMove) {
  Referee referee = start();
  referee.answered(answer("7g7f"), 1ms, {});
  const auto pondering = referee.pondering(Color::kBlack, usi_move("3c3d"));
  ASSERT_TRUE(pondering);
  EXPECT_EQ(*pondering->position, "position startpos moves 7g7f 3c3d");
  EXPECT_TRUE(pondering->limits.ponder);
  EXPECT_EQ(pondering->limits.clock.byoyomi, 1000ms);
  EXPECT_FALSE(referee.pondering(Color::kBlack, usi_move("3c3e")));
  EXPECT_FALSE(referee.pondering(Color::kWhite, usi_move("3c3d")));
}

TEST(Referee, WhoWaitsMayPonderInFreezeShogiToo) {
  const auto opening = parse_opening("startpos z2Z2", 10);
  ASSERT_TRUE(opening) << opening.error().message;
  Referee referee(*opening, clock_of("byoyomi 1000"), {});
  referee.answered(freeze_answer("bestmove 7g7f"), 100ms, {});
  const shogi::Move expected(usi_move("3c3d"), shogi::PieceType::kGold);
  const auto pondering = referee.pondering(Color::kBlack, expected);
  ASSERT_TRUE(pondering);
  EXPECT_EQ(*pondering->position, "position startpos moves 7g7f 3c3dzG z1Z2");
  EXPECT_EQ(*referee.pondering(Color::kBlack, usi_move("3c3d"))->position,
            "position startpos moves 7g7f 3c3d z2Z2");
  referee.answered(freeze_answer("bestmove 3c3dzG"), 100ms, {});
  EXPECT_EQ(*referee.position(), *pondering->position) << "so that a ponderhit is one";
  const shogi::Move freezes_back(usi_move("2g2f"), shogi::PieceType::kPawn);
  EXPECT_FALSE(referee.pondering(Color::kWhite, freezes_back));
}

}  // namespace
}  // namespace gougi::match
