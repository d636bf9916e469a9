// SPDX-License-Identifier: MIT
// Positions by the line that tells of them. Everybody in a simulation reads the same few `position`
// lines again and again: read once, kept a while.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "relay/position_lines.hpp"
#include "shogi/game.hpp"

namespace gougi::simulation {

struct KnownPosition {
  std::string line;       ///< `position …` with all moves
  std::string sfen_line;  ///< `position sfen …` of the same position, without history
  shogi::Position position = shogi::Position::start();
  shogi::FreezePosition board{};   ///< the same with what freezes add
  std::vector<shogi::Move> legal;  ///< without freezes; in Freeze shogi these are not all
  bool freezes = false;            ///< it is Freeze shogi
  relay::PositionLines lines{};    ///< as each sort of engine is told of it
  relay::PositionLines sfen_lines{};
  std::shared_ptr<const game::Game> game{};  ///< in Freeze shogi

  /// The line that an engine with this view is told.
  const std::string& told(relay::FreezeView view) const;
  const std::string& told_sfen(relay::FreezeView view) const;
};
using KnownPositionPtr = std::shared_ptr<const KnownPosition>;

class PositionBook {
 public:
  /// Of a game; the GUI's way.
  KnownPositionPtr enter(const shogi::Game& game);
  /// Of a line; an engine's way. nullptr if it is not understood.
  KnownPositionPtr read(std::string_view line);

 private:
  KnownPositionPtr keep(KnownPosition known);

  std::array<KnownPositionPtr, 8> recent_{};
  std::size_t next_ = 0;
};

}  // namespace gougi::simulation
