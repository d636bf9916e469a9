// SPDX-License-Identifier: MIT
#include "shogi/game.hpp"

#include <cstddef>
#include <string>

#include "base/say.hpp"

namespace gougi::shogi {

Game::Game(const FreezePosition& start) : start_(start), position_(start) {
  history_.record(position_.key(), position_.in_check());
}

base::Result<void> Game::play(Move m) {
  if (!position_.is_legal(m)) {
    const std::string where =
        base::say({"illegal move at move {0}", "{0}手目が合法手ではありません"}, position().ply());
    if (!is_freeze_game() && !m.freezes()) return base::fail(where);
    return base::fail(where + ": " + position_.judge(m).error().message);
  }
  undos_.emplace_back();
  position_.do_move(m, undos_.back());
  moves_.push_back(m);
  history_.record(position_.key(), position_.in_check());
  return {};
}

void Game::undo() {
  position_.undo_move(moves_.back(), undos_.back());
  moves_.pop_back();
  undos_.pop_back();
  history_.undo();
}

}  // namespace gougi::shogi
