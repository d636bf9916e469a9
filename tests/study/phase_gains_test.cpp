// SPDX-License-Identifier: MIT
#include "study/phase_gains.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "notation/freeze.hpp"

namespace gougi::study {
namespace {

/// Games of A (1) and B (2), each said by both sides, as `gougi match` leaves them.
class PhaseMatch {
 public:
  struct Said {
    int ply;
    int cp;  ///< of who moves
  };
  void play(const std::vector<Said>& a, const std::vector<Said>& b, usi::GameResult of_a) {
    ++game_;
    const auto counted =
        game_ % 2 == 1 ? ScoreSamples::Counted::kNew : ScoreSamples::Counted::kNewOfPair;
    side("A", 1, a, of_a, counted);
    const auto of_b = of_a == usi::GameResult::kWin    ? usi::GameResult::kLose
                      : of_a == usi::GameResult::kLose ? usi::GameResult::kWin
                                                       : of_a;
    side("B", 2, b, of_b, ScoreSamples::Counted::kAgain);
  }
  std::vector<PhaseGains> gains() const {
    std::vector<Calibrated> calibrated(samples_.engines().size());
    for (Calibrated& each : calibrated) each.eval_coef = 600;
    return phase_gains(samples_, calibrated);
  }

 private:
  void side(const std::string& name, int number, const std::vector<Said>& said,
            usi::GameResult result, ScoreSamples::Counted counted) {
    ++of_side_;
    DecisionRecord record;
    record.game = of_side_;
    for (const Said& each : said) {
      ++record.number;
      record.ply = each.ply;
      consensus::Voter voter;
      voter.number = number;
      voter.ballot.emplace().choice = notation::parse_freeze_move("7g7f")->move;
      voter.ballot->score = usi::Score::cp(each.cp);
      record.voters = {{name, voter}};
      samples_.take(record);
    }
    samples_.take(GameRecord{of_side_, {}, result, record.number}, counted);
  }

  ScoreSamples samples_;
  int game_ = 0;
  int of_side_ = 0;
};

// 659 hundredths of a pawn are a win rate of 3/4 with a coefficient of 600.
constexpr int kThreeQuarters = 659;

TEST(PhaseGains, AreWhatTheWinRateRoseByInEachPhase) {
  PhaseMatch match;
  for (int i = 0; i < 20; ++i) {
    match.play({{1, 0}, {51, kThreeQuarters}, {101, 0}}, {{2, 0}, {52, -kThreeQuarters}, {102, 0}},
               usi::GameResult::kDraw);
  }
  const auto gains = match.gains();
  ASSERT_EQ(gains.size(), 2U);
  EXPECT_NEAR(gains[0][0].gain, 0.25, 1e-3);
  EXPECT_NEAR(gains[0][1].gain, -0.25, 1e-3);
  EXPECT_NEAR(gains[0][2].gain, 0, 1e-3);
  EXPECT_NEAR(gains[1][0].gain, -0.25, 1e-3);
  EXPECT_EQ(gains[0][0].games, 20U);
  EXPECT_NEAR(gains[0][0].weight(), 1.25, 1e-3);
  EXPECT_NEAR(gains[1][0].weight(), 0.75, 1e-3);
  EXPECT_EQ(gains[0][2].weight(), 1);
}

TEST(PhaseGains, AGameEndsWithItsResultInThePhaseThatItHasComeTo) {
  PhaseMatch match;
  for (int i = 0; i < 20; ++i) {
    match.play({{1, 0}, {51, kThreeQuarters}}, {{2, 0}}, usi::GameResult::kWin);
  }
  match.play({{1, 0}}, {{2, 0}}, usi::GameResult::kLose);
  const auto gains = match.gains();
  EXPECT_NEAR(gains[0][0].gain, (20 * 0.25 - 0.5) / 21, 1e-3);
  EXPECT_EQ(gains[0][0].games, 21U);
  EXPECT_NEAR(gains[0][1].gain, 0.25, 1e-3);
  EXPECT_EQ(gains[0][1].games, 20U);
  EXPECT_EQ(gains[0][2].games, 0U);
  EXPECT_EQ(gains[0][2].weight(), 1);
}

TEST(PhaseGains, OfFewGamesOrOfAsManyGainsAsLossesNothingIsSure) {
  PhaseMatch few;
  for (int i = 0; i < 19; ++i) {
    few.play({{1, 0}, {51, 659}}, {{2, 0}, {52, -659}}, usi::GameResult::kWin);
  }
  EXPECT_FALSE(few.gains()[0][0].is_sure());
  PhaseMatch even;
  for (int i = 0; i < 40; ++i) {
    const bool wins = i / 2 % 2 == 0;  // pairs of games end alike
    even.play({{1, 0}}, {{2, 0}}, wins ? usi::GameResult::kWin : usi::GameResult::kLose);
  }
  const PhaseGain gain = even.gains()[0][0];
  EXPECT_NEAR(gain.gain, 0, 1e-9);
  // Of 20 pairs that gain or lose half a point a game.
  EXPECT_NEAR(gain.half, 1.96 * 0.5 / std::sqrt(20), 1e-3);
  EXPECT_EQ(gain.weight(), 1);
}

}  // namespace
}  // namespace gougi::study
