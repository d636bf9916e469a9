// SPDX-License-Identifier: MIT
#include "shogi/history.hpp"

namespace gougi::shogi {

Repetition History::repetition() const {
  const std::size_t now = passed_.size() - 1;
  int occurrences = 1;
  for (std::size_t back = 2; back <= now; back += 2) {
    if (passed_[now - back].key != passed_[now].key) continue;
    if (++occurrences < 4) continue;
    // Each side has made back/2 moves since the first of the four.
    const int moves = static_cast<int>(back / 2);
    const bool opponent_checked = passed_[now].checks_in_a_row >= moves;
    const bool we_checked = passed_[now - 1].checks_in_a_row >= moves;
    if (opponent_checked == we_checked) return Repetition::kDraw;
    return we_checked ? Repetition::kLoss : Repetition::kWin;
  }
  return Repetition::kNone;
}

}  // namespace gougi::shogi
