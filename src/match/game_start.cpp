// SPDX-License-Identifier: MIT
#include "match/game_start.hpp"

#include "game/shogi_position.hpp"

namespace gougi::match {

GameStart::GameStart(const shogi::FreezePosition& position)
    : position_(std::make_shared<game::ShogiPosition>(position)) {}

}  // namespace gougi::match
