// SPDX-License-Identifier: MIT
// Dialogues nobody wrote: a GUI that says anything at any time, children that answer anything or
// nothing and die, and the strictest GUI listening. A seed that fails is one line of a loop.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "relay/stage.hpp"
#include "sanitized.hpp"
#include "transcripts/strict_gui.hpp"

namespace gougi::relay::testing {
namespace {

constexpr std::array<std::string_view, 44> kGuiLines{
    "usi",
    "isready",
    "usinewgame",
    "gameover win",
    "gameover lose",
    "gameover",
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "ponderhit btime 5000 wtime 4000 binc 10",
    "go byoyomi 1000",
    "go btime 60000 wtime 60000",
    "go",
    "go infinite",
    "go infinite",
    "go ponder",
    "go ponder btime 1000 wtime 1000 byoyomi 500",
    "go ponder infinite",
    "go depth 3",
    "go nodes 5 searchmoves 2g2f 7g7f",
    "go mate 1000",
    "go mate infinite",
    "go byoyomi 500 wait_stop",
    "go rtime 100",
    "go movetime 100",
    "position startpos",
    "position startpos moves 7g7f",
    "position startpos moves 7g7f 3c3d",
    "position startpos moves 7g7f 3c3d 8h2b+",
    "position startpos moves 7g7e",
    "position",
    "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
    "position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1",
    "setoption name E1_Style value wild",
    "setoption name USI_Hash value 64",
    "setoption name G_ShowAll value true",
    "setoption name G_ShowAll value false",
    "setoption name G_VoteLines value true",
    "setoption name G_VoteLines value false",
    "setoption name G_GougiType value optimistic",
    "setoption name G_GougiType value mate",
    "getoption",
    "sfen"};

constexpr std::array<std::string_view, 26> kChildLines{
    "bestmove 7g7f",
    "bestmove 2g2f ponder 8c8d",
    "bestmove 3c3d",
    "bestmove 8c8d",
    "bestmove G*5b",
    "bestmove resign",
    "bestmove win",
    "bestmove 5e5e",
    "bestmove",
    "checkmate G*5b",
    "checkmate nomate",
    "checkmate none",
    "checkmate 7g7f",
    "readyok",
    "usiok",
    "info depth 3 score cp 10 pv 7g7f 3c3d",
    "info depth 4 score cp -9 pv 2g2f",
    "info depth 5 score mate -3 pv 3c3d",
    "info depth 6 multipv 2 score cp 1 pv 8c8d",
    "info depth 6 multipv 1 score cp 5 lowerbound pv 2g2f",
    "info depth 7 score cp 3 pv 5e5e",
    "info depth 9 score mate + pv G*5b",
    "info string pv score",
    "info depth 8 pv 2g2f",
    "Unknown command: error",
    "option name Late type check"};

class RandomDialogue {
 public:
  explicit RandomDialogue(std::uint32_t seed) : random_(seed), stage_(1 + below(3), below(3)) {
    for (ModelChild& child : stage_.children) {
      child.option_lines = {"option name Style type combo default calm var calm var wild",
                            "option name MultiPV type spin default 1 min 1 max 9"};
      child.says_usiok = below(10) != 0;
      child.says_readyok = below(10) != 0;
      child.starts = below(10) != 0;
    }
    stage_.begin();
  }

  void run(int steps) {
    for (int i = 0; i < steps && !failed_; ++i) step();
    // Whatever was going on: after a stop, and some time for its grace, nothing is owed.
    say("stop");
    pass(1000);
    if (!failed_) expect_nothing(gui_.ended());
  }
  const std::string& protocol() const { return protocol_; }
  bool failed() const { return failed_; }

 private:
  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }

  void step() {
    const int what = below(10);
    const int child = below(static_cast<int>(stage_.children.size()));
    if (what < 4) {
      say(std::string(kGuiLines[static_cast<std::size_t>(below(kGuiLines.size()))]));
    } else if (what < 8) {
      const auto line = kChildLines[static_cast<std::size_t>(below(kChildLines.size()))];
      if (!stage_.children[static_cast<std::size_t>(child)].alive) return;
      note("child " + std::to_string(child) + ": " + std::string(line));
      stage_.child(child, std::string(line));
    } else if (what == 8) {
      constexpr std::array kSpans{1, 20, 100, 300, 1000, 6000};
      pass(kSpans[static_cast<std::size_t>(below(kSpans.size()))]);
    } else if (below(4) == 0 && stage_.children[static_cast<std::size_t>(child)].alive) {
      note("child " + std::to_string(child) + " dies");
      stage_.end_child(child);
    }
    listen();
  }
  void say(const std::string& line) {
    note("> " + line);
    if (line.starts_with("go")) last_go_ = line;
    if (line == "isready") owes_ready_ = true;
    gui_.said(line);
    stage_.host(line);
    listen();
  }
  void pass(int ms) {
    note("+" + std::to_string(ms) + "ms");
    const bool may_wait = owes_ready_;  // for readyok, and then has its time
    stage_.pass(ms);
    listen();
    // All of these are over within a second.
    constexpr std::array<std::string_view, 5> kShort{"go", "go byoyomi 1000", "go rtime 100",
                                                     "go movetime 100", "go mate 1000"};
    if (ms >= 1000 && !may_wait && std::ranges::find(kShort, last_go_) != kShort.end()) {
      expect_nothing(gui_.ended());
    }
  }
  void listen() {
    for (; judged_ < stage_.said.size(); ++judged_) {
      note("< " + stage_.said[judged_]);
      if (stage_.said[judged_] == "readyok") owes_ready_ = false;
      expect_nothing(gui_.heard(stage_.said[judged_]));
    }
  }
  void expect_nothing(const std::string& complaint) {
    if (complaint.empty()) return;
    failed_ = true;
    note("!! " + complaint);
  }
  void note(const std::string& line) { protocol_ += line + "\n"; }

  std::mt19937 random_;
  Stage stage_;
  transcript::StrictGui gui_;
  std::size_t judged_ = 0;
  std::string last_go_;
  bool owes_ready_ = false;
  std::string protocol_;
  bool failed_ = false;
};

TEST(RandomDialogue, NothingThatAGuiOrAChildSaysMakesItSpeakOutOfTurn) {
  for (std::uint32_t seed = 1; seed <= (kBrief ? 400U : 2000U); ++seed) {
    RandomDialogue dialogue(seed);
    dialogue.run(80);
    ASSERT_FALSE(dialogue.failed()) << "seed " << seed << "\n" << dialogue.protocol();
  }
}

}  // namespace
}  // namespace gougi::relay::testing
