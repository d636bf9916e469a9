// SPDX-License-Identifier: MIT
#include "study/phase_gains.hpp"

#include <cmath>
#include <map>
#include <optional>

#include "study/grouped_mean.hpp"

namespace gougi::study {
namespace {

using consensus::game_phase;
using consensus::kGamePhases;
using consensus::ScoredPosition;

constexpr std::size_t kFewestGainGames = 20;

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

PhaseGain mean_gain(const GroupedMean& of_pairs) {
  return {of_pairs.mean(), of_pairs.half(), of_pairs.count()};
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
  std::vector<std::array<GroupedMean, kGamePhases>> sums(engines.size());
  for (const auto& [game, sides] : games) {
    if (sides.size() != 2) continue;  // of who plays with no opponent that says anything
    const auto pair = static_cast<std::size_t>(sides.front().positions.front()->pair);
    const auto gains = [&, &sides = sides](std::size_t phase, double gain) {
      for (std::size_t i = 0; i < sides.size(); ++i) {
        sums[sides[i].engine].at(phase).add(pair, i == 0 ? gain : -gain);
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
