// SPDX-License-Identifier: MIT
// Looks for mates by checks alone in positions near the root, so that the search does not walk into
// one that is too long for it, nor miss one. Proof-number search with few nodes; what was found is
// remembered until the next search, and a position is looked at again only with much more nodes.
// One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "search/rules.hpp"
#include "shogi/types.hpp"

namespace gougi::search {

template <typename Move>
struct FoundMate {
  int plies() const { return static_cast<int>(line.size()); }  ///< 0: none found
  Move first() const { return line.front(); }                  ///< of a mate that is found

  std::vector<Move> line;
};

template <typename Rules>
class MateWatch {
 public:
  using Mate = FoundMate<typename Rules::Move>;
  /// Told of the nodes of the look that runs; true ends it.
  using Stop = std::function<bool(std::uint64_t nodes)>;

  void resize(std::size_t megabytes) { solver_.resize(megabytes); }
  /// Before a search: forgets the last one.
  void begin() {
    seen_.clear();
    nodes_ = 0;
  }
  /// A mate that the side to move in `position` has, looked for with up to `nodes` nodes.
  Mate look(const typename Rules::Position& position, std::uint64_t nodes, const Stop& stop);
  /// Spent since begin().
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Seen {
    std::uint64_t nodes = 0;  // the largest limit so far
    bool is_settled = false;
    Mate mate;
  };

  typename Rules::MateSolver solver_;
  std::unordered_map<shogi::Key, Seen> seen_;
  std::uint64_t nodes_ = 0;
};

}  // namespace gougi::search
