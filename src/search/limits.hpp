// SPDX-License-Identifier: MIT
// How long one search may take, as the search needs it: the mover's own clock only. Translating a
// protocol's words into this is the caller's work.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/clock.hpp"
#include "shogi/types.hpp"

namespace gougi::search {

/// The mover's clock. Shogi GUIs subtract an increment before they send the time, so this move may
/// use time + increment + byoyomi.
struct MoveClock {
  base::Milliseconds time{0};
  base::Milliseconds byoyomi{0};
  base::Milliseconds increment{0};
};

/// Whatever is given holds; the first limit reached ends the search. With nothing given at all the
/// search answers at once, as USI says that a missing time is zero.
struct Limits {
  std::optional<MoveClock> clock;
  std::optional<base::Milliseconds> movetime;
  std::optional<int> depth;  ///< plies, at least 1
  std::optional<std::uint64_t> nodes;
  bool infinite = false;                      ///< no clock, until stopped
  std::vector<shogi::BareMove> search_moves;  ///< empty: all
  /// What they freeze, in Freeze shogi: as long as these, or empty where none freezes.
  std::vector<shogi::PieceType> search_freezes;
};

}  // namespace gougi::search
