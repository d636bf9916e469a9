// SPDX-License-Identifier: MIT
#include "tools/mate_command.hpp"

#include "cli/tasks.hpp"
#include "tools/mate_generate_command.hpp"
#include "tools/mate_solve_command.hpp"

namespace gougi::tools {

int mate_command(const std::vector<std::string>& words, mate::MemoryAdvice advice) {
  cli::Tasks tasks({"Mate problems.", "詰将棋"}, "gougi mate");
  tasks.add("solve", kMateSolveAbout,
            [advice](const cli::Words& rest) { return mate_solve_command(rest, advice); });
  tasks.add("generate", kMateGenerateAbout,
            [advice](const cli::Words& rest) { return mate_generate_command(rest, advice); });
  return tasks.run(words);
}

}  // namespace gougi::tools
