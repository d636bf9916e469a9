// SPDX-License-Identifier: MIT
#include "relay/seen_moves.hpp"

#include <algorithm>

namespace gougi::relay {

using usi::Bound;

bool replaces(const usi::Score& next, const usi::Score& there) {
  return next.bound == Bound::kExact || there.bound != Bound::kExact;
}

bool says_nothing(const usi::Score& score) {
  const auto* mate = std::get_if<usi::Mate>(&score.value);
  if (mate == nullptr) return false;
  return score.bound == (mate->winning ? Bound::kUpper : Bound::kLower);
}

void SeenMoves::take(usi::Move first, const usi::Score& score, int depth, std::string_view pv) {
  auto entry = std::ranges::find(entries_, first, &Entry::first);
  if (entry == entries_.end()) {
    if (entries_.size() < kMost) {
      entry = entries_.insert(entry, Entry{first, {}, 0});
    } else {  // what has not been named for longest
      entry = std::ranges::min_element(entries_, {}, &Entry::heard);
      entry->first = first;
    }
  } else if (!replaces(score, entry->line.score)) {
    return;
  }
  entry->heard = ++heard_;
  entry->line.score = score;
  entry->line.depth = depth;
  entry->line.pv.assign(pv);
}

const SeenLine* SeenMoves::line_of(usi::Move move) const {
  const auto entry = std::ranges::find(entries_, move, &Entry::first);
  return entry == entries_.end() ? nullptr : &entry->line;
}

}  // namespace gougi::relay
