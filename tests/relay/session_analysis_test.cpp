// SPDX-License-Identifier: MIT
// `go infinite` with several engines: line 1 is the consensus, then come all engines' lines.
#include <gtest/gtest.h>

#include "relay/stage.hpp"

namespace gougi::relay::testing {
namespace {

class Analysis : public ::testing::Test {
 protected:
  void begin() {
    stage.begin_game();
    stage.host("position startpos");
    stage.host("go infinite");
    stage.said.clear();
  }
  std::string line(int multipv) const {
    for (auto it = stage.said.rbegin(); it != stage.said.rend(); ++it) {
      if (it->find(" multipv " + std::to_string(multipv) + " ") != std::string::npos) return *it;
    }
    return "";
  }

  Stage stage{2, 0, "pessimistic"};
};

TEST_F(Analysis, TheConsensusLeadsTheRestIsOrderedByWinRate) {
  stage.settings.engines[1].eval_coef = 1200;  // its 150 is less than the other's 100
  begin();
  stage.child(0, "info depth 20 score cp 100 pv 7g7f 3c3d");
  stage.child(1, "info depth 12 score cp 150 pv 2g2f 8c8d");
  stage.pass(200);
  EXPECT_TRUE(line(1).ends_with("score cp 150 pv 2g2f 8c8d"));
  EXPECT_TRUE(line(2).ends_with("score cp 100 pv 7g7f 3c3d"));
  EXPECT_TRUE(line(3).ends_with("score cp 150 pv 2g2f 8c8d"));
  EXPECT_EQ(stage.last("info string"), "info string lines: 1 pessimistic, 2 E1, 3 E2");
}

TEST_F(Analysis, EveryLineOfEveryEngineHasItsPlace) {
  begin();
  stage.child(0, "info depth 20 multipv 1 score cp 100 pv 7g7f 3c3d");
  stage.child(0, "info depth 20 multipv 2 score cp -50 pv 1g1f");
  stage.child(1, "info depth 12 score cp 20 pv 2g2f 8c8d");
  stage.pass(200);
  EXPECT_TRUE(line(2).ends_with("score cp 100 pv 7g7f 3c3d"));
  EXPECT_TRUE(line(3).ends_with("score cp 20 pv 2g2f 8c8d"));
  EXPECT_TRUE(line(4).ends_with("score cp -50 pv 1g1f"));
}

TEST_F(Analysis, StopGivesTheConsensus) {
  begin();
  stage.child(0, "info depth 20 score cp 100 pv 7g7f 3c3d");
  stage.child(1, "info depth 12 score cp 50 pv 2g2f 8c8d");
  stage.children[0].on_stop = {"bestmove 7g7f"};
  stage.children[1].on_stop = {"bestmove 2g2f"};
  stage.host("stop");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f ponder 8c8d");
}

TEST_F(Analysis, AFloodIsShownInItsOwnTime) {
  begin();
  for (int depth = 1; depth <= 1000; ++depth) {
    stage.child(depth % 2, "info depth " + std::to_string(depth) + " score cp 1 pv 7g7f");
  }
  EXPECT_LE(stage.count("info depth"), 3);
  stage.pass(100);
  EXPECT_TRUE(stage.has("info depth 1000 "));
}

TEST_F(Analysis, WhatHasNotChangedIsNotSaidAgain) {
  begin();
  stage.child(0, "info depth 20 score cp 100 pv 7g7f 3c3d");
  stage.pass(200);
  const auto before = stage.said.size();
  stage.child(0, "info depth 20 score cp 100 pv 7g7f 3c3d");
  stage.pass(200);
  EXPECT_EQ(stage.said.size(), before);
}

TEST_F(Analysis, ALineThatIsIllegalIsNotShown) {
  begin();
  stage.child(0, "info depth 20 score cp 100 pv 7g7e");
  stage.child(1, "info depth 3 score cp 1 pv 2g2f 2g2f");
  stage.pass(200);
  EXPECT_FALSE(stage.has("7g7e"));
  EXPECT_TRUE(line(1).ends_with("pv 2g2f"));
}

TEST_F(Analysis, WithoutUsinewgameToo) {
  stage.begin();
  stage.host("isready");
  stage.host("position startpos");
  stage.host("go infinite");
  stage.child(0, "info depth 20 score cp 100 pv 7g7f 3c3d");
  EXPECT_FALSE(line(1).empty());
}

}  // namespace
}  // namespace gougi::relay::testing
