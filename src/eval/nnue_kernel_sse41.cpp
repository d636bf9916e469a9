// SPDX-License-Identifier: MIT
// The kernel for x86-64 with SSE4.1 (2008).
#ifdef __x86_64__
#include <immintrin.h>

#include <cstring>

#include "eval/nnue_kernel.hpp"

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("sse4.1"))), apply_to = function)
#else
#pragma GCC target("sse4.1")
#endif

#include "eval/nnue_kernel_simd.hpp"

namespace gougi::eval {
namespace {

struct Sse41 {
  using Reg = __m128i;
  static constexpr bool kSumsBytesAtOnce = false;
  static constexpr int kBytes = 16;

  static Reg load(const void* from) { return _mm_loadu_si128(static_cast<const Reg*>(from)); }
  static void store(void* to, Reg value) { _mm_storeu_si128(static_cast<Reg*>(to), value); }
  static Reg zero() { return _mm_setzero_si128(); }
  static Reg add16(Reg a, Reg b) { return _mm_add_epi16(a, b); }
  static Reg sub16(Reg a, Reg b) { return _mm_sub_epi16(a, b); }
  static Reg add32(Reg a, Reg b) { return _mm_add_epi32(a, b); }
  static Reg broadcast32(const std::uint8_t* from) {
    std::int32_t four = 0;
    std::memcpy(&four, from, sizeof(four));
    return _mm_set1_epi32(four);
  }
  // Two products of at most 127 * 128 fit into 16 bits.
  static Reg pairs(Reg values, Reg weights) { return _mm_maddubs_epi16(values, weights); }
  static Reg add_pairs(Reg sums, Reg pairs) {
    return _mm_add_epi32(sums, _mm_madd_epi16(pairs, _mm_set1_epi16(1)));
  }
  static Reg dot4(Reg sums, Reg values, Reg weights) {
    return add_pairs(sums, pairs(values, weights));
  }
  static Reg clip16(Reg low, Reg high) {
    return _mm_max_epi8(_mm_packs_epi16(low, high), _mm_setzero_si128());
  }
  static Reg scaled(Reg sums) { return _mm_srai_epi32(sums, 6); }
  static void clip32(const Reg* sums, std::uint8_t* out) {
    for (int i = 0; i < 2; ++i, sums += 4, out += 16) {
      store(out, clip16(_mm_packs_epi32(scaled(sums[0]), scaled(sums[1])),
                        _mm_packs_epi32(scaled(sums[2]), scaled(sums[3]))));
    }
  }
  static Reg clamp255(Reg values) {
    return _mm_min_epi16(_mm_max_epi16(values, zero()), _mm_set1_epi16(255));
  }
  static Reg mul16(Reg a, Reg b) { return _mm_mullo_epi16(a, b); }
  static Reg madd16(Reg a, Reg b) { return _mm_madd_epi16(a, b); }
  static std::int32_t sum32(Reg sums) {
    const Reg halves = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(halves, _mm_shuffle_epi32(halves, 0xB1)));
  }
  static std::int32_t dot32(const std::uint8_t* values, const std::int8_t* weights) {
    Reg sums = dot4(zero(), load(values), load(weights));
    sums = dot4(sums, load(values + 16), load(weights + 16));
    sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0xB1)));
  }
};

}  // namespace

constinit const NnueKernel detail::kNnueSse41{"SSE4.1", SimdKernel<Sse41>::update,
                                              SimdKernel<Sse41>::propagate,
                                              SimdKernel<Sse41>::sum_squares};

}  // namespace gougi::eval

#ifdef __clang__
#pragma clang attribute pop
#endif
#endif  // __x86_64__
