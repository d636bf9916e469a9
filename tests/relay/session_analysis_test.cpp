// SPDX-License-Identifier: MIT
// `go infinite` with several engines: line 1 is the consensus, then come all engines' lines, each
// in a row of its own for the whole search.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "base/text.hpp"
#include "relay/stage.hpp"

namespace gougi::relay::testing {
namespace {

struct Row {
  int multipv = 0;
  std::string depth;
  std::string score;
  std::string pv;
  std::string first() const { return pv.substr(0, pv.find(' ')); }
  /// What a person sees of it.
  auto seen() const { return std::tuple(depth, score, pv); }
};

std::vector<Row> rows_in(const std::vector<std::string>& lines) {
  std::vector<Row> rows;
  for (const std::string& line : lines) {
    const auto multipv = line.find(" multipv ");
    const auto score = line.find(" score ");
    const auto pv = line.find(" pv ");
    if (multipv == std::string::npos || score == std::string::npos) continue;
    Row row;
    row.multipv = std::stoi(line.substr(multipv + 9));
    row.depth = line.substr(0, line.find(' ', 11));
    row.score = line.substr(score, pv - score);
    row.pv = line.substr(pv + 4);
    rows.push_back(std::move(row));
  }
  return rows;
}

/// As ShogiBoardQ shows lines: one row a multipv, the newest.
std::map<int, Row> in_board_q(const std::vector<Row>& lines) {
  std::map<int, Row> rows;
  for (const Row& line : lines) rows[line.multipv] = line;
  return rows;
}

/// As ShogiHome does: the newest first, one row a multipv and one a first move.
std::map<int, Row> in_shogi_home(const std::vector<Row>& lines) {
  std::map<int, Row> rows;
  std::set<std::string> first_moves;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    if (rows.contains(line->multipv) || first_moves.contains(line->first())) continue;
    rows[line->multipv] = *line;
    first_moves.insert(line->first());
  }
  return rows;
}

class Analysis : public ::testing::Test {
 protected:
  void begin(int engines = 2, const std::string& consensus = "pessimistic") {
    if (engines != 2 || consensus != "pessimistic") {
      stage = std::make_unique<Stage>(engines, 0, consensus);
    }
    stage->begin_game();
    stage->host("position startpos");
    stage->host("go infinite");
    stage->said.clear();
  }
  std::string line(int multipv) const {
    for (auto it = stage->said.rbegin(); it != stage->said.rend(); ++it) {
      if (it->find(" multipv " + std::to_string(multipv) + " ") != std::string::npos) return *it;
    }
    return "";
  }

