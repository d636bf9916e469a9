// SPDX-License-Identifier: MIT
#include "pyonpyon/upi.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>

#include "base/language.hpp"
#include "base/random.hpp"

namespace gougi::testing {
namespace {

using namespace gougi::pyonpyon;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Upi : public ::testing::Test {
 protected:
  /// What is answered at once.
  std::vector<std::string> ask(const std::string& line) {
    {
      const std::lock_guard lock(mutex);
      heard.clear();
    }
    EXPECT_TRUE(side.on_line(line));
    const std::lock_guard lock(mutex);
    return heard;
  }
  std::string bestmove(const std::string& go) {
    ask(go);
    std::unique_lock lock(mutex);
    arrived.wait(lock, [&] { return !heard.empty() && heard.back().starts_with("bestmove"); });
    return heard.back();
  }

  std::mutex mutex;
  std::condition_variable arrived;
  std::vector<std::string> heard;
  UpiSide side{[this](std::string_view line) {
    const std::lock_guard lock(mutex);
    heard.emplace_back(line);
    arrived.notify_all();
  }};
};

TEST_F(Upi, ComplainsInTheLanguageOfTheUser) {
  const base::SpokenHere japanese(base::Language::kJapanese);
  for (const char* const line :
       {"foo", "d5c5", "do", "do 1a1a", "do resign now", "undo", "undo 2", "perft 0", "go depth x",
        "go far", "setoption", "setoption name Foo value 3", "setoption name Hash value x",
        "setoption name Table value /there/is/none", "position foo", "position pfen x",
        "position startpos moves d5d1"}) {
    const auto said = ask(line);
    ASSERT_EQ(said.size(), 1U) << line;
    EXPECT_TRUE(said.front().starts_with("info string error: ")) << said.front();
    EXPECT_TRUE(std::ranges::any_of(said.front(), [](char c) { return (c & 0x80) != 0; }))
        << said.front();
  }
}

TEST_F(Upi, IntroducesItself) {
  EXPECT_THAT(ask("upi"), AllOf(Contains(StartsWith("id name")), Contains("upiok")));
  EXPECT_THAT(ask("isready"), ElementsAre("readyok"));
}

TEST_F(Upi, MovesAreMadeAndTakenBack) {
  EXPECT_THAT(ask("do d5c5"), ElementsAre());
  ask("do b1d3");
  EXPECT_THAT(ask("xfen"), ElementsAre("position startpos moves d5c5 b1d3"));
  EXPECT_THAT(ask("pos"), Contains("[2 move(s) | Go! x | 0 repeat(s)]"));
  ask("undo");
  EXPECT_THAT(ask("xfen"), ElementsAre("position startpos moves d5c5"));
}

TEST_F(Upi, WhatIsWrongChangesNothing) {
  ask("position startpos moves d5c5");
  for (const char* line :
       {"do a1a1", "do x", "do", "do a1b2 a4a3", "undo 2", "position startpos moves a1a2",
        "position", "position pfen 5 x", "go depth", "go depth 0", "go sideways",
        "setoption Hash 3", "setoption name Hash value 0", "setoption name Size value 3",
        "bestmove a1a2"}) {
    EXPECT_THAT(ask(line), ElementsAre(StartsWith("info string error: "))) << line;
    EXPECT_THAT(ask("xfen"), ElementsAre("position startpos moves d5c5")) << line;
  }
  ask("undo");
  EXPECT_THAT(ask("undo"), ElementsAre(HasSubstr("no move was made yet")));
}

TEST_F(Upi, AnswersWithALegalMove) {
  ask("setoption name Hash value 1");
  EXPECT_THAT(bestmove("go depth 4"), StartsWith("bestmove "));
  EXPECT_THAT(heard, Contains(AllOf(StartsWith("info depth 4 score "), HasSubstr(" pv "))));
  const std::string move = heard.back().substr(9);
  EXPECT_THAT(ask("do " + move), ElementsAre());
  ask("position pfen xxxx1/4x/5/5/ooooo x");
  EXPECT_EQ(bestmove("go movetime 50"), "bestmove e2e1");
  EXPECT_THAT(heard, Contains(HasSubstr("score mate 1 ")));
}

TEST_F(Upi, HasNoMoveWhereTheGameIsOver) {
  ask("position pfen xxxx1/4x/5/5/ooooo x moves e2e1");
  EXPECT_EQ(bestmove("go"), "bestmove resign");
  EXPECT_THAT(ask("do a5a4"), ElementsAre(HasSubstr("after the end of the game")));
}

TEST_F(Upi, SomebodyWhoTypesIsToldTheEnd) {
  ask("position pfen xxxx1/4x/5/5/ooooo x");
  EXPECT_THAT(ask("do e2e1"), ElementsAre("info string x is home and wins"));
  const std::string round = " a4a3 b1a1 a3a4 a1b1";
  ask("position startpos moves" + round + " a4a3 b1a1 a3a4");
  EXPECT_THAT(ask("do a1b1"), ElementsAre(HasSubstr("for the third time: a draw")));
}

TEST_F(Upi, SomebodyWhoTypesResignsOrClaimsADraw) {
  EXPECT_THAT(ask("do draw"), ElementsAre(HasSubstr("twice before")));
  EXPECT_THAT(ask("do resign"), ElementsAre("info string o wins: the other side resigned"));
  EXPECT_EQ(bestmove("go"), "bestmove resign");
  EXPECT_THAT(ask("undo"), ElementsAre());
  const std::string round = " a4a3 b1a1 a3a4 a1b1";
  ask("position startpos moves" + round + round);
  EXPECT_THAT(ask("do draw"), ElementsAre(StartsWith("info string a draw")));
  EXPECT_EQ(bestmove("go"), "bestmove draw");
}

TEST_F(Upi, AMoveWithoutDoIsToldHowToBePlayed) {
  for (const std::string word : {"d5c5", "resign", "draw"}) {
    EXPECT_THAT(ask(word), ElementsAre("info string error: \"" + word +
                                       "\" is no command; to play it, type: do " + word));
  }
  EXPECT_THAT(ask("xfen"), ElementsAre("position startpos moves"));
}

TEST_F(Upi, CountsLeavesAndHelps) {
  EXPECT_THAT(ask("perft 3"), AllOf(Contains("leaves 13396"), ::testing::SizeIs(23)));
  EXPECT_THAT(ask("perft"), ElementsAre(StartsWith("info string error: perft wants")));
  EXPECT_THAT(ask("perft 99"), ElementsAre(StartsWith("info string error: perft wants")));
  const auto help = ask("help");
  for (const char* word : {"do ", "undo", "go ", "stop", "pos ", "position ", "xfen", "perft",
                           "setoption", "upi", "quit"}) {
    EXPECT_THAT(help, Contains(StartsWith(word))) << word;
  }
}

// No machine counts nine moves.
TEST_F(Upi, ADeepCountIsStopped) {
  EXPECT_THAT(ask("perft 9"), ElementsAre());
  EXPECT_TRUE(side.is_busy());
  EXPECT_THAT(ask("do d5c5"), ElementsAre(HasSubstr("while counting; stop comes first")));
  EXPECT_THAT(ask("isready"), ElementsAre("readyok"));
  EXPECT_THAT(ask("stop"), ElementsAre("info string perft was stopped before it had counted all"));
  EXPECT_FALSE(side.is_busy());
  ask("perft 9");
  EXPECT_THAT(bestmove("go depth 1"), StartsWith("bestmove ")) << "it takes a count's place";
  EXPECT_THAT(ask("perft 1"), Contains("leaves 22"));
  ask("do resign");
  EXPECT_THAT(ask("perft 3"), ElementsAre("leaves 0"));
}

TEST_F(Upi, TheBoardHasThreeNames) {
  for (const char* position : {"position startpos", "position challenge 7"}) {
    ask(position);
    const auto board = ask("pos");
    EXPECT_GT(board.size(), 10U);
    EXPECT_EQ(ask("d"), board);
    EXPECT_EQ(ask("show"), board);
  }
}

TEST_F(Upi, AnInfiniteSearchOfAGameThatIsOverSaysWhyItWaits) {
  ask("do resign");
  EXPECT_THAT(ask("go infinite"), ElementsAre(HasSubstr("o wins: the other side resigned; stop")));
  EXPECT_THAT(ask("stop"), ElementsAre("bestmove resign"));
}

TEST_F(Upi, PlaysTheChallenge) {
  ask("position challenge 7");
  EXPECT_THAT(bestmove("go depth 5"), StartsWith("bestmove "));
  EXPECT_THAT(ask("do " + heard.back().substr(9)), ElementsAre());
  ask("position pfen PLPPL/5/5/5/plppl x");
  EXPECT_EQ(bestmove("go"), "bestmove resign");
}

TEST_F(Upi, ClaimsADrawUnlessItWins) {
  const std::string round = " a4a3 b1a1 a3a4 a1b1";
  ask("position startpos moves" + round + round);
  EXPECT_THAT(ask("pos"), Contains(HasSubstr("2 repeat(s)")));
  const std::string answer = bestmove("go depth 4");
  const bool is_behind = std::any_of(heard.begin(), heard.end(), [](const std::string& line) {
    return line.starts_with("info depth 4 score cp -") ||
           line.starts_with("info depth 4 score cp 0");
  });
  EXPECT_EQ(answer == "bestmove draw", is_behind);
}

TEST_F(Upi, ThinksUntilItIsStopped) {
  ask("go infinite");
  EXPECT_TRUE(side.is_busy());
  EXPECT_THAT(ask("do d5c5"), Contains(HasSubstr("stop comes first")));
  EXPECT_THAT(bestmove("stop"), StartsWith("bestmove "));
  EXPECT_THAT(ask("do d5c5"), ElementsAre());
  EXPECT_FALSE(side.on_line("quit"));
}

TEST_F(Upi, TwoSearchesInOneBurstGetOneAnswerEach) {
  ask("setoption name Hash value 1");
  for (const char* between : {"xfen", "stop"}) {
    {
      const std::lock_guard lock(mutex);
      heard.clear();
    }
    side.on_line("position pfen xxxx1/4x/5/5/ooooo x");
    side.on_line("go depth 30");
    side.on_line(between);
    side.on_line("position startpos");
    side.on_line("go depth 1");
    std::unique_lock lock(mutex);
    const auto is_answer = [](const std::string& line) { return line.starts_with("bestmove"); };
    EXPECT_TRUE(arrived.wait_for(lock, std::chrono::seconds(20), [&] {
      return std::ranges::count_if(heard, is_answer) == 2;
    })) << ::testing::PrintToString(heard);
    EXPECT_THAT(heard, Each(Not(StartsWith("info string error"))));
    // The second is of the second position.
    ASSERT_TRUE(is_answer(heard.back()));
    Game start;
    EXPECT_TRUE(start.play(*parse_move(heard.back().substr(9)))) << heard.back();
  }
}

TEST_F(Upi, AnInfiniteSearchThatIsOvertakenIsDropped) {
  ask("setoption name Hash value 1");
  ask("go infinite");
  EXPECT_THAT(ask("position startpos moves d5c5"), Each(Not(StartsWith("info string error"))));
  bestmove("go depth 1");
  EXPECT_THAT(ask("isready"), ElementsAre("readyok"));
  EXPECT_FALSE(side.is_busy());
}

TEST_F(Upi, IsBackAtWorkAsSoonAsItIsStopped) {
  ask("go infinite");
  EXPECT_THAT(ask("stop"), Contains(StartsWith("bestmove ")));
  EXPECT_THAT(ask("do d5c5"), ElementsAre());
}

TEST_F(Upi, ATableThatIsNoneIsRefused) {
  EXPECT_THAT(ask("setoption name Table value /no/such file"),
              ElementsAre(HasSubstr("/no/such file cannot be opened")));
  EXPECT_THAT(ask("setoption name Table value <empty>"), ElementsAre());
}

// Wants the table that `gougi-pyon solve --table FILE` writes, named by GOUGI_PYON_TABLE.
TEST_F(Upi, PlaysFromTheTable) {
  const char* const file = std::getenv("GOUGI_PYON_TABLE");
  if (file == nullptr) GTEST_SKIP() << "set GOUGI_PYON_TABLE to the table's file";
  ask(std::string("setoption name Table value ") + file);
  const auto table = SolvedGame::read(file);
  ASSERT_TRUE(table) << table.error().message;
  base::Random random(6);
  for (int i = 0; i < 300; ++i) {
    Position position = position_of(static_cast<std::uint32_t>(random.below(kPositionCount)));
    if (i % 2 == 0) position = turned(position);
    // Most positions are drawn.
    while (i >= 150 && table->value(position).kind == Value::Kind::kDraw) {
      position = position_of(static_cast<std::uint32_t>(random.below(kPositionCount)));
    }
    const Value value = table->value(position);
    if (value == Value{Value::Kind::kLoss, 0}) continue;
    ask("position pfen " + to_pfen(position));
    const std::string answer = bestmove("go nodes 300");
    const auto move = parse_move(answer.substr(9));
    ASSERT_TRUE(move) << answer;
    ASSERT_TRUE(is_legal(position, *move)) << to_pfen(position) << ' ' << answer;
    const Value next = table->value(after(position, *move));
    const bool wins = value.kind == Value::Kind::kWin;
    const Value kept = value.kind == Value::Kind::kDraw
                           ? value
                           : Value{wins ? Value::Kind::kLoss : Value::Kind::kWin, value.plies - 1};
    EXPECT_EQ(next, kept) << to_pfen(position) << ' ' << answer;
  }
}

}  // namespace
}  // namespace gougi::testing
