// SPDX-License-Identifier: MIT
// gougi-mate: the bundled mate solver.
#include <memory>

#include "app/engine_runner.hpp"
#include "app/mate_engine.hpp"

int main(int argc, char** argv) {
  gougi::app::run_engine(std::make_unique<gougi::app::MateEngine>(), argc, argv);
}
