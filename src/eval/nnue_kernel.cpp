// SPDX-License-Identifier: MIT
#include "eval/nnue_kernel.hpp"

#include <vector>

namespace gougi::eval {

std::span<const NnueKernel* const> nnue_kernels() {
  static const std::vector<const NnueKernel*> kernels = [] {
    std::vector<const NnueKernel*> found;
#ifdef __x86_64__
    const bool avx512 =
        __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0;
    if (avx512 && __builtin_cpu_supports("avx512vnni") != 0) found.push_back(&detail::kNnueVnni);
    if (avx512) found.push_back(&detail::kNnueAvx512);
    if (__builtin_cpu_supports("avx2") != 0) found.push_back(&detail::kNnueAvx2);
    if (__builtin_cpu_supports("sse4.1") != 0) found.push_back(&detail::kNnueSse41);
#endif
    found.push_back(&detail::kNnuePlain);
    return found;
  }();
  return kernels;
}

const NnueKernel& fastest_nnue_kernel() { return *nnue_kernels().front(); }

}  // namespace gougi::eval
