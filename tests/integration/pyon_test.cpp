// SPDX-License-Identifier: MIT
// gougi-pyon as somebody meets it who types at a terminal, and its command solve.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>

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

using ::testing::HasSubstr;
using ::testing::StartsWith;

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
  EXPECT_TRUE(pyon.wait_for("do d5c5 "));
  const auto answer = pyon.wait_for("bestmove ");
  ASSERT_TRUE(answer);
  auto game = pyonpyon::read_position("challenge 7");
  EXPECT_TRUE(game->play_word(answer->line.substr(9)));
  const std::string round = " a4a3 b1a1 a3a4 a1b1";
  pyon.say_at_once("position startpos moves" + round + round + " draw\ngo\nquit\n");
  EXPECT_TRUE(pyon.wait_for("bestmove draw"));
  EXPECT_TRUE(pyon.wait_exit(Milliseconds(10'000)));
}

// The same words to the relay, which is such an engine.
TEST(PyonRelay, APersonResignsClaimsADrawAndPlaysTheChallenge) {
  const Folder folder;
  Dialogue relay(program_path("gougi"),
                 {"--config",
                  folder.write("relay.yaml", "protocol: upi\nlanguage: en\nengines:\n  - {command: '" +
                                                 program_path("gougi-pyon") +
                                                 "', options: {Hash: 1}}\n")},
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
  EXPECT_TRUE(relay.wait_for("bestmove "));
  relay.say_at_once("position startpos moves a4a3 draw\n");
  EXPECT_TRUE(relay.wait_for("info string error: unusable position: move 2 (draw)"));
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
