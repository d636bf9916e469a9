// SPDX-License-Identifier: MIT
#include "eval/shipped_network.hpp"

// GOUGI_NETWORKS is the files' folder, which the build defines. The assembler reads them, so that
// their size costs the compiler nothing.
#ifdef _WIN32
#define GOUGI_READ_ONLY ".section .rdata,\"dr\"\n"
#else
#define GOUGI_READ_ONLY ".section .rodata\n"
#endif

// NOLINTBEGIN(cppcoreguidelines-macro-usage, *-avoid-c-arrays)
#define GOUGI_SHIP(style)                              \
  __asm__(GOUGI_READ_ONLY                              \
          ".balign 64\n"                               \
          ".globl gougi_" #style                       \
          "_begin\n"                                   \
          "gougi_" #style                              \
          "_begin:\n"                                  \
          ".incbin \"" GOUGI_NETWORKS "/" #style       \
          ".bin\"\n"                                   \
          ".globl gougi_" #style                       \
          "_end\n"                                     \
          "gougi_" #style                              \
          "_end:\n"                                    \
          ".byte 0\n"                                  \
          ".text\n");                                  \
  extern "C" {                                         \
  extern const std::byte gougi_##style##_begin[];      \
  extern const std::byte gougi_##style##_end[];        \
  }

GOUGI_SHIP(balanced)
GOUGI_SHIP(attack)
GOUGI_SHIP(defence)
// NOLINTEND(cppcoreguidelines-macro-usage, *-avoid-c-arrays)

namespace gougi::eval {

std::span<const std::byte> shipped_network(Style style) {
  switch (style) {
    case Style::kBalanced:
      break;
    case Style::kAttack:
      return {gougi_attack_begin, gougi_attack_end};
    case Style::kDefence:
      return {gougi_defence_begin, gougi_defence_end};
  }
  return {gougi_balanced_begin, gougi_balanced_end};
}

}  // namespace gougi::eval
