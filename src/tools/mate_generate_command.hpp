// SPDX-License-Identifier: MIT
// `gougi mate generate`: writes the mate problems of games that the bundled search plays against
// itself. Used by mate_command.cpp only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mate/solver.hpp"

namespace gougi::tools {

inline constexpr std::string_view kMateGenerateUsage =
    "usage: gougi mate generate [--min N] [--max M] [--count N] [--seed N] [--nodes-per-move N]\n"
    "                           [--output FILE] [--threads N]\n";
inline constexpr std::string_view kMateGenerateHelp =
    "generate: plays games and writes the positions that have a mate with a unique solution, one\n"
    "SFEN a line, its plies behind '#'. The same seed gives the same file.\n"
    "  --min N, --max M    lengths wanted, in plies, odd (3 to 9)\n"
    "  --count N           so many problems (100); ctrl-C ends it sooner\n"
    "  --seed N            of the games' openings (1)\n"
    "  --nodes-per-move N  of the search that plays (500)\n"
    "  --output FILE       instead of the standard output; what is there is overwritten\n"
    "  --threads N         so many games at once (1)\n";

/// As mate_command(); `words` begin with "generate".
int mate_generate_command(const std::vector<std::string>& words, mate::MemoryAdvice advice);

}  // namespace gougi::tools
