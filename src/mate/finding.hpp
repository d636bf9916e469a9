// SPDX-License-Identifier: MIT
// The values that the searches pass around, by the names of the literature: lengths, thresholds,
// what a disproof depends on, and what a search of one position found. In an OR node the attacker
// is to move, in an AND node the defender. No behaviour beyond joining them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "shogi/types.hpp"

namespace gougi::mate {

/// A proof number (pn) or disproof number (dn) that means "never".
inline constexpr std::uint32_t kInfinite = 1U << 30U;
/// The largest number that does not.
inline constexpr std::uint32_t kLargest = kInfinite - 1;

/// Plies.
using Length = std::int16_t;
/// As the length of a mate: there is none. As the length within which there is none: for ever.
inline constexpr Length kNever = 32767;
/// As the length within which there is no mate: nothing is known.
inline constexpr Length kNothing = -1;

/// The thresholds of df-pn: a node is searched on while its proof number is below `thpn` and its
/// disproof number below `thdn`.
struct Thresholds {
  std::uint32_t thpn = kInfinite;
  std::uint32_t thdn = kInfinite;
};

/// The positions of the path, by index, that a disproof depends on. A disproof found because a
/// position came back holds only below that position (the graph history interaction problem). A
/// few positions are kept exactly, more as the range from the first to the last.
class PathDependence {
 public:
  bool nowhere() const { return count_ == 0; }
  bool is_range() const { return count_ > kMost; }
  int count() const { return count_; }
  int first() const { return at_[0]; }
  int last() const { return is_range() ? at_[1] : at_[static_cast<std::size_t>(count_ - 1)]; }
  int at(int i) const { return at_[static_cast<std::size_t>(i)]; }

  static PathDependence on(int index) {
    PathDependence dependence;
    dependence.count_ = 1;
    dependence.at_[0] = static_cast<std::int16_t>(index);
    return dependence;
  }
  static PathDependence on_range(int first, int last) {
    PathDependence dependence;
    dependence.count_ = kMost + 1;
    dependence.at_[0] = static_cast<std::int16_t>(first);
    dependence.at_[1] = static_cast<std::int16_t>(last);
    return dependence;
  }

  /// Adds what `other` depends on.
  void join(const PathDependence& other) {
    if (other.nowhere()) return;
    if (nowhere()) {
      *this = other;
      return;
    }
    if (!is_range() && !other.is_range()) {
      for (int i = 0; i < other.count_; ++i) add(other.at(i));
      return;
    }
    *this = on_range(std::min(first(), other.first()), std::max(last(), other.last()));
  }

  /// Takes away everything from position `index` of the path on: a disproof that depends on its own
  /// position, or on one below, does not need that. Whoever can mate has a way that never comes
  /// back.
  void cut(int index) {
    if (nowhere()) return;
    if (is_range()) {
      if (first() >= index) {
        count_ = 0;
      } else {
        at_[1] = static_cast<std::int16_t>(std::min(last(), index - 1));
      }
      return;
    }
    while (count_ > 0 && at_[static_cast<std::size_t>(count_ - 1)] >= index) --count_;
  }

 private:
  static constexpr int kMost = 4;

  void add(int index) {
    if (is_range()) {
      at_[0] = static_cast<std::int16_t>(std::min<int>(at_[0], index));
      at_[1] = static_cast<std::int16_t>(std::max<int>(at_[1], index));
      return;
    }
    auto* const end = at_.data() + count_;
    auto* const place = std::lower_bound(at_.data(), end, index);
    if (place != end && *place == index) return;
    if (count_ == kMost) {
      *this = on_range(std::min(first(), index), std::max(last(), index));
      return;
    }
    std::copy_backward(place, end, end + 1);
    *place = static_cast<std::int16_t>(index);
    ++count_;
  }

  std::int8_t count_ = 0;
  std::array<std::int16_t, kMost> at_{};  // ascending; of a range the first and the last
};

/// A PathDependence in terms of positions, so that it can be recognised on another path.
struct LoopCondition {
  enum class Kind : std::uint8_t { kOne, kTwo, kRange };
  Kind kind = Kind::kOne;
  shogi::Key first = 0;     ///< the first position
  shogi::Key second = 0;    ///< the second; of a range the sum over all its positions
  std::int32_t length = 0;  ///< of a range: its positions
};

/// What a search of one position found.
struct Finding {
  std::uint32_t proof = 1;     ///< 0: mate
  std::uint32_t disproof = 1;  ///< 0: no mate
  Length length = 0;           ///< of a mate, or within which there is none
  shogi::Hand hand;            ///< least hand that mates, or greatest that does not
  PathDependence dependence;   ///< of a disproof

  bool mates() const { return proof == 0; }
  bool fails() const { return disproof == 0; }
  bool is_open() const { return proof != 0 && disproof != 0; }

  static Finding mate(Length length, shogi::Hand hand) { return {0, kInfinite, length, hand, {}}; }
  static Finding no_mate(Length within, shogi::Hand hand, PathDependence dependence = {}) {
    return {kInfinite, 0, within, hand, dependence};
  }
};

}  // namespace gougi::mate
