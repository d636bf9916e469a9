// SPDX-License-Identifier: MIT
#include "tools/mate_command.hpp"

#include <iostream>

#include "base/text.hpp"
#include "tools/mate_generate_command.hpp"
#include "tools/mate_solve_command.hpp"

namespace gougi::tools {

int mate_command(const std::vector<std::string>& words, mate::MemoryAdvice advice) {
  const bool helps = words.empty() || words[0] == "--help" || words[0] == "-h";
  if (helps) {
    std::cout << kMateSolveUsage << kMateGenerateUsage << kMateSolveHelp << kMateGenerateHelp;
    return 0;
  }
  if (words[0] == "solve") return mate_solve_command(words, advice);
  if (words[0] == "generate") return mate_generate_command(words, advice);
  std::cerr << "gougi mate: unknown command " << base::printable(words[0])
            << "; solve and generate are known\n";
  return 2;
}

}  // namespace gougi::tools
