// SPDX-License-Identifier: MIT
// Where a game began: a position of whatever game it is. A value that is cheap to copy.
#pragma once

#include <memory>
#include <string>

#include "game/rules.hpp"
#include "shogi/freeze.hpp"

namespace gougi::match {

class GameStart {
 public:
  /// The start of shogi.
  GameStart() : GameStart(shogi::Position::start()) {}
  GameStart(const shogi::Position& position)  // NOLINT: implicit on purpose
      : GameStart(shogi::FreezePosition(position)) {}
  GameStart(const shogi::FreezePosition& position);  // NOLINT: implicit on purpose
  explicit GameStart(std::shared_ptr<const game::Position> position)
      : position_(std::move(position)) {}

  const game::Position& position() const { return *position_; }
  const game::Rules& rules() const { return position_->rules(); }
  shogi::Color side_to_move() const { return position_->side_to_move(); }
  /// Null: it is no game of shogi.
  const shogi::FreezePosition* of_shogi() const { return position_->of_shogi(); }
  /// As files of games have it.
  std::string text() const { return rules().start_text(*position_); }

 private:
  std::shared_ptr<const game::Position> position_;  ///< not null
};

}  // namespace gougi::match
