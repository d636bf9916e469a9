// SPDX-License-Identifier: MIT
// Shortens a mate that is proven, in either game: `Proofs` is ShogiProofs or FreezeProofs. The
// moves that a search finds first are rarely the shortest. Long mates are improved from their last
// plies backwards, where shorter ways are found in a few nodes; then the whole is asked for again,
// in fewer plies, until there is no shorter one. Only the solvers use it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "mate/line_reader.hpp"

namespace gougi::mate {

template <class Proofs>
class Shortener {
 public:
  using Position = typename Proofs::Position;

  Shortener(Proofs& proofs, const Position& position, bool or_root)
      : proofs_(proofs), position_(position), or_root_(or_root) {}

  /// Lowers `length`, what is proven of the position, as far as `nodes` allow (none: without end).
  /// Whether that is the shortest. `line`: so long is the line that was read of it, which a poor
  /// defence may have cut short: that is asked for before anything else. Behind each shorter mate
  /// that is asked for as a whole `read(length)` gives the line anew; nothing: that is the end.
  template <class Read>
  bool shorten(Length& length, std::optional<std::uint64_t> nodes, Length line, const Read& read);

 private:
  static constexpr std::uint64_t kWithoutEnd = 1ULL << 62U;
  /// Mates longer than this are improved from the end first; shorter ones are asked for at once.
  static constexpr Length kLongMate = 33;
  /// What the look for a shorter way may cost at each position of the line, in nodes: at first, and
  /// at last. Each round takes four times as many as the one before. More finds more, but slower.
  static constexpr std::uint64_t kFirstNodesEach = 500;
  static constexpr std::uint64_t kLastNodesEach = 40'000;

  bool improve(Length& length);
  void improve_line(Length& length, std::uint64_t nodes_each);
  std::uint64_t nodes_left() const {
    if (!end_) return kWithoutEnd;
    return *end_ > proofs_.search().nodes() ? *end_ - proofs_.search().nodes() : 0;
  }
  bool is_stopped() const { return proofs_.search().reason() == Reason::kStopped; }

  Proofs& proofs_;
  const Position& position_;
  const bool or_root_;
  std::optional<std::uint64_t> end_;  // by the search's count of nodes
};

template <class Proofs>
template <class Read>
bool Shortener<Proofs>::shorten(Length& length, std::optional<std::uint64_t> nodes, Length line,
                                const Read& read) {
  if (nodes) end_ = proofs_.search().nodes() + *nodes;
  if (!improve(length)) return false;
  Length refuted = or_root_ ? Length{-1} : Length{-2};  // of the attacker's odd, or even, lengths
  while (length - 2 > refuted) {
    const bool is_line_shorter = line < length && line > refuted;
    const auto within = is_line_shorter ? line : static_cast<Length>(length - 2);
    proofs_.search().extend(nodes_left());
    const auto finding = proofs_.search().prove(position_, or_root_, within);
    if (finding.is_open()) return false;
    if (finding.fails()) {
      refuted = within;
      continue;
    }
    length = finding.length;
    const std::optional<Length> read_now = read(length);
    if (!read_now) return false;
    line = *read_now;
  }
  return true;
}

// False: it was stopped.
template <class Proofs>
bool Shortener<Proofs>::improve(Length& length) {
  if (length <= kLongMate) return true;
  for (std::uint64_t each = kFirstNodesEach; each <= kLastNodesEach && nodes_left() > 0;
       each *= 4) {
    Length before = 0;
    do {
      before = length;
      improve_line(length, each);
      if (is_stopped()) return false;
    } while (length < before && nodes_left() > 0);
  }
  return true;
}

// Of every position of the attacker on the line, the last one first: is there a shorter way? What
// is found there makes it easier to find for the positions above.
template <class Proofs>
void Shortener<Proofs>::improve_line(Length& length, std::uint64_t nodes_each) {
  proofs_.search().extend(nodes_left());
  const auto line = LineReader<Proofs>(proofs_, or_root_).read(position_, length);
  std::vector<Position> positions;
  Position current = position_;
  for (const auto move : line.moves) {
    positions.push_back(current);
    typename Proofs::Undo undo;
    current.do_move(move, undo);
  }
  for (std::size_t i = std::min(positions.size(), static_cast<std::size_t>(line.length));
       i-- > 0;) {
    const bool or_node = (i % 2 == 0) == or_root_;
    if (!or_node && i > 0) continue;
    Length mated = i == 0 ? length : proofs_.known(positions[i]);
    if (mated == kNever) continue;
    while (mated > 1 && nodes_left() > 0) {
      proofs_.search().extend(std::min(nodes_each, nodes_left()));
      const auto finding =
          proofs_.search().prove(positions[i], or_node, static_cast<Length>(mated - 2));
      if (is_stopped()) return;
      if (!finding.mates()) break;
      mated = finding.length;
    }
    if (i == 0) length = mated;
  }
}

}  // namespace gougi::mate
