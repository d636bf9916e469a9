// SPDX-License-Identifier: MIT
#include "shogi/game.hpp"

#include <cstddef>
#include <string>

namespace gougi::shogi {

Game::Game(const FreezePosition& start) : start_(start), position_(start) { record(); }

void Game::record() {
  int run = 0;
  if (position_.in_check()) {
    run = 1;
    if (history_.size() >= 2) run += history_[history_.size() - 2].checks_in_a_row;
  }
  history_.push_back({position_.key(), run});
}

std::vector<Move> Game::freeze_moves() const {
  std::vector<Move> moves;
  moves.reserve(moves_.size());
  for (std::size_t i = 0; i < moves_.size(); ++i) moves.push_back(freeze_move(i));
  return moves;
}

base::Result<void> Game::play(Move m) {
  if (!position_.is_legal(m)) {
    const std::string where = "illegal move at move " + std::to_string(position().ply());
    if (!is_freeze_game() && !m.freezes()) return base::fail(where);
    return base::fail(where + ": " + position_.judge(m).error().message);
  }
  undos_.emplace_back();
  position_.do_move(m, undos_.back());
  moves_.push_back(m.move);
  freezes_.push_back(m.freeze);
  record();
  return {};
}

void Game::undo() {
  position_.undo_move(moves_.back(), undos_.back());
  moves_.pop_back();
  freezes_.pop_back();
  undos_.pop_back();
  history_.pop_back();
}

Repetition Game::repetition() const {
  const std::size_t now = history_.size() - 1;
  int occurrences = 1;
  for (std::size_t back = 2; back <= now; back += 2) {
    if (history_[now - back].key != history_[now].key) continue;
    if (++occurrences < 4) continue;
    // Each side has made back/2 moves since the first of the four.
    const int moves = static_cast<int>(back / 2);
    const bool opponent_checked = history_[now].checks_in_a_row >= moves;
    const bool we_checked = history_[now - 1].checks_in_a_row >= moves;
    if (opponent_checked == we_checked) return Repetition::kDraw;
    return we_checked ? Repetition::kLoss : Repetition::kWin;
  }
  return Repetition::kNone;
}

}  // namespace gougi::shogi
