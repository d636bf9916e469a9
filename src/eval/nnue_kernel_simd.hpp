// SPDX-License-Identifier: MIT
// What the vector kernels share: the arithmetic, written over the vectors `V` of one instruction
// set. Included by nnue_kernel_*.cpp only, behind the pragma that names the instruction set: what
// is defined here is compiled for it, therefore these files are never joined (unity builds). All
// loads and stores are unaligned: rows lie anywhere in a file, and mingw-w64 does not align the
// stack for wide vectors (gcc PR 54412).
//
// V gives: Reg (integers of any width), kBytes, load, store, add16, sub16, add32, broadcast32,
// pairs (16-bit sums of two products of unsigned and signed bytes), add_pairs (two of these to each
// 32-bit sum), dot4 (both), kSumsBytesAtOnce (dot4 is one instruction), clip16 (Regs of 16-bit
// numbers to bytes of 0..127), clip32 (likewise 32-bit sums of a layer), dot32 (of 32 bytes),
// clamp255 (16-bit numbers), mul16 (low halves of products), madd16 (sums of two products), sum32.
#pragma once

#include "eval/nnue_kernel.hpp"

namespace gougi::eval {

template <class V>
struct SimdKernel {
  using Reg = typename V::Reg;

  static void update(std::int16_t* out, const std::int16_t* from, NnueRows removed,
                     NnueRows added) {
    // Half of the registers that AVX2 has; the other half would be spilled here and there.
    constexpr int kTile = 8;
    constexpr int kStep = V::kBytes;
    auto* const to_bytes = reinterpret_cast<std::byte*>(out);
    const auto* const from_bytes = reinterpret_cast<const std::byte*>(from);
    for (int begin = 0; begin < 2 * kNnueWidth; begin += kTile * kStep) {
      Reg sums[kTile];
      for (int i = 0; i < kTile; ++i) sums[i] = V::load(from_bytes + begin + i * kStep);
      for (const std::byte* row : removed) {
        for (int i = 0; i < kTile; ++i) {
          sums[i] = V::sub16(sums[i], V::load(row + begin + i * kStep));
        }
      }
      for (const std::byte* row : added) {
        for (int i = 0; i < kTile; ++i) {
          sums[i] = V::add16(sums[i], V::load(row + begin + i * kStep));
        }
      }
      for (int i = 0; i < kTile; ++i) V::store(to_bytes + begin + i * kStep, sums[i]);
    }
  }

  static std::int32_t propagate(const std::int16_t* mover, const std::int16_t* other,
                                const NnueLayers& layers) {
    std::uint8_t inputs[2 * kNnueWidth];
    clip_view(mover, inputs);
    clip_view(other, inputs + kNnueWidth);
    std::uint8_t hidden[kNnueHidden];
    first_layer(inputs, layers, hidden);
    affine<kNnueHidden>(hidden, layers.biases2.data(), layers.weights2.data(), hidden);
    const auto products = static_cast<std::uint32_t>(V::dot32(hidden, layers.weights3.data()));
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(layers.bias3) + products);
  }

  static std::int32_t sum_squares(const std::int16_t* mover, const std::int16_t* other,
                                  const NnueLayers& layers) {
    Reg sums[4] = {V::zero(), V::zero(), V::zero(), V::zero()};
    add_squares(mover, layers.squared_weights.data(), sums);
    add_squares(other, layers.squared_weights.data() + kNnueWidth, sums);
    return V::sum32(V::add32(V::add32(sums[0], sums[1]), V::add32(sums[2], sums[3])));
  }

 private:
  /// A value of 0..255 times a weight of 8 bits fits into 16 bits, so that the square is one more
  /// multiplication of 16 bits.
  static void add_squares(const std::int16_t* values, const std::int16_t* weights, Reg* sums) {
    constexpr int kStep = V::kBytes / 2;
    for (int i = 0; i < kNnueWidth; i += 4 * kStep) {
      for (int c = 0; c < 4; ++c) {
        const Reg value = V::clamp255(V::load(values + i + c * kStep));
        const Reg product = V::mul16(value, V::load(weights + i + c * kStep));
        sums[c] = V::add32(sums[c], V::madd16(value, product));
      }
    }
  }

