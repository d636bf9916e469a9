// SPDX-License-Identifier: MIT
// gougi-mate: the bundled mate solver.
#include <memory>

#include "cli/words.hpp"
#include "engines/engine_runner.hpp"
#include "engines/mate_engine.hpp"
#include "io/large_pages.hpp"
#include "io/program.hpp"

int main(int argc, char** argv) {
  using namespace gougi;
  return io::run_program("gougi-mate", [&] {
    return cli::with_words("gougi-mate", argc, argv, [](const cli::Words& words) -> int {
      engines::run_engine(std::make_unique<engines::MateEngine>(&io::prefer_large_pages), words);
    });
  });
}
