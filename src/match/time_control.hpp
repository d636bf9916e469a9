// SPDX-License-Identifier: MIT
// How long an engine may think: its time control, and the two clocks of a game. Counted as shogi
// is: for a move a side may use what is left of its time, the increment and the byoyomi. The time is
// used first, then the byoyomi, whose rest is lost; what remains of the increment is kept. Knows no
// process and no clock of its own. For one thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "shogi/types.hpp"
#include "usi/limits.hpp"

namespace gougi::match {

/// A clock, as it is for some moves or for the rest of a game.
struct TimePeriod {
  int moves = 0;                    ///< of the side; then the next period begins; 0: the rest
  base::Milliseconds time{0};       ///< added when the period begins
  base::Milliseconds increment{0};  ///< with every move
  base::Milliseconds byoyomi{0};    ///< every move, not kept

  bool runs() const { return time.count() > 0 || increment.count() > 0 || byoyomi.count() > 0; }
  friend bool operator==(const TimePeriod&, const TimePeriod&) = default;
};

struct TimeControl : TimePeriod {
  std::vector<TimePeriod> later;  ///< each begins when the one before it has had its moves
  std::optional<base::Milliseconds> movetime;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  /// Sent as it is before every move, and nobody loses on time: the others are not looked at.
  std::optional<usi::SearchLimits> fixed;

  /// Whether one can lose on time.
  bool is_timed() const { return !fixed && (movetime || runs()); }
  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// Reads words with their numbers in any order: "time 60000 inc 1000", "byoyomi 1000",
/// "movetime 100", "nodes 200", "depth 8"; times are milliseconds. Both a clock and nodes or depth
/// may be given. "moves 40 time 600000 then time 300000 byoyomi 10000" has two periods: what is
/// left of one is kept in the next. "go …" is the line itself, sent before every move.
base::Result<TimeControl> parse_time_control(std::string_view text);
/// What parse_time_control() reads.
std::string to_text(const TimeControl& control);

class GameClock {
 public:
  /// `margin` is what a move may take longer than the clock shows without losing.
  GameClock(const TimeControl& black, const TimeControl& white, base::Milliseconds margin);

  /// What `mover` is told now.
  usi::SearchLimits limits(shogi::Color mover) const;
  /// All that `mover` may use for this move, the margin not counted; nothing: as long as it likes.
  std::optional<base::Milliseconds> allowance(shogi::Color mover) const;
  /// Takes a move's time off. False: it took longer than the allowance and the margin.
  bool spend(shogi::Color mover, base::Duration elapsed);
  /// Of the time for the whole game.
  base::Milliseconds left(shogi::Color side) const { return left_[at(side)]; }
  const TimeControl& control(shogi::Color side) const { return controls_[at(side)]; }

 private:
  static std::size_t at(shogi::Color side) { return static_cast<std::size_t>(shogi::index(side)); }
  const TimePeriod& period(shogi::Color side) const;

  std::array<TimeControl, 2> controls_;
  std::array<std::size_t, 2> periods_{};  ///< that run: 0 the control's own, then its later ones
  std::array<int, 2> moves_{};            ///< made in them
  std::array<base::Milliseconds, 2> left_;
  base::Milliseconds margin_;
};

}  // namespace gougi::match
