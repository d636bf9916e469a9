// SPDX-License-Identifier: MIT
// Ratings of many players from all their games at once: Bradley and Terry's model with Davidson's
// draws (1970) and an advantage of Black, by maximum likelihood, with intervals from the inverse of
// the Fisher information. With d the difference of strengths and Black's advantage, the chances of
// win, draw and loss stand as exp(d/2) : nu : exp(-d/2). Pure functions; 100 players take some
// milliseconds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "match/strength.hpp"

namespace gougi::match {

/// Games of one player with Black against another with White.
struct Meeting {
  std::size_t black = 0;
  std::size_t white = 0;
  std::uint64_t black_wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t white_wins = 0;
};

/// A player whose rating is known.
struct Anchor {
  std::size_t player = 0;
  double elo = 0;
};

struct Rating {
  Interval elo;  ///< against the mean of all players, which is 0, or against the anchors
  std::uint64_t games = 0;
  double score = 0.5;  ///< share of the points, 0 to 1
};

struct RatingTable {
  std::vector<Rating> players;
  std::optional<Interval>
      black_advantage;   ///< Elo; nothing if it was not asked for or cannot be told
  double nu = 0;         ///< Davidson's; 0 without a draw
  double draw_rate = 0;  ///< between equal players without advantage: nu / (2 + nu)
  /// Somebody won, lost or drew everything, or the weaker ones took draws only: the likeliest
  /// ratings would be infinite, so each player was given half a win and half a loss against the
  /// mean (of the anchors, where there are some).
  bool with_prior = false;
  std::vector<std::vector<double>> covariance;  ///< of the players' Elo

  /// Probability that `first` is stronger than `second`.
  double superiority(std::size_t first, std::size_t second) const;
};

enum class ColorEffect : std::uint8_t { kNone, kFitted };

/// Meetings of the same players may stand several times. Anchors have the rating that they are
/// given, without an interval, and the others are rated by their games against them. An error if a
/// meeting or an anchor names a player that is not there.
base::Result<RatingTable> rate(std::size_t players, std::span<const Meeting> meetings,
                               ColorEffect color, std::span<const Anchor> anchors = {});

}  // namespace gougi::match
