// SPDX-License-Identifier: MIT
// `gougi mate generate`: writes the mate problems of games that the bundled search plays against
// itself. Used by mate_command.cpp only.
#pragma once

#include <string>
#include <vector>

#include "base/language.hpp"
#include "mate/solver.hpp"

namespace gougi::tools {

inline constexpr base::Text kMateGenerateAbout{
    "Plays games and writes the positions that have a mate with a unique solution, one SFEN a "
    "line, "
    "its plies behind '#'. The same seed gives the same file.",
    "対局を繰り返し、手順が一意に決まる詰みのある局面を1行1題の SFEN "
    "で書き出します(# の後は手数)。同じ種からは同じファイルができます。"};

/// As mate_command(); `words` are those after "generate".
int mate_generate_command(const std::vector<std::string>& words, mate::MemoryAdvice advice);

}  // namespace gougi::tools
