// SPDX-License-Identifier: MIT
// The headroom of a council over its anchor: whether any arbiter among the members' moves could pay
// for the hardware that they share. rho = E[max_i w(m_i) - w(anchor, N)] / E[w(anchor, K N) -
// w(anchor, N)], with w the win rate that a judge gives a move, N nodes each, K members. Values in,
// values out: nothing is searched here. Used by `gougi study --headroom`; safe from any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace gougi::study {

/// What was found at one position. Win rates are the judge's, the mover's view, in [0, 1].
struct HeadroomSample {
  std::size_t game = 0;              ///< those of one game depend on each other
  int ply = 1;                       ///< of the move, from 1
  std::vector<std::size_t> choices;  ///< by member; the same number is the same move
  std::vector<double> members;       ///< by member: of its move
  double whole = 0;                  ///< of the anchor's move with the whole sum of nodes
  double judges = 0;                 ///< of the judge's own move
  /// The best of the members' moves, chosen by one judge and valued by another. Nothing: valued by
  /// who chose it, which flatters, as an error in its favour is what gets a move chosen.
  std::optional<double> best;
};

/// A 95 % interval by bootstrap over games.
struct HeadroomBounds {
  double low = 0;
  double high = 0;
};

/// A value and where it lies; no bounds: too few games to say.
struct HeadroomEstimate {
  double value = 0;
  std::optional<HeadroomBounds> bounds;
};

/// Some of the positions.
struct HeadroomGroup {
  std::size_t positions = 0;
  std::size_t games = 0;
  HeadroomEstimate gain;   ///< rho's numerator: the best of the members' moves over the anchor's
  HeadroomEstimate price;  ///< its denominator: the anchor with the whole sum over its part
  /// Nothing: not known, as the price is not surely above 0.
  std::optional<HeadroomEstimate> rho;
};

/// Two members beside each other.
struct HeadroomPair {
  std::size_t first = 0;
  std::size_t second = 0;
  std::size_t different = 0;     ///< positions where their moves differ
  std::size_t first_right = 0;   ///< of these: the first's is better by more than kClearly
  std::size_t second_right = 0;  ///< and the second's
};

struct HeadroomResult {
  HeadroomGroup all;
  std::array<HeadroomGroup, 3> phases;     ///< by ply: up to 50, up to 100, later
  std::array<HeadroomGroup, 3> agreement;  ///< all the same, a majority, no majority
  std::vector<HeadroomPair> pairs;
  std::vector<HeadroomEstimate> members;  ///< by member: its move over the anchor's, on average
  /// Share of positions in which the judge's own move is better than all members' by more than
  /// kClearly.
  HeadroomEstimate nobodys;
};

/// Intervals are given from so many games on: with fewer the bootstrap promises too much.
inline constexpr std::size_t kFewestGames = 10;
/// Resamples of each interval. Fewer, and its ends jump with the seed by more than they should.
inline constexpr int kResamples = 2000;

/// Of samples with the same number of members, one or more; `anchor` is one of these. The same
/// samples in the same order and the same seed give the same result.
HeadroomResult headroom_of(const std::vector<HeadroomSample>& samples, std::size_t anchor,
                           std::uint64_t seed);

/// One position valued by two judges: each chooses the best of the members' moves for the other to
/// value, all else is the mean of both. Both are of the same choices.
HeadroomSample by_both(const HeadroomSample& first, const HeadroomSample& second);

/// rho of all of them without an interval, for a line of progress; nothing where the price is not
/// above 0.
std::optional<double> headroom_so_far(const std::vector<HeadroomSample>& samples,
                                      std::size_t anchor);

/// 0, 1, 2: place in HeadroomResult::phases.
std::size_t phase_of(int ply);
/// 0, 1, 2: place in HeadroomResult::agreement.
std::size_t agreement_of(const std::vector<std::size_t>& choices);

}  // namespace gougi::study
