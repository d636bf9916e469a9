// SPDX-License-Identifier: MIT
// Who plays whom, with which colour and from which opening: a pure function from a game's number,
// so that a match can go on from any set of finished games. Games 2k and 2k+1 are a pair: one
// opening, both colours. Pairs of all pairings take turns, so that a match that is stopped early is
// still a fair one. Not about who plays when on which processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace gougi::match {

enum class Format : std::uint8_t {
  kRoundRobin,  ///< everybody against everybody; with two engines simply a match
  kGauntlet,    ///< the first against each of the others
};

struct ScheduleSettings {
  std::size_t engines = 2;  ///< at least 2
  Format format = Format::kRoundRobin;
  std::uint64_t games = 100;  ///< of each pairing, at least 1; an odd number is rounded up
};

struct ScheduledGame {
  std::uint64_t number = 0;  ///< from 0
  std::uint64_t pair = 0;    ///< number / 2
  std::size_t black = 0;     ///< engine, from 0
  std::size_t white = 0;
  std::uint64_t opening = 0;  ///< from 0; the same for all pairings of a round
  friend bool operator==(const ScheduledGame&, const ScheduledGame&) = default;
};

class Schedule {
 public:
  /// An error for fewer than two engines or no games.
  static base::Result<Schedule> make(const ScheduleSettings& settings);

  std::uint64_t size() const { return rounds_ * 2 * pairings_.size(); }
  /// Each with the lower engine number first.
  const std::vector<std::pair<std::size_t, std::size_t>>& pairings() const { return pairings_; }
  /// `number` is less than size().
  ScheduledGame game(std::uint64_t number) const;

 private:
  Schedule() = default;
  std::vector<std::pair<std::size_t, std::size_t>> pairings_;
  std::uint64_t rounds_ = 0;  ///< pairs of games a pairing
};

}  // namespace gougi::match
