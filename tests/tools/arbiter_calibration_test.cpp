// SPDX-License-Identifier: MIT
#include "tools/arbiter_calibration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "book/temporary_folder.hpp"
#include "notation/freeze.hpp"
#include "study/headroom_lines.hpp"

namespace gougi::tools {
namespace {

using book::testing::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::Not;

struct StudyWords {
  std::uint64_t nodes = 1000;
  std::string option = "1";  ///< of the first engine
  std::string second = "attack";
  int judge_coef = 600;
  std::string games = "0123456789abcdef";
  bool tells_games = true;
  std::size_t first_ply = 1;
  double others = 0.4;  ///< win rate of the second engine's move
};

/// Twelve positions and moves, the same whoever is the anchor and the judge.
std::string headroom_study(std::size_t anchor, const std::string& judge,
                           const StudyWords& words = {}) {
  study::HeadroomOrder order;
  order.engines = {{"balanced", "a", {{"Level", words.option}}}, {words.second, "b", {}}};
  order.anchor = anchor;
  order.nodes = words.nodes;
  order.judge = {judge, judge, {}};
  order.judge_nodes = 1000;
  order.judge_coef = words.judge_coef;
  order.positions = 12;
  order.games = words.games;
  std::string text = study::to_line(order) + "\n";
  for (std::size_t i = 0; i < 12; ++i) {
    study::HeadroomLine line;
    line.number = line.game = i;
    line.ply = static_cast<int>(words.first_ply + i);
    if (words.tells_games) line.game_id = "game " + std::to_string(i);
    line.position = "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - " +
                    std::to_string(line.ply);
    line.moves = {"2g2f", "5g5f", "7g7f"};
    line.win_rates = {0.5, words.others, 0.9};
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

  void give(const std::string& first, const std::string& second) {
    command.files = {folder.write("one.jsonl", first), folder.write("two.jsonl", second)};
  }
  std::string refusal() {
    command.arbiter = true;
    command.out = folder / "arbiter.json";
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    EXPECT_NE(calibrate_arbiter(command), 0);
    testing::internal::GetCapturedStdout();
    EXPECT_FALSE(std::filesystem::exists(*command.out));
    return testing::internal::GetCapturedStderr();
  }
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

// A match of which a study was made, and another one when it had more games.
TEST(ArbiterCalibration, AGameThatIsInTwoStudiesIsOneGame) {
  ArbiterFixture fixture;
  fixture.give(headroom_study(0, "judge"),
               headroom_study(0, "judge", {.games = "of more games", .first_ply = 21}));
  EXPECT_THAT(fixture.said(), HasSubstr("24 positions of 12 games"));
  const StudyWords old{.games = "of more games", .tells_games = false, .first_ply = 21};
  fixture.give(headroom_study(0, "judge"), headroom_study(0, "judge", old));
  EXPECT_THAT(fixture.said(), HasSubstr("games that are in several files count once for each"));
}

TEST(ArbiterCalibration, StudiesOfOtherEnginesOrNodesAreNotMixed) {
  const auto refusal = [](const StudyWords& second) {
    ArbiterFixture fixture;
    fixture.give(headroom_study(0, "judge"), headroom_study(0, "judge", second));
    return fixture.refusal();
  };
  EXPECT_THAT(refusal({.second = "defence"}), HasSubstr("of other engines than the file before"));
  EXPECT_THAT(refusal({.option = "2"}), HasSubstr("or of other options"));
  EXPECT_THAT(refusal({.nodes = 900}), HasSubstr("is of 900 nodes, the file before it of 1000"));
  EXPECT_THAT(refusal({.judge_coef = 300}), HasSubstr("with --judge-coef 300 not 600"));
}

TEST(ArbiterCalibration, ThePerfectChoiceIsValuedByWhoHasNotChosenIt) {
  ArbiterFixture fixture;
  fixture.command.files = {
      fixture.folder.write("one.jsonl", headroom_study(0, "first", {.others = 0.6}))};
  std::string said = fixture.said();
  EXPECT_THAT(said, HasSubstr("perfect choice          +10.00"));
  EXPECT_THAT(said, HasSubstr("in 12 positions the judge that chooses also values it"));
  // Who chose it values it at 0.6, the other at 0.3; its own choice is the anchor's move, at 0.5.
  fixture.give(headroom_study(0, "first", {.others = 0.6}),
               headroom_study(0, "second", {.others = 0.3}));
  said = fixture.said();
  EXPECT_THAT(said, HasSubstr("perfect choice          -10.00"));
  EXPECT_THAT(said, Not(HasSubstr("flattered")));
}

TEST(ArbiterCalibration, AModelThatNobodyWouldReadIsNotWritten) {
  ArbiterFixture fixture;
  fixture.command.files = {
      fixture.folder.write("one.jsonl", headroom_study(0, "judge", {.second = "balanced"}))};
  EXPECT_THAT(fixture.refusal(), HasSubstr("the model would not be read"));
}

}  // namespace
}  // namespace gougi::tools
