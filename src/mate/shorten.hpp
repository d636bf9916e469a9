// SPDX-License-Identifier: MIT
// Shortens a mate that is proven. The moves that a search finds first are rarely the shortest. Long
// mates are improved from their last plies backwards, where shorter ways are found in a few nodes;
// then the whole is asked for again, in fewer plies, until there is no shorter one. Only solver.cpp
// uses it.
#pragma once

#include <cstdint>
#include <optional>

#include "mate/line_reader.hpp"
#include "mate/proof_search.hpp"
#include "shogi/position.hpp"

namespace gougi::mate {

class Shortener {
 public:
  Shortener(ProofSearch& search, const shogi::Position& position, bool attacking)
      : search_(search), position_(position), attacking_(attacking) {}

  /// Lowers `length`, what is proven of the position, as far as `nodes` allow (none: without end).
  /// Whether that is the shortest.
  bool shorten(Length& length, std::optional<std::uint64_t> nodes);

 private:
  void improve_line(Length& length, std::uint64_t nodes_each);
  std::uint64_t nodes_left() const;
  bool is_stopped() const { return search_.reason() == Reason::kStopped; }

  ProofSearch& search_;
  const shogi::Position& position_;
  const bool attacking_;
  std::optional<std::uint64_t> end_;  // by the search's count of nodes
};

}  // namespace gougi::mate
