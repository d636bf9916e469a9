// SPDX-License-Identifier: MIT
// Our engines as programs: what only the pipes around them can show.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "integration/dialogue.hpp"
#include "integration/processes.hpp"
#include "transcripts/strict_gui.hpp"

namespace gougi::testing {
namespace {

// Lines of the protocol's thread and of the search's, all asked for in one write. gougi-naitou
// answers at once, or is gone before.
TEST(EngineLines, ComeInTheOrderInWhichTheyWereSaid) {
  for (int round = 0; round < 10; ++round) {
    Dialogue engine(program_path("gougi-naitou"));
    engine.say_at_once(
        "setoption name LegalOnly value false\nposition startpos moves 5e5d\ngo\nisready\nquit\n");
    ASSERT_TRUE(engine.wait_exit(Milliseconds(10'000)));
    ASSERT_FALSE(engine.heard.empty());
    EXPECT_EQ(engine.heard.front().line, "info string position: move 1 (5e5d) is not legal");
  }
}

// As 将棋所 says them on a Japanese Windows.
TEST(EngineLines, NamesInCodePage932AreUnderstood) {
  const std::string name = "\x92\xE8\x90\xD5.none";
  Dialogue engine(program_path("gougi-engine"));
  engine.say("setoption name BookFile value " + name);
  engine.say("isready");
  EXPECT_TRUE(engine.wait_for("readyok"));
  engine.say("quit");
  ASSERT_TRUE(engine.wait_exit(Milliseconds(10'000)));
  EXPECT_TRUE(std::ranges::any_of(engine.heard, [](const auto& heard) {
    return heard.line.starts_with("info string book: ") &&
           heard.line.find("定跡.none") != std::string::npos;
  }));
  EXPECT_TRUE(std::ranges::none_of(engine.heard, [](const auto& heard) {
    return heard.line.find(" failed") != std::string::npos;
  }));
  Dialogue pyon(program_path("gougi-pyon"));
  pyon.say("setoption name Table value " + name);
  pyon.say("quit");
  ASSERT_TRUE(pyon.wait_exit(Milliseconds(10'000)));
  EXPECT_EQ(pyon.exit->code, 0);
  EXPECT_TRUE(std::ranges::any_of(pyon.heard, [](const auto& heard) {
    return heard.line.find("定跡.none") != std::string::npos;
  }));
}

/// What comes before the burst, and its two searches.
struct Burst {
  std::string before;
  std::string first;
  std::string second;
  int answers = 2;
};

std::vector<Burst> bursts(const std::string& hello) {
  std::vector<Burst> all;
  for (const std::string& before :
       {std::string(), hello, std::string("isready\n"), hello + "isready\n"}) {
    all.push_back({before, "go nodes 100\n", "go nodes 100\n"});
    all.push_back({before, "go movetime 100\n", "go movetime 100\n"});
    all.push_back({before, "go movetime 60000\nstop\n", "go nodes 100\n"});
    all.push_back({before, "go infinite\n", "go nodes 100\n", 1});
    all.push_back({before, "go infinite\nstop\n", "go nodes 100\n"});
  }
  return all;
}

class Bursts : public ::testing::TestWithParam<std::string> {
 protected:
  /// Writes all in one go, with `end` and the end of the input behind it, and listens to the end.
  static void expect_answers(const Burst& burst, const std::string& end) {
    const std::string text = burst.before + "position startpos\n" + burst.first +
                             "position startpos moves " + second_line() + "\n" + burst.second + end;
    SCOPED_TRACE(text);
    Dialogue engine(program_path(GetParam()));
    engine.say_at_once(text);
    engine.hang_up(Milliseconds(60'000));
    ASSERT_TRUE(engine.wait_exit(Milliseconds(60'000)));
    EXPECT_EQ(engine.count("bestmove") + engine.count("checkmate"), burst.answers);
    EXPECT_EQ(engine.count("readyok"), burst.before.find("isready") == std::string::npos ? 0 : 1);
    if (GetParam() == "gougi-pyon") return;
    transcript::StrictGui gui;
    gui.answers_what_is_overtaken();
    gui.let_lines_cross();
    std::size_t begin = 0;
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', begin)) {
      const std::string line = text.substr(begin, at - begin);
      if (line != "quit") gui.said(line);
      begin = at + 1;
    }
    gui.said("stop");
    for (const auto& heard : engine.heard) EXPECT_EQ(gui.heard(heard.line), "") << heard.line;
    EXPECT_EQ(gui.ended(), "");
  }
  static std::string second_line() {
    return GetParam() == "gougi-pyon" ? "a4a3 b1a1" : "7g7f 3c3d";
  }
  static std::string hello() { return GetParam() == "gougi-pyon" ? "upi\n" : "usi\n"; }
};

TEST_P(Bursts, OfTwoSearchesGetOneAnswerEach) {
  for (const Burst& burst : bursts(hello())) {
    expect_answers(burst, "");
    expect_answers(burst, "quit\n");
  }
}

TEST_P(Bursts, AreAnsweredInMatesAndPonderingToo) {
  if (GetParam() == "gougi-pyon") return;  // its protocol has neither
  for (const std::string& before : {std::string(), std::string("usi\nisready\n")}) {
    for (const Burst& burst :
         {Burst{before, "go mate 200\n", "go nodes 100\n"},
          Burst{before, "go nodes 100\n", "go mate infinite\n"},
          Burst{before, "go ponder btime 9 wtime 9\n", "go nodes 100\n", 1},
          Burst{before, "go ponder btime 9 wtime 9\nponderhit\n", "go nodes 100\n"},
          Burst{before, "go ponder btime 9 wtime 9\nstop\n", "go nodes 100\n"}}) {
      expect_answers(burst, "");
      expect_answers(burst, "quit\n");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, Bursts,
                         ::testing::Values("gougi-engine", "gougi-mate", "gougi-naitou",
                                           "gougi-random", "gougi-pyon"),
                         [](const auto& engine) { return engine.param.substr(6); });

}  // namespace
}  // namespace gougi::testing
