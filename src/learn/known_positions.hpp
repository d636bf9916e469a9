// SPDX-License-Identifier: MIT
// Which teacher positions have been written already, by 64 bits of each. For one thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "learn/packed_position.hpp"

namespace gougi::learn {

/// Takes some 16 to 32 bytes a position.
class KnownPositions {
 public:
  /// Whether it is new; from now on it is not.
  bool add(const PackedPosition& packed) {
    if (2 * (count_ + 1) > keys_.size()) grow();
    const std::uint64_t hash = std::max<std::uint64_t>(1, base::fnv1a(packed));
    std::uint64_t& place = place_of(hash);
    if (place == hash) return false;
    place = hash;
    ++count_;
    return true;
  }

 private:
  // Places at first: 512 KiB.
  static constexpr std::size_t kFirstKnownKeys = std::size_t{1} << 16U;

  /// Where it is, or would be.
  std::uint64_t& place_of(std::uint64_t hash) {
    const std::size_t mask = keys_.size() - 1;
    auto at = static_cast<std::size_t>(hash ^ (hash >> 32U)) & mask;
    while (keys_[at] != 0 && keys_[at] != hash) at = (at + 1) & mask;
    return keys_[at];
  }
  void grow() {
    const std::vector<std::uint64_t> old = std::exchange(
        keys_, std::vector<std::uint64_t>(std::max(kFirstKnownKeys, 2 * keys_.size())));
    for (const std::uint64_t hash : old) {
      if (hash != 0) place_of(hash) = hash;
    }
  }

  std::vector<std::uint64_t> keys_;  ///< a power of two; 0: free
  std::size_t count_ = 0;
};

}  // namespace gougi::learn
