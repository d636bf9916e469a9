// SPDX-License-Identifier: MIT
#include "shogi/game.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

#include "base/say.hpp"

namespace gougi::shogi {

bool may_come_again(const Position& old, const Position& now, std::size_t plies) {
  constexpr std::size_t kLongerUnseen = 8;
  std::size_t differences = 0;
  for (int i = 0; i < kSquareCount; ++i) {
    const Square square(i);
    differences += old.piece_at(square) != now.piece_at(square) ? 1 : 0;
  }
  return differences <= 2 * (plies + kLongerUnseen);  // a move changes two squares
}

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

bool Game::may_end_before_mate(std::size_t plies) const {
  if (plies <= 1) return false;  // it ends with that move
  const auto counts = history_.thrice();
  return std::ranges::any_of(counts, [&](std::size_t count) {
    Game then(start_);
    for (std::size_t i = 0; i < count; ++i) (void)then.play(moves_[i]);
    return may_come_again(then.position(), position(), plies);
  });
}

void Game::undo() {
  position_.undo_move(moves_.back(), undos_.back());
  moves_.pop_back();
  undos_.pop_back();
  history_.undo();
}

}  // namespace gougi::shogi
