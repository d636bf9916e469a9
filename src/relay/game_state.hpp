// SPDX-License-Identifier: MIT
// The position that the GUI set last, played out by the rules, and what children are told of it.
#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "relay/position_lines.hpp"

namespace gougi::relay {

class GameState {
 public:
  explicit GameState(const game::Rules& rules);

  /// `counts`: FREEZENUM. An error is whole, and the game what it was; `warning` gets a line where
  /// the command contradicts itself.
  base::Result<void> take(const usi::PositionCommand& command, const shogi::FreezeCounts& counts,
                          std::string& warning);
  /// The last `position` was unusable, unless the protocol leaves the one before standing.
  void refuse(const std::string& why);

  const std::shared_ptr<const game::Game>& game() const { return game_; }
  const game::Position& position() const { return game_->position(); }
  const PositionLines& lines() const { return lines_; }
  const PositionLines& sfen_lines() const { return sfen_lines_; }
  bool is_usable() const { return error_.empty(); }

 private:
  std::shared_ptr<game::Game> continued(const usi::PositionCommand& command,
                                        const shogi::FreezeCounts& counts) const;

  const game::Rules& rules_;
  std::shared_ptr<const game::Game> game_;
  std::string error_;         ///< why the last `position` is unusable
  PositionLines lines_;       ///< for engines, normalised
  PositionLines sfen_lines_;  ///< for solvers: without history
};

}  // namespace gougi::relay
