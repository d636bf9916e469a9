// SPDX-License-Identifier: MIT
#include "tools/calibrate_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "book/temporary_folder.hpp"
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

}  // namespace
}  // namespace gougi::tools
