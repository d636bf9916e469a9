// SPDX-License-Identifier: MIT
// How long a proven mate takes. A search knows lengths as upper bounds, found on different ways, so
// a line that follows them may end sooner than the mate can be forced. Here the attacker keeps to
// one check in every position and each legal reply is played to its end, so the line is the longest
// defence, and its length a number that the attacker can force. Only solver.cpp uses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "mate/line_reader.hpp"
#include "mate/proof_search.hpp"
#include "shogi/position.hpp"

namespace gougi::mate {

class Measure {
 public:
  /// `most`: so many positions may be looked at, each of which takes some memory. Each counts as
  /// some of the search's nodes. `after_stop`: its limits and its stop, which is known, are passed
  /// over.
  Measure(ProofSearch& search, bool attacking, std::size_t most, bool after_stop)
      : search_(search),
        reader_(search, attacking),
        attacking_(attacking),
        most_(most),
        after_stop_(after_stop) {}

  /// The longest defence in `position`, whose mate is proven. What is found to be shorter than the
  /// table says is stored there. Empty if `most` or the search's limits did not suffice, or if what
  /// was forgotten and proved again goes round.
  Line longest(const shogi::Position& position);

 private:
  struct Value {
    Length length = kNothing;  // until it is known
    shogi::BareMove move;      // the check, or the reply that lasts longest
  };
  /// A move, and how long it lasts at most.
  struct Bounded {
    shogi::BareMove move;
    Length bound;
  };
  struct Place {
    shogi::Position position;
    bool attacking;
    std::size_t first_move;
    std::size_t next_move;
    Value value;
  };

  static shogi::Position behind(const shogi::Position& position, shogi::BareMove move);
  shogi::Key name_of(const shogi::Position& position) const;
  bool measure(const shogi::Position& position);
  bool push(const shogi::Position& position, bool attacking);
  void pop();
  bool list_moves(Place& place);

  ProofSearch& search_;
  LineReader reader_;
  const bool attacking_;
  const std::size_t most_;
  const bool after_stop_;
  std::unordered_map<shogi::Key, Value> values_;
  std::vector<Place> places_;
  std::vector<Bounded> moves_;
};

}  // namespace gougi::mate
