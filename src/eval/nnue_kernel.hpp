// SPDX-License-Identifier: MIT
// The arithmetic of a network, in one form for each kind of processor: plain C++, SSE4.1, AVX2,
// AVX-512 and AVX-512 with VNNI. All forms give exactly the same numbers, also for networks whose
// sums leave their range: additions wrap. Which form runs is chosen at run time; a program for any
// x86-64 uses what the machine at hand has. Used by NnueState; tests and benchmarks name a form.
// Safe from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "eval/nnue_network.hpp"

namespace gougi::eval {

/// Rows of transformer weights in the file's bytes, see NnueNetwork::row.
using NnueRows = std::span<const std::byte* const>;

struct NnueKernel {
  std::string_view name;
  /// out = from - removed + added, 256 numbers, modulo 2^16; `out` may be `from`.
  void (*update)(std::int16_t* out, const std::int16_t* from, NnueRows removed, NnueRows added);
  /// From the transformer's 256 outputs for the side to move and for the other to the last layer's,
  /// modulo 2^32.
  std::int32_t (*propagate)(const std::int16_t* mover, const std::int16_t* other,
                            const NnueLayers& layers);
  /// The same for the mirrored kind, before division and without the bias: the sum of the squares
  /// of what is clamped to 0..255, each times its weight, modulo 2^32.
  std::int32_t (*sum_squares)(const std::int16_t* mover, const std::int16_t* other,
                              const NnueLayers& layers);
};

/// The forms that this machine's processor and operating system can run, the fastest first, the
/// plain one last.
std::span<const NnueKernel* const> nnue_kernels();
/// The first of them.
const NnueKernel& fastest_nnue_kernel();

namespace detail {
extern const NnueKernel kNnuePlain;
#ifdef __x86_64__
extern const NnueKernel kNnueSse41;
extern const NnueKernel kNnueAvx2;
extern const NnueKernel kNnueAvx512;
extern const NnueKernel kNnueVnni;
#endif
}  // namespace detail

}  // namespace gougi::eval
