// SPDX-License-Identifier: MIT
// The kernel for processors without one of their own; compilers make fair vector code of it.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "eval/nnue_kernel.hpp"

namespace gougi::eval {
namespace {

std::uint16_t load_weight(const std::byte* from) {
  std::uint16_t value = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&value, from, sizeof(value));
  } else {
    value = static_cast<std::uint16_t>(static_cast<unsigned>(from[0]) |
                                       (static_cast<unsigned>(from[1]) << 8U));
  }
  return value;
}

void plain_update(std::int16_t* out, const std::int16_t* from, NnueRows removed, NnueRows added) {
  std::array<std::uint16_t, kNnueWidth> sums;
  std::memcpy(sums.data(), from, sizeof(sums));
  for (const std::byte* row : removed) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sums[i] = static_cast<std::uint16_t>(sums[i] - load_weight(row + 2 * i));
    }
  }
  for (const std::byte* row : added) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sums[i] = static_cast<std::uint16_t>(sums[i] + load_weight(row + 2 * i));
    }
  }
  std::memcpy(out, sums.data(), sizeof(sums));
}

using Sums = std::array<std::uint32_t, kNnueHidden>;

/// The sums of an affine layer, modulo 2^32. Row by row in 16-bit factors: of several forms the one
/// that g++ and clang make the fastest vector code of (measured on x86-64).
template <std::size_t kInputs>
Sums plain_affine(const std::array<std::int16_t, kInputs>& inputs,
                  const std::array<std::int32_t, kNnueHidden>& biases, const std::int8_t* rows) {
  Sums sums;
  for (std::size_t o = 0; o < kNnueHidden; ++o) {
    const std::int8_t* const row = rows + o * kInputs;
    int sum = 0;
    for (std::size_t i = 0; i < kInputs; ++i) sum += inputs[i] * row[i];
    sums[o] = static_cast<std::uint32_t>(biases[o]) + static_cast<std::uint32_t>(sum);
  }
  return sums;
}

std::array<std::int16_t, kNnueHidden> plain_clip(const Sums& sums) {
  std::array<std::int16_t, kNnueHidden> out;
  std::ranges::transform(sums, out.begin(), [](std::uint32_t sum) {
    return static_cast<std::int16_t>(std::clamp(static_cast<std::int32_t>(sum) >> 6, 0, 127));
  });
  return out;
}

std::int32_t plain_propagate(const std::int16_t* mover, const std::int16_t* other,
                             const NnueLayers& layers) {
  std::array<std::int16_t, std::size_t{2} * kNnueWidth> inputs;
  for (std::size_t i = 0; i < kNnueWidth; ++i) {
    inputs[i] = std::clamp<std::int16_t>(mover[i], 0, 127);
    inputs[kNnueWidth + i] = std::clamp<std::int16_t>(other[i], 0, 127);
  }
  const auto first = plain_clip(plain_affine(inputs, layers.biases1, layers.rows1));
  const auto second = plain_clip(plain_affine(first, layers.biases2, layers.rows2));
  auto sum = static_cast<std::uint32_t>(layers.bias3);
  for (std::size_t i = 0; i < second.size(); ++i) {
    sum += static_cast<std::uint32_t>(second[i] * layers.weights3[i]);
  }
  return static_cast<std::int32_t>(sum);
}

std::int32_t plain_sum_squares(const std::int16_t* mover, const std::int16_t* other,
                               const NnueLayers& layers) {
  std::uint32_t sum = 0;
  for (std::size_t half = 0; half < 2; ++half) {
    const std::int16_t* const values = half == 0 ? mover : other;
    const std::int16_t* const weights = layers.squared_weights.data() + half * kNnueWidth;
    for (std::size_t i = 0; i < kNnueWidth; ++i) {
      const int value = std::clamp<int>(values[i], 0, kMirroredOne);
      sum += static_cast<std::uint32_t>(value * weights[i] * value);
    }
  }
  return static_cast<std::int32_t>(sum);
}

}  // namespace

constinit const NnueKernel detail::kNnuePlain{"plain", plain_update, plain_propagate,
                                              plain_sum_squares};

}  // namespace gougi::eval
