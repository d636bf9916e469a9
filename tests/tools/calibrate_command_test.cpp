// SPDX-License-Identifier: MIT
#include "tools/calibrate_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "book/temporary_folder.hpp"
#include "match/store.hpp"
#include "notation/sfen.hpp"
#include "relay/decision_record.hpp"
#include "relay/scale_json.hpp"

namespace gougi::tools {
namespace {

using book::testing::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::Not;

/// The record of a relay whose engines stand in another order in every second game.
std::string reordered_record(int games) {
  std::string lines;
  int number = 0;
  for (int game = 1; game <= games; ++game) {
    std::vector<std::string> names{"balanced", "attack"};
    if (game % 2 == 0) std::swap(names[0], names[1]);
    relay::DecisionRecord record;
    record.number = ++number;
    record.game = game;
    record.position = "position startpos";
    record.go = "go btime 0 wtime 0 byoyomi 1000";
    record.rule = "majority";
    record.choice = *notation::parse_usi_move("7g7f");
    for (const std::string& name : names) {
      consensus::Voter voter;
      voter.number = static_cast<int>(record.voters.size()) + 1;
      voter.ballot.emplace().choice = record.choice;
      voter.ballot->score = usi::Score::cp(game % 3 == 0 ? -100 : 150);
      record.voters.push_back({name, voter});
    }
    lines += relay::to_json(record) + "\n";
    const auto result = game % 3 == 0 ? usi::GameResult::kLose : usi::GameResult::kWin;
    lines += relay::to_json(
                 relay::GameRecord{game, {}, game % 5 == 0 ? usi::GameResult::kDraw : result, 1}) +
             "\n";
  }
  return lines;
}

struct Calibration {
  int exit_code = 0;
  std::string said;
};

Calibration calibrated(const settings::RunCalibrate& command) {
  testing::internal::CaptureStdout();
  const int exit_code = calibrate_command(command);
  return {exit_code, testing::internal::GetCapturedStdout()};
}

// A relay finds its engine's scale by the name.
TEST(CalibrateCommand, AScaleIsOfAllThatAnEngineOfItsNameHasSaidWhateverItsNumber) {
  const TemporaryFolder folder;
  settings::RunCalibrate command;
  command.files = {folder.write("votes.jsonl", reordered_record(60))};
  command.scale = folder / "scales.json";
  const Calibration told = calibrated(command);
  ASSERT_EQ(told.exit_code, 0);
  const std::string text = TemporaryFolder::read(*command.scale);
  const auto scales = relay::parse_scale(text);
  ASSERT_TRUE(scales) << scales.error().message;
  ASSERT_EQ(scales->size(), 2U);
  EXPECT_EQ(scales->at(0).name, "balanced");
  EXPECT_EQ(scales->at(1).name, "attack");
  EXPECT_THAT(text, HasSubstr("\"games\": 60"));
  EXPECT_THAT(text, Not(HasSubstr("\"games\": 30")));
  EXPECT_THAT(told.said, HasSubstr("60 positions of 60 games"));
  EXPECT_THAT(told.said, Not(HasSubstr("of 30 games")));

  command.scale.reset();
  EXPECT_THAT(calibrated(command).said, HasSubstr("30 positions of 30 games"))
      << "weights belong to the numbers";
}

// A, who is the better one up to move 50, and then only holds what it has.
std::filesystem::path match_of_phases(const TemporaryFolder& folder) {
  const auto file = folder / "match.db";
  auto store = match::Store::create(file);
  EXPECT_TRUE(store) << store.error().message;
  EXPECT_TRUE(store->set_settings({{"game", "shogi"}}));
  EXPECT_TRUE(store->set_engines({{"A", "a", "", "nodes 1"}, {"B", "b", "", "nodes 1"}}));
  constexpr std::array kCycle{"5i5h", "5a5b", "5h5i", "5b5a"};
  for (std::uint64_t number = 0; number < 40; ++number) {
    match::GameRecord game;
    game.number = number;
    game.black = number % 2;
    game.white = 1 - game.black;
    for (std::size_t ply = 1; ply <= 56; ++ply) {
      match::MoveRecord& move = game.moves.emplace_back();
      move.move = *notation::parse_usi_move(kCycle.at((ply - 1) % 4));
      const bool is_of_a = (ply % 2 == 1) == (game.black == 0);
      const int cp = ply > 50 ? 300 : ply % 7 == 0 ? -20 : 20;
      move.score = usi::Score::cp(is_of_a ? cp : -cp);
    }
    const bool a_wins = number % 3 != 0;
    game.ending = {
        a_wins == (game.black == 0) ? match::Result::kBlackWins : match::Result::kWhiteWins,
        match::Reason::kResignation, ""};
    EXPECT_TRUE(store->add(game));
  }
  return file;
}

TEST(CalibrateCommand, WeightsByPhaseAreOfWhoGainedInIt) {
  const TemporaryFolder folder;
  settings::RunCalibrate command;
  command.files = {match_of_phases(folder)};
  command.phases = true;
  const Calibration told = calibrated(command);
  EXPECT_EQ(told.exit_code, 0);
  EXPECT_THAT(told.said, HasSubstr("    weight: {opening: 1.2"));
  EXPECT_THAT(told.said, HasSubstr("    weight: {opening: 0.7"));
  EXPECT_THAT(told.said, HasSubstr(", middle: 1, end: 1}  # gained in each, % of win rate: +"));
  EXPECT_THAT(told.said, HasSubstr(", –; games: 40, 40, 0"));
}

TEST(CalibrateCommand, WeightsByPhaseWantMatches) {
  const TemporaryFolder folder;
  settings::RunCalibrate command;
  command.files = {folder.write("votes.jsonl", reordered_record(30))};
  command.phases = true;
  testing::internal::CaptureStderr();
  EXPECT_EQ(calibrated(command).exit_code, 1);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("--phases wants files of matches"));
}

}  // namespace
}  // namespace gougi::tools
