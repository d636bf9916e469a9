// SPDX-License-Identifier: MIT
// The transposition table: what earlier visits of a position found. A fixed array of buckets; an
// entry is two words, the key and the data, and the key word holds key XOR data, so that a torn
// write by another thread reads as a miss (Hyatt and Mann 2002). Reading and writing are safe from
// any thread; resizing and clearing are not.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <thread>

#include "search/large_memory.hpp"
#include "shogi/types.hpp"

namespace gougi::search {

enum class Bound : std::uint8_t { kNone, kUpper, kLower, kExact };

/// Whether `value`, known up to `bound`, says on which side of `limit` the true one is.
constexpr bool bound_allows(Bound bound, int value, int limit) {
  return bound == Bound::kExact ||
         (value >= limit ? bound == Bound::kLower : bound == Bound::kUpper);
}

/// Whether a node with this window may have `value`, known up to `bound`, for its own.
constexpr bool bound_answers(Bound bound, int value, int alpha, int beta) {
  return bound_allows(bound, value, beta) && (bound != Bound::kUpper || value <= alpha);
}

struct TableEntry {
  static constexpr std::int16_t kNoEval = 32002;
  static constexpr std::uint8_t kDepthOfMate = 255;  ///< deeper than any search

  bool has_eval() const { return eval != kNoEval; }

  shogi::BareMove move;
  std::int16_t value = 0;  ///< mate scores count from this node, not from the root
  std::int16_t eval = 0;   ///< static evaluation, or kNoEval
  std::uint8_t depth = 0;  ///< remaining plies
  Bound bound = Bound::kNone;
};

class TranspositionTable {
 public:
  TranspositionTable() = default;
  TranspositionTable(const TranspositionTable&) = delete;
  TranspositionTable& operator=(const TranspositionTable&) = delete;
  ~TranspositionTable() { stop_warming(); }

  /// To be called before resize().
  void set_memory_advice(MemoryAdvice advice) { advice_ = advice; }
  /// Takes `megabytes` (at least 1), any number, not only powers of two; halves it until the
  /// system grants it. The memory is zero and is touched only as it fills. Returns the megabytes
  /// got.
  std::size_t resize(std::size_t megabytes);
  std::size_t megabytes() const { return megabytes_; }
  /// Forgets everything.
  void clear();
  /// Has the system hand out the memory now and not during the first searches; a large table's
  /// beside whatever comes next, as it may take seconds.
  void warm_up();
  /// Entries of earlier searches become the first to be replaced.
  void new_search() {
    used_ = true;
    generation_ = static_cast<std::uint8_t>((generation_ + 1) & kGenerationMask);
  }

  std::optional<TableEntry> probe(shogi::Key key) const;
  /// Belongs to a search, see new_search(). Of the same position, a move and a static score that
  /// `entry` does not have stay.
  void store(shogi::Key key, const TableEntry& entry);
  /// Asks the processor to fetch the bucket of `key`.
  void prefetch(shogi::Key key) const {
    if (bucket_count_ != 0) __builtin_prefetch(bucket(key));
  }
  /// Parts in a thousand that the running search has filled, from a sample.
  int per_mille_full() const;

 private:
  struct Slot {
    std::atomic<std::uint64_t> key;
    std::atomic<std::uint64_t> data;
  };
  static constexpr std::size_t kSlots = 4;
  struct Bucket {
    Slot slots[kSlots];
  };
  static_assert(sizeof(Bucket) == 64, "a bucket is one cache line");
  static constexpr std::uint8_t kGenerationMask = 63;

  Bucket* bucket(shogi::Key key) const {
    // The high half of (upper key * count) is uniform in [0, count) for any count below 2^32.
    return buckets_ + static_cast<std::size_t>(((key >> 32U) * bucket_count_) >> 32U);
  }
  bool allocate(std::size_t megabytes);
  void write_zeros();
  void touch_all();
  void stop_warming();
  void release();

  LargeMemory memory_;
  MemoryAdvice advice_ = nullptr;
  Bucket* buckets_ = nullptr;
  std::size_t bucket_count_ = 0;
  std::size_t megabytes_ = 0;
  std::uint8_t generation_ = 0;
  bool used_ = false;  ///< since the last clear()
  bool warm_ = false;
  std::thread warmer_;
  std::atomic<bool> warming_{false};
};

}  // namespace gougi::search
