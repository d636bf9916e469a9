// SPDX-License-Identifier: MIT
// `gougi mate solve`: solves files of mate problems, several at once, and prints what came out in
// the order of the files. Used by mate_command.cpp only.
#pragma once

#include <string>
#include <vector>

#include "base/language.hpp"
#include "base/result.hpp"
#include "mate/solver.hpp"

namespace gougi::tools {

inline constexpr base::Text kMateSolveAbout{
    "Solves mate problems, one SFEN a line, a note behind '#'. With freezes behind it (zG z2Z3) it "
    "is a problem of Freeze shogi. Ctrl-C ends it with what is solved so far.",
    "1行1題の SFEN の詰将棋を解きます(# の後は注釈)。フリーズ(zG "
    "z2Z3)が続けばFreeze将棋の問題です。Ctrl-C でそこまでの結果を出して終わります。"};

/// As mate_command(); `words` are those after "solve".
int mate_solve_command(const std::vector<std::string>& words, mate::MemoryAdvice advice);

/// Files that they name, to be read; the error says which word makes no sense. Runs nothing.
base::Result<std::vector<std::string>> files_of_mate_solve(const std::vector<std::string>& words);

}  // namespace gougi::tools
