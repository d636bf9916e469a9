// SPDX-License-Identifier: MIT
// The strictest GUI of the transcripts complains of what it is there for, and of nothing else.
#include "transcripts/strict_gui.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace gougi::transcript {
namespace {

/// What it says of the last of `lines`; "> …" is said, everything else heard.
std::string complaint(std::initializer_list<std::string_view> lines) {
  StrictGui gui;
  std::string last;
  for (const auto line : lines) {
    if (line.starts_with("> ")) {
      gui.said(line.substr(2));
    } else {
      last = gui.heard(line);
    }
  }
  return last;
}

TEST(StrictGui, BearsWhatRealEnginesMaySay) {
  for (const char* line :
       {"", "usiok", "readyok", "id name X", "info string hello, world",
        "info depth 3 seldepth 4 time 5 nodes 6 nps 7 hashfull 8 multipv 1 score cp -9 upperbound "
        "pv 7g7f 3c3d",
        "info score mate - pv 7g7f", "info score mate +3 currmove 7g7f string x",
        "option name A type check default true", "option name B type spin default 1 min 0 max 2",
        "option name C type combo default a var a var b", "option name D type button",
        "option name E type string default <empty>", "  9  8  7", "Options[E1_Book] == "}) {
    EXPECT_EQ(complaint({line}), "") << line;
  }
}

TEST(StrictGui, ComplainsOfEveryLineThatSomeGuiMisreads) {
  for (const char* line : {"error: x",
                           "Error",
                           "readyok ",
                           "usiok now",
                           "info  depth 1 pv 7g7f",
                           "info depth 1",
                           "info depth x pv 7g7f",
                           "info tbhits 0 pv 7g7f",
                           "info score 5 pv 7g7f",
                           "info lowerbound score cp 5 pv 7g7f",
                           "info depth 1 pv",
                           "info depth 1 pv 7g7f string x",
                           "info string the score is",
                           "info string multipv",
                           "info string a\rb",
                           "option name A B type check default true",
                           "option name A type check",
                           "option name A type check default 1",
                           "option name A type spin default 1",
                           "option name A type spin default 9 min 0 max 2",
                           "option name A type string default",
                           "option name A type string default two words",
                           "option name A type combo default c var a var b",
                           "option name A type combo default a var a var a",
                           "option name A type other default 1",
                           "option name A type button default 1"}) {
    EXPECT_NE(complaint({line}), "") << line;
  }
  EXPECT_NE(complaint({"option name A type button", "option name A type button"}), "");
  EXPECT_EQ(complaint({"option name A type button", "> usi", "option name A type button"}), "");
}

TEST(StrictGui, CountsAnswers) {
  EXPECT_NE(complaint({"bestmove 7g7f"}), "");
  EXPECT_EQ(complaint({"> go byoyomi 1", "bestmove 7g7f"}), "");
  EXPECT_NE(complaint({"> go byoyomi 1", "bestmove 7g7f", "bestmove 7g7f"}), "");
  EXPECT_NE(complaint({"> go infinite", "bestmove 7g7f"}), "");
  EXPECT_EQ(complaint({"> go infinite", "> stop", "bestmove 7g7f"}), "");
  EXPECT_NE(complaint({"> go ponder", "bestmove 7g7f"}), "");
  EXPECT_EQ(complaint({"> go ponder", "> ponderhit", "bestmove 7g7f"}), "");
  EXPECT_NE(complaint({"> go byoyomi 1", "> isready", "readyok"}), "");
  EXPECT_NE(complaint({"> go infinite", "> go byoyomi 1", "bestmove 7g7f", "bestmove 7g7f"}), "");
  EXPECT_EQ(
      complaint({"> go infinite", "> stop", "> go byoyomi 1", "bestmove 7g7f", "bestmove 7g7f"}),
      "");
  StrictGui strict;
  strict.answers_what_is_overtaken();
  for (const char* line : {"go byoyomi 1", "go infinite", "go byoyomi 1"}) strict.said(line);
  EXPECT_EQ(strict.heard("bestmove 7g7f"), "");
  EXPECT_NE(strict.ended(), "");
  EXPECT_EQ(strict.heard("bestmove 7g7f"), "");
  EXPECT_EQ(strict.ended(), "");
  StrictGui owed;
  owed.said("go byoyomi 1");
  EXPECT_NE(owed.ended(), "");
  owed.said("quit");
  EXPECT_EQ(owed.ended(), "");
}

TEST(StrictGui, KnowsTheRules) {
  EXPECT_NE(complaint({"> go byoyomi 1", "bestmove 7g7e"}), "");
  EXPECT_EQ(complaint({"> go byoyomi 1", "bestmove 7g7f ponder 3c3d"}), "");
  EXPECT_NE(complaint({"> go byoyomi 1", "bestmove 7g7f ponder 7f7e"}), "");
  EXPECT_NE(complaint({"> go byoyomi 1", "info pv 2g2f", "bestmove 7g7f"}), "");
  EXPECT_EQ(complaint({"> go byoyomi 1", "info multipv 2 pv 2g2f", "bestmove 7g7f"}), "");
  EXPECT_NE(complaint({"> go byoyomi 1", "info pv 2g2f 2f2e"}), "");
  EXPECT_EQ(complaint({"> go byoyomi 1", "bestmove resign"}), "");
  EXPECT_NE(complaint({"> go infinite", "> stop", "bestmove resign"}), "");
  EXPECT_NE(complaint({"> go byoyomi 1", "checkmate nomate"}), "");
  EXPECT_NE(complaint({"> go mate 1", "bestmove 7g7f"}), "");
  EXPECT_NE(complaint({"> go mate 1", "checkmate 7g7f"}), "");
  const char* const mate = "> position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
  EXPECT_EQ(complaint({mate, "> go mate 1", "checkmate G*5b"}), "");
  EXPECT_NE(complaint({mate, "> go mate 1", "checkmate G*4b"}), "");
}

}  // namespace
}  // namespace gougi::transcript
