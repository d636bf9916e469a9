// SPDX-License-Identifier: MIT
// What engines with manners of their own read, and when.
#include "simulation/model_engine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace gougi::simulation {
namespace {

class ModelEngineTest : public ::testing::Test, public EngineWorld {
 protected:
  void begin(Manners manners) {
    Character character;
    character.infos = 0;
    character.names_ponder = false;
    character.manners = manners;
    engine.emplace(0, character, rates, Chance(1, 10), Chance(1, 700), *this);
    engine->start();
  }
  void search(const std::string& position, const std::string& go = "go nodes 1000") {
    engine->take("position " + position);
    engine->take(go);
  }
  /// All that the engine has in mind happens, and what follows from it.
  void pass() {
    while (!tasks.empty()) {
      const EngineTask task = tasks.front();
      tasks.erase(tasks.begin());
      engine->wake(task);
    }
  }
  int said(std::string_view start) const {
    return static_cast<int>(std::ranges::count_if(
        lines, [&](const std::string& line) { return line.starts_with(start); }));
  }

  void engine_says(int, std::string line, Origin origin) override {
    lines.push_back(std::move(line));
    origins.push_back(origin);
  }
  void engine_says_half(int, std::string) override {}
  void engine_wakes(int, base::Duration, EngineTask task) override {
    tasks.push_back(std::move(task));
  }
  void engine_exits(int, std::string) override {}
  void injected(Fault) override {}
  int unique_score() override { return 1; }
  PositionBook& book() override { return book_; }

  FaultRates rates;
  std::optional<ModelEngine> engine;
  std::vector<EngineTask> tasks;
  std::vector<std::string> lines;
  std::vector<Origin> origins;
  PositionBook book_;
};

TEST_F(ModelEngineTest, WhatQueuesAnswersEachSearchInTurn) {
  begin({.reads = Manners::Reads::kNothing});
  search("startpos");
  search("startpos moves 7g7f 3c3d");
  engine->take("isready");
  EXPECT_EQ(lines.size(), 0U);
  pass();
  ASSERT_EQ(said("bestmove"), 2);
  EXPECT_EQ(origins[0].search, 1);
  EXPECT_EQ(origins[1].search, 2);
  EXPECT_EQ(lines.back(), "readyok");
}

TEST_F(ModelEngineTest, WhatReadsUntilGoIsReadyInMidSearch) {
  begin({.reads = Manners::Reads::kUntilGo});
  search("startpos", "go infinite");
  engine->take("isready");
  pass();
  EXPECT_EQ(said("readyok"), 1);
  search("startpos moves 7g7f 3c3d");
  engine->take("stop");  // behind a go that waits
  pass();
  EXPECT_EQ(said("bestmove"), 0);
}

TEST_F(ModelEngineTest, WhatPeeksSeesStopIfItIsTheNextLine) {
  begin({.reads = Manners::Reads::kStop});
  search("startpos", "go infinite");
  engine->take("stop");
  pass();
  EXPECT_EQ(said("bestmove"), 1);
  search("startpos", "go infinite");
  engine->take("isready");
  engine->take("stop");
  pass();
  EXPECT_EQ(said("bestmove"), 1);
}

TEST_F(ModelEngineTest, WhatRepeatsItselfHasOneMove) {
  begin({.repeats = Manners::Repeats::kOneMove});
  for (const char* position : {"startpos", "startpos moves 7g7f 3c3d"}) {
    search(position);
    pass();
    EXPECT_EQ(lines.back(), "bestmove 7g7f");
  }
}

TEST_F(ModelEngineTest, WhatIsMuteAnswersAtMostToStop) {
  begin({.mute = true});
  search("startpos");
  pass();
  EXPECT_EQ(lines.size(), 0U);
  engine->take("stop");
  pass();
  EXPECT_EQ(said("bestmove"), 1);
  begin({.mute = true, .deaf = true, .asleep = true});
  search("startpos");
  engine->take("stop");
  engine->take("isready");
  pass();
  EXPECT_EQ(lines.size(), 1U);
}

}  // namespace
}  // namespace gougi::simulation
