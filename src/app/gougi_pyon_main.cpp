// SPDX-License-Identifier: MIT
// gougi-pyon: plays ぴょんぴょん, by the Universal Pyon Interface or with somebody who types; and
// solves it.
#include <memory>
#include <string_view>

#include "app/engine_runner.hpp"
#include "app/pyon_solve_command.hpp"
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

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "solve") {
    return app::pyon_solve_command(argc - 2, argv + 2);
  }
  const auto make = [](const app::Speaker::Say& say) { return std::make_unique<PyonSpeaker>(say); };
  app::run_speaker("gougi-pyon", make, argc, argv);
}
