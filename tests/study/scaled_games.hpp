// SPDX-License-Identifier: MIT
// Games of which it is known what their scores are worth: the chance to win goes its way from move
// to move (the result is the sign of a Brownian motion at the end, the chance its distribution),
// and an engine that sees it gives a score that a scale of our choice makes of it.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "base/random.hpp"
#include "consensus/calibration.hpp"

namespace gougi::study::testing {

struct ScaledMove {
  int ply = 1;
  double logit = 0;  ///< of the chance that the first side wins
};
struct ScaledGame {
  std::vector<ScaledMove> moves;  ///< of both sides, until one has won as good as surely
  bool first_wins = false;
};

class ScaledGames {
 public:
  explicit ScaledGames(std::uint64_t seed) : random_(seed) {}

  ScaledGame play() {
    ScaledGame game;
    double way = 2 * normal();
    for (int ply = 1; ply <= kPlies; ++ply) {
      const double rate = 0.5 * std::erfc(-way / std::sqrt(2.0 * (kPlies + 1 - ply)));
      const double logit = std::log(rate / (1 - rate));
      if (!(std::abs(logit) < kSure)) decided_ = true;
      if (!decided_) game.moves.push_back({ply, logit});
      way += normal();
    }
    decided_ = false;
    game.first_wins = way > 0;
    return game;
  }

  /// Every second position of so many games, by pairs; `score_of(logit, ply)` in centipawns.
  template <class ScoreOf>
  std::vector<consensus::ScoredPosition> positions(int games, const ScoreOf& score_of) {
    std::vector<consensus::ScoredPosition> all;
    for (int number = 0; number < games; ++number) {
      const ScaledGame game = play();
      for (std::size_t i = static_cast<std::size_t>(number) % 2; i < game.moves.size(); i += 2) {
        const ScaledMove& move = game.moves[i];
        all.push_back({std::round(score_of(move.logit, move.ply)), game.first_wins ? 1.0 : 0.0,
                       number, number / 2, move.ply});
      }
    }
    return all;
  }

 private:
  static constexpr int kPlies = 140;
  static constexpr double kSure = 4;  // some 98 %: engines resign

  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - random_.unit()));
    return radius * std::cos(2 * std::numbers::pi * random_.unit());
  }

  base::Random random_;
  bool decided_ = false;
};

/// Up to 300 as the logistic of 400 has it, then of 3000: who is ahead says far too much.
inline double kinked_score(double logit, int) {
  const double size = std::abs(logit);
  const double cp = size < 0.75 ? 400 * size : 300 + 3000 * (size - 0.75);
  return std::copysign(std::min(cp, 3000.0), logit);
}

}  // namespace gougi::study::testing
