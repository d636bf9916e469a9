// SPDX-License-Identifier: MIT
// How pieces move, as differences of square numbers, in the original's order: the order in which
// candidates are generated decides what is played.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "naitou/board.hpp"

namespace gougi::naitou {

struct Steps {
  std::array<std::int16_t, 4> slides{};
  int slide_count = 0;
  std::array<std::int16_t, 8> singles{};
  int single_count = 0;

  constexpr std::span<const std::int16_t> sliding() const {
    return {slides.data(), static_cast<std::size_t>(slide_count)};
  }
  constexpr std::span<const std::int16_t> single() const {
    return {singles.data(), static_cast<std::size_t>(single_count)};
  }
};

namespace detail {
struct StepTable {
  std::array<std::array<Steps, 16>, 2> of{};
  /// Whether a piece passes an effect on behind itself, by delta + kLargestStep.
  std::array<std::array<std::array<bool, 25>, 16>, 2> passes_on{};
};
inline constexpr int kLargestStep = 12;
extern const StepTable kSteps;
}  // namespace detail

/// The steps of a piece of `side`.
inline const Steps& steps(Side side, Kind kind) { return detail::kSteps.of[index(side)][at(kind)]; }

/// Whether a slider's control along `delta` is carried on by one square behind this own piece
/// (影の利き): it moves that way itself, and is no king.
inline bool passes_on(Side side, Kind kind, int delta) {
  return detail::kSteps
      .passes_on[index(side)][at(kind)][static_cast<std::size_t>(delta + detail::kLargestStep)];
}

}  // namespace gougi::naitou
