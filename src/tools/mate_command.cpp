// SPDX-License-Identifier: MIT
#include "tools/mate_command.hpp"

#include <array>
#include <iostream>
#include <string>
#include <string_view>

#include "base/closest.hpp"
#include "base/text.hpp"
#include "tools/mate_generate_command.hpp"
#include "tools/mate_solve_command.hpp"

namespace gougi::tools {

int mate_command(const std::vector<std::string>& words, mate::MemoryAdvice advice) {
  if (words.empty()) {
    std::cerr << "gougi mate: solve or generate is missing; gougi mate --help says more\n";
    return 2;
  }
  const bool helps = words[0] == "--help" || words[0] == "-h";
  if (helps) {
    std::cout << kMateSolveUsage << kMateGenerateUsage << kMateSolveHelp << kMateGenerateHelp;
    return 0;
  }
  if (words[0] == "solve") return mate_solve_command(words, advice);
  if (words[0] == "generate") return mate_generate_command(words, advice);
  constexpr std::array<std::string_view, 2> kTasks{"solve", "generate"};
  const std::string meant = base::did_you_mean(words[0], kTasks);
  std::cerr << "gougi mate: there is no task " << base::printable(words[0], 60)
            << (meant.empty() ? ";" : meant) << " gougi mate --help lists what there is\n";
  return 2;
}

}  // namespace gougi::tools
