// SPDX-License-Identifier: MIT
// Makes the records of a session's decisions: numbers them, dates them, and reads a round. The
// session owns one; without begin() it is never asked.
#pragma once

#include <string_view>

#include "base/clock.hpp"
#include "relay/decision_record.hpp"
#include "relay/poll.hpp"

namespace gougi::relay {

class SessionRecord {
 public:
  /// From now on there are records; at `now` the wall clock said `wall`.
  void begin(WallTime wall, base::TimePoint now);
  bool on() const { return on_; }

  /// `outcome` is what was played; `rule` the strategy's identifier.
  DecisionRecord decision(const Poll& poll, const Outcome& outcome, std::string_view rule,
                          base::TimePoint now);
  /// Closes the present game.
  GameRecord game_end(usi::GameResult result, base::TimePoint now);
  /// What follows belongs to another game.
  void new_game();

 private:
  WallTime dated(base::TimePoint now) const { return wall_ + base::to_ms(now - begun_); }

  bool on_ = false;
  WallTime wall_{};
  base::TimePoint begun_{};
  int decisions_ = 0;
  int game_ = 1;
  int decisions_of_game_ = 0;
};

}  // namespace gougi::relay
