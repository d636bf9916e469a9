// SPDX-License-Identifier: MIT
// That what an engine is told under UPI is judged: each test is a session that does wrong.
#include "simulation/upi_engine.hpp"

#include <gtest/gtest.h>

namespace gougi::simulation {
namespace {

class NoWorld final : public UpiEngineWorld {
  void upi_says(int, std::string) override {}
  void upi_wakes(int, base::Duration, UpiTask) override {}
  void upi_exits(int, std::string) override {}
  void upi_injected(Fault) override {}
};

class UpiEngineTest : public ::testing::Test {
 protected:
  std::string told(std::string_view line, int search = 1) { return its.told(line, game, search); }
  void load() {
    its.told_to_start();
    its.has_started();
    EXPECT_EQ(told("upi"), "");
    its.heard("upiok");
    EXPECT_EQ(told("isready"), "");
    its.heard("readyok");
  }
  void search(int number = 1) {
    EXPECT_EQ(told("position startpos"), "");
    EXPECT_EQ(told("go movetime 100", number), "");
  }

  FaultRates rates;
  NoWorld world;
  pyonpyon::Game game;
  UpiEngine its{0, rates, Chance(1, 1), world};
};

TEST_F(UpiEngineTest, AWholeConversationIsInOrder) {
  load();
  search();
  EXPECT_EQ(its.works_for(), 1);
  its.heard("info depth 1 pv a4a3");
  EXPECT_EQ(told("stop"), "");
  EXPECT_EQ(its.works_for(), 0);
  its.heard("bestmove b5a5");
  EXPECT_TRUE(its.named(1).contains("a4a3"));
  EXPECT_TRUE(its.named(1).contains("b5a5"));
  EXPECT_EQ(told("quit"), "");
  EXPECT_TRUE(its.dismissed());
}

TEST_F(UpiEngineTest, NothingIsSaidAtAWrongMoment) {
  its.told_to_start();
  its.has_started();
  EXPECT_NE(told("isready"), "");
  load();
  EXPECT_NE(told("go movetime 100"), "");  // no position
  search();
  EXPECT_NE(told("position startpos"), "");
  EXPECT_NE(told("isready"), "");
  EXPECT_EQ(told("stop"), "");
  EXPECT_NE(told("stop"), "");
  its.heard("info depth 1 pv a4a3");
  its.heard("bestmove a4a3");
  told("position startpos");
  EXPECT_NE(told("go movetime 100", 0), "");  // nobody waits
}

TEST_F(UpiEngineTest, WordsOfUsiAreNotSaid) {
  load();
  for (const char* const line : {"usi", "usinewgame", "gameover win", "ponderhit"}) {
    EXPECT_NE(told(line), "") << line;
  }
  EXPECT_EQ(told("position startpos"), "");
  EXPECT_NE(told("go btime 0 wtime 0 byoyomi 1000"), "");
  EXPECT_NE(told("position sfen xxxx1/4x/5/5/ooooo x - 1"), "");
}

TEST_F(UpiEngineTest, ThePositionIsTheGuisOrTheNext) {
  load();
  EXPECT_EQ(told("position startpos moves a4a3"), "");
  EXPECT_EQ(told("go movetime 100"), "");
  its.heard("bestmove b1a1");
  EXPECT_NE(told("position startpos moves a4a3 b1a1"), "");
}

}  // namespace
}  // namespace gougi::simulation
