// SPDX-License-Identifier: MIT
// The mate solver's memory: proof and disproof numbers by board and attacker's hand. As the pieces
// of a problem are constant, these two name the position, and results carry over to other hands:
// what is mate with fewer pieces in hand is mate with more (Nagai 2002). Not safe from two threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "shogi/types.hpp"

namespace gougi::mate {

/// A proof or disproof number that means "never".
inline constexpr std::uint32_t kInfinite = 1U << 30U;

/// What is known of a position.
struct Numbers {
  std::uint32_t proof = 1;     ///< 0: mate
  std::uint32_t disproof = 1;  ///< 0: no mate
  std::uint16_t length = 0;    ///< of a mate: plies, at most
  bool found = false;
  bool may_loop = false;  ///< a disproof that holds only on certain paths is stored beside it
};

class ProofTable {
 public:
  ProofTable() = default;
  ~ProofTable();
  ProofTable(const ProofTable&) = delete;
  ProofTable& operator=(const ProofTable&) = delete;

  /// Takes `megabytes`, at least 1; halves it until the system grants it. Pages are touched only as
  /// they fill.
  void resize(std::size_t megabytes);
  std::size_t megabytes() const { return megabytes_; }
  /// Forgets everything, without touching the memory.
  void new_search();

  Numbers probe(shogi::Key board, shogi::Hand hand) const;
  /// As probe, but of several proofs the shortest: slower, for reading out the line.
  Numbers probe_shortest(shogi::Key board, shogi::Hand hand) const;
  /// `work` is the number of nodes spent: when a window is full, the cheapest entry gives way.
  void store(shogi::Key board, shogi::Hand hand, const Numbers& numbers, std::uint64_t work);
  /// Parts in a thousand in use, from a sample.
  int per_mille_full() const;

 private:
  struct Entry {
    shogi::Key board;
    shogi::Hand hand;
    std::uint32_t proof;
    std::uint32_t disproof;
    std::uint32_t work;
    std::uint16_t length;
    std::uint16_t generation;  // of another search: free
    std::uint16_t may_loop;
    std::uint16_t unused;
  };
  static_assert(sizeof(Entry) == 32, "two entries a cache line");
  /// Entries looked at for one board. Larger keeps more hands of a board and costs time on every
  /// miss; smaller forgets hands in problems with many interpositions.
  static constexpr std::size_t kWindow = 12;

  Entry* window(shogi::Key board) const {
    return entries_ + static_cast<std::size_t>(((board >> 32U) * count_) >> 32U);
  }
  bool allocate(std::size_t megabytes);

  Entry* entries_ = nullptr;  // count_ + kWindow of them
  std::size_t count_ = 0;
  std::size_t megabytes_ = 0;
  std::uint16_t generation_ = 1;
};

}  // namespace gougi::mate
