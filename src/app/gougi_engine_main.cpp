// SPDX-License-Identifier: MIT
// gougi-engine: the bundled shogi engine.
#include <memory>

#include "app/engine_runner.hpp"
#include "app/search_engine.hpp"

int main(int argc, char** argv) {
  gougi::app::run_engine(std::make_unique<gougi::app::SearchEngine>(), argc, argv);
}
