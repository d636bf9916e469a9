// SPDX-License-Identifier: MIT
#include "tools/arbiter_calibration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "book/temporary_folder.hpp"
#include "notation/freeze.hpp"
#include "study/headroom_lines.hpp"

namespace gougi::tools {
namespace {

using book::testing::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::Not;

/// The same twelve positions and moves, whoever is the anchor and the judge.
std::string headroom_study(std::size_t anchor, const std::string& judge) {
  study::HeadroomOrder order;
  order.engines = {{"balanced", "a", {}}, {"attack", "b", {}}};
  order.anchor = anchor;
  order.nodes = 1000;
  order.judge = {judge, judge, {}};
  order.judge_nodes = 1000;
  order.positions = 12;
  order.games = "0123456789abcdef";
  std::string text = study::to_line(order) + "\n";
  for (std::size_t i = 0; i < 12; ++i) {
    study::HeadroomLine line;
    line.number = line.game = i;
    line.ply = static_cast<int>(i) + 1;
    line.position = "position startpos moves 7g7f " + std::to_string(i);  // not looked at
    line.moves = {"2g2f", "5g5f", "7g7f"};
    line.win_rates = {0.5, 0.4, 0.9};
    line.captures = line.checks = {false, false, false};
    line.members = {0, 1};
    for (const std::size_t move : line.members) {
      line.searches.emplace_back().choice = notation::parse_freeze_move(line.moves[move])->move;
    }
    line.whole = 2;
    text += study::to_line(line) + "\n";
  }
  return text;
}

struct ArbiterFixture {
  TemporaryFolder folder;
  settings::RunCalibrate command;

  std::string said() {
    command.arbiter = true;
    command.out = folder / "arbiter.json";
    testing::internal::CaptureStdout();
    EXPECT_EQ(calibrate_arbiter(command), 0);
    return testing::internal::GetCapturedStdout();
  }
};

// The study of another anchor did not ask this one with all nodes.
TEST(ArbiterCalibration, OnlyTheStudysAnchorIsComparedWithItselfWithAllNodes) {
  ArbiterFixture fixture;
  fixture.command.files = {fixture.folder.write("one.jsonl", headroom_study(0, "first"))};
  EXPECT_THAT(fixture.said(), HasSubstr("anchor with all nodes   +40.00"));
  fixture.command.anchor = "attack";
  EXPECT_THAT(fixture.said(), Not(HasSubstr("anchor with all nodes")));
}

TEST(ArbiterCalibration, WhatSeveralStudiesWithDifferentAnchorsFoundWithAllNodesIsNoMean) {
  ArbiterFixture fixture;
  fixture.command.files = {fixture.folder.write("one.jsonl", headroom_study(0, "first")),
                           fixture.folder.write("two.jsonl", headroom_study(1, "second"))};
  const std::string said = fixture.said();
  EXPECT_THAT(said, HasSubstr("12 positions have another judge, too"));
  EXPECT_THAT(said, Not(HasSubstr("anchor with all nodes")));
}

}  // namespace
}  // namespace gougi::tools
