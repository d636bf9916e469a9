// SPDX-License-Identifier: MIT
// gougi-mate: the bundled mate solver.
#include <memory>

#include "app/engine_runner.hpp"
#include "app/mate_engine.hpp"

int main() { gougi::app::run_engine(std::make_unique<gougi::app::MateEngine>()); }
