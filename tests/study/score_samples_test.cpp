// SPDX-License-Identifier: MIT
#include "study/score_samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "notation/sfen.hpp"

namespace gougi::study {
namespace {

using namespace relay;

RecordedVoter voter(int number, const std::string& name, const std::optional<usi::Score>& score) {
  RecordedVoter made;
  made.name = name;
  made.voter.number = number;
  consensus::Ballot ballot;
  ballot.choice = *notation::parse_usi_move("7g7f");
  ballot.score = score;
  made.voter.ballot = ballot;
  return made;
}

// The next of a run that goes on and on.
DecisionRecord decision(int game, std::vector<RecordedVoter> voters) {
  static int number = 0;
  DecisionRecord record;
  record.number = ++number;
  record.game = game;
  record.go = "go btime 0 wtime 0 byoyomi 1000";
  record.voters = std::move(voters);
  return record;
}

GameRecord game_end(int game, usi::GameResult result) { return {game, {}, result, 1}; }

TEST(ScoreSamples, AResultBelongsToTheDecisionsOfItsGameAlone) {
  ScoreSamples samples;
  samples.take(decision(1, {voter(1, "A", usi::Score::cp(10))}));
  samples.take(decision(2, {voter(1, "A", usi::Score::cp(20))}));
  samples.take(game_end(2, usi::GameResult::kWin));
  samples.take(game_end(2, usi::GameResult::kLose));
  samples.take(decision(3, {voter(1, "A", usi::Score::cp(30))}));
  samples.end_file();
  samples.take(game_end(3, usi::GameResult::kLose));
  ASSERT_EQ(samples.engines().size(), 1U);
  ASSERT_EQ(samples.engines()[0].positions.size(), 1U);
  EXPECT_EQ(samples.engines()[0].positions[0].cp, 20);
  EXPECT_EQ(samples.engines()[0].positions[0].result, 1.0);
  EXPECT_EQ(samples.games(), 1U);
  EXPECT_EQ(samples.decisions(), 3U);
}

// Runs of a relay that wrote one after the other into `record: FILE`: each counts from 1.
TEST(ScoreSamples, AGameThatARunBrokeOffHasNoPartInTheResultsOfTheNext) {
  ScoreSamples samples;
  const auto take = [&](int number, int game, int cp) {
    DecisionRecord record = decision(game, {voter(1, "A", usi::Score::cp(cp))});
    record.number = number;
    samples.take(record);
  };
  take(1, 1, 10);
  take(2, 1, 20);  // broken off
  take(1, 1, 30);  // and once more
  take(1, 1, 40);
  take(2, 1, 50);
  samples.take(game_end(1, usi::GameResult::kWin));
  take(3, 2, 60);
  samples.take({2, {}, usi::GameResult::kLose, 1});
  take(4, 3, 70);                                    // broken off
  samples.take({3, {}, usi::GameResult::kLose, 0});  // the third game of another run
  ASSERT_EQ(samples.engines().size(), 1U);
  std::vector<double> fitted;
  for (const auto& position : samples.engines()[0].positions) fitted.push_back(position.cp);
  EXPECT_EQ(fitted, (std::vector<double>{40, 50, 60}));
  EXPECT_EQ(samples.games(), 2U);
  EXPECT_EQ(samples.decisions(), 7U);
}

TEST(ScoreSamples, AGameThatBothSidesScoredCountsOnce) {
  ScoreSamples samples;
  samples.take(decision(1, {voter(1, "A", usi::Score::cp(10)), voter(3, "C", usi::Score::cp(5))}));
  samples.take(game_end(1, usi::GameResult::kWin));
  samples.take(decision(2, {voter(2, "B", usi::Score::cp(20)), voter(3, "C", usi::Score::cp(-5))}));
  samples.take(game_end(2, usi::GameResult::kLose), ScoreSamples::Counted::kAgain);
  samples.take(decision(3, {voter(2, "B", usi::Score::cp(20))}));
  samples.take(game_end(3, usi::GameResult::kLose));
  EXPECT_EQ(samples.games(), 2U);
  ASSERT_EQ(samples.engines().size(), 3U);
  const auto& c = samples.engines()[1];  // of both councils
  EXPECT_EQ(c.games, 1U);
  ASSERT_EQ(c.positions.size(), 2U);
  EXPECT_EQ(c.positions[0].game, c.positions[1].game);
  EXPECT_EQ(samples.engines()[2].games, 2U);
}

TEST(ScoreSamples, GamesOfAPairAreToldApartAndYetOne) {
  ScoreSamples samples;
  using Counted = ScoreSamples::Counted;
  const std::vector<Counted> order{Counted::kNew, Counted::kNewOfPair, Counted::kAgain,
                                   Counted::kNew};
  for (int number = 1; number <= 4; ++number) {
    DecisionRecord record = decision(number, {voter(1, "A", usi::Score::cp(number))});
    record.ply = 10 * number;
    samples.take(record);
    samples.take(game_end(number, usi::GameResult::kWin),
                 order[static_cast<std::size_t>(number) - 1]);
  }
  EXPECT_EQ(samples.games(), 3U);
  const auto& positions = samples.engines().at(0).positions;
  ASSERT_EQ(positions.size(), 4U);
  EXPECT_NE(positions[0].game, positions[1].game);
  EXPECT_EQ(positions[1].game, positions[2].game);
  EXPECT_EQ(positions[0].pair, positions[1].pair);
  EXPECT_EQ(positions[1].pair, positions[2].pair);
  EXPECT_NE(positions[2].pair, positions[3].pair);
  EXPECT_EQ(positions[3].ply, 40);
}

TEST(ScoreSamples, OnlyExactCentipawnsOfBallotsThatCountAreTaken) {
  ScoreSamples samples;
  auto is_void = voter(1, "A", usi::Score::cp(10));
  is_void.voter.ballot->void_reason = "illegal move";
  usi::Score bound = usi::Score::cp(10);
  bound.bound = usi::Bound::kLower;
  samples.take(decision(1, {is_void, voter(2, "B", usi::Score::mate_in(5)), voter(3, "C", bound),
                            voter(4, "D", std::nullopt), voter(5, "E", usi::Score::cp(1))}));
  for (const char* const go : {"go infinite", "go ponder btime 0 wtime 0 byoyomi 1000"}) {
    DecisionRecord of_no_game = decision(1, {voter(5, "E", usi::Score::cp(2))});
    of_no_game.go = go;
    samples.take(of_no_game);
  }
  samples.take(game_end(1, usi::GameResult::kDraw));
  ASSERT_EQ(samples.engines().size(), 5U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_TRUE(samples.engines()[i].positions.empty()) << i;
  ASSERT_EQ(samples.engines()[4].positions.size(), 1U);
  EXPECT_EQ(samples.engines()[4].positions[0].result, 0.5);
}

TEST(ScoreSamples, EnginesAreToldApartByNumberAndName) {
  ScoreSamples samples;
  samples.take(decision(1, {voter(1, "A", usi::Score::cp(1)), voter(2, "A", usi::Score::cp(2))}));
  samples.take(decision(1, {voter(1, "B", usi::Score::cp(3)), voter(2, "A", usi::Score::cp(4))}));
  ASSERT_EQ(samples.engines().size(), 3U);
  EXPECT_EQ(samples.pairs(0, 1).size(), 1U);
  EXPECT_EQ(samples.pairs(2, 1), (std::vector<std::pair<double, double>>{{3, 4}}));
  EXPECT_TRUE(samples.pairs(0, 2).empty());
}

TEST(ScoreSamples, EnginesOfOneNameCanBecomeOneWithAllTheirGames) {
  ScoreSamples samples;
  samples.take(decision(1, {voter(1, "A", usi::Score::cp(1)), voter(2, "B", usi::Score::cp(2))}));
  samples.take(game_end(1, usi::GameResult::kWin));
  samples.take(decision(2, {voter(1, "B", usi::Score::cp(3)), voter(2, "A", usi::Score::cp(4))}));
  samples.take(game_end(2, usi::GameResult::kLose), ScoreSamples::Counted::kAgain);
  samples.take(decision(3, {voter(1, "B", usi::Score::cp(5)), voter(2, "", usi::Score::cp(6)),
                            voter(3, "", usi::Score::cp(7))}));
  samples.take(game_end(3, usi::GameResult::kLose));
  samples.merge_names();
  ASSERT_EQ(samples.engines().size(), 4U) << "the two without a name stay apart";
  const auto scores_of = [&](std::size_t engine) {
    std::vector<double> scores;
    for (const auto& position : samples.engines()[engine].positions) scores.push_back(position.cp);
    return scores;
  };
  EXPECT_EQ(samples.engines()[0].name, "A");
  EXPECT_EQ(scores_of(0), (std::vector<double>{1, 4}));
  EXPECT_EQ(samples.engines()[0].games, 1U) << "it sat on both sides";
  EXPECT_EQ(samples.engines()[1].name, "B");
  EXPECT_EQ(scores_of(1), (std::vector<double>{2, 3, 5}));
  EXPECT_EQ(samples.engines()[1].games, 2U);
  EXPECT_EQ(samples.pairs(0, 1), (std::vector<std::pair<double, double>>{{1, 2}, {4, 3}}));
  EXPECT_EQ(samples.pairs(1, 3), (std::vector<std::pair<double, double>>{{5, 7}}));
}

// Games of positions whose truth is known: A speaks on the scale of 600, B on that of 1200; C has
// no score in the games with a result.
TEST(ScoreSamples, AnEngineWithoutResultsIsPutOnTheScaleOfOneThatHasSome) {
  base::Random random(9);
  ScoreSamples samples;
  const auto cp = [](double logit, double coef) {
    return usi::Score::cp(static_cast<int>(std::lround(logit * coef)));
  };
  for (int game = 1; game <= 400; ++game) {
    const double logit = (random.unit() + random.unit() - 1.0) * 2.4;
    const bool won = random.unit() < 1.0 / (1.0 + std::exp(-logit));
    for (int i = 0; i < 30; ++i) {
      samples.take(decision(game, {voter(1, "A", cp(logit, 600)), voter(2, "B", cp(logit, 1200))}));
    }
    samples.take(game_end(game, won ? usi::GameResult::kWin : usi::GameResult::kLose));
  }
  for (int i = 0; i < 200; ++i) {
    const double logit = random.unit() * 3.0 - 1.5;
    samples.take(decision(1000, {voter(1, "A", cp(logit, 600)), voter(3, "C", cp(logit, 300))}));
  }
  const auto calibrated = calibrate(samples);
  ASSERT_EQ(calibrated.size(), 3U);
  ASSERT_TRUE(calibrated[0].fit);
  EXPECT_NEAR(calibrated[0].eval_coef, 600, 120) << "400 independent results";
  EXPECT_NEAR(calibrated[1].eval_coef / calibrated[0].eval_coef, 2.0, 0.02);
  EXPECT_FALSE(calibrated[2].fit);
  EXPECT_EQ(calibrated[2].measured_against, 0U);
  EXPECT_NEAR(calibrated[2].eval_coef / calibrated[0].eval_coef, 0.5, 0.01);
  ASSERT_TRUE(calibrated[0].weight);
  EXPECT_NEAR(*calibrated[0].weight, 1.0, 1e-9) << "both are right in the same games";
  EXPECT_FALSE(calibrated[2].weight);
}

TEST(ScoreSamples, AFewGamesCalibrateNothing) {
  ScoreSamples samples;
  for (int game = 1; game <= 19; ++game) {
    samples.take(decision(game, {voter(1, "A", usi::Score::cp(game % 3 == 0 ? -50 : 50))}));
    samples.take(game_end(game, game % 2 == 0 ? usi::GameResult::kWin : usi::GameResult::kLose));
  }
  const auto calibrated = calibrate(samples);
  EXPECT_FALSE(calibrated[0].fit);
  EXPECT_EQ(calibrated[0].eval_coef, 600);
  EXPECT_FALSE(calibrated[0].weight);
  EXPECT_TRUE(calibrate(ScoreSamples{}).empty());
}

}  // namespace
}  // namespace gougi::study
