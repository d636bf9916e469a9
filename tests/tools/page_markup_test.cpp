// SPDX-License-Identifier: MIT
// Names of engines, files and options come from anywhere: on none of the pages that tools write may
// they be more than text. (That of a headroom: headroom_page_test.cpp.)
#include <gmock/gmock.h>

#include <string>

#include "notation/sfen.hpp"
#include "tools/calibrate_page.hpp"
#include "tools/study_page.hpp"
#include "tools/teacher_page.hpp"
#include "tools/tune_page.hpp"

namespace gougi::tools {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kName = "<img src=x>\"'&";

auto has_it_as_text_alone() {
  return AllOf(HasSubstr("&lt;img src=x&gt;&quot;"), Not(HasSubstr("<img")),
               Not(HasSubstr("x>\"")));
}

relay::DecisionRecord markup_decision(int number) {
  relay::DecisionRecord record;
  record.number = number;
  record.game = number;
  record.position = "position startpos";
  record.go = "go nodes 1";
  for (const char* const move : {"7g7f", "2g2f"}) {
    relay::RecordedVoter voter;
    voter.voter.number = static_cast<int>(record.voters.size()) + 1;
    voter.name = kName;
    consensus::Ballot ballot;
    ballot.choice = *notation::parse_usi_move(move);
    ballot.score = usi::Score::cp(number);
    voter.voter.ballot = ballot;
    record.voters.push_back(voter);
  }
  return record;
}

TEST(PageMarkup, OfAStudyIsNoName) {
  study::ConsensusStudy study;
  for (int game = 1; game <= 10; ++game) {
    study.take(markup_decision(game));
    study.disputes().back().win_rates = {0.4, 0.5};
  }
  StudyFacts facts;
  facts.files = {kName};
  facts.nodes = 1000;
  facts.result = study.result();
  facts.gains = {{kName, kName, {0, 10, 20}, 0.9, true}};
  facts.absent = {kName};
  EXPECT_THAT(study_html(facts), has_it_as_text_alone());
}

TEST(PageMarkup, OfACalibrationIsNoName) {
  study::ScoreSamples samples;
  for (int game = 1; game <= 30; ++game) {
    samples.take(markup_decision(game));
    samples.take(relay::GameRecord{
        game, {}, game % 2 == 0 ? usi::GameResult::kWin : usi::GameResult::kLose, 1});
  }
  EXPECT_THAT(calibrate_html({{std::nullopt, &samples, study::calibrate(samples)}}),
              has_it_as_text_alone());
}

TEST(PageMarkup, OfATuningIsNoName) {
  match::SpsaSettings settings;
  settings.parameters = {{kName, 100, 50, 200, 10, 0.002}};
  settings.iterations = 20;
  match::TuningState state;
  state.iteration = 7;
  state.values = {104.5};
  state.curve = {{0, {100.0}}, {7, {104.5}}};
  EXPECT_THAT(tuning_html(kName, settings, state), has_it_as_text_alone());
}

TEST(PageMarkup, OfLearningAreNoSettings) {
  EXPECT_THAT(learning_html({kName, kName}, {{0.6, 0.61}, {0.5, 0.55}}, 0.6),
              has_it_as_text_alone());
}

}  // namespace
}  // namespace gougi::tools
