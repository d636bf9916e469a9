// SPDX-License-Identifier: MIT
// Simultaneous perturbation stochastic approximation: finds what many numbers should be by the
// results of games alone. In each iteration all numbers are moved at once, each up or down by lot;
// games between one engine with these and one with the opposite say which way was better, and all
// go a little that way. J. C. Spall, "Multivariate stochastic approximation using a simultaneous
// perturbation gradient approximation", IEEE Transactions on Automatic Control 37 (1992); the last
// step sizes are given, and the others follow from them, as in Fishtest. Plain arithmetic that
// plays no games: an iteration is a function of the seed, its number and the values before it, so
// that a walk can go on from any of its points.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gougi::match {

struct SpsaParameter {
  std::string name;
  double start = 0;
  double least = 0;
  double most = 0;
  double step = 1;      ///< c_end: how far it is moved in the last iteration; at least 0.5
  double rate = 0.002;  ///< R_end: in the last iteration a net win moves it by rate × step
};

struct SpsaSettings {
  std::vector<SpsaParameter> parameters;
  std::uint64_t iterations = 1;
  std::uint64_t seed = 1;
};

/// What an iteration's games are played with. Engines take whole numbers: a fraction is rounded by
/// lot, up as often as it is large, both sides of a parameter by the same lot.
struct SpsaTrial {
  std::vector<std::int64_t> plus;
  std::vector<std::int64_t> minus;
};

class Spsa {
 public:
  /// At least one parameter and one iteration; each start lies within its bounds.
  explicit Spsa(SpsaSettings settings);

  const SpsaSettings& settings() const { return settings_; }
  /// Iterations that are done.
  std::uint64_t iteration() const { return iteration_; }
  bool is_finished() const { return iteration_ >= settings_.iterations; }
  /// What the numbers are by now.
  const std::vector<double>& values() const { return values_; }
  /// `values`: of iteration `iteration`, as a walk of these settings had them.
  void go_on_from(std::uint64_t iteration, std::vector<double> values);

  /// Of the iteration that comes.
  SpsaTrial trial() const;
  /// Takes its result: wins of plus less wins of minus.
  void learn(double result);

 private:
  SpsaSettings settings_;
  std::uint64_t iteration_ = 0;
  std::vector<double> values_;
};

/// A rate for parameters that were given none: with some Elo between steps, three times as many
/// pairs of games as it takes to halve the way to the best value. 0.002 for 30,000 pairs, as in
/// Fishtest; more for fewer, up to where the noise of games would be as large as a step.
double usual_spsa_rate(std::uint64_t pairs);

}  // namespace gougi::match
