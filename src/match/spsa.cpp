// SPDX-License-Identifier: MIT
#include "match/spsa.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "base/random.hpp"

namespace gougi::match {
namespace {

// As Spall recommends.
constexpr double kRateFalls = 0.602;  // alpha
constexpr double kStepsFall = 0.101;  // gamma
constexpr double kStability = 0.1;    // A, as a part of the iterations

constexpr double kMostUsualRate = 0.05;
constexpr double kUsualRateOfOnePair = 60;

/// What was drawn by lot for one parameter in one iteration.
struct Lot {
  double sign;
  double rounding;  // from 0 to 1
};

class Lots {
 public:
  Lots(std::uint64_t seed, std::uint64_t iteration)
      : random_(base::Random(seed).next() + iteration * 0xD1B54A32D192ED03ULL) {}
  Lot next() {
    const double sign = random_.below(2) == 0 ? 1 : -1;
    return {sign, random_.unit()};
  }

 private:
  base::Random random_;
};

/// c_k of a parameter: how far iteration `k`, from 1 on, moves it.
double step_of(const SpsaParameter& parameter, double k, double iterations) {
  return parameter.step * std::pow(iterations / k, kStepsFall);
}

/// a_k / c_k: how far a net win takes it.
double gain_of(const SpsaParameter& parameter, double k, double iterations) {
  const double stability = kStability * iterations;
  const double a = parameter.rate * parameter.step * parameter.step *
                   std::pow((stability + iterations) / (stability + k), kRateFalls);
  return a / step_of(parameter, k, iterations);
}

std::int64_t whole(const SpsaParameter& parameter, double value, double rounding) {
  const double rounded = std::floor(std::clamp(value, parameter.least, parameter.most) + rounding);
  return std::llround(std::clamp(rounded, parameter.least, parameter.most));
}

}  // namespace

Spsa::Spsa(SpsaSettings settings) : settings_(std::move(settings)) {
  for (const SpsaParameter& parameter : settings_.parameters) values_.push_back(parameter.start);
}

void Spsa::go_on_from(std::uint64_t iteration, std::vector<double> values) {
  iteration_ = iteration;
  values_ = std::move(values);
}

SpsaTrial Spsa::trial() const {
  SpsaTrial trial;
  Lots lots(settings_.seed, iteration_);
  const auto k = static_cast<double>(iteration_ + 1);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const SpsaParameter& parameter = settings_.parameters[i];
    const Lot lot = lots.next();
    const double away = lot.sign * step_of(parameter, k, static_cast<double>(settings_.iterations));
    trial.plus.push_back(whole(parameter, values_[i] + away, lot.rounding));
    trial.minus.push_back(whole(parameter, values_[i] - away, lot.rounding));
  }
  return trial;
}

void Spsa::learn(double result) {
  Lots lots(settings_.seed, iteration_);
  const auto k = static_cast<double>(iteration_ + 1);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const SpsaParameter& parameter = settings_.parameters[i];
    const double gain = gain_of(parameter, k, static_cast<double>(settings_.iterations));
    values_[i] =
        std::clamp(values_[i] + gain * result * lots.next().sign, parameter.least, parameter.most);
  }
  ++iteration_;
}

double usual_spsa_rate(std::uint64_t pairs) {
  return std::min(kMostUsualRate,
                  kUsualRateOfOnePair / static_cast<double>(std::max<std::uint64_t>(pairs, 1)));
}

}  // namespace gougi::match
