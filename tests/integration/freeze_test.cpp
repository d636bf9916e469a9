// SPDX-License-Identifier: MIT
// Freeze shogi and our engines as programs.
#include "notation/freeze.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "integration/dialogue.hpp"
#include "integration/processes.hpp"
#include "usi/answer.hpp"
#include "usi/command.hpp"
#include "usi/position_text.hpp"

namespace gougi::testing {
namespace {

std::string answer_of(Dialogue& engine, const std::string& position, const std::string& go) {
  engine.say(position);
  engine.say(go);
  const auto heard = engine.wait_for("bestmove", Milliseconds(30'000));
  return heard ? heard->line : "nothing";
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (const std::string_view word : base::split_words(text)) words.emplace_back(word);
  return words;
}

TEST(FreezeProgram, AnnouncesItselfBeforeUsiokByTheWordThatIsSet) {
  Dialogue engine(program_path("gougi-engine"));
  engine.say("usi");
  ASSERT_TRUE(engine.wait_for("option name Freeze type combo default OK"));
  ASSERT_TRUE(engine.wait_for("FREEZE OK"));
  ASSERT_TRUE(engine.wait_for("usiok"));
  for (const std::string word : {"IGNORE", "ALLOW_FREEZE", "CAN_FREEZE"}) {
    engine.say("setoption name Freeze value " + word);
    engine.say("usi");
    EXPECT_TRUE(engine.wait_for("FREEZE " + word)) << word;
    EXPECT_TRUE(engine.wait_for("usiok"));
  }
  const int before = engine.count("FREEZE");
  engine.say("setoption name Freeze value NONE");
  engine.say("usi");
  EXPECT_TRUE(engine.wait_for("usiok"));
  EXPECT_EQ(engine.count("FREEZE"), before);
}

TEST(FreezeProgram, BestmovePonderAndPvCarrySuffixes) {
  Dialogue engine(program_path("gougi-engine"));
  engine.say("isready");
  ASSERT_TRUE(engine.wait_for("readyok"));
  // A mate in three that needs the freeze.
  const std::string line = answer_of(engine,
                                     "position sfen R1s2ksn1/l2g1p2l/ppnpp1g1p/b1P6/6Pp1/5P2P/"
                                     "PP1rP1NP1/L1GSKBG2/1N4S1L b 2Pp 57 z0Z1",
                                     "go nodes 100000");
  EXPECT_THAT(engine.heard.at(engine.heard.size() - 2).line,
              ::testing::AllOf(::testing::HasSubstr(" score mate 3 "), ::testing::HasSubstr("zK")));
  EXPECT_THAT(line, ::testing::StartsWith("bestmove "));
  EXPECT_THAT(line, ::testing::HasSubstr(" ponder "));
}

TEST(FreezeProgram, WritesWhatAMoveWasMadeUnderOnlyWhereItIsAskedFor) {
  Dialogue engine(program_path("gougi-engine"));
  engine.say("usi");
  ASSERT_TRUE(engine.wait_for("option name WriteFrozen type check default false"));
  engine.say("isready");
  ASSERT_TRUE(engine.wait_for("readyok"));
  const std::string position = "position startpos moves 7g7fzP z3Z2";  // White may move no pawn
  const auto pv_of = [&engine] {
    std::string pv;
    for (const auto& heard : engine.heard) {
      const auto at = heard.line.find(" pv ");
      if (at != std::string::npos) pv = heard.line.substr(at + 4) + " ";
    }
    return pv;
  };
  const std::string bare = answer_of(engine, position, "go depth 3");
  EXPECT_EQ(bare.find('Z'), std::string::npos) << bare;
  EXPECT_EQ(pv_of().find('Z'), std::string::npos) << pv_of();
  engine.say("sfen");
  ASSERT_TRUE(
      engine.wait_for("lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2 "
                      "zP z3Z2"));
  engine.say("setoption name WriteFrozen value true");
  engine.forget();
  const std::string marked = answer_of(engine, position, "go depth 3");
  ASSERT_EQ(marked.substr(0, 9), "bestmove ");
  EXPECT_EQ(marked.substr(13, 2), "ZP") << marked;
  EXPECT_EQ(pv_of().substr(0, 6), marked.substr(9, 4) + "ZP");
  // What freezes next is told by the move before: each mark names its kind.
  std::string frozen = "P";
  for (const std::string& word : words_of(pv_of())) {
    const auto move = notation::parse_freeze_move(word);
    ASSERT_TRUE(move) << word;
    const auto under = move->made_under;
    EXPECT_EQ(under == shogi::PieceType::kNone ? "" : notation::to_text(under), frozen) << word;
    frozen = move->move.freezes() ? notation::to_text(move->move.freeze) : "";
  }
  engine.say(position.substr(0, position.find(" z3Z2")) + " " + marked.substr(9, 6) + " z3Z2");
  engine.say("sfen");
  const auto sfen = engine.wait_for("lnsgk");
  ASSERT_TRUE(sfen);
  EXPECT_THAT(sfen->line, ::testing::EndsWith(" b - 3 ZP z3Z2"));
}

TEST(FreezeProgram, OrdinaryGamesSeeNoneOfIt) {
  Dialogue engine(program_path("gougi-engine"));
  engine.say("isready");
  ASSERT_TRUE(engine.wait_for("readyok"));
  for (const char* position : {"position startpos", "position startpos moves 7g7f 3c3d",
                               "position startpos z0Z0 moves 7g7f 3c3d"}) {
    const std::string line = answer_of(engine, position, "go nodes 5000");
    EXPECT_EQ(line.find('z'), std::string::npos) << line;
  }
  for (const auto& heard : engine.heard) {
    EXPECT_EQ(heard.line.find('z'), std::string::npos) << heard.line;
  }
}

TEST(FreezeProgram, WhatCannotBeReadIsSaidAndAnswered) {
  Dialogue engine(program_path("gougi-engine"));
  for (const char* wrong :
       {"position startpos z3", "position startpos Z3z3", "position startpos z3Z3 moves 7g7fzX",
        "position startpos z3Z3 moves 7g7fzG 3c3dzG", "position startpos moves 7g7fzG",
        "position startpos z3Z3 moves 7g7fzP 3c3d", "position startpos z3Z3 moves 7g7fz",
        "position sfen 9/9/9/9/9/9/9/9/9 b - 1 z3Z3 zQ"}) {
    const int before = engine.count("info string");
    EXPECT_EQ(answer_of(engine, wrong, "go nodes 100"), "bestmove resign") << wrong;
    EXPECT_GT(engine.count("info string"), before) << wrong;
  }
  engine.say("FREEZENUM z3Z");
  EXPECT_TRUE(answer_of(engine, "position startpos", "go nodes 100").starts_with("bestmove "))
      << "alive";
  engine.say("quit");
  EXPECT_TRUE(engine.wait_exit(Milliseconds(10'000)));
}

TEST(FreezeProgram, StopsWithinMilliseconds) {
  Dialogue engine(program_path("gougi-engine"));
  engine.say("isready");
  ASSERT_TRUE(engine.wait_for("readyok"));
  engine.say("position startpos z3Z3");
  engine.say("go infinite");
  ASSERT_TRUE(engine.wait_for("info depth 5"));
  const auto at = engine.say("stop");
  const auto heard = engine.wait_for("bestmove");
  ASSERT_TRUE(heard);
  EXPECT_LT(heard->at - at, Milliseconds(1000));  // of a machine that may be busy
}

// Every move of every engine that says it can is legal; those that cannot say so.
TEST(FreezeProgram, OtherEnginesPlayLegallyOrRefuse) {
  const std::string position = "position startpos z3Z3 moves 7g7f 3c3d 8h2b+zS";
  const auto game = usi::replay(std::get<usi::PositionCommand>(*usi::parse_command(position)));
  ASSERT_TRUE(game);
  for (const char* name : {"gougi-random", "gougi-mate"}) {
    Dialogue engine(program_path(name));
    for (int i = 0; i < 10; ++i) {
      const auto answer = usi::parse_answer(answer_of(engine, position, "go nodes 100"));
      ASSERT_TRUE(answer) << name;
      const auto move = std::get<usi::BestMoveAnswer>(*answer).move().of_shogi();
      EXPECT_TRUE(game->freeze_position().is_legal(move)) << notation::to_usi(move);
    }
    EXPECT_EQ(engine.count("info string the move chosen"), 0);
  }
  Dialogue naitou(program_path("gougi-naitou"));
  EXPECT_EQ(answer_of(naitou, position, "go"), "bestmove resign");
  EXPECT_EQ(naitou.count("info string position: it has freezes"), 1);
}

// A whole game against the engine that plays at random: no illegal move, and it is won.
TEST(FreezeProgram, PlaysAGameToItsEnd) {
  Dialogue strong(program_path("gougi-engine"));
  Dialogue weak(program_path("gougi-random"));
  weak.say("setoption name Seed value 3");
  shogi::Game game(*shogi::FreezePosition::from(
      shogi::Position::start(), {shogi::PieceType::kNone, shogi::kTournamentFreezes}));
  while (game.moves().size() < 200 && !game.freeze_position().is_lost()) {
    Dialogue& mover = game.moves().size() % 2 == 0 ? strong : weak;
    const auto answer =
        usi::parse_answer(answer_of(mover, usi::position_line(game), "go nodes 2000"));
    ASSERT_TRUE(answer);
    const auto move = std::get<usi::BestMoveAnswer>(*answer).move().of_shogi();
    ASSERT_TRUE(game.play(move)) << notation::to_usi(move);
  }
  EXPECT_TRUE(game.freeze_position().is_lost());
  EXPECT_EQ(game.position().side_to_move(), shogi::Color::kWhite);
}

}  // namespace
}  // namespace gougi::testing
