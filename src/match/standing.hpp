// SPDX-License-Identifier: MIT
// The score of a match while it is played and afterwards: who has how many points against whom, by
// games and by pairs, and how games ended. Games may come in any order; a pair counts when both of
// its games are there. For one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "match/game_record.hpp"
#include "match/rating.hpp"
#include "match/tally.hpp"

namespace gougi::match {

/// Of one engine's own moves, those of openings not among them.
struct TimeUse {
  std::uint64_t moves = 0;
  base::Milliseconds took{0};  ///< in all
  base::Milliseconds longest{0};
  std::uint64_t told = 0;         ///< moves of which it told its own time: see MoveRecord::latency
  base::Milliseconds latency{0};  ///< of these, in all
  base::Milliseconds longest_latency{0};
};

class Standing {
 public:
  explicit Standing(std::size_t engines) : engines_(engines), times_(engines) {}

  void add(const GameRecord& game);

  std::size_t engines() const { return engines_; }
  std::uint64_t games() const { return games_; }
  /// Of `first`'s games against `second`.
  Trinomial games_of(std::size_t first, std::size_t second) const;
  Pentanomial pairs_of(std::size_t first, std::size_t second) const;
  /// Of all games of one engine.
  Trinomial games_of(std::size_t engine) const;
  /// Black's results in all games.
  const Trinomial& black() const { return black_; }
  const std::map<Reason, std::uint64_t>& reasons() const { return reasons_; }
  /// Games that an engine lost by its own fault, by reason.
  const std::map<std::pair<std::size_t, Reason>, std::uint64_t>& faults() const { return faults_; }
  const TimeUse& time_of(std::size_t engine) const { return times_[engine]; }
  std::vector<Meeting> meetings() const;
  std::vector<Matchup> matchups() const;
  std::vector<ColorPairs> color_pairs() const;

 private:
  void add_times(const GameRecord& game);

  std::size_t engines_;
  std::vector<TimeUse> times_;  ///< by engine
  std::uint64_t games_ = 0;
  Trinomial black_;
  std::map<std::pair<std::size_t, std::size_t>, Meeting> meetings_;   ///< by black, white
  std::map<std::pair<std::size_t, std::size_t>, Pentanomial> pairs_;  ///< by lower, higher engine
  /// The same pairs by Black's points.
  std::map<std::pair<std::size_t, std::size_t>, Pentanomial> color_pairs_;
  struct HalfPair {
    Points of_lower;  ///< the lower engine's
    Points of_black;
  };
  std::map<std::uint64_t, HalfPair> half_pairs_;  ///< by pair: of one game
  std::map<Reason, std::uint64_t> reasons_;
  std::map<std::pair<std::size_t, Reason>, std::uint64_t> faults_;
};

/// Of all engines by all games, and with Black's advantage, where it can be told.
base::Result<RatingTable> ratings(const Standing& standing, std::span<const Anchor> anchors);

}  // namespace gougi::match
