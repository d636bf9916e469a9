// SPDX-License-Identifier: MIT
// The vectors of AVX-512, for the two kernels that use it; see nnue_kernel_simd.hpp, and include it
// behind the same pragma.
#pragma once

#include <immintrin.h>

#include <cstdint>
#include <cstring>

namespace gougi::eval {

/// `File` is a type of the including file alone: the two are compiled for different processors, and
/// nothing of one may stand in for the other's.
template <class File>
struct Avx512 {
  using Reg = __m512i;
  static constexpr bool kSumsBytesAtOnce = false;
  static constexpr int kBytes = 64;

  static Reg load(const void* from) { return _mm512_loadu_si512(from); }
  static void store(void* to, Reg value) { _mm512_storeu_si512(to, value); }
  static Reg zero() { return _mm512_setzero_si512(); }
  static Reg add16(Reg a, Reg b) { return _mm512_add_epi16(a, b); }
  static Reg sub16(Reg a, Reg b) { return _mm512_sub_epi16(a, b); }
  static Reg add32(Reg a, Reg b) { return _mm512_add_epi32(a, b); }
  static Reg broadcast32(const std::uint8_t* from) {
    std::int32_t four = 0;
    std::memcpy(&four, from, sizeof(four));
    return _mm512_set1_epi32(four);
  }
  // Two products of at most 127 * 128 fit into 16 bits.
  static Reg pairs(Reg values, Reg weights) { return _mm512_maddubs_epi16(values, weights); }
  static Reg add_pairs(Reg sums, Reg pairs) {
    return _mm512_add_epi32(sums, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)));
  }
  static Reg dot4(Reg sums, Reg values, Reg weights) {
    return add_pairs(sums, pairs(values, weights));
  }
  // Packing goes by quarters of a register; the permutation puts them into order.
  static Reg clip16(Reg low, Reg high) {
    const Reg packed = _mm512_max_epi8(_mm512_packs_epi16(low, high), zero());
    return _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), packed);
  }
  static void clip32(const Reg* sums, std::uint8_t* out) {
    for (int i = 0; i < 2; ++i) {
      const Reg positive = _mm512_max_epi32(_mm512_srai_epi32(sums[i], 6), zero());
      _mm_storeu_si128(reinterpret_cast<__m128i*>(out + 16 * i), _mm512_cvtsepi32_epi8(positive));
    }
  }
  static Reg clamp255(Reg values) {
    return _mm512_min_epi16(_mm512_max_epi16(values, zero()), _mm512_set1_epi16(255));
  }
  static Reg mul16(Reg a, Reg b) { return _mm512_mullo_epi16(a, b); }
  static Reg madd16(Reg a, Reg b) { return _mm512_madd_epi16(a, b); }
  static std::int32_t sum32(Reg sums) { return _mm512_reduce_add_epi32(sums); }
  static std::int32_t dot32(const std::uint8_t* values, const std::int8_t* weights) {
    const __m256i pairs =
        _mm256_maddubs_epi16(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(values)),
                             _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weights)));
    const __m256i wide = _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
    __m128i sums = _mm_add_epi32(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
    sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0xB1)));
  }
};

}  // namespace gougi::eval
