// SPDX-License-Identifier: MIT
#include "match/game_record.hpp"

namespace gougi::match {

base::Result<game::Game> replay(const GameRecord& record) {
  game::Game game(record.start.position().copy());
  for (const MoveRecord& move : record.moves) {
    if (game.play(move.move)) continue;
    return base::fail("game " + std::to_string(record.number) + ": illegal move " +
                      usi::to_text(move.move) + ", its move " +
                      std::to_string(game.moves().size() + 1));
  }
  return game;
}

}  // namespace gougi::match
