// SPDX-License-Identifier: MIT
#include "shogi/history.hpp"

#include <unordered_map>

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

std::vector<std::size_t> History::thrice() const {
  struct Seen {
    int times = 0;
    std::size_t last = 0;
  };
  std::unordered_map<std::uint64_t, Seen> seen;
  for (std::size_t i = 0; i < passed_.size(); ++i) {
    Seen& of = seen[passed_[i].key];
    ++of.times;
    of.last = i;
  }
  std::vector<std::size_t> counts;
  for (const auto& [key, of] : seen) {
    if (of.times >= 3 && key != passed_.back().key) counts.push_back(of.last);
  }
  return counts;
}

}  // namespace gougi::shogi
