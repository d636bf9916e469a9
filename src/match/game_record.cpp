// SPDX-License-Identifier: MIT
#include "match/game_record.hpp"

#include "base/say.hpp"

namespace gougi::match {

base::Result<game::Game> replay(const GameRecord& record) {
  game::Game game(record.start.position().copy());
  for (const MoveRecord& move : record.moves) {
    if (game.play(move.move)) continue;
    return base::fail(base::say({"game {0}: illegal move {1}, its move {2}",
                                 "第{0}局: {2}手目の {1} は合法手ではありません"},
                                record.number, usi::to_text(move.move), game.moves().size() + 1));
  }
  return game;
}

}  // namespace gougi::match
