// SPDX-License-Identifier: MIT
#include "mate/shorten.hpp"

#include <algorithm>
#include <vector>

namespace gougi::mate {
namespace {

constexpr std::uint64_t kWithoutEnd = 1ULL << 62U;

/// Mates longer than this are improved from the end first; shorter ones are asked for at once.
constexpr Length kLongMate = 33;
/// What the look for a shorter way may cost at each position of the line, in nodes: at first, and
/// at last. Each round takes four times as many as the one before. More finds more, but slower.
constexpr std::uint64_t kFirstNodesEach = 500;
constexpr std::uint64_t kLastNodesEach = 40'000;

}  // namespace

std::uint64_t Shortener::nodes_left() const {
  if (!end_) return kWithoutEnd;
  return *end_ > search_.nodes() ? *end_ - search_.nodes() : 0;
}

bool Shortener::shorten(Length& length, std::optional<std::uint64_t> nodes) {
  if (nodes) end_ = search_.nodes() + *nodes;
  if (length > kLongMate) {
    for (std::uint64_t each = kFirstNodesEach; each <= kLastNodesEach && nodes_left() > 0;
         each *= 4) {
      Length before = 0;
      do {
        before = length;
        improve_line(length, each);
        if (is_stopped()) return false;
      } while (length < before && nodes_left() > 0);
    }
  }
  while (length > 1) {
    search_.extend(nodes_left());
    const Finding finding = search_.prove(position_, attacking_, static_cast<Length>(length - 2));
    if (finding.fails()) return true;
    if (!finding.mates()) return false;
    length = finding.length;
  }
  return true;
}

// Of every position of the attacker on the line, the last one first: is there a shorter way? What
// is found there makes it easier to find for the positions above.
void Shortener::improve_line(Length& length, std::uint64_t nodes_each) {
  search_.extend(nodes_left());
  LineReader reader(search_, attacking_);
  const Line line = reader.read(position_, length);
  std::vector<shogi::Position> positions;
  shogi::Position current = position_;
  for (const shogi::BareMove move : line.moves) {
    positions.push_back(current);
    shogi::Undo undo;
    current.do_move(move, undo);
  }
  for (std::size_t i = std::min(positions.size(), static_cast<std::size_t>(line.length));
       i-- > 0;) {
    const bool attacking = (i % 2 == 0) == attacking_;
    if (!attacking && i > 0) continue;
    Length mated = i == 0 ? length : search_.look(positions[i]).mated;
    if (mated == kNever) continue;
    while (mated > 1 && nodes_left() > 0) {
      search_.extend(std::min(nodes_each, nodes_left()));
      const Finding finding =
          search_.prove(positions[i], attacking, static_cast<Length>(mated - 2));
      if (is_stopped()) return;
      if (!finding.mates()) break;
      mated = finding.length;
    }
    if (i == 0) length = mated;
  }
}

}  // namespace gougi::mate
