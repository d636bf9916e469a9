// SPDX-License-Identifier: MIT
// How searches of one problem may differ, so that several threads go different ways. No variant
// changes a verdict. Used by both games' solvers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace gougi::mate {

struct SearchVariant {
  /// 1/ε of the 1+ε trick: a child may get worse than its best sibling by this part of it.
  std::uint32_t inverse_epsilon = 4;
  bool ties_to_last = false;  ///< of equal children the last goes first
};

/// On long problems each of these is the fastest now and then. The first is what a single thread
/// searches by.
inline constexpr std::array<SearchVariant, 6> kSearchVariants{
    {{4, false}, {3, true}, {8, false}, {2, true}, {16, true}, {2, false}}};

/// That of thread `number`.
constexpr SearchVariant variant_of(std::size_t number) {
  return kSearchVariants[number % kSearchVariants.size()];
}

}  // namespace gougi::mate
