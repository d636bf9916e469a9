// SPDX-License-Identifier: MIT
// gougi-mate: the bundled mate solver.
#include <memory>

#include "app/engine_runner.hpp"
#include "app/mate_engine.hpp"
#include "io/large_pages.hpp"
#include "io/program.hpp"

int main(int argc, char** argv) {
  using namespace gougi;
  return io::run_program("gougi-mate", [&]() -> int {
    app::run_engine(std::make_unique<app::MateEngine>(&io::prefer_large_pages), argc, argv);
  });
}
