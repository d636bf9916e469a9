// SPDX-License-Identifier: MIT
// Ratings of many players from all their games at once: Bradley and Terry's model, in which a draw
// is half a win and half a loss, by maximum (quasi-)likelihood. At the maximum everybody's points
// are those that the ratings let expect, so that of two players the difference of the ratings is
// the Elo of the score (strength.hpp). Intervals are from the inverse of the Fisher information
// times the dispersion (Wedderburn 1974): by how much what happened scatters more or less about
// what was to be expected than games without draws, each independent of all others, would. Draws
// and pairs of one opening make it less. Pure functions; 100 players take some milliseconds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "match/strength.hpp"
#include "match/tally.hpp"

namespace gougi::match {

/// Games of one player with Black against another with White.
struct Meeting {
  std::size_t black = 0;
  std::size_t white = 0;
  std::uint64_t black_wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t white_wins = 0;
};

/// Pairs of games of two players, by Black's points in both together. A pair has one opening, which
/// may be good for one colour, so that its games are not independent of each other.
struct ColorPairs {
  std::size_t first = 0;
  std::size_t second = 0;
  Pentanomial pairs;
};

/// All games of two players, as the first one sees them, and the pairs among them. Where there are
/// pairs, they are what counts, as for strength(); the games alone where there is none.
struct Matchup {
  std::size_t first = 0;
  std::size_t second = 0;
  Trinomial games;
  Pentanomial pairs;
};

/// A player whose rating is known.
struct Anchor {
  std::size_t player = 0;
  double elo = 0;
};

struct Rating {
  /// Against the mean of all players, which is 0, or against the anchors. Its bounds are infinite
  /// where nothing can be told of the error.
  Interval elo;
  std::uint64_t games = 0;
  double score = 0.5;  ///< share of the points, 0 to 1
};

struct RatingTable {
  std::vector<Rating> players;
  std::optional<Interval>
      black_advantage;  ///< Elo; nothing if it was not asked for or cannot be told
  /// Somebody won or lost everything: the likeliest ratings would be infinite, so each player was
  /// given half a win and half a loss against the mean (of the anchors, where there are some), and
  /// errors are those of games without draws.
  bool with_prior = false;
  /// Of the players' Elo; empty where nothing can be told of errors: of fewer than five
  /// observations, or where everything came as it was to be expected.
  std::vector<std::vector<double>> covariance;
  /// Of two players: that of the first over the second, as strength() has it.
  std::optional<double> superiority_of_two;

  /// Probability that `first` is stronger than `second`; not a number where it cannot be told.
  double superiority(std::size_t first, std::size_t second) const;
  /// By how much, with its interval.
  Interval lead(std::size_t first, std::size_t second) const;
};

enum class ColorEffect : std::uint8_t { kNone, kFitted };

/// Ratings in which colours do not matter, as each opening is played with both. Anchors have the
/// rating that they are given, without an interval, and the others are rated by their games against
/// them. An error if a matchup or an anchor names a player that is not there.
base::Result<RatingTable> rate(std::size_t players, std::span<const Matchup> matchups,
                               std::span<const Anchor> anchors = {});

/// The same of single games, and with Black's advantage, where it can be told from the players'
/// strengths. Meetings of the same players may stand several times. Where there are pairs, the
/// error of Black's advantage is by how they scatter; the games alone where there is none.
base::Result<RatingTable> rate(std::size_t players, std::span<const Meeting> meetings,
                               ColorEffect color, std::span<const Anchor> anchors = {},
                               std::span<const ColorPairs> pairs = {});

}  // namespace gougi::match
