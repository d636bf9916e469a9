// SPDX-License-Identifier: MIT
#include "search/path_history.hpp"

#include <algorithm>

namespace gougi::search {

void PathHistory::reset(const shogi::Game& game) {
  entries_.clear();
  filter_.fill(0);
  shogi::FreezePosition position = game.freeze_start();
  add({position.key(), position.in_check() ? 1 : 0, 0});
  for (const shogi::Move move : game.freeze_moves()) {
    const bool gives_check = position.gives_check(move);
    shogi::FreezeUndo undo;
    position.do_move(move, undo);
    push(position.key(), gives_check);
  }
}

void PathHistory::push(shogi::Key key, bool gives_check) {
  const std::size_t count = entries_.size();
  const int run_before = count >= 2 ? entries_[count - 2].check_run : 0;
  add({key, gives_check ? run_before + 1 : 0, entries_.back().comparable + 1});
}

void PathHistory::push_null(shogi::Key key) { add({key, 0, 0}); }

void PathHistory::pop() {
  --filter_[filter_slot(entries_.back().key)];
  entries_.pop_back();
}

void PathHistory::add(const Entry& entry) {
  entries_.push_back(entry);
  ++filter_[filter_slot(entry.key)];
}

shogi::Repetition PathHistory::repetition() const {
  const Entry& last = entries_.back();
  if (filter_[filter_slot(last.key)] < 2) return shogi::Repetition::kNone;
  const std::size_t here = entries_.size() - 1;
  for (int distance = 4; distance <= last.comparable; distance += 2) {
    if (entries_[here - static_cast<std::size_t>(distance)].key != last.key) continue;
    if (last.check_run >= distance / 2) return shogi::Repetition::kWin;
    if (entries_[here - 1].check_run >= distance / 2) return shogi::Repetition::kLoss;
    return shogi::Repetition::kDraw;
  }
  return shogi::Repetition::kNone;
}

}  // namespace gougi::search