  std::unique_ptr<Stage> stage = std::make_unique<Stage>(2, 0, "pessimistic");
};

TEST_F(Analysis, TheConsensusLeadsAndEveryEngineHasItsRow) {
  stage->settings.engines[1].eval_coef = 1200;  // its 150 is less than the other's 100
  begin();
  stage->child(0, "info depth 20 score cp 100 pv 7g7f 3c3d");
  stage->child(1, "info depth 12 score cp 150 pv 2g2f 8c8d");
  stage->pass(200);
  EXPECT_TRUE(line(1).ends_with("score cp 150 pv 2g2f 8c8d"));
  EXPECT_TRUE(line(2).ends_with("score cp 100 pv 7g7f 3c3d"));
  EXPECT_TRUE(line(3).ends_with("score cp 150 pv 2g2f")) << "no line is shown twice";
  EXPECT_EQ(stage->last("info string"), "info string lines: 1 pessimistic, 2 E1, 3 E2");
}

TEST_F(Analysis, RowsNeverChangePlacesWhoeverLeads) {
  begin(3);
  stage->child(0, "info depth 5 score cp 30 pv 7g7f 3c3d");
  stage->child(1, "info depth 6 score cp 40 pv 2g2f 8c8d");
  stage->child(2, "info depth 7 score cp 50 pv 5g5f 8c8d");
  stage->pass(200);
  EXPECT_TRUE(line(1).ends_with("score cp 30 pv 7g7f 3c3d"));
  for (const int leader : {2, 0, 1, 2, 1, 0}) {
    for (const int child : {0, 1, 2}) {
      const std::string score = child == leader ? "-9" : "60";
      const char* const move = child == 0 ? "7g7f" : child == 1 ? "2g2f" : "5g5f";
      stage->child(child, "info depth 9 score cp " + score + " pv " + move + " 8c8d");
    }
    stage->said.clear();
    stage->pass(200);
    EXPECT_TRUE(line(1).ends_with("score cp -9 pv " +
                                  std::string(leader == 0   ? "7g7f"
                                              : leader == 1 ? "2g2f"
                                                            : "5g5f") +
                                  " 8c8d"))
        << line(1);
    for (const Row& row : rows_in(stage->said)) {
      ASSERT_GE(row.multipv, 1);
      ASSERT_LE(row.multipv, 4);
      const std::string own[] = {line(1).substr(line(1).find(" pv ") + 4, 4), "7g7f", "2g2f",
                                 "5g5f"};
      EXPECT_EQ(row.first(), own[row.multipv - 1]);
    }
    EXPECT_EQ(rows_in(stage->said).back().multipv, 1) << "the consensus is written last";
  }
  EXPECT_EQ(stage->count("info string lines:"), 0) << "said once, at first";
}

TEST_F(Analysis, EveryLineOfEveryEngineHasItsPlace) {
  begin();
  stage->child(0, "info depth 20 multipv 1 score cp 100 pv 7g7f 3c3d");
  stage->child(0, "info depth 20 multipv 2 score cp -50 pv 1g1f");
  stage->child(1, "info depth 12 score cp 20 pv 2g2f 8c8d");
  stage->pass(200);
  EXPECT_TRUE(line(1).ends_with("score cp 20 pv 2g2f 8c8d"));
  EXPECT_TRUE(line(2).ends_with("score cp 100 pv 7g7f 3c3d"));
  EXPECT_TRUE(line(3).ends_with("score cp 20 pv 2g2f"));
  EXPECT_TRUE(line(4).ends_with("score cp -50 pv 1g1f")) << "first lines go before second ones";
  EXPECT_EQ(stage->last("info string"),
            "info string lines: 1 pessimistic, 2 E1, 3 E2; then their next lines likewise");
}

TEST_F(Analysis, EveryLineTellsWhatAllEnginesDidTogether) {
  begin();
  stage->child(0,
               "info depth 20 seldepth 31 nodes 1000 nps 500 hashfull 7 score cp 1 pv 7g7f 3c3d");
  stage->child(1, "info depth 12 seldepth 40 nodes 30 nps 20 hashfull 9 score cp 2 pv 2g2f 8c8d");
  stage->pass(200);
  for (const int row : {1, 3}) {
    EXPECT_NE(line(row).find("seldepth 40 time 100 nodes 1030 nps 520 hashfull 9 multipv"),
              std::string::npos)
        << line(row);
  }
}

TEST_F(Analysis, WhatNoEngineCanHaveSearchedSpoilsNoSum) {
  begin();
  stage->pass(1000);
  const std::string most = "9223372036854775807";
  stage->child(0, "info depth 20 nodes " + most + " score cp 1 pv 7g7f 3c3d");
  stage->child(1, "info depth 20 nodes " + most + " nps " + most + " score cp 1 pv 2g2f");
  stage->pass(200);
  EXPECT_NE(line(1).find("nodes 2000000000000000 nps "), std::string::npos) << line(1);
}

TEST_F(Analysis, WhoCountsItsNodesOnlyHasItsSpeedReckoned) {
  begin();
  stage->pass(1000);
  stage->child(0, "info depth 20 nodes 5000 score cp 1 pv 7g7f 3c3d");
  EXPECT_NE(line(1).find("time 1000 nodes 5000 nps 5000 multipv 1"), std::string::npos) << line(1);
}

TEST_F(Analysis, TheLegendWaitsForThoseWhoAreThereButNotForEver) {
  begin(3);
  stage->child(0, "info depth 5 score cp 30 pv 7g7f 3c3d");
  stage->pass(500);
  EXPECT_EQ(stage->count("info string lines:"), 0);
  stage->child(1, "info depth 5 score cp 40 pv 7g7f 8c8d");
  stage->child(2, "info depth 5 score cp 50 pv 7g7f 8c8d");
  stage->pass(200);
  EXPECT_EQ(stage->count("info string lines:"), 1);
  begin(3);
  stage->child(0, "info depth 5 score cp 30 pv 7g7f 3c3d");
  stage->pass(1000);
  EXPECT_EQ(stage->last("info string lines:"),
            "info string lines: 1 pessimistic, 2 E1, 3 E2, 4 E3");
}

TEST_F(Analysis, ARestartBringsNoNewLegendAndNoNewRow) {
  begin();
  stage->child(0, "info depth 5 score cp 30 pv 7g7f 3c3d");
  stage->child(1, "info depth 5 score cp 40 pv 2g2f 8c8d");
  stage->pass(200);
  stage->end_child(1);
  stage->pass(10'000);
  stage->child(1, "info depth 9 score cp 41 pv 2g2f 8c8d");
  stage->pass(200);
  EXPECT_TRUE(line(3).ends_with("score cp 41 pv 2g2f 8c8d")) << line(3);
  EXPECT_EQ(stage->count("info string lines:"), 1);
}

TEST_F(Analysis, BothGuisShowTheConsensusOnceAndWhatEveryoneThinks) {
  std::mt19937 random(7);
  const std::vector<std::string> pvs = {"7g7f 3c3d 2g2f", "2g2f 8c8d", "5g5f 8c8d 5f5e", "7g7f",
                                        "7g7f 8c8d"};
  for (const char* rule : {"majority", "optimistic", "pessimistic"}) {
    begin(3, rule);
    std::vector<std::string> latest(3);
    for (int step = 0; step < 200; ++step) {
      const auto child = random() % 3;
      latest[child] = pvs[random() % pvs.size()];
      stage->child(static_cast<int>(child), "info depth " + std::to_string(step + 1) +
                                                " score cp " + std::to_string(random() % 100) +
                                                " pv " + latest[child]);
      stage->pass(100);
      const auto lines = rows_in(stage->said);
      ASSERT_EQ(lines.back().multipv, 1) << "the consensus is the newest of all";
      const auto board = in_board_q(lines);
      const Row consensus = board.at(1);
      for (const auto& [multipv, row] : board) {
        if (multipv == 1) continue;
        // Nothing stale: what stands there is what its engine thinks, or how that begins.
        EXPECT_TRUE(latest[static_cast<std::size_t>(multipv - 2)].starts_with(row.pv)) << multipv;
        EXPECT_TRUE(row.seen() != consensus.seen() || row.pv.size() == 4) << multipv;
      }
      EXPECT_EQ(in_shogi_home(lines).at(1).seen(), consensus.seen());
    }
  }
}

TEST_F(Analysis, ASolversMateIsTheConsensus) {
  stage = std::make_unique<Stage>(2, 1);
  stage->begin_game();
  stage->host("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
  stage->host("go infinite");
  stage->child(2, "checkmate G*5b");
  stage->child(0, "info depth 5 score cp 30 pv 5c5b+ 5a4a");
  EXPECT_TRUE(line(1).ends_with("multipv 1 score mate 1 pv G*5b")) << line(1);
  EXPECT_TRUE(line(2).ends_with("multipv 2 score cp 30 pv 5c5b+")) << line(2);
}

TEST_F(Analysis, AtTheEndEveryRowIsWhereItWas) {
  begin(3);
  stage->child(0, "info depth 20 score cp 100 nodes 10 pv 7g7f 3c3d");
  stage->child(1, "info depth 12 score cp 50 nodes 20 pv 2g2f 8c8d");
  stage->child(2, "info depth 11 score cp 70 nodes 30 pv 5g5f 8c8d");
  stage->pass(200);
  stage->said.clear();
  for (const auto& [child, move] :
       {std::pair(0, "7g7f"), std::pair(1, "2g2f"), std::pair(2, "5g5f")}) {
    stage->children[static_cast<std::size_t>(child)].on_stop = {"bestmove " + std::string(move)};
  }
  stage->host("stop");
  EXPECT_EQ(stage->last("bestmove"), "bestmove 2g2f ponder 8c8d");
  const auto rows = rows_in(stage->said);
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0].multipv, 2);
  EXPECT_EQ(rows[0].pv, "7g7f 3c3d");
  EXPECT_EQ(rows[1].multipv, 3);
  EXPECT_EQ(rows[1].pv, "2g2f");
  EXPECT_EQ(rows[2].multipv, 4);
  EXPECT_EQ(rows[2].pv, "5g5f 8c8d");
  EXPECT_EQ(rows[3].multipv, 1);
  EXPECT_EQ(rows[3].pv, "2g2f 8c8d");
  EXPECT_NE(line(4).find(" nodes 60 "), std::string::npos) << "of all, as before";
}

TEST_F(Analysis, StopGivesTheConsensus) {
  begin();
  stage->child(0, "info depth 20 score cp 100 pv 7g7f 3c3d");
  stage->child(1, "info depth 12 score cp 50 pv 2g2f 8c8d");
  stage->children[0].on_stop = {"bestmove 7g7f"};
  stage->children[1].on_stop = {"bestmove 2g2f"};
  stage->host("stop");
  EXPECT_EQ(stage->last("bestmove"), "bestmove 2g2f ponder 8c8d");
}

TEST_F(Analysis, AFloodIsShownInItsOwnTime) {
  begin();
  for (int depth = 1; depth <= 1000; ++depth) {
    stage->child(depth % 2, "info depth " + std::to_string(depth) + " score cp 1 pv 7g7f");
  }
  EXPECT_LE(stage->count("info depth"), 3);
  stage->pass(100);
  EXPECT_TRUE(stage->has("info depth 1000 "));
}

TEST_F(Analysis, WhatHasNotChangedIsNotSaidAgain) {
  begin();
  stage->child(0, "info depth 20 score cp 100 pv 7g7f 3c3d");
  stage->pass(200);
  const auto before = stage->said.size();
  stage->child(0, "info depth 20 score cp 100 pv 7g7f 3c3d");
  stage->pass(200);
  EXPECT_EQ(stage->said.size(), before);
}

TEST_F(Analysis, ALineThatIsIllegalIsNotShown) {
  begin();
  stage->child(0, "info depth 20 score cp 100 pv 7g7e");
  stage->child(1, "info depth 3 score cp 1 pv 2g2f 2g2f");
  stage->pass(200);
  EXPECT_FALSE(stage->has("7g7e"));
  EXPECT_TRUE(line(1).ends_with("pv 2g2f"));
}

TEST_F(Analysis, WithoutUsinewgameToo) {
  stage->begin();
  stage->host("isready");
  stage->host("position startpos");
  stage->host("go infinite");
  stage->child(0, "info depth 20 score cp 100 pv 7g7f 3c3d");
  EXPECT_FALSE(line(1).empty());
}

}  // namespace
}  // namespace gougi::relay::testing
