// SPDX-License-Identifier: MIT
// gougi-mate: the bundled mate solver.
#include <memory>

#include "app/engine_runner.hpp"
#include "app/mate_engine.hpp"
#include "io/large_pages.hpp"

int main(int argc, char** argv) {
  gougi::app::run_engine(std::make_unique<gougi::app::MateEngine>(&gougi::io::prefer_large_pages),
                         argc, argv);
}
