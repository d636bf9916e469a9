// SPDX-License-Identifier: MIT
#include "tools/study_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "notation/sfen.hpp"

namespace gougi::tools {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

// Two voters that differ in every decision of so many games; the first loses 10 % in every other.
StudyFacts facts_of(int games) {
  study::ConsensusStudy study;
  int number = 0;
  for (int game = 1; game <= games; ++game) {
    for (int i = 0; i < 2; ++i) {
      relay::DecisionRecord record;
      record.number = ++number;
      record.game = game;
      record.position = "position startpos";
      record.go = "go nodes 1";
      for (const char* const move : {"7g7f", "2g2f"}) {
        relay::RecordedVoter voter;
        voter.voter.number = static_cast<int>(record.voters.size()) + 1;
        voter.name = "voter" + std::to_string(voter.voter.number);
        consensus::Ballot ballot;
        ballot.choice = *notation::parse_usi_move(move);
        voter.voter.ballot = ballot;
        record.voters.push_back(voter);
      }
      study.take(record);
      study.disputes().back().win_rates = {game % 2 == 0 ? 0.5 : 0.4, 0.5};
    }
  }
  StudyFacts facts;
  facts.files = {"decisions.jsonl"};
  facts.nodes = 1000;
  facts.result = study.result();
  return facts;
}

TEST(StudyPage, TheErrorOfALossIsAQuestionMarkWithFewGames) {
  EXPECT_THAT(study_text(facts_of(1)), ContainsRegex("voter1 +2 +10\\.00 +\\? "));
  EXPECT_THAT(study_text(facts_of(10)), ContainsRegex("voter1 +20 +5\\.00 +3\\.10 "));
  const std::string page = study_html(facts_of(1));
  EXPECT_THAT(page, HasSubstr(">?<"));
  EXPECT_THAT(page, Not(HasSubstr("nan%")));
}

}  // namespace
}  // namespace gougi::tools
