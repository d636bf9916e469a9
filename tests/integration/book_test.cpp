// SPDX-License-Identifier: MIT
// `gougi book` as somebody uses it: real files, a real engine.
#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

#include "base/text.hpp"
#include "integration/dialogue.hpp"
#include "integration/processes.hpp"

namespace gougi::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kGames =
    "startpos moves 7g7f 3c3d 2g2f\nstartpos moves 7g7f 8c8d\nstartpos moves 2g2f 2g2f\n";

class Books : public ::testing::Test {
 protected:
  /// Its exit code; what it printed is in `said`.
  int book(std::vector<std::string> words) {
    words.insert(words.begin(), "book");
    Dialogue dialogue(program_path("gougi"), std::move(words));
    EXPECT_TRUE(dialogue.wait_exit(Milliseconds(60'000)));
    said.clear();
    for (const auto& heard : dialogue.heard) said += heard.line + "\n";
    complained.clear();
    for (const auto& error : dialogue.errors) complained += error + "\n";
    const std::string_view how = dialogue.exit ? dialogue.exit->text : "";
    return how.starts_with("exit code ")
               ? static_cast<int>(base::to_int(how.substr(10)).value_or(-1))
               : -1;
  }
  std::string file(const std::string& name) const { return base::to_utf8(folder.path() / name); }
  std::string text(const std::string& name) const {
    std::ifstream in(folder.path() / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  Folder folder{"定跡"};
  std::string said;
  std::string complained;
};

TEST_F(Books, GamesBecomeABookThatCanBeLookedUp) {
  const std::string games = folder.write("games.sfen", kGames);
  EXPECT_EQ(book({"from_sfen", games, file("a.db"), "moves", "2"}), 0);
  EXPECT_THAT(said, HasSubstr("2 games, 2 positions"));
  EXPECT_EQ(book({"lookup", file("a.db")}), 0);
  EXPECT_THAT(said, HasSubstr("7g7f  reply 3c3d  score 0  depth 32  count 2"));
  EXPECT_EQ(book({"lookup", file("a.db"), "startpos", "moves", "1g1f"}), 0);
  EXPECT_THAT(said, HasSubstr("not in the book"));
  EXPECT_EQ(book({"lookup", file("a.db"), "nonsense"}), 2);
  EXPECT_THAT(complained, HasSubstr("nonsense"));
  EXPECT_EQ(book({"lookup", file("a.db"), "startpos", "moves", "7g7e"}), 2);
  EXPECT_EQ(book({"stat", file("a.db")}), 0);
  EXPECT_THAT(said, HasSubstr("sorted      yes"));
}

TEST_F(Books, GamesOfRecordsBecomeABookToo) {
  const std::string csa =
      folder.write("games.csa", "PI\n+\n+7776FU\n-3334FU\n%TORYO\n/\nPI\n+\n+7776FU\n-8384FU\n");
  EXPECT_EQ(book({"from_sfen", csa, file("a.db"), "moves", "2"}), 0);
  EXPECT_THAT(said, HasSubstr("2 games, 2 positions"));
  const std::string kif = folder.write("game.kif", "手合割：平手\n   1 ２六歩(28)\n");
  EXPECT_EQ(book({"from_sfen", kif, file("b.db"), "moves", "2"}), 1) << "an illegal move";
}

TEST_F(Books, SixteenMovesOfAGameAreCountedUnlessToldOtherwise) {
  std::string game = "startpos moves";
  for (int i = 0; i < 5; ++i) game += " 2h1h 8b9b 1h2h 9b8b";  // 20 moves
  const std::string games = folder.write("games.sfen", game + "\n");
  const std::string ply_16 = " w - 16\n";
  EXPECT_EQ(book({"from_sfen", games, file("a.db")}), 0);
  EXPECT_THAT(text("a.db"), AllOf(HasSubstr(ply_16), Not(HasSubstr(" b - 17\n"))));
  EXPECT_EQ(book({"from_sfen", games, file("b.db"), "moves", "17"}), 0);
  EXPECT_THAT(text("b.db"), HasSubstr(" b - 17\n"));
}

TEST_F(Books, GamesAreReadAsAMatchWritesThem) {
  const std::string games = folder.write("games.sfen",
                                         "\xEF\xBB\xBF# 棋譜\r\nstartpos moves 7g7f 3c3d # black, "
                                         "resignation, A - B, gougi match 1\r\n"
                                         "7g7f 8c8d # white, time (1000 ms over), 先手 - 後手\n");
  EXPECT_EQ(book({"from_sfen", games, file("a.db"), "--strict"}), 0) << complained;
  EXPECT_THAT(said, HasSubstr("2 games, 2 positions"));
  EXPECT_EQ(book({"lookup", file("a.db")}), 0);
  EXPECT_THAT(said, HasSubstr("count 2"));
}

TEST_F(Books, AComplaintNamesFileLineAndColumn) {
  const std::string games =
      folder.write("games.sfen", "startpos moves 7g7f\n\tstartpos moves 7g7f 7g7f # 先手\n");
  EXPECT_EQ(book({"from_sfen", games, file("a.db"), "--strict"}), 1);
  EXPECT_THAT(complained, HasSubstr(games + ":2: move 2 (7g7f) is not legal at column 22\n"));
  const std::string freezes = folder.write("freezes.sfen", "startpos z3Z3 moves 7g7fzG\n");
  EXPECT_EQ(book({"from_sfen", freezes, file("b.db"), "--strict"}), 1);
  EXPECT_THAT(complained, HasSubstr(freezes + ":1: the game has freezes"));
}

TEST_F(Books, AnIllegalMoveIsSkippedAndInStrictModeAFailure) {
  const std::string games = folder.write("games.sfen", kGames);
  EXPECT_EQ(book({"from_sfen", games, file("a.db"), "moves", "2", "--strict"}), 1);
  EXPECT_THAT(text("a.db"), HasSubstr("7g7f 3c3d 0 32 2"));
}

TEST_F(Books, ThinkingGoesOnWhereItStopped) {
  const std::string games = folder.write("games.sfen", "startpos moves 7g7f 3c3d 2g2f\n");
  const auto think = [&](const std::string& moves, const std::string& depth) {
    return book({"think", games, file("t.db"), "moves", moves, "depth", depth, "--multipv", "2"});
  };
  EXPECT_EQ(think("2", "2"), 0);
  EXPECT_THAT(said, HasSubstr("2 positions to think about, 0 known"));
  EXPECT_EQ(think("3", "2"), 0);
  EXPECT_THAT(said, HasSubstr("1 position to think about, 2 known"));
  EXPECT_EQ(think("3", "1"), 0);
  EXPECT_THAT(said, HasSubstr("0 positions to think about, 3 known"));
  EXPECT_EQ(book({"stat", file("t.db")}), 0);
  EXPECT_THAT(said, AllOf(HasSubstr("positions   3"), HasSubstr("candidates  6")));
}

TEST_F(Books, ThinkingTakesNothingFromABookThatIsThere) {
  const std::string games = folder.write("games.sfen", "startpos moves 7g7f\n");
  const std::string start =
      "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n";
  const std::string deep = start + "7g7f 3c3d 100 30 500\n2g2f 8c8d 90 30 400\n";
  const std::string header = "#YANEURAOU-DB2016 1.00\n";
  folder.write("deep.db", header + deep);
  EXPECT_EQ(book({"think", games, file("deep.db"), "moves", "2", "nodes", "30"}), 0);
  EXPECT_THAT(text("deep.db"), HasSubstr("7g7f 3c3d 100 30 500\n2g2f 8c8d 90 30 400\n"));
  EXPECT_EQ(book({"stat", file("deep.db")}), 0);
  EXPECT_THAT(said, HasSubstr("positions   2"));
  folder.write("mine.db", header + "# my note\n" + deep);
  EXPECT_EQ(book({"think", games, file("mine.db"), "moves", "2", "nodes", "30"}), 1);
  EXPECT_EQ(text("mine.db"), header + "# my note\n" + deep);
}

TEST_F(Books, OfAPositionThatStandsTwiceTheDeeperEntryStays) {
  const std::string games = folder.write("games.sfen", "startpos moves 7g7f\n");
  const std::string start =
      "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n";
  const std::string deep = "7g7f 3c3d 100 30 500\n2g2f 8c8d 90 30 400\n";
  folder.write("twice.db", "#YANEURAOU-DB2016 1.00\n" + start + deep + start + "5g5f none 0 2 1\n");
  EXPECT_EQ(book({"think", games, file("twice.db"), "moves", "2", "depth", "2"}), 0);
  EXPECT_THAT(text("twice.db"), AllOf(HasSubstr(start + deep), Not(HasSubstr("5g5f none 0 2 1"))));
}

TEST_F(Books, APositionWithFewMovesIsKnownByThoseThatThereAre) {
  const std::string games = folder.write("games.sfen", "sfen 8k/9/9/9/9/9/9/9/K8 b - 1\n");
  for (const char* const said_of_it :
       {"1 position to think about, 0 known", "0 positions to think about, 1 known"}) {
    EXPECT_EQ(book({"think", games, file("t.db"), "depth", "2", "--multipv", "5"}), 0);
    EXPECT_THAT(said, HasSubstr(said_of_it));
  }
  EXPECT_EQ(book({"stat", file("t.db")}), 0);
  EXPECT_THAT(said, HasSubstr("candidates  3"));
}

// What gougi-engine says when these lines are typed to it, and then no more.
std::string typed(const std::string& lines) {
  Dialogue engine(program_path("gougi-engine"));
  engine.say_at_once(lines);
  engine.hang_up(Milliseconds(60'000));
  EXPECT_TRUE(engine.wait_exit(Milliseconds(60'000)));
  std::string said;
  for (const auto& heard : engine.heard) said += heard.line + "\n";
  return said;
}

TEST_F(Books, WhatIsTypedToTheEngineObeysItsOptions) {
  const std::string games = folder.write("games.sfen", "startpos\n");
  const std::string task = " " + games + " " + file("t.db") + " moves 1 depth 2";
  EXPECT_THAT(typed("MultiPV 2\nmakebook think" + task + "\n"), HasSubstr("1 position: "));
  EXPECT_EQ(book({"stat", file("t.db")}), 0);
  EXPECT_THAT(said, HasSubstr("candidates  2"));
  fs::remove(file("t.db"));
  typed("makebook think" + task + "\nquit\n");
  EXPECT_EQ(book({"stat", file("t.db")}), 0);
  EXPECT_THAT(said, HasSubstr("candidates  3")) << "unless it is set";
  fs::remove(file("t.db"));
  typed("setoption name MultiPV value 2\nmakebook think" + task + " --multipv 4\n");
  EXPECT_EQ(book({"stat", file("t.db")}), 0);
  EXPECT_THAT(said, HasSubstr("candidates  4")) << "what the command says comes first";
  // All else reaches the engine that thinks as well: a move by chance has a score of 0.
  typed("Engine random\nmakebook think " + games + " " + file("chance.db") +
        " moves 1 depth 2 --multipv 1\n");
  EXPECT_THAT(text("chance.db"), HasSubstr(" 0 2 1\n"));
}

TEST_F(Books, WhatIsTypedToTheEngineEndsAtStopAndKeepsWhatItHas) {
  const std::string games = folder.write("games.sfen", "startpos\n");
  Dialogue engine(program_path("gougi-engine"));
  engine.say_at_once("makebook think " + games + " " + file("t.db") + " moves 1 depth 100\n");
  ASSERT_TRUE(engine.wait_for("1 position to think about"));
  engine.say_at_once("stop\nisready\n");
  EXPECT_TRUE(engine.wait_for("0 positions: "));
  EXPECT_TRUE(engine.wait_for("readyok"));
  engine.say_at_once("perft 12\nstop\nisready\n");
  EXPECT_TRUE(engine.wait_for("perft: stopped"));
  EXPECT_TRUE(engine.wait_for("readyok"));
}

TEST_F(Books, AnotherEngineIsToldTheSessionsThreadsAndMemory) {
  NEEDS_SHELL();
  const std::string games = folder.write("games.sfen", "startpos\n");
  const std::string script =
      folder.write("listener", "#!/bin/sh\ntee '" + file("heard.txt") + "' | '" +
                                   program_path("gougi-engine") + "'\n");
  fs::permissions(script, fs::perms::owner_all);
  const std::string told =
      typed("Threads 2\nHash 16\nStyle attack\nThreads 3\nmakebook think " + games + " " +
            file("t.db") + " moves 1 depth 1 --engine " + script + "\n");
  EXPECT_THAT(told, HasSubstr("1 position: "));
  const std::string heard = text("heard.txt");
  EXPECT_THAT(heard, HasSubstr("setoption name Threads value 3\n"));
  EXPECT_THAT(heard, HasSubstr("setoption name USI_Hash value 16\n"));
  EXPECT_THAT(heard, HasSubstr("setoption name MultiPV value 3\n"));
  EXPECT_THAT(heard, Not(HasSubstr("Style"))) << "another engine's may mean something else";
}

// Another of its kind is started where it was started itself: there stands, by then, one that
// hears.
TEST_F(Books, TheEngineThatThinksForTheSessionIsToldItsThreadsAndMemory) {
  NEEDS_SHELL();
  const std::string games = folder.write("games.sfen", "startpos\n");
  fs::copy_file(program_path("gougi-engine"), file("gougi-engine"));
  Dialogue engine(file("gougi-engine"));
  engine.say_at_once("usi\n");
  ASSERT_TRUE(engine.wait_for("usiok"));
  fs::remove(file("gougi-engine"));
  folder.write("gougi-engine", "#!/bin/sh\ntee '" + file("heard.txt") + "' | '" +
                                   program_path("gougi-engine") + "'\n");
  fs::permissions(file("gougi-engine"), fs::perms::owner_all);
  engine.say_at_once(
      "setoption name Threads value 2\nsetoption name USI_Hash value 17\n"
      "setoption name Style value attack\nmakebook think " +
      games + " " + file("t.db") + " moves 1 depth 1\n");
  ASSERT_TRUE(engine.wait_for("1 position: "));
  const std::string heard = text("heard.txt");
  EXPECT_THAT(heard, HasSubstr("setoption name Threads value 2\n"));
  EXPECT_THAT(heard, HasSubstr("setoption name USI_Hash value 17\n"));
  EXPECT_THAT(heard, HasSubstr("setoption name Style value attack\n"));
}

TEST_F(Books, AnyEngineCanThinkTheRelayIncluded) {
  const std::string games = folder.write("games.sfen", "startpos\n");
  const std::string config = folder.write(
      "relay.yaml", "consensus: majority\nengines:\n  - command: '" + program_path("gougi-engine") +
                        "'\n  - command: '" + program_path("gougi-engine") + "'\n");
  EXPECT_EQ(
      book({"think", games, file("t.db"), "moves", "1", "movetime", "300", "--multipv", "1",
            "--engine", program_path("gougi"), "--argument", "--config", "--argument", config}),
      0);
  EXPECT_THAT(text("t.db"), HasSubstr("sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/"));
}

TEST_F(Books, AnOutputMayBeOneOfTheInputs) {
  const std::string games = folder.write("games.sfen", kGames);
  const std::string other = folder.write("other.sfen", "startpos moves 5g5f 5c5d\n");
  EXPECT_EQ(book({"from_sfen", games, file("a.db"), "moves", "2"}), 0);
  EXPECT_EQ(book({"from_sfen", other, file("b.db"), "moves", "2"}), 0);
  EXPECT_EQ(book({"merge", file("a.db"), file("b.db"), file("a.db")}), 0);
  EXPECT_THAT(said, HasSubstr("3 positions"));
  EXPECT_EQ(book({"sort", file("a.db"), file("a.db")}), 0);
  EXPECT_THAT(said, HasSubstr("3 positions"));
}

TEST_F(Books, EachTaskTellsHowItIsUsed) {
  for (const std::string task : {"from_sfen", "think", "merge", "sort", "stat", "lookup"}) {
    EXPECT_EQ(book({task, "--help"}), 0) << task;
    EXPECT_THAT(said, HasSubstr(task + " ")) << task;
  }
}

TEST_F(Books, WordsThatMakeNoSenseAreNamed) {
  EXPECT_EQ(book({"frobnicate"}), 2);
  EXPECT_EQ(book({"from_sfen", "a", "b", "moves", "x"}), 2);
  EXPECT_EQ(book({"sort", "a"}), 2);
  EXPECT_EQ(book({"sort", "a", "b", "--nonsense", "1"}), 2);
  EXPECT_EQ(book({"from_sfen", file("none.sfen"), file("b.db"), "moves", "1"}), 1);
  EXPECT_EQ(book({"from_sfen", file("none.sfen"), file("b.db")}), 1);
}

}  // namespace
}  // namespace gougi::testing
