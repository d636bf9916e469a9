// SPDX-License-Identifier: MIT
#include "study/phase_gains.hpp"

#include <cmath>
#include <map>
#include <optional>
#include <span>

namespace gougi::study {
namespace {

using consensus::game_phase;
using consensus::kGamePhases;
using consensus::ScoredPosition;

constexpr std::size_t kFewestGainGames = 20;
constexpr double kNormal95 = 1.96;

/// What one engine said in one game.
struct SideOfGame {
  std::size_t engine = 0;
  double coef = 600;
  std::vector<const ScoredPosition*> positions;

  /// At its first move in the phase, for it.
  std::optional<double> rate_in_phase(std::size_t phase) const {
    for (const ScoredPosition* position : positions) {
      if (game_phase(position->ply) == phase) return 1 / (1 + std::exp(-position->cp / coef));
    }
    return std::nullopt;
  }
};

/// For the first of the two sides, by whoever says something.
std::optional<double> rate_in_phase(std::size_t phase, const std::vector<SideOfGame>& sides) {
  double sum = 0;
  int count = 0;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const auto its = sides[i].rate_in_phase(phase);
    if (!its) continue;
    sum += i == 0 ? *its : 1 - *its;
    ++count;
  }
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

struct GainSum {
  double gain = 0;
  double games = 0;
};
using GainsByPair = std::map<int, GainSum>;

PhaseGain mean_gain(const GainsByPair& pairs) {
  PhaseGain mean;
  double games = 0;
  for (const auto& [pair, sum] : pairs) {
    mean.gain += sum.gain;
    games += sum.games;
  }
  mean.games = static_cast<std::size_t>(games);
  if (games == 0) return mean;
  mean.gain /= games;
  double squares = 0;
  for (const auto& [pair, sum] : pairs) {
    const double off = sum.gain - mean.gain * sum.games;
    squares += off * off;
  }
  mean.half = kNormal95 * std::sqrt(squares) / games;
  return mean;
}

}  // namespace

bool PhaseGain::is_sure() const { return games >= kFewestGainGames && std::abs(gain) > half; }

std::vector<PhaseGains> phase_gains(const ScoreSamples& players,
                                    const std::vector<Calibrated>& calibrated) {
  const auto& engines = players.engines();
  std::map<int, std::vector<SideOfGame>> games;
  for (std::size_t engine = 0; engine < engines.size(); ++engine) {
    for (const ScoredPosition& position : engines[engine].positions) {
      auto& sides = games[position.game];
      if (sides.empty() || sides.back().engine != engine) {
        sides.push_back({engine, calibrated.at(engine).eval_coef, {}});
      }
      sides.back().positions.push_back(&position);
    }
  }
  std::vector<std::array<GainsByPair, kGamePhases>> sums(engines.size());
  for (const auto& [game, sides] : games) {
    if (sides.size() != 2) continue;  // of who plays with no opponent that says anything
    const int pair = sides.front().positions.front()->pair;
    const auto gains = [&](std::size_t phase, double gain) {
      for (std::size_t i = 0; i < sides.size(); ++i) {
        GainSum& sum = sums[sides[i].engine].at(phase)[pair];
        sum.gain += i == 0 ? gain : -gain;
        ++sum.games;
      }
    };
    double before = 0.5;
    std::size_t phase = 0;
    for (std::size_t next = 1; next < kGamePhases; ++next) {
      const auto there = rate_in_phase(next, sides);
      if (!there) continue;
      gains(phase, *there - before);
      before = *there;
      phase = next;
    }
    gains(phase, sides.front().positions.front()->result - before);
  }
  std::vector<PhaseGains> all(engines.size());
  for (std::size_t engine = 0; engine < engines.size(); ++engine) {
    for (std::size_t phase = 0; phase < kGamePhases; ++phase) {
      all[engine].at(phase) = mean_gain(sums[engine].at(phase));
    }
  }
  return all;
}

}  // namespace gougi::study
