// SPDX-License-Identifier: MIT
#include "eval/shipped_network.hpp"

// GOUGI_NETWORK is the file's path, which the build defines. The assembler reads it, so that its
// size costs the compiler nothing.
#ifdef _WIN32
#define GOUGI_READ_ONLY ".section .rdata,\"dr\"\n"
#else
#define GOUGI_READ_ONLY ".section .rodata\n"
#endif

__asm__(GOUGI_READ_ONLY
        ".balign 64\n"
        ".globl gougi_network_begin\n"
        "gougi_network_begin:\n"
        ".incbin \"" GOUGI_NETWORK
        "\"\n"
        ".globl gougi_network_end\n"
        "gougi_network_end:\n"
        ".byte 0\n"
        ".text\n");

extern "C" {
extern const std::byte gougi_network_begin[];  // NOLINT(*-avoid-c-arrays)
extern const std::byte gougi_network_end[];    // NOLINT(*-avoid-c-arrays)
}

namespace gougi::eval {

std::span<const std::byte> shipped_network() { return {gougi_network_begin, gougi_network_end}; }

}  // namespace gougi::eval
