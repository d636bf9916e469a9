// SPDX-License-Identifier: MIT
// gougi-pyon as somebody meets it who types at a terminal, and its command solve.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "integration/dialogue.hpp"
#include "integration/processes.hpp"
#include "pyonpyon/game.hpp"
#include "pyonpyon/search.hpp"

#if __has_include(<pty.h>)
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace gougi::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

TEST(PyonSolve, ASmallGameIsSolved) {
  Dialogue solve(program_path("gougi-pyon"), {"solve", "--pieces", "1", "--threads", "1"});
  EXPECT_TRUE(solve.wait_for("positions 600 "));
  EXPECT_TRUE(solve.wait_for("won "));
  EXPECT_TRUE(solve.wait_for("over in 0 "));
  ASSERT_TRUE(solve.wait_exit(Milliseconds(30'000)));
  EXPECT_EQ(solve.exit->code, 0);
  Dialogue wrong(program_path("gougi-pyon"), {"solve", "--pieces", "6"});
  ASSERT_TRUE(wrong.wait_exit(Milliseconds(30'000)));
  EXPECT_EQ(wrong.exit->code, 2);
  EXPECT_EQ(wrong.stderr_lines, 1);
}

#ifdef __linux__
// The whole game takes minutes. A thread of its own does it, and the signal is waited for before.
TEST(PyonSolve, CtrlCEndsItAndATableThatIsNotWholeIsNotWritten) {
  const Folder folder;
  const auto table = folder.path() / "table";
  Dialogue solve(program_path("gougi-pyon"), {"solve", "--table", base::to_utf8(table)});
  const std::filesystem::path tasks = "/proc/" + std::to_string(solve.pid()) + "/task";
  const auto threads = [&] {
    return std::distance(std::filesystem::directory_iterator(tasks), {});
  };
  while (!solve.exit && threads() < 2) solve.listen(Milliseconds(10));
  ASSERT_FALSE(solve.exit);
  ::kill(static_cast<pid_t>(solve.pid()), SIGINT);
  ASSERT_TRUE(solve.wait_exit(Milliseconds(240'000)));
  EXPECT_EQ(solve.exit->code, 130);
  EXPECT_THAT(solve.errors, Contains("gougi-pyon solve: stopping after the pass at hand; Ctrl-C "
                                     "again stops at once"));
  EXPECT_THAT(solve.errors.back(), HasSubstr("table is not whole"));
  ASSERT_FALSE(solve.heard.empty());
  EXPECT_THAT(solve.heard.back().line, HasSubstr("(interrupted: not all)"));
  EXPECT_FALSE(std::filesystem::exists(table));
}
#endif

// It is said before minutes are spent on it.
TEST(PyonSolve, ATableThatCannotBeWrittenIsSaidAtOnce) {
  const Folder folder;
  Dialogue solve(program_path("gougi-pyon"),
                 {"solve", "--table", base::to_utf8(folder.path() / "none" / "table")});
  ASSERT_TRUE(solve.wait_exit(Milliseconds(30'000)));
  EXPECT_EQ(solve.exit->code, 1);
  EXPECT_EQ(solve.stderr_lines, 1);
}

// What is promised to somebody who pipes lines into it.
TEST(PyonProgram, LinesOfOneBurstAreAllObeyed) {
  Dialogue pyon(program_path("gougi-pyon"));
  pyon.say_at_once("go infinite\nstop\ndo d5c5\nxfen\nperft 2\n");
  EXPECT_TRUE(pyon.wait_for("bestmove "));
  EXPECT_TRUE(pyon.wait_for("position startpos moves d5c5"));
  EXPECT_TRUE(pyon.wait_for("leaves "));
  pyon.say_at_once("undo\ndo resign\ngo\nundo\nhelp\nposition challenge 7\ngo depth 3\n");
  EXPECT_TRUE(pyon.wait_for("info string o wins: the other side resigned"));
  EXPECT_TRUE(pyon.wait_for("bestmove resign"));
  EXPECT_TRUE(pyon.wait_for("do MOVE "));
  const auto answer = pyon.wait_for("bestmove ");
  ASSERT_TRUE(answer);
  auto game = pyonpyon::read_position("challenge 7");
  EXPECT_TRUE(game->play_word(answer->line.substr(9)));
  const std::string round = " a4a3 b1a1 a3a4 a1b1";
  pyon.say_at_once("position startpos moves" + round + round + " draw\ngo\nquit\n");
  EXPECT_TRUE(pyon.wait_for("bestmove draw"));
  EXPECT_TRUE(pyon.wait_exit(Milliseconds(10'000)));
}

/// What the program says between a line and the answer to `isready` behind it.
std::vector<std::string> said_to(Dialogue& pyon, const std::string& lines) {
  pyon.forget();
  pyon.say_at_once(lines + "\nisready\n");
  EXPECT_TRUE(pyon.wait_for("readyok", Milliseconds(60'000))) << lines;
  std::vector<std::string> said;
  for (const Dialogue::Heard& heard : pyon.heard) {
    if (heard.line != "readyok") said.push_back(heard.line);
  }
  return said;
}

TEST(PyonProgram, APersonResignsOrClaimsADraw) {
  Dialogue pyon(program_path("gougi-pyon"));
  EXPECT_THAT(said_to(pyon, "do draw"), ElementsAre("info string error: do: draw may be claimed "
                                                    "where the position occurred twice before"));
  EXPECT_THAT(said_to(pyon, "do d5c5\ndo resign\nxfen"),
              ElementsAre("info string x wins: the other side resigned",
                          "position startpos moves d5c5 resign"));
  EXPECT_THAT(said_to(pyon, "do b1d3"),
              ElementsAre("info string error: do: b1d3 comes after the end of the game"));
  EXPECT_THAT(said_to(pyon, "undo\nxfen"), ElementsAre("position startpos moves d5c5"));
  const std::string twice = "position startpos moves a4a3 b1a1 a3a4 a1b1 a4a3 b1a1 a3a4 a1b1";
  EXPECT_THAT(
      said_to(pyon, twice + "\ndo draw\nxfen"),
      ElementsAre("info string a draw: the position had occurred twice before", twice + " draw"));
  EXPECT_THAT(said_to(pyon, twice + " draw\ngo"), ElementsAre("bestmove draw"));
  EXPECT_THAT(said_to(pyon, "position startpos moves a4a3 draw\nxfen"),
              ElementsAre(StartsWith("info string error: position: move 2, draw, may be claimed"),
                          twice + " draw"));
}

TEST(PyonProgram, AGameThatIsOverIsAnsweredAtOnce) {
  Dialogue pyon(program_path("gougi-pyon"));
  for (const std::string start : {"startpos moves resign",                 //
                                  "pfen xxxx1/4x/5/5/ooooo x moves e2e1",  // x is home
                                  "pfen PLPPL/5/5/5/plppl x",              // stuck
                                  "pfen RGBN1/4P/5/5/gprs1 x"}) {
    const auto said = said_to(pyon, "position " + start + "\ngo movetime 1000000000");
    if (start.ends_with("gprs1 x")) {
      EXPECT_THAT(said, ElementsAre(HasSubstr("o has 4 pieces"), "bestmove resign"))
          << "a line that is wrong changes nothing";
    } else {
      EXPECT_THAT(said, ElementsAre("bestmove resign")) << start;
    }
  }
  EXPECT_THAT(said_to(pyon, "go infinite\nstop"),
              ElementsAre(HasSubstr("both lose; stop brings the answer"), "bestmove resign"));
}

TEST(PyonProgram, CountsLeavesAndCanBeStopped) {
  Dialogue pyon(program_path("gougi-pyon"));
  EXPECT_THAT(said_to(pyon, "perft 1"), SizeIs(23));
  EXPECT_EQ(said_to(pyon, "perft 4").back(), "leaves 365900");
  EXPECT_EQ(said_to(pyon, "position challenge 7\nperft 4").back(), "leaves 72152");
  EXPECT_THAT(said_to(pyon, "perft 9\nstop"),
              ElementsAre("info string perft was stopped before it had counted all"));
  EXPECT_THAT(said_to(pyon, "perft many"), ElementsAre(StartsWith("info string error: perft ")));
}

// Nothing is asked of anybody that help does not tell.
TEST(PyonProgram, HelpNamesEveryCommandThereIs) {
  Dialogue pyon(program_path("gougi-pyon"));
  const auto help = said_to(pyon, "help");
  const auto unknown = said_to(pyon, "jump");
  ASSERT_EQ(unknown.size(), 1U);
  const std::string list = unknown[0].substr(unknown[0].find("there are ") + 10);
  std::string all;
  for (const std::string& line : help) all += line + "\n";
  std::istringstream words(list);
  int count = 0;
  for (std::string word; words >> word; ++count) {
    if (word.ends_with(',')) word.pop_back();
    EXPECT_THAT(all, HasSubstr(word));
    if (word == "quit" || word == "isready") continue;  // said_to says the one, the end the other
    EXPECT_THAT(said_to(pyon, word), Not(Contains(HasSubstr("is no command")))) << word;
    said_to(pyon, "stop");
  }
  EXPECT_GE(count, 13);
}

TEST(PyonChallenge, IsTheSameInEveryProcessAndIsShown) {
  const std::vector<std::string> board{
      "[0 move(s) | Go! x | 0 repeat(s)]",
      "",
      "  +---+---+---+---+---+",
      "1 | g | r |   |   |   |",
      "  +---+---+---+---+---+",
      "2 | l | p |   | n |   |",
      "  +---+---+---+---+---+",
      "3 |   |   |   |   |   |",
      "  +---+---+---+---+---+",
      "4 |   | N |   | P | L |",
      "  +---+---+---+---+---+",
      "5 |   |   |   | R | G |",
      "  +---+---+---+---+---+",
      "    a   b   c   d   e",
      "",
      "  x: P 歩 L 香 N 桂 S 銀 G 金 B 角 R 飛   o: p l n s g b r",
  };
  for (int process = 0; process < 2; ++process) {
    Dialogue pyon(program_path("gougi-pyon"));
    for (const std::string word : {"pos", "d", "show"}) {
      EXPECT_EQ(said_to(pyon, "position challenge 7\n" + word), board);
    }
    EXPECT_THAT(said_to(pyon, "position challenge 42\nxfen"),
                ElementsAre("position pfen 1nll1/2n1r/5/R1N2/1LLN1 x moves"));
  }
}

// A pawn before an empty square goes there; beside something it can jump over it jumps, backwards,
// too; a lance at the edge with nothing to jump over stays.
TEST(PyonChallenge, APieceThatCannotJumpMovesAsInShogi) {
  Dialogue pyon(program_path("gougi-pyon"));
  const auto moves_of = [&](const std::string& start, const std::string& from) {
    std::vector<std::string> moves;
    for (const std::string& line : said_to(pyon, "position pfen " + start + "\nperft 1")) {
      if (line.starts_with(from)) moves.push_back(line.substr(2, 2));
    }
    return moves;
  };
  EXPECT_THAT(moves_of("gbrls/5/2P2/5/NS1RL x", "c3"), UnorderedElementsAre("c2")) << "a step";
  const std::string beside = "1brls/5/2P2/1g3/1SNRL x";
  EXPECT_THAT(moves_of(beside, "c3"), UnorderedElementsAre("a5")) << "a jump, backwards";
  EXPECT_THAT(said_to(pyon, "position pfen " + beside + "\ndo c3b4"),
              ElementsAre("info string error: do: c3b4 is not legal"))
      << "nothing is taken";
  EXPECT_THAT(moves_of("1brls/5/2P2/1g3/S1NRL x", "c3"), UnorderedElementsAre("c2"))
      << "where it would land it is occupied";
  EXPECT_THAT(moves_of("L1brs/5/1P3/1lg2/NS1R1 x", "a1"), ElementsAre()) << "at the edge";
}

// The program plays both sides; every move is one of the plain rules', and the end is told.
TEST(PyonChallenge, IsPlayedToItsEnd) {
  Dialogue pyon(program_path("gougi-pyon"));
  int ended = 0;
  for (int seed = 0; seed < 4; ++seed) {
    auto game = pyonpyon::read_position("challenge " + std::to_string(seed)).value();
    said_to(pyon, "position challenge " + std::to_string(seed));
    while (!game.outcome() && game.moves().size() < 200) {
      // The strong side is x.
      const bool strong = game.position().to_move == pyonpyon::Side::kX;
      pyon.forget();
      pyon.say(strong ? "go depth 5" : "go depth 1");
      const auto answer = pyon.wait_for("bestmove ", Milliseconds(60'000));
      ASSERT_TRUE(answer);
      const std::string move = answer->line.substr(9);
      ASSERT_TRUE(game.play_word(move)) << position_line(game) << ' ' << move;
      const auto said = said_to(pyon, "do " + move);
      if (game.outcome()) {
        EXPECT_THAT(said, ElementsAre("info string " + end_text(game)));
      } else {
        EXPECT_THAT(said, ElementsAre());
      }
    }
    std::printf("%d: %zu plies, %s\n", seed, game.moves().size(), end_text(game).c_str());
    ended += game.outcome() ? 1 : 0;
    const auto board = said_to(pyon, "pos");
    std::string text;
    for (const std::string& line : board) text += line + "\n";
    EXPECT_EQ(text, board_text(game));
  }
  EXPECT_GE(ended, 1);
}

// The same words to the relay, which is such an engine.
TEST(PyonRelay, APersonResignsClaimsADrawAndPlaysTheChallenge) {
  const Folder folder;
  Dialogue relay(
      program_path("gougi"),
      {"--config",
       folder.write("relay.yaml", "protocol: upi\nlanguage: en\nengines:\n  - {command: '" +
                                      program_path("gougi-pyon") + "', options: {Hash: 1}}\n")},
      {{"XDG_CACHE_HOME", base::to_utf8(folder.path())},
       {"LOCALAPPDATA", base::to_utf8(folder.path())}});
  relay.say_at_once("upi\nisready\n");
  ASSERT_TRUE(relay.wait_for("readyok", Milliseconds(60'000)));
  const std::string round = " a4a3 b1a1 a3a4 a1b1";
  relay.say_at_once("position startpos moves" + round + "\ndo draw\n");
  EXPECT_TRUE(relay.wait_for(
      "info string error: do: draw may be claimed where the position occurred twice before"));
  relay.say_at_once("position startpos moves" + round + round + " draw\nxfen\ngo\n");
  EXPECT_TRUE(relay.wait_for("position startpos moves" + round + round + " draw"));
  EXPECT_TRUE(relay.wait_for("bestmove draw"));
  relay.say_at_once("position pfen xxxx1/4x/5/5/ooooo x moves e2e1\ngo\n");
  EXPECT_TRUE(relay.wait_for("info string resign: the game is over: a side is home"));
  EXPECT_TRUE(relay.wait_for("bestmove resign"));
  relay.say_at_once("position startpos moves a4a3 draw\n");
  EXPECT_TRUE(relay.wait_for("info string error: position: move 2, draw, may be claimed"));
  relay.say_at_once("position startpos\ndo resign\nxfen\ngo\n");
  EXPECT_TRUE(relay.wait_for("info string o wins: the other side resigned"));
  EXPECT_TRUE(relay.wait_for("position startpos moves resign"));
  EXPECT_TRUE(relay.wait_for("bestmove resign"));
  relay.say_at_once("position challenge 7\ngo depth 3\n");
  const auto answer = relay.wait_for("bestmove ");
  ASSERT_TRUE(answer);
  auto game = pyonpyon::read_position("challenge 7");
  EXPECT_TRUE(game->play_word(answer->line.substr(9))) << answer->line;
}

// The relay itself is a UPI engine, over three of them.
TEST(PyonRelay, PlaysAWholeGame) {
  const std::string engine = "command: '" + program_path("gougi-pyon") + "', options: {Hash: 1}}\n";
  const Folder folder;
  const std::string yaml = "protocol: upi\nlanguage: en\nengines:\n  - {name: A, " + engine +
                           "  - {name: B, " + engine + "  - {name: C, " + engine;
  Dialogue relay(program_path("gougi"), {"--config", folder.write("relay.yaml", yaml)},
                 {{"XDG_CACHE_HOME", base::to_utf8(folder.path())},
                  {"LOCALAPPDATA", base::to_utf8(folder.path())}});
  relay.say("upi");
  ASSERT_TRUE(relay.wait_for("upiok", Milliseconds(60'000)));
  relay.say("isready");
  ASSERT_TRUE(relay.wait_for("readyok", Milliseconds(60'000)));
  pyonpyon::Game game;
  while (!game.outcome() && game.moves().size() < 200) {
    relay.forget();
    relay.say(position_line(game));
    relay.say("go depth 3");
    const auto answer = relay.wait_for("bestmove ", Milliseconds(60'000));
    ASSERT_TRUE(answer);
    const std::string word = answer->line.substr(9);
    EXPECT_GE(relay.count("info string [O] bestmove " + word), 1) << "the votes";
    const auto move = pyonpyon::parse_move(word);
    ASSERT_TRUE(move && game.play(*move)) << position_line(game) << ' ' << word;
  }
  std::printf("%zu plies\n", game.moves().size());
  EXPECT_TRUE(game.outcome());
  relay.say("quit");
  EXPECT_TRUE(relay.wait_exit(Milliseconds(10'000)));
}

#if __has_include(<pty.h>)

/// A program behind a terminal: what is typed is echoed, lines end as they do there.
class Terminal {
 public:
  explicit Terminal(const std::string& program) {
    pid_ = ::forkpty(&terminal_, nullptr, nullptr, nullptr);
    if (pid_ == 0) {
      ::execl(program.c_str(), program.c_str(), static_cast<char*>(nullptr));
      ::_exit(127);
    }
  }
  ~Terminal() {
    if (terminal_ >= 0) ::close(terminal_);
    if (pid_ > 0) ::waitpid(pid_, nullptr, 0);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void type(const std::string& line) {
    const std::string keys = line + "\n";
    EXPECT_EQ(::write(terminal_, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
    EXPECT_EQ(read_line(), line) << "the echo";
  }
  /// Nothing for long, or the end: "".
  std::string read_line() {
    for (;;) {
      const auto end = screen_.find('\n');
      if (end != std::string::npos) {
        std::string line = screen_.substr(0, end);
        screen_.erase(0, end + 1);
        if (line.ends_with('\r')) line.pop_back();
        return line;
      }
      pollfd wait{terminal_, POLLIN, 0};
      if (::poll(&wait, 1, 60'000) <= 0) return "";
      char bytes[4096];
      const auto count = ::read(terminal_, bytes, sizeof bytes);
      if (count <= 0) return "";
      screen_.append(bytes, static_cast<std::size_t>(count));
    }
  }
  std::string ask(const std::string& line) {
    type(line);
    return read_line();
  }
  bool ends_well() {
    int status = 0;
    const bool ended = ::waitpid(pid_, &status, 0) == pid_;
    pid_ = 0;
    return ended && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

 private:
  int terminal_ = -1;
  pid_t pid_ = 0;
  std::string screen_;
};

/// What a person plays who looks one move ahead.
pyonpyon::Move likely_move(const pyonpyon::Game& game) {
  pyonpyon::MoveList moves;
  generate(game.position(), moves);
  pyonpyon::Move best = moves[0];
  int most = -pyonpyon::kWon;
  for (const pyonpyon::Move move : moves) {
    const auto next = after(game.position(), move);
    const int worth = is_home(next, game.position().to_move) ? pyonpyon::kWon : -evaluate(next);
    if (worth > most) best = move;
    most = std::max(most, worth);
  }
  return best;
}

/// The board as it stands on the screen.
std::string read_board(Terminal& terminal, const std::string& expected) {
  terminal.type("pos");
  std::string board;
  while (std::count(board.begin(), board.end(), '\n') <
         std::count(expected.begin(), expected.end(), '\n')) {
    board += terminal.read_line() + "\n";
  }
  return board;
}

TEST(PyonTerminal, ShowsTheChallenge) {
  Terminal terminal(program_path("gougi-pyon"));
  auto game = pyonpyon::read_position("challenge 7").value();
  terminal.type("position challenge 7");
  EXPECT_EQ(read_board(terminal, board_text(game)), board_text(game));
  terminal.type("do d5d1");
  ASSERT_TRUE(game.play_word("d5d1"));
  EXPECT_EQ(read_board(terminal, board_text(game)), board_text(game));
  EXPECT_EQ(terminal.ask("do resign"), "info string x wins: the other side resigned");
  ASSERT_TRUE(game.resign());
  EXPECT_EQ(read_board(terminal, board_text(game)), board_text(game));
  terminal.type("quit");
  EXPECT_TRUE(terminal.ends_well());
}

TEST(PyonTerminal, APersonPlaysAWholeGameByTyping) {
  Terminal terminal(program_path("gougi-pyon"));
  pyonpyon::Game game;
  const auto do_move = [&](const std::string& text) {
    terminal.type("do " + text);
    ASSERT_TRUE(game.play(pyonpyon::parse_move(text).value())) << text;
    if (game.outcome()) {
      ASSERT_EQ(terminal.read_line(), "info string " + end_text(game));
    }
    ASSERT_EQ(terminal.ask("xfen"), position_line(game));
  };
  for (int ply = 0; ply < 300 && !game.outcome(); ++ply) {
    if (ply % 2 == 0) {
      do_move(to_text(likely_move(game)));
    } else {
      std::string answer = terminal.ask("go depth 4");
      while (answer.starts_with("info ")) answer = terminal.read_line();
      ASSERT_THAT(answer, StartsWith("bestmove "));
      ASSERT_NO_FATAL_FAILURE(do_move(answer.substr(9)));
    }
    if (ply == 4) {  // takes a move back, tries what is wrong, and thinks again
      const auto move = game.moves().back();
      terminal.type("undo");
      game.undo();
      EXPECT_THAT(terminal.ask("do a1a1"), StartsWith("info string error: "));
      EXPECT_THAT(terminal.ask("so what"), StartsWith("info string error: "));
      ASSERT_NO_FATAL_FAILURE(do_move(to_text(move)));
    }
    EXPECT_EQ(read_board(terminal, board_text(game)), board_text(game));
    if (::testing::Test::HasFailure()) return;
  }
  ASSERT_TRUE(game.outcome());
  std::printf("%zu plies\n", game.moves().size());
  if (game.decision()) {
    EXPECT_THAT(terminal.ask("do a1a2"), HasSubstr("after the end of the game"));
    EXPECT_EQ(terminal.ask("go"), "bestmove resign");
  }
  terminal.type("undo");
  game.undo();
  EXPECT_EQ(terminal.ask("xfen"), position_line(game));
  terminal.type("quit");
  EXPECT_TRUE(terminal.ends_well());
}

#endif

}  // namespace
}  // namespace gougi::testing
