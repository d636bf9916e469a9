// SPDX-License-Identifier: MIT
#include "book/counter.hpp"

#include <algorithm>

namespace gougi::book {
namespace {

constexpr int kDepthOfPlayed = 32;

shogi::BareMove most_frequent(const std::map<shogi::BareMove, std::int32_t>& replies) {
  const auto most =
      std::ranges::max_element(replies, {}, [](const auto& reply) { return reply.second; });
  return most == replies.end() ? shogi::BareMove() : most->first;
}

}  // namespace

void MoveCounter::add(const shogi::Game& game, int moves) {
  shogi::Position position = game.start();
  const std::vector<shogi::BareMove>& played = game.moves();
  const std::size_t end = std::min(played.size(), static_cast<std::size_t>(std::max(0, moves)));
  for (std::size_t i = 0; i < end; ++i) {
    const shogi::BareMove move = played[i];
    Tally& tally = positions_[position_text(position)][move];
    if (tally.count++ == 0) tally.first = seen_++;
    if (i + 1 < played.size()) ++tally.replies[played[i + 1]];
    shogi::Undo undo;
    position.do_move(move, undo);
  }
}

std::vector<Entry> MoveCounter::entries() const {
  std::vector<Entry> entries;
  entries.reserve(positions_.size());
  for (const auto& [text, tallies] : positions_) {
    std::vector<std::pair<std::int32_t, Candidate>> played;
    for (const auto& [move, tally] : tallies) {
      played.push_back(
          {tally.first, {move, most_frequent(tally.replies), 0, kDepthOfPlayed, tally.count}});
    }
    std::ranges::sort(played, {},
                      [](const auto& one) { return std::pair(-one.second.count, one.first); });
    Entry entry{text, {}};
    for (const auto& [first, candidate] : played) entry.candidates.push_back(candidate);
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace gougi::book
