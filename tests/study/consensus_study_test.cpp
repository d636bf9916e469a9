// SPDX-License-Identifier: MIT
#include "study/consensus_study.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "notation/sfen.hpp"

namespace gougi::study {
namespace {

using namespace relay;

shogi::BareMove study_move(const std::string& text) { return *notation::parse_usi_move(text); }

struct StudySaid {
  std::string move;  ///< empty: no ballot
  int cp = 0;
};

// The next of a run that goes on and on.
DecisionRecord study_decision(int game, const std::vector<StudySaid>& votes,
                              const std::string& played) {
  static int number = 0;
  DecisionRecord record;
  record.number = ++number;
  record.game = game;
  record.position = "position startpos";
  record.go = "go nodes 1";
  record.rule = "majority";
  for (const StudySaid& vote : votes) {
    consensus::Voter voter;
    voter.number = static_cast<int>(record.voters.size()) + 1;
    if (!vote.move.empty()) {
      consensus::Ballot ballot;
      ballot.choice = study_move(vote.move);
      ballot.score = usi::Score::cp(vote.cp);
      voter.ballot = ballot;
    }
    record.voters.push_back({std::string(1, static_cast<char>('a' + voter.number - 1)), voter});
  }
  record.facts.engines = static_cast<int>(votes.size());
  record.choice = study_move(played);
  return record;
}

const StudiedVoter& studied_rule(const StudyResult& result, const std::string& name) {
  return *std::find_if(result.rules.begin(), result.rules.end(),
                       [&](const StudiedVoter& each) { return each.name == name; });
}

TEST(ConsensusStudy, CountsWhoAgreedWithWhomAndWhatEachRuleWouldHaveChosen) {
  ConsensusStudy study;
  study.take(study_decision(1, {{"7g7f", 10}, {"7g7f", 20}, {"7g7f", 5}}, "7g7f"));
  study.take(study_decision(1, {{"7g7f", 10}, {"7g7f", 20}, {"2g2f", 90}}, "7g7f"));
  study.take(study_decision(2, {{"7g7f", 10}, {"6g6f", -50}, {"2g2f", 90}}, "7g7f"));
  study.take(study_decision(2, {{"7g7f", 10}, {"", 0}, {"", 0}}, "7g7f"));
  DecisionRecord analysis = study_decision(2, {{"7g7f", 1}, {"2g2f", 2}}, "7g7f");
  for (const char* const go : {"go infinite", "go ponder btime 0 wtime 0 byoyomi 1000"}) {
    analysis.go = go;
    study.take(analysis);
  }
  const StudyResult result = study.result();
  EXPECT_EQ(result.decisions, 3U) << "one vote is no council, and analysis is no game";
  EXPECT_EQ(result.unanimous, 1U);
  EXPECT_EQ(result.majority, 1U);
  ASSERT_EQ(result.voters.size(), 3U);
  EXPECT_EQ(result.voters[0].agreed, (std::vector<std::size_t>{3, 2, 1}));
  EXPECT_EQ(result.voters[2].played, 1U);
  EXPECT_EQ(studied_rule(result, "optimistic").agreed, (std::vector<std::size_t>{1, 1, 3}));
  EXPECT_EQ(studied_rule(result, "pessimistic").played, 2U) << "the third time it is 6g6f";
  EXPECT_EQ(studied_rule(result, "majority").played, 3U)
      << "a tie goes to the voter with the smaller number";
  EXPECT_EQ(result.judged, 0U);
}

TEST(ConsensusStudy, AJudgeSaysWhoseMinorityWasRightAndWhatChoicesCost) {
  ConsensusStudy study;
  for (int game = 1; game <= 4; ++game) {
    study.take(study_decision(game, {{"7g7f", 10}, {"7g7f", 20}, {"2g2f", 90}}, "7g7f"));
  }
  study.take(study_decision(5, {{"7g7f", 10}, {"6g6f", 20}, {"2g2f", 90}}, "7g7f"));
  auto& disputes = study.disputes();
  ASSERT_EQ(disputes.size(), 5U);
  ASSERT_EQ(disputes[0].moves, (std::vector<usi::Move>{study_move("7g7f"), study_move("2g2f")}));
  disputes[0].win_rates = {0.5, 0.6};                 // the minority was right
  disputes[1].win_rates = {0.5, 0.3};                 // wrong
  disputes[2].win_rates = {0.5, 0.5 + kClearly / 2};  // too close to say
  disputes[4].win_rates = {0.5, 0.6, 0.7};            // nobody was alone
  const StudyResult result = study.result();
  EXPECT_EQ(result.judged, 4U);
  const StudiedVoter& third = result.voters[2];
  EXPECT_EQ(third.alone, 3U);
  EXPECT_EQ(third.right, 1U);
  EXPECT_EQ(third.wrong, 1U);
  EXPECT_EQ(result.voters[0].alone, 0U);
  EXPECT_EQ(third.loss.count, 4U);
  EXPECT_NEAR(third.loss.value, 0.2 / 4, 1e-12);
  EXPECT_EQ(third.best, 3U);
  EXPECT_NEAR(result.voters[0].loss.value, (0.1 + kClearly / 2 + 0.2) / 4, 1e-12);
  EXPECT_NEAR(studied_rule(result, "optimistic").loss.value, third.loss.value, 1e-12);
  EXPECT_FALSE(third.loss.error) << "of four games";
}

TEST(ConsensusStudy, DecisionsOfOneGameAreNotTakenForIndependent) {
  const auto error_of = [](bool long_games) {
    ConsensusStudy study;
    for (int i = 0; i < 200; ++i) {
      const int game = long_games ? 1 + i / 20 : 1 + i;
      study.take(study_decision(game, {{"7g7f", 1}, {"2g2f", 2}}, "7g7f"));
      study.disputes().back().win_rates = {i < 100 ? 0.5 : 0.4, 0.5};
    }
    return study.result().voters[0].loss.error.value();
  };
  EXPECT_GT(error_of(true), 3 * error_of(false));
}

TEST(ConsensusStudy, TheErrorOfALossIsUnknownWithFewGamesOrWhereAllAreAlike) {
  const auto error_of = [](int games, double other) {
    ConsensusStudy study;
    for (int i = 0; i < 100; ++i) {
      const int game = 1 + i * games / 100;
      study.take(study_decision(game, {{"7g7f", 1}, {"2g2f", 2}}, "7g7f"));
      study.disputes().back().win_rates = {i % 2 == 0 && game % 2 == 0 ? other : 0.5, 0.5};
    }
    return study.result().voters[0].loss.error;
  };
  EXPECT_FALSE(error_of(1, 0.4));
  EXPECT_FALSE(error_of(9, 0.4));
  EXPECT_TRUE(error_of(10, 0.4));
  EXPECT_FALSE(error_of(10, 0.5));
}

// Runs of a relay that wrote one after the other into `record: FILE`: each counts from 1.
TEST(ConsensusStudy, TheFirstGamesOfSeveralRunsAreSeveralGames) {
  ConsensusStudy study;
  const auto take = [&](int number, int game) {
    DecisionRecord record = study_decision(game, {{"7g7f", 1}, {"2g2f", 2}}, "7g7f");
    record.number = number;
    study.take(record);
  };
  take(1, 1);
  take(2, 1);
  take(1, 1);
  take(1, 1);
  take(2, 1);
  take(3, 2);
  std::vector<std::size_t> games;
  for (const Dispute& dispute : study.disputes()) games.push_back(dispute.game);
  EXPECT_EQ(games, (std::vector<std::size_t>{1, 1, 2, 3, 3, 4}));
}

}  // namespace
}  // namespace gougi::study
