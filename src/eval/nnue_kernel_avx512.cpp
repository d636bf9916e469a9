// SPDX-License-Identifier: MIT
// The kernel for x86-64 with AVX-512 F and BW (2017).
#ifdef __x86_64__
#include <immintrin.h>

#include <cstring>

#include "eval/nnue_kernel.hpp"

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw")
#endif

#include "eval/nnue_kernel_simd.hpp"
#include "eval/nnue_vectors512.hpp"

namespace gougi::eval {
namespace {

struct OfThisFile {};

}  // namespace

constinit const NnueKernel detail::kNnueAvx512{"AVX-512", SimdKernel<Avx512<OfThisFile>>::update,
                                               SimdKernel<Avx512<OfThisFile>>::propagate,
                                               SimdKernel<Avx512<OfThisFile>>::sum_squares};

}  // namespace gougi::eval

#ifdef __clang__
#pragma clang attribute pop
#endif
#endif  // __x86_64__
