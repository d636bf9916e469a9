// SPDX-License-Identifier: MIT
// The mate solver's memory: what is known of positions, by board and attacker's hand. As the pieces
// of a problem are constant, these two name the position, and results carry over to other hands:
// what is mate with fewer pieces in hand is mate with more (Seo 1999, Nagai 2002). When it is
// nearly full it throws out what cost least. Not safe from two threads.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mate/finding.hpp"
#include "shogi/types.hpp"

namespace gougi::mate {

/// What is known of a position.
struct Known {
  bool found = false;     ///< it has an entry of its own, so the numbers are no mere floor
  bool may_loop = false;  ///< disproofs that hold only on certain paths are stored beside it
  std::uint32_t proof = 1;
  std::uint32_t disproof = 1;
  Length mated = kNever;       ///< mate within so many plies
  Length safe = kNothing;      ///< no mate within so many
  shogi::Hand mating_hand;     ///< with which `mated` holds
  shogi::Hand safe_hand;       ///< with which `safe` holds
  shogi::Key parent = 0;       ///< the board from which it was last searched
  shogi::Hand parent_hand;     ///< and the attacker's hand there
  std::uint32_t greatest = 0;  ///< its children that are not to be summed up, as a set of bits
  int depth = 0;               ///< the least depth it was searched at; 0: none
};

/// A disproof that holds where certain positions of the attacker were passed before.
struct LoopDisproof {
  shogi::Hand hand;
  Length safe = kNothing;
  LoopCondition condition;
};

class ProofTable {
 public:
  ProofTable() = default;
  ~ProofTable();
  ProofTable(const ProofTable&) = delete;
  ProofTable& operator=(const ProofTable&) = delete;

  /// From the next resize() on, `advice` is told of the memory.
  void set_memory_advice(void (*advice)(void*, std::size_t)) { advice_ = advice; }
  /// Takes `megabytes`, at least 1; halves it until the system grants it. Pages are touched only as
  /// they fill.
  void resize(std::size_t megabytes);
  std::size_t megabytes() const { return megabytes_; }
  /// Forgets everything, without touching the memory.
  void new_search();

  /// Brings the entries of `board` nearer to the processor.
  void prefetch(shogi::Key board) const;
  /// All that is known of the position.
  Known probe(shogi::Key board, shogi::Hand hand) const;
  /// Where the position was last searched from; false if it has no entry of its own.
  bool parent_of(shogi::Key board, shogi::Hand hand, shogi::Key& parent,
                 shogi::Hand& parent_hand) const;

  /// The numbers of an unsolved position. `work` is the number of nodes spent on it.
  void store_open(shogi::Key board, shogi::Hand hand, const Known& known, std::uint64_t work);
  /// Mate within `length` plies for whoever has `hand` or more.
  void store_mate(shogi::Key board, shogi::Hand hand, Length length, std::uint64_t work);
  /// No mate within `length` plies for whoever has `hand` or less.
  void store_safe(shogi::Key board, shogi::Hand hand, Length length, std::uint64_t work);
  /// No mate within a length on certain paths.
  void store_loop(shogi::Key board, const LoopDisproof& disproof, std::uint64_t work);
  /// Calls `visit(const LoopDisproof&)` until it returns true; whether it did.
  template <class Visit>
  bool find_loop(shogi::Key board, Visit visit) const {
    const shogi::Key key = loop_key(board);
    for (const Entry* e = home(key); e->generation == generation_; ++e) {
      if (e->board != key) continue;
      LoopCondition condition{static_cast<LoopCondition::Kind>(e->flags), e->parent,
                              e->proof | (static_cast<shogi::Key>(e->disproof) << 32U),
                              static_cast<std::int32_t>(e->parent_hand.raw())};
      if (visit(LoopDisproof{e->hand, e->safe, condition})) return true;
    }
    return false;
  }

  /// Parts in a thousand in use.
  int per_mille_full() const;
  /// How often there was no more room.
  int collections() const { return collections_; }

 private:
  struct Entry {
    shogi::Key board;
    shogi::Key parent;
    shogi::Hand hand;
    shogi::Hand parent_hand;
    std::uint32_t proof;
    std::uint32_t disproof;
    std::uint32_t work;
    std::uint32_t greatest;
    Length mated;
    Length safe;
    std::uint16_t generation;  // of another search: free
    std::uint16_t flags;       // may_loop and the depth, or the kind of a condition
  };
  static_assert(sizeof(Entry) == 48, "the figures of memory in the README rest on it");

  // Entries of a board follow its home without a gap. The end has this much room behind it, so
  // that a run of entries never has to wrap around.
  static constexpr std::size_t kTail = 4096;
  static constexpr shogi::Key loop_key(shogi::Key board) { return board ^ 0x5851F42D4C957F2DULL; }

  Entry* home(shogi::Key board) const {
    return entries_ + static_cast<std::size_t>(((board >> 32U) * count_) >> 32U);
  }
  bool allocate(std::size_t megabytes);
  Entry* find(shogi::Key board, shogi::Hand hand) const;
  Entry* insert(shogi::Key board, shogi::Hand hand, std::uint64_t work);
  bool is_full() const;
  void make_room();
  void collect();
  void settle(std::uint32_t least);

  Entry* entries_ = nullptr;  // most_ + kTail of them
  std::size_t most_ = 0;
  std::size_t count_ = 0;  // those in use
  std::size_t used_ = 0;
  std::size_t megabytes_ = 0;
  int collections_ = 0;
  void (*advice_)(void*, std::size_t) = nullptr;
  std::uint16_t generation_ = 1;
};

}  // namespace gougi::mate
