// SPDX-License-Identifier: MIT
// `gougi mate solve`: solves files of mate problems, several at once, and prints what came out in
// the order of the files. Used by mate_command.cpp only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mate/solver.hpp"

namespace gougi::tools {

inline constexpr std::string_view kMateSolveUsage =
    "usage: gougi mate solve FILE… [--seconds S] [--nodes N] [--hash MB] [--threads N]\n"
    "                              [--post none|bound|minimum] [--verify | --help-mate] [--tsume]\n"
    "                              [--csv | --json] [--shard I/N --file FILE]\n";
inline constexpr std::string_view kMateSolveHelp =
    "solve: solves mate problems, one SFEN a line, a note behind '#'. With freezes behind it\n"
    "  (zG z2Z3) it is a problem of Freeze shogi. Ctrl-C ends it with what is solved so far.\n"
    "  --seconds S  CPU seconds for each problem; without it, as long as it takes\n"
    "  --nodes N    positions for each problem\n"
    "  --hash MB    memory of the tables (1024)\n"
    "  --threads N  so many problems at once, each with its share of the memory (1)\n"
    "  --post WORD  shorten the mate found: none, bound (a little; the default), minimum\n"
    "  --verify     walk over each proof: every defence must be answered\n"
    "  --tsume      futile interpositions at the end do not count as plies\n"
    "  --help-mate  the defender helps (協力詰め)\n"
    "  --csv, --json  instead of the table\n"
    "  --shard I/N --file FILE  solve part I of N (0/8 to 7/8) into FILE; typed again it goes on,\n"
    "               and gougi merge puts the parts together\n";

/// As mate_command(); `words` begin with "solve".
int mate_solve_command(const std::vector<std::string>& words, mate::MemoryAdvice advice);

}  // namespace gougi::tools
