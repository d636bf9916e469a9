// SPDX-License-Identifier: MIT
// The kernel for x86-64 with AVX2 (2013).
#ifdef __x86_64__
#include <immintrin.h>

#include <cstring>

#include "eval/nnue_kernel.hpp"

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif

#include "eval/nnue_kernel_simd.hpp"

namespace gougi::eval {
namespace {

struct Avx2 {
  using Reg = __m256i;
  static constexpr bool kSumsBytesAtOnce = false;
  static constexpr int kBytes = 32;

  static Reg load(const void* from) { return _mm256_loadu_si256(static_cast<const Reg*>(from)); }
  static void store(void* to, Reg value) { _mm256_storeu_si256(static_cast<Reg*>(to), value); }
  static Reg zero() { return _mm256_setzero_si256(); }
  static Reg add16(Reg a, Reg b) { return _mm256_add_epi16(a, b); }
  static Reg sub16(Reg a, Reg b) { return _mm256_sub_epi16(a, b); }
  static Reg add32(Reg a, Reg b) { return _mm256_add_epi32(a, b); }
  static Reg broadcast32(const std::uint8_t* from) {
    std::int32_t four = 0;
    std::memcpy(&four, from, sizeof(four));
    return _mm256_set1_epi32(four);
  }
  // Two products of at most 127 * 128 fit into 16 bits.
  static Reg pairs(Reg values, Reg weights) { return _mm256_maddubs_epi16(values, weights); }
  static Reg add_pairs(Reg sums, Reg pairs) {
    return _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
  }
  static Reg dot4(Reg sums, Reg values, Reg weights) {
    return add_pairs(sums, pairs(values, weights));
  }
  // Packing goes by halves of a register; the permutations put them into order.
  static Reg clip16(Reg low, Reg high) {
    const Reg packed = _mm256_max_epi8(_mm256_packs_epi16(low, high), zero());
    return _mm256_permute4x64_epi64(packed, 0xD8);
  }
  static Reg scaled(Reg sums) { return _mm256_srai_epi32(sums, 6); }
  static void clip32(const Reg* sums, std::uint8_t* out) {
    const Reg low = _mm256_packs_epi32(scaled(sums[0]), scaled(sums[1]));
    const Reg high = _mm256_packs_epi32(scaled(sums[2]), scaled(sums[3]));
    const Reg packed = _mm256_max_epi8(_mm256_packs_epi16(low, high), zero());
    store(out, _mm256_permutevar8x32_epi32(packed, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7)));
  }
  static Reg clamp255(Reg values) {
    return _mm256_min_epi16(_mm256_max_epi16(values, zero()), _mm256_set1_epi16(255));
  }
  static Reg mul16(Reg a, Reg b) { return _mm256_mullo_epi16(a, b); }
  static Reg madd16(Reg a, Reg b) { return _mm256_madd_epi16(a, b); }
  static std::int32_t sum32(Reg sums) {
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1)));
  }
  static std::int32_t dot32(const std::uint8_t* values, const std::int8_t* weights) {
    const Reg wide = dot4(zero(), load(values), load(weights));
    __m128i sums = _mm_add_epi32(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
    sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0xB1)));
  }
};

}  // namespace

constinit const NnueKernel detail::kNnueAvx2{
    "AVX2", SimdKernel<Avx2>::update, SimdKernel<Avx2>::propagate, SimdKernel<Avx2>::sum_squares};

}  // namespace gougi::eval

#ifdef __clang__
#pragma clang attribute pop
#endif
#endif  // __x86_64__
