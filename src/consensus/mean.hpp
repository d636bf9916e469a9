// SPDX-License-Identifier: MIT
// What one candidate is worth to a council: the mean of its members' scores, by weight, each in the
// logit of its win rate, so that among engines of one scale the best mean is the best sum of
// centipawns. Mates do not drown in a mean: a candidate that somebody sees mate is a mate (the
// shortest seen), one that somebody sees mated is lost (the shortest seen); where both are claimed
// they outweigh every centipawn score and cancel each other. A mate that the rules confirm stands
// above all claims.
#pragma once

#include <compare>
#include <optional>

#include "consensus/phrase.hpp"
#include "consensus/scale.hpp"
#include "usi/score.hpp"

namespace gougi::consensus {

class Mean {
 public:
  /// A member's score of the candidate, from the view of who would play it.
  void add(const usi::Score& score, const Scale& scale, double weight);
  /// A bare logit: no claim of a mate.
  void add_logit(double logit, double weight);
  /// The opponent is mated by the rules after the candidate.
  void add_proof() { proven_ = true; }

  /// Whether anything has been added.
  bool known() const { return proven_ || weights_ > 0.0; }
  /// The mate that the candidate counts as, if it does.
  std::optional<usi::Score> mate() const;
  /// Of a known one; mates are plus or minus infinity.
  double logit() const;
  Phrase phrase() const;

 private:
  bool proven_ = false;
  double sum_ = 0.0;
  double weights_ = 0.0;
  std::optional<usi::Score> mating_;
  std::optional<usi::Score> mated_;
};

/// Whether `a` is the better candidate: equal ones are not, and the unknown is never better, nor
/// worse than the unknown.
bool better(const Mean& a, const Mean& b);

}  // namespace gougi::consensus
