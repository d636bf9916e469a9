// SPDX-License-Identifier: MIT
// gougi-pyon: plays ぴょんぴょん, by the Universal Pyon Interface or with somebody who types; and
// solves it.
#include <iostream>
#include <memory>
#include <string_view>

#include "app/engine_runner.hpp"
#include "app/pyon_solve_command.hpp"
#include "io/program.hpp"
#include "pyonpyon/upi.hpp"

namespace {

using namespace gougi;

class PyonSpeaker : public app::Speaker {
 public:
  explicit PyonSpeaker(const Say& say) : side_(say) {}
  bool on_line(std::string_view line) override { return side_.on_line(line); }
  bool is_busy() override { return side_.is_busy(); }

 private:
  pyonpyon::UpiSide side_;
};

int run(int argc, char** argv) {
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (first == "solve") return app::pyon_solve_command(argc - 2, argv + 2);
  if (first == "--help" || first == "-h") {
    std::cout << "gougi-pyon plays ぴょんぴょん, a game on 5x5 squares. In a terminal type: pos, "
                 "do d5c5, go, undo, xfen, quit.\n"
                 "`gougi-pyon solve` works out the whole game; `gougi-pyon solve --help` says "
                 "more.\n";
  }
  const auto make = [](const app::Speaker::Say& say) { return std::make_unique<PyonSpeaker>(say); };
  app::run_speaker("gougi-pyon", make, argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  return io::run_program("gougi-pyon", [&] { return run(argc, argv); });
}
