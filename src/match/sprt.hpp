// SPDX-License-Identifier: MIT
// The sequential test of two hypotheses about a difference in strength: H0, it is elo0, against H1,
// it is elo1. After every observation the generalised log-likelihood ratio (LLR) says whether to go
// on, with the variance taken from the games themselves (GSPRT: Michel Van den Bergh, "A Practical
// Introduction to the GSPRT", and "Normalized Elo", sections 4.1: the likeliest distribution with a
// given mean, or with a given t value). Pure functions.
#pragma once

#include <cstdint>

#include "base/result.hpp"
#include "match/tally.hpp"

namespace gougi::match {

enum class EloModel : std::uint8_t {
  kLogistic,    ///< elo0 and elo1 are differences of expected score
  kNormalized,  ///< of score in standard deviations: a test's length does not depend on the draws
};

struct SprtSettings {
  double elo0 = 0;
  double elo1 = 5;      ///< greater than elo0
  double alpha = 0.05;  ///< at most so often H1 is accepted where H0 is true; in (0, 0.5)
  double beta = 0.05;   ///< at most so often H0 is accepted where H1 is true; in (0, 0.5)
  EloModel model = EloModel::kNormalized;
};
/// An error that names the value that cannot be.
base::Result<void> check(const SprtSettings& settings);

enum class SprtVerdict : std::uint8_t { kGoOn, kH0, kH1 };

struct SprtState {
  double llr = 0;
  double lower = 0;  ///< H0 is accepted at or below: ln(beta / (1 - alpha))
  double upper = 0;  ///< H1 is accepted at or above: ln((1 - beta) / alpha)
  SprtVerdict verdict = SprtVerdict::kGoOn;
};

/// The log-likelihood ratio of elo1 against elo0. A class of observations that did not occur counts
/// as a thousandth of one, so that the ratio exists from the first observation on; 0 before it.
double log_likelihood_ratio(const SprtSettings& settings, const Observations& counts);

/// `settings` have passed check().
SprtState sprt(const SprtSettings& settings, const Observations& counts);

}  // namespace gougi::match
