// SPDX-License-Identifier: MIT
// What a tally says about the difference in strength of two players: Elo (logistic), normalised
// Elo, their error bars, and the likelihood of superiority. Pure functions. The intervals are
// normal approximations, and with fewer than some twenty observations too short. With fewer than
// five, or where all are alike, nothing can be told of the error: it is infinite then, and the
// likelihood of superiority is that of a sign test.
#pragma once

#include "match/tally.hpp"

namespace gougi::match {

/// Half the width of a 95 % interval in standard errors.
inline constexpr double kDeviations95 = 1.959963984540054;
/// Observations from which an error can be told at all.
inline constexpr double kFewestObservations = 5;
/// Normalised Elo of a difference of one standard deviation of a game: 800 / ln 10.
inline constexpr double kNormalizedEloUnit = 347.43558552260146;

/// Expected score for a logistic Elo difference, 0 to 1.
double expected_score(double elo);
/// The inverse; infinite at 0 and 1.
double elo_of_score(double score);

struct Interval {
  double value = 0;
  double low = 0;   ///< of 95 %
  double high = 0;  ///< of 95 %
  /// Half the width: what stands behind ±; infinite: unknown.
  double error() const { return (high - low) / 2; }
};

struct Strength {
  double score = 0.5;       ///< mean of a game, 0 to 1
  double score_error = 0;   ///< half the width of its 95 % interval; infinite: unknown
  Interval elo;             ///< logistic; its bounds are infinite where the score's reach 0 or 1
  Interval normalized_elo;  ///< of a game: (score - 1/2) / standard deviation, Van den Bergh 2019;
                            ///< not a number where the deviation is not known
  /// Probability that the first player is the stronger one, as the normal distribution of the
  /// score's error has it; where that is unknown, as the observations better and worse than even
  /// have it that all chances of a better one were as likely before. 0.5 if nothing speaks for
  /// either.
  double superiority = 0.5;
};

/// Of games or of pairs (which then are the better measure).
Strength strength(const Observations& counts);

/// Of pairs where there are some, otherwise of games.
Strength strength(const Pentanomial& pairs, const Trinomial& games);

}  // namespace gougi::match
