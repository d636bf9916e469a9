// SPDX-License-Identifier: MIT
// Freeze shogi on the wire: position lines, suffixes of moves, announcements.
#include "notation/freeze.hpp"

#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <vector>

#include "usi/answer.hpp"
#include "usi/command.hpp"
#include "usi/fake_engine.hpp"
#include "usi/position_text.hpp"

namespace gougi::usi {
namespace {

using shogi::PieceType;

// The present position of a line, or its error.
std::string reached(std::string_view line, std::string* warning = nullptr,
                    const shogi::FreezeCounts& defaults = {}) {
  const auto command = parse_command(line);
  if (!command) return command.error().message;
  const auto game = replay(std::get<PositionCommand>(*command), warning, defaults);
  return game ? notation::to_sfen(game->freeze_position()) : game.error().message;
}

std::string tokens_after(std::string_view line, std::string* warning = nullptr,
                         const shogi::FreezeCounts& defaults = {}) {
  const std::string text = reached(line, warning, defaults);
  const auto at = text.find(" z");
  return at == std::string::npos ? "" : text.substr(at + 1);
}

std::string formatted(std::string_view line) {
  const auto command = parse_command(line);
  return command ? format(*command) : command.error().message;
}

std::string answered(std::string_view line) {
  const auto answer = parse_answer(line);
  return answer ? format(*answer) : answer.error().message;
}

TEST(FreezePosition, EveryFormOfTheLineIsRead) {
  EXPECT_EQ(tokens_after("position startpos z3Z3"), "z3Z3");
  EXPECT_EQ(tokens_after("position startpos moves 7g7fzG 3c3d z2Z3"), "z2Z3")
      << "the counts behind the moves are those after them";
  EXPECT_EQ(tokens_after("position startpos moves 7g7fzG z3Z2"), "zG z3Z2");
  EXPECT_EQ(tokens_after("position startpos z3Z3 moves 7g7fzG"), "zG z3Z2")
      << "the counts before the moves are spent by them";
  EXPECT_EQ(tokens_after("position startpos z3Z3 moves 7g7fzG 3c3dZG"), "z3Z2");
  EXPECT_EQ(tokens_after("position startpos z3Z3 moves 7g7fzG 3c3d 2g2fzP 8c8d"), "")
      << "an error, see below";
  const std::string board = "position sfen 4k4/9/9/9/9/9/9/9/4K4 b GP 7";
  EXPECT_EQ(tokens_after(board + " zG"), "zG z0Z0");
  EXPECT_EQ(tokens_after(board + " zG z2Z3"), "zG z2Z3");
  EXPECT_EQ(tokens_after(board + " z2Z3 ZP zG"), "zG z2Z3");
  EXPECT_EQ(tokens_after(board + " zG z2Z3 moves P*5d 5a5bzK"), "zK z1Z3");
  EXPECT_EQ(tokens_after(board + " zG moves P*5d 5a5bzK z1Z3"), "zK z1Z3");
  EXPECT_EQ(tokens_after("position sfen 4k4/9/9/9/9/9/9/9/4K4 b GP z1Z1"), "z1Z1");
}

TEST(FreezePosition, OrdinaryLinesAreWhatTheyWere) {
  for (const char* line : {"position startpos", "position startpos moves 7g7f 3c3d",
                           "position sfen 4k4/9/9/9/9/9/9/9/4K4 b GP 7 moves P*5d"}) {
    const auto command = std::get<PositionCommand>(*parse_command(line));
    EXPECT_FALSE(command.freeze);
    EXPECT_EQ(format(Command(command)), line);
    const auto game = replay(command);
    ASSERT_TRUE(game);
    EXPECT_FALSE(game->is_freeze_game());
    EXPECT_EQ(position_line(*game), line);
  }
  EXPECT_FALSE(replay(std::get<PositionCommand>(*parse_command("position startpos z0Z0")))
                   ->is_freeze_game());
}

TEST(FreezePosition, CountsThatDisagreeAreWarnedOfAndThoseBehindTheMovesHold) {
  std::string warning;
  EXPECT_EQ(tokens_after("position startpos z3Z3 moves 7g7fzG 3c3d z3Z2", &warning), "z3Z2");
  EXPECT_EQ(warning, "");
  EXPECT_EQ(tokens_after("position startpos z3Z3 moves 7g7fzG 3c3d z1Z1", &warning), "z1Z1");
  EXPECT_EQ(warning,
            "position: z3Z3 before the moves and z1Z1 behind them do not agree; the latter hold");
  EXPECT_EQ(tokens_after("position startpos z0Z0 moves 7g7fzG z0Z0", &warning), "zG z0Z0");
}

TEST(FreezePosition, TheDefaultCountsHoldWhereTheLineGivesNone) {
  const shogi::FreezeCounts three{3, 3};
  EXPECT_EQ(tokens_after("position startpos", nullptr, three), "z3Z3");
  EXPECT_EQ(tokens_after("position startpos moves 7g7fzG", nullptr, three), "zG z3Z2");
  EXPECT_EQ(tokens_after("position startpos z1Z1", nullptr, three), "z1Z1");
  EXPECT_EQ(tokens_after("position startpos moves 7g7f z1Z1", nullptr, three), "z1Z1");
  EXPECT_EQ(tokens_after("position startpos z0Z0", nullptr, three), "");
}

TEST(FreezePosition, WhatIsWrongIsSaidInOneLine) {
  EXPECT_EQ(reached("position startpos z3"),
            "position: \"z3\" lacks Black's; expected are both sides' freezes as in z3Z3 at column "
            "19");
  EXPECT_EQ(reached("position startpos zX"),
            "position: \"zX\" names no kind of piece at column 19");
  EXPECT_EQ(reached("position startpos zR+ z3Z3"),
            "position: dragons frozen, of which Black has none");
  EXPECT_EQ(reached("position startpos z3Z3 moves 7g7fzG+"),
            "position: \"7g7fzG+\" is no move (move 1 at column 30)");
  EXPECT_EQ(reached("position startpos moves 7g7fzG"),
            "position: move 1 (7g7fzG) is not legal: Black has no freeze left");
  EXPECT_EQ(reached("position startpos z3Z3 moves 7g7fzG 3c3dzG"),
            "position: move 2 (3c3dzG) is not legal: White has just been frozen and may not freeze "
            "back");
  EXPECT_EQ(reached("position startpos z3Z3 moves 7g7fzP 3c3d"),
            "position: move 2 (3c3d) is not legal: pawns may not move: frozen");
  EXPECT_EQ(reached("position startpos z3Z3 moves 7g7fzR+"),
            "position: move 1 (7g7fzR+) is not legal: White has none of what is frozen: dragons");
  EXPECT_EQ(reached("position startpos z3Z3 moves 7g7f 3c3dZG"),
            "position: move 2 (3c3dZG) says that G is frozen, which it is not");
  EXPECT_EQ(reached("position startpos z3Z3 moves 7g7fzG 3c3d 2g2fzP 8c8d"),
            "position: move 4 (8c8d) is not legal: pawns may not move: frozen");
  EXPECT_EQ(reached("position startpos moves 7g7f z3Z3 3c3d"),
            "position: \"z3Z3\" does not stand behind the last move (move 2 at column 30)");
  EXPECT_EQ(reached("position startpos moves 7g7f z3Z3 z3Z3"),
            "position: \"z3Z3\" does not stand behind the last move (move 2 at column 30)");
  EXPECT_EQ(reached("position startpos moves 7g7fzG z3Z9999"),
            "position: more than 9999 freezes of a side");
  EXPECT_EQ(reached("position startpos z3Z3 7g7f"),
            "position: expected \"moves\", got \"7g7f\" at column 24");
  EXPECT_EQ(reached("position sfen 4k4/9/9/9/9/9/9/9/4K4 b z1Z1"),
            "position: sfen: hands, character 1: \"z\" is no piece for a hand (\"z1Z1\")");
}

TEST(FreezePosition, LinesAreWrittenAsTheyAreRead) {
  for (const char* line :
       {"position startpos z3Z3", "position startpos moves 7g7fzG 3c3d z2Z3",
        "position startpos z3Z3 moves 7g7fzG 3c3dZG 2g2fzB+ z2Z1", "position startpos moves z1Z1",
        "position sfen 4k4/9/9/9/9/9/9/9/4K4 b GP 7 zG ZP z2Z3 moves P*5dzK"}) {
    EXPECT_EQ(formatted(line), line);
  }
  EXPECT_EQ(formatted("position  sfen 4k4/9/9/9/9/9/9/9/4K4 b GP z2Z3 Z+P zG moves P*5dz+P"),
            "position sfen 4k4/9/9/9/9/9/9/9/4K4 b GP 1 zG ZP+ z2Z3 moves P*5dzP+");
}

TEST(FreezePosition, AGameIsWrittenWithTheCountsBehindItsMoves) {
  const auto line_of = [](std::string_view line) {
    return position_line(*replay(std::get<PositionCommand>(*parse_command(line))));
  };
  EXPECT_EQ(line_of("position startpos z3Z3"), "position startpos z3Z3");
  EXPECT_EQ(line_of("position startpos z3Z3 moves 7g7fzG 3c3d"),
            "position startpos moves 7g7fzG 3c3d z3Z2");
  const std::string board = "position sfen 4k4/9/9/9/9/9/9/9/4K4 b GP 7 zG";
  EXPECT_EQ(line_of(board + " z2Z3"), board + " z2Z3");
  EXPECT_EQ(line_of(board + " z2Z3 moves P*5d"), board + " moves P*5d z2Z3");
  const auto game =
      *replay(std::get<PositionCommand>(*parse_command("position startpos z3Z3 moves 7g7fzG")));
  EXPECT_EQ(position_sfen_line(game, true),
            "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2 zG "
            "z3Z2");
  EXPECT_EQ(position_sfen_line(game, false),
            "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2");
}

TEST(FreezeAnswers, MovesKeepTheirSuffixes) {
  for (const char* line :
       {"bestmove 5c6czG", "bestmove 5c6czG ponder 7g7f", "bestmove 5c6c ponder 7g7fzG",
        "bestmove 5c6czB+ ponder 8h2b+zG", "info depth 1 pv 5c6czG 7g7f P*5ezK",
        "info depth 1 currmove 7g7f pv 7g7f 3c3d", "checkmate G*5bzK 5a4a"}) {
    EXPECT_EQ(answered(line), line);
  }
  EXPECT_EQ(answered("bestmove 5c6cZG ponder 7g7fzG"), "bestmove 5c6c ponder 7g7fzG")
      << "what was frozen when it was made is known";
  EXPECT_EQ(answered("bestmove 5c6czX"), "bestmove: \"5c6czX\" is no move");
  EXPECT_EQ(answered("bestmove 5c6c ponder 7g7fzX"), "bestmove 5c6c");
  const auto view = parse_info("info pv 7g7fzG 3c3dZG 8h2b+zB+ZR+ nodes 3 time 5");
  EXPECT_EQ(view.pv, "7g7fzG 3c3dZG 8h2b+zB+ZR+");
  EXPECT_EQ(view.nodes, 3);
  EXPECT_EQ(parse_info("info pv 7g7f 123456789 nodes 3").pv, "7g7f");
}

TEST(FreezeAnswers, AMoveCarriesItsFreeze) {
  const auto seven = *notation::parse_usi_move("7g7f");
  const auto three = *notation::parse_usi_move("3c3d");
  const auto info = std::get<InfoAnswer>(*parse_answer("info pv 7g7f 3c3dzG currmove 7g7fzB"));
  EXPECT_EQ(info.pv, (std::vector<Move>{seven, {three, PieceType::kGold}}));
  EXPECT_EQ(info.currmove, Move(seven, PieceType::kBishop));
  const auto best = std::get<BestMoveAnswer>(*parse_answer("bestmove 7g7f ponder 3c3dzG"));
  EXPECT_EQ(best.move(), Move(seven));
  EXPECT_EQ(best.ponder, Move(three, PieceType::kGold));
}

TEST(FreezePosition, ALineSpeaksOfFreezesByAnyOfTheirWords) {
  const auto speaks = [](std::string_view line) {
    return std::get<PositionCommand>(*parse_command(line)).speaks_of_freezes();
  };
  EXPECT_FALSE(speaks("position startpos moves 7g7f"));
  EXPECT_TRUE(speaks("position startpos z0Z0"));
  EXPECT_TRUE(speaks("position startpos moves 7g7f z1Z1"));
  EXPECT_TRUE(speaks("position startpos moves 7g7fzG"));
  EXPECT_TRUE(speaks("position startpos moves 7g7fZG"));
}

TEST(FreezeAnswers, TheFiveWordsAreRead) {
  for (const char* word : {"NONE", "IGNORE", "ALLOW_FREEZE", "CAN_FREEZE", "OK"}) {
    const std::string line = std::string("FREEZE ") + word;
    const auto answer = parse_answer(line);
    ASSERT_TRUE(answer && std::holds_alternative<FreezeAnswer>(*answer)) << line;
    EXPECT_EQ(format(*answer), line);
  }
  EXPECT_FALSE(parse_answer("FREEZE"));
  EXPECT_FALSE(parse_answer("FREEZE MAYBE"));
  EXPECT_TRUE(accepts_freezes(FreezeAbility::kAllowFreeze));
  EXPECT_FALSE(accepts_freezes(FreezeAbility::kIgnore));
  EXPECT_FALSE(declares_freezes(FreezeAbility::kAllowFreeze));
  EXPECT_TRUE(declares_freezes(FreezeAbility::kCanFreeze));
}

TEST(FreezeCommands, FreezenumIsReadAndBareMeansThreeEach) {
  EXPECT_EQ(formatted("FREEZENUM z2Z10"), "FREEZENUM z2Z10");
  EXPECT_EQ(formatted("FREEZENUM"), "FREEZENUM z3Z3");
  EXPECT_EQ(formatted("FREEZENUM z3"),
            "FREEZENUM: \"z3\" lacks Black's; expected are both sides' freezes as in z3Z3");
  for (const char* wrong : {"Z3z3", "3", "zaZb", "z-1Z3", "z3Z10000", "z99999999999Z3", "z3Z3x",
                            "z3Z", "z3 Z3", "z3Z3 z3Z3", "z3Z3 x", "zPZ3", "nonsense"}) {
    const auto command = parse_command("FREEZENUM " + std::string(wrong));
    ASSERT_FALSE(command) << wrong;
    EXPECT_EQ(command.error().message.substr(0, 12), "FREEZENUM: \"") << wrong;
    EXPECT_EQ(command.error().message.find('\n'), std::string::npos) << wrong;
  }
  EXPECT_EQ(formatted("go searchmoves 7g7fzG 2g2f depth 3"), "go depth 3 searchmoves 7g7fzG 2g2f");
}

TEST(FreezeEngineSide, AnswersAreJudgedUnderTheFreezeInForce) {
  EngineSideSubject subject(FreezeAbility::kOk);
  subject.say("position startpos z3Z3 moves 7g7fzP");
  subject.say("go btime 1000 wtime 1000");
  ASSERT_TRUE(subject.act("engine is searching"));
  ASSERT_TRUE(subject.act("engine answers bestmove 3c3d"));
  EXPECT_EQ(subject.hear(), "info string the move chosen, 3c3d, is not legal");
  const std::string line = subject.hear().value_or("");
  const auto answer = parse_answer(line);
  ASSERT_TRUE(answer && std::holds_alternative<BestMoveAnswer>(*answer)) << line;
  const auto game =
      replay(std::get<PositionCommand>(*parse_command("position startpos z3Z3 moves 7g7fzP")));
  EXPECT_TRUE(game->freeze_position().is_legal(std::get<BestMoveAnswer>(*answer).move().of_shogi()))
      << line;
}

TEST(FreezeEngineSide, PerftAndItsWordsKnowFreezes) {
  EngineSideSubject subject(FreezeAbility::kOk);
  subject.say("position startpos z3Z3 moves 7g7fzP");
  subject.say("sfen");
  EXPECT_EQ(subject.hear(),
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2 zP z3Z2");
}

}  // namespace
}  // namespace gougi::usi
