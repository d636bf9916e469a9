// SPDX-License-Identifier: MIT
// How long a search may take: everything that follows `go`.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/clock.hpp"
#include "shogi/types.hpp"
#include "usi/move.hpp"

namespace gougi::usi {

/// Times read from a line lie in 0 … kLongestTime (31 years), so that sums of them cannot overflow:
/// GUIs send negative clocks after a flag fell, and 9999999999 for "no limit".
inline constexpr base::Milliseconds kLongestTime{1'000'000'000'000};

/// What one side has of its own; byoyomi is both sides'.
struct SideClock {
  base::Milliseconds time;
  base::Milliseconds increment;
};

/// Clock times of both sides. USI says: a time not given is 0; whether any was given is `given`.
struct ClockTimes {
  bool given = false;  ///< any of the words below occurred
  base::Milliseconds btime{0};
  base::Milliseconds wtime{0};
  base::Milliseconds byoyomi{0};
  base::Milliseconds binc{0};
  base::Milliseconds winc{0};
  SideClock of(shogi::Color side) const {
    return side == shogi::Color::kBlack ? SideClock{btime, binc} : SideClock{wtime, winc};
  }
  friend bool operator==(const ClockTimes&, const ClockTimes&) = default;
};

struct SearchLimits {
  ClockTimes clock;
  std::optional<base::Milliseconds> movetime;
  std::optional<base::Milliseconds> rtime;  ///< movetime with randomness (extension)
  std::optional<int> depth;                 ///< plies
  std::optional<std::uint64_t> nodes;
  bool infinite = false;
  bool ponder = false;
  bool wait_stop = false;          ///< think on until `stop`, the clocks being advice (extension)
  std::vector<Move> search_moves;  ///< empty: all
  friend bool operator==(const SearchLimits&, const SearchLimits&) = default;
};

/// `go mate <ms>|infinite`, with an optional node limit.
struct MateLimits {
  std::optional<base::Milliseconds> time;  ///< nothing: infinite
  std::optional<std::uint64_t> nodes;
  bool help = false;  ///< `go helpmate` (extension): the defender helps, 協力詰め
  friend bool operator==(const MateLimits&, const MateLimits&) = default;
};

}  // namespace gougi::usi
