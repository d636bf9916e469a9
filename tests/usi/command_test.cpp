// SPDX-License-Identifier: MIT
#include "usi/command.hpp"

#include <gmock/gmock.h>

#include "notation/sfen.hpp"

namespace gougi::usi {
namespace {

using base::Milliseconds;
using testing::HasSubstr;

shogi::BareMove move(std::string_view text) { return *notation::parse_usi_move(text); }

Command read(std::string_view line) {
  const auto command = parse_command(line);
  EXPECT_TRUE(command.has_value()) << line << ": " << command.error().message;
  return command.value_or(UnknownCommand{});
}

std::string error_of(std::string_view line) {
  const auto command = parse_command(line);
  EXPECT_FALSE(command.has_value()) << line << " read as " << format(*command);
  return command ? "" : command.error().message;
}

SearchLimits search_of(std::string_view line) {
  return std::get<SearchLimits>(std::get<GoCommand>(read(line)).limits);
}

MateLimits mate_of(std::string_view line) {
  return std::get<MateLimits>(std::get<GoCommand>(read(line)).limits);
}

// --- what is written for what is read ---

struct Reading {
  std::string_view line;
  std::string_view written;
};

class CommandReadings : public testing::TestWithParam<Reading> {};

TEST_P(CommandReadings, AreAsTheTableSays) {
  EXPECT_EQ(format(read(GetParam().line)), GetParam().written);
  EXPECT_TRUE(read(GetParam().line) == read(GetParam().written));
}

INSTANTIATE_TEST_SUITE_P(
    Simple, CommandReadings,
    testing::Values(Reading{"usi", "usi"}, Reading{" usi \r", "usi"},
                    Reading{"\xEF\xBB\xBFusi", "usi"}, Reading{"isready", "isready"},
                    Reading{"usinewgame  ", "usinewgame"}, Reading{"stop", "stop"},
                    Reading{"quit", "quit"}, Reading{"gameover win", "gameover win"},
                    Reading{"gameover  lose", "gameover lose"},
                    Reading{"gameover draw", "gameover draw"}, Reading{"ponderhit", "ponderhit"},
                    Reading{"ponderhit btime 1000 wtime 2000 byoyomi 500",
                            "ponderhit btime 1000 wtime 2000 byoyomi 500"},
                    Reading{"getoption  USI_Hash", "getoption USI_Hash"}, Reading{"d", "d"},
                    Reading{"sfen", "sfen"}, Reading{"side", "side"}, Reading{"moves", "moves"},
                    Reading{"bench 16  1", "bench 16 1"}, Reading{"", ""}, Reading{"  ", ""},
                    Reading{"register later", "register later"}));

INSTANTIATE_TEST_SUITE_P(
    SetOption, CommandReadings,
    testing::Values(
        Reading{"setoption name USI_Hash value 256", "setoption name USI_Hash value 256"},
        Reading{"setoption name Clear Hash", "setoption name Clear Hash"},
        Reading{"setoption name Skill  Level value  7 ", "setoption name Skill Level value 7"},
        Reading{"setoption name Book value", "setoption name Book value <empty>"},
        Reading{"setoption name Book value <empty>", "setoption name Book value <empty>"},
        Reading{"setoption name Book value C:\\My  Books\\a b.db",
                "setoption name Book value C:\\My  Books\\a b.db"},
        Reading{"setoption name V value value value", "setoption name V value value value"}));

INSTANTIATE_TEST_SUITE_P(
    Position, CommandReadings,
    testing::Values(
        Reading{"position startpos", "position startpos"},
        Reading{"position startpos moves", "position startpos"},
        Reading{"position sfen startpos", "position startpos"},
        Reading{"position sfen startpos moves 7g7f", "position startpos moves 7g7f"},
        Reading{"position  startpos  moves  7g7f  3c3d  8h2b+ ",
                "position startpos moves 7g7f 3c3d 8h2b+"},
        Reading{"position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
                "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"},
        Reading{"position sfen 9/9/9/9/9/9/9/9/9 w 2P3p moves P*5e",
                "position sfen 9/9/9/9/9/9/9/9/9 w 2P3p 1 moves P*5e"},
        Reading{"position sfen 9/9/9/9/9/9/9/9/9 b - 12 moves",
                "position sfen 9/9/9/9/9/9/9/9/9 b - 12"}));

INSTANTIATE_TEST_SUITE_P(
    Go, CommandReadings,
    testing::Values(
        Reading{"go", "go"}, Reading{"go infinite", "go infinite"},
        Reading{"go ponder", "go ponder"},
        Reading{"go btime 0 wtime 0 byoyomi 0", "go btime 0 wtime 0 byoyomi 0"},
        Reading{"go byoyomi 1000 wtime 5 btime 7 ponder", "go ponder btime 7 wtime 5 byoyomi 1000"},
        Reading{"go binc 3000 winc 2000 btime 60000 wtime 50000",
                "go btime 60000 wtime 50000 binc 3000 winc 2000"},
        Reading{"go btime -530 wtime 0 byoyomi 1000", "go btime 0 wtime 0 byoyomi 1000"},
        Reading{"go btime 99999999999999999999 wtime 1",
                "go btime 1000000000000 wtime 1 byoyomi 0"},
        Reading{"go movetime 500 depth 7 nodes 10000 rtime 20 wait_stop",
                "go movetime 500 rtime 20 depth 7 nodes 10000 wait_stop"},
        Reading{"go searchmoves 7g7f P*5e infinite", "go infinite searchmoves 7g7f P*5e"},
        Reading{"go depth 3 depth 4", "go depth 4"},
        Reading{"go btime wtime 1000", "go btime 0 wtime 1000 byoyomi 0"},
        Reading{"go btime", "go"}, Reading{"go btime abc wtime 5", "go btime 0 wtime 5 byoyomi 0"},
        Reading{"go movestogo 40 depth 2", "go depth 2"},
        Reading{"go mate infinite", "go mate infinite"}, Reading{"go mate", "go mate infinite"},
        Reading{"go mate 5000", "go mate 5000"}, Reading{"go mate -1", "go mate 0"},
        Reading{"go nodes 100 mate 5000", "go mate 5000 nodes 100"},
        Reading{"go helpmate 5000", "go helpmate 5000"},
        Reading{"go helpmate", "go helpmate infinite"},
        Reading{"go mate nodes 100", "go mate infinite nodes 100"}));

TEST(Command, GoAloneHasNoLimits) {
  EXPECT_EQ(search_of("go"), SearchLimits{});
  EXPECT_FALSE(search_of("go").clock.given);
}

TEST(Command, ClocksThatAreAllZeroAreGivenAllTheSame) {
  EXPECT_TRUE(search_of("go btime 0 wtime 0").clock.given);
  EXPECT_FALSE(search_of("go movetime 100").clock.given);
}

TEST(Command, MateLimitsTellInfiniteFromATime) {
  EXPECT_EQ(mate_of("go mate infinite").time, std::nullopt);
  EXPECT_EQ(mate_of("go mate 5000").time, Milliseconds(5000));
  EXPECT_EQ(mate_of("go nodes 7 mate infinite").nodes, 7U);
}

TEST(Command, SearchMovesEndAtTheFirstWordThatIsNoMove) {
  const auto limits = search_of("go searchmoves 7g7f 2g2f byoyomi 1000");
  EXPECT_THAT(limits.search_moves, testing::ElementsAre(move("7g7f"), move("2g2f")));
  EXPECT_EQ(limits.clock.byoyomi, Milliseconds(1000));
}

TEST(Command, WhatGoDoesNotUnderstandIsSaidInAWarningThatNamesWordAndPlace) {
  std::string warning;
  EXPECT_TRUE(parse_command("go byoyomi 1000", &warning).has_value());
  EXPECT_EQ(warning, "");
  EXPECT_TRUE(parse_command("go btime -5 movestogo 3 wtime", &warning).has_value());
  EXPECT_THAT(warning, HasSubstr("\"-5\" at column 10 is negative and taken as 0"));
  EXPECT_THAT(warning, HasSubstr("\"movestogo\" at column 13 is unknown"));
  EXPECT_THAT(warning, HasSubstr("\"wtime\" at column 25 lacks its number"));
  warning.clear();
  EXPECT_TRUE(parse_command("go dpeth 3 nodse 4 infinite", &warning).has_value());
  EXPECT_EQ(warning,
            "\"dpeth\" at column 4 is unknown; did you mean depth?; \"nodse\" at column 12 "
            "is unknown; did you mean nodes?");
}

TEST(Command, AWarningStaysShortHoweverLongTheLine) {
  std::string line = "go";
  for (int i = 0; i < 10000; ++i) line += " nonsense";
  std::string warning;
  EXPECT_TRUE(parse_command(line, &warning).has_value());
  EXPECT_LT(warning.size(), 600U);
  EXPECT_GT(warning.size(), 100U);
}

TEST(Command, SetOptionTellsAMissingValueFromAnEmptyOne) {
  EXPECT_EQ(std::get<SetOptionCommand>(read("setoption name X")).value, std::nullopt);
  EXPECT_EQ(std::get<SetOptionCommand>(read("setoption name X value")).value, "");
  EXPECT_EQ(std::get<SetOptionCommand>(read("setoption name X value <empty>")).value, "");
}

TEST(Command, OptionNamesMayHaveBlanks) {
  const auto command = std::get<SetOptionCommand>(read("setoption name Move Overhead value 30"));
  EXPECT_EQ(command.name, "Move Overhead");
  EXPECT_EQ(command.value, "30");
}

TEST(Command, AnSfenWithoutPlyGetsOne) {
  EXPECT_EQ(std::get<PositionCommand>(read("position sfen a b c")).sfen, "a b c 1");
}

TEST(Command, ThousandsOfMovesAreOrdinary) {
  std::string line = "position startpos moves";
  for (int i = 0; i < 4000; ++i) line += i % 2 == 0 ? " 5i5h" : " 5a5b";
  EXPECT_EQ(std::get<PositionCommand>(read(line)).moves.size(), 4000U);
  EXPECT_EQ(format(read(line)), line);
}

TEST(Command, ErrorsNameTheWordAndItsPlace) {
  EXPECT_EQ(error_of("position startpos 7g7f"),
            "position: expected \"moves\", got \"7g7f\" at column 19");
  EXPECT_EQ(error_of("position startpos moves 7g7f 3c3x"),
            "position: \"3c3x\" is no move (move 2 at column 30)");
  EXPECT_EQ(error_of("position"), "position: expected startpos or sfen, got nothing");
  EXPECT_EQ(error_of("position lnsg b - 1"),
            "position: expected startpos or sfen, got \"lnsg\" at column 10");
  EXPECT_EQ(error_of("position sfen"), "position: an sfen has board, side and hands");
  EXPECT_EQ(error_of("position sfen moves 7g7f"), "position: an sfen has board, side and hands");
  EXPECT_EQ(error_of("position sfen a b c 1 7g7f"),
            "position: expected \"moves\", got \"7g7f\" at column 23");
  EXPECT_EQ(error_of("position moves 7g7f"),
            "position: expected startpos or sfen, got \"moves\" at column 10");
  EXPECT_EQ(error_of("setoption"), "setoption: expected \"name\", got nothing");
  EXPECT_EQ(error_of("setoption Threads 4"),
            "setoption: expected \"name\", got \"Threads\" at column 11");
  EXPECT_EQ(error_of("setoption name"), "setoption: no name");
  EXPECT_EQ(error_of("setoption name value 3"), "setoption: no name");
  EXPECT_EQ(error_of("gameover"), "gameover: expected win, lose or draw, got nothing");
  EXPECT_EQ(error_of("gameover lost"),
            "gameover: expected win, lose or draw, got \"lost\" at column 10");
}

TEST(Command, ErrorsAreOneLineWhateverTheWord) {
  const auto message = error_of("position \x1b[2J\xff");
  EXPECT_EQ(message, "position: expected startpos or sfen, got \"?[2J?\" at column 10");
}

TEST(Command, UnknownWordsAreNoErrors) {
  for (const std::string_view line : {"", "uci", "Usi", "usi2", "position2 x", "ponderhit2"}) {
    EXPECT_TRUE(std::holds_alternative<UnknownCommand>(read(line))) << line;
  }
}

}  // namespace
}  // namespace gougi::usi
