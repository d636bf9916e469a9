// SPDX-License-Identifier: MIT
// The kernel for x86-64 with AVX-512 F, BW and VNNI (2019).
#ifdef __x86_64__
#include <immintrin.h>

#include <cstring>

#include "eval/nnue_kernel.hpp"

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vnni"))), \
                             apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vnni")
#endif

#include "eval/nnue_kernel_simd.hpp"
#include "eval/nnue_vectors512.hpp"

namespace gougi::eval {
namespace {

struct Avx512Vnni : Avx512<Avx512Vnni> {
  static constexpr bool kSumsBytesAtOnce = true;
  static Reg dot4(Reg sums, Reg values, Reg weights) {
    return _mm512_dpbusd_epi32(sums, values, weights);
  }
};

}  // namespace

constinit const NnueKernel detail::kNnueVnni{"AVX-512 VNNI", SimdKernel<Avx512Vnni>::update,
                                             SimdKernel<Avx512Vnni>::propagate,
                                             SimdKernel<Avx512Vnni>::sum_squares};

}  // namespace gougi::eval

#ifdef __clang__
#pragma clang attribute pop
#endif
#endif  // __x86_64__
