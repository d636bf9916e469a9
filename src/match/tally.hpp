// SPDX-License-Identifier: MIT
// How often what happened in games of one player against another, seen from the first: by game
// (trinomial) and by pair of games with one opening and both colours (pentanomial). The two games
// of a pair depend on each other through their opening, so pairs are what is independent and what
// every error bar here is made of. Plain counts; what they mean is strength.hpp and sprt.hpp. For
// one thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gougi::match {

/// Of one game, in half points for the first player.
enum class Points : std::uint8_t { kLoss, kDraw, kWin };
constexpr Points mirrored(Points points) {
  return static_cast<Points>(2 - static_cast<int>(points));
}

/// Single games.
struct Trinomial {
  std::uint64_t losses = 0;
  std::uint64_t draws = 0;
  std::uint64_t wins = 0;

  void add(Points points) {
    ++(points == Points::kWin ? wins : points == Points::kDraw ? draws : losses);
  }
  std::uint64_t games() const { return losses + draws + wins; }
  /// 0 to 1; 0.5 without a game.
  double score() const;
  friend bool operator==(const Trinomial&, const Trinomial&) = default;
};

/// Finished pairs by their sum of half points, 0 to 4.
struct Pentanomial {
  std::array<std::uint64_t, 5> pairs{};

  void add(Points first, Points second) {
    ++pairs[static_cast<std::size_t>(first) + static_cast<std::size_t>(second)];
  }
  std::uint64_t count() const;
  friend bool operator==(const Pentanomial&, const Pentanomial&) = default;
};

/// What one observation (a game or a pair) was worth, from 0 to 1 in equal steps, and how often.
/// Three classes are games, five are pairs.
using Observations = std::vector<double>;

Observations observations(const Trinomial& tally);
Observations observations(const Pentanomial& tally);

/// Mean and variance of one observation.
struct Moments {
  double count = 0;
  double mean = 0.5;
  double variance = 0;
};
Moments moments(const Observations& counts);

}  // namespace gougi::match