  /// Registers for a layer's 32 sums.
  static constexpr int kSums = kNnueHidden * 4 / V::kBytes;
  /// Groups of inputs whose products are summed apart, for a sum need not wait for the last one.
  static constexpr int kChains = kSums >= 4 ? 1 : 4;

  static void clip_view(const std::int16_t* view, std::uint8_t* to) {
    const auto* const bytes = reinterpret_cast<const std::byte*>(view);
    for (int i = 0; i < kNnueWidth / V::kBytes; ++i) {
      const std::byte* const from = bytes + i * 2 * V::kBytes;
      V::store(to + i * V::kBytes, V::clip16(V::load(from), V::load(from + V::kBytes)));
    }
  }

  static void first_layer(const std::uint8_t* in, const NnueLayers& layers, std::uint8_t* out) {
    const std::int8_t* weights = layers.weights1.data();
    if constexpr (V::kSumsBytesAtOnce) {
      affine<2 * kNnueWidth>(in, layers.biases1.data(), weights, out);
      return;
    }
    constexpr int kFours = NnueLayers::kNarrowGroup / 4;
    Reg sums[kSums];
    for (int s = 0; s < kSums; ++s) {
      sums[s] = V::load(layers.biases1.data() + s * (V::kBytes / 4));
    }
    for (std::uint32_t rest = layers.narrow1, end = 0; end < 32; ++end, rest >>= 1U) {
      Reg inputs[kFours];
      for (int i = 0; i < kFours; ++i) inputs[i] = V::broadcast32(in + 4 * i);
      if ((rest & 1U) != 0) {
        for (int s = 0; s < kSums; ++s) {
          const std::int8_t* const column = weights + s * V::kBytes;
          Reg pairs = V::pairs(inputs[0], V::load(column));
          for (int i = 1; i < kFours; ++i) {
            pairs = V::add16(pairs, V::pairs(inputs[i], V::load(column + i * 4 * kNnueHidden)));
          }
          sums[s] = V::add_pairs(sums[s], pairs);
        }
      } else {
        for (int i = 0; i < kFours; ++i) {
          for (int s = 0; s < kSums; ++s) {
            sums[s] =
                V::dot4(sums[s], inputs[i], V::load(weights + i * 4 * kNnueHidden + s * V::kBytes));
          }
        }
      }
      in += NnueLayers::kNarrowGroup;
      weights += NnueLayers::kNarrowGroup * kNnueHidden;
    }
    V::clip32(sums, out);
  }

  /// `out` may be `in`.
  template <int kInputs>
  static void affine(const std::uint8_t* in, const std::int32_t* biases, const std::int8_t* weights,
                     std::uint8_t* out) {
    Reg sums[kChains][kSums];
    for (int s = 0; s < kSums; ++s) {
      sums[0][s] = V::load(reinterpret_cast<const std::byte*>(biases) + s * V::kBytes);
      for (int c = 1; c < kChains; ++c) sums[c][s] = V::zero();
    }
    for (int group = 0; group < kInputs / 4; group += kChains) {
      for (int c = 0; c < kChains; ++c) {
        const Reg four = V::broadcast32(in + 4 * (group + c));
        const std::int8_t* const row = weights + (group + c) * 4 * kNnueHidden;
        for (int s = 0; s < kSums; ++s) {
          sums[c][s] = V::dot4(sums[c][s], four, V::load(row + s * V::kBytes));
        }
      }
    }
    for (int c = 1; c < kChains; ++c) {
      for (int s = 0; s < kSums; ++s) sums[0][s] = V::add32(sums[0][s], sums[c][s]);
    }
    V::clip32(sums[0], out);
  }
};

}  // namespace gougi::eval
