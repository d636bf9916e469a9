// SPDX-License-Identifier: MIT
// gougi-pyon: plays ぴょんぴょん, by the Universal Pyon Interface or with somebody who types; and
// solves it.
#include <deque>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/version.hpp"
#include "engines/engine_runner.hpp"
#include "io/program.hpp"
#include "pyonpyon/upi.hpp"
#include "tools/pyon_solve_command.hpp"

namespace {

using namespace gougi;

class PyonSpeaker : public engines::Speaker {
 public:
  explicit PyonSpeaker(const Wake& wake)
      : side_(std::make_unique<pyonpyon::UpiSide>([this, wake](std::string_view line) {
          {
            const std::lock_guard lock(mutex_);
            said_.emplace_back(line);
          }
          wake();
        })) {}
  void line(std::string_view text) override {
    if (side_ && !side_->on_line(text)) eof();
  }
  void eof() override {
    side_.reset();  // waits for a search to return: some milliseconds
  }
  std::optional<usi::DialogueEvent> next() override {
    const std::lock_guard lock(mutex_);
    if (!said_.empty()) {
      usi::ToGui line{std::move(said_.front())};
      said_.pop_front();
      return line;
    }
    if (side_ || std::exchange(is_over_, true)) return std::nullopt;
    return usi::DialogueOver{};
  }
  bool is_busy() override { return side_ && side_->is_busy(); }

 private:
  std::mutex mutex_;
  std::deque<std::string> said_;  // under mutex_: lines come from the thinking thread, too
  bool is_over_ = false;
  std::unique_ptr<pyonpyon::UpiSide> side_;  // last: speaks until it is gone
};

int run(int argc, char** argv) {
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (first == "solve" && argc == 3 && std::string_view(argv[2]) == "--version") {
    std::cout << "gougi-pyon " << base::kVersion << "\n";
    return 0;
  }
  if (first == "solve") return tools::pyon_solve_command(argc - 2, argv + 2);
  if (first == "--help" || first == "-h" || (first == "help" && argc == 2)) {
    std::cout << "gougi-pyon plays ぴょんぴょん, a game on 5x5 squares. In a terminal type: pos, "
                 "do d5c5, go, undo, quit;\nhelp lists all commands.\n"
                 "`gougi-pyon solve` works out the whole game; `gougi-pyon solve --help` says "
                 "more.\n";
  }
  const auto make = [](const engines::Speaker::Wake& wake) {
    return std::make_unique<PyonSpeaker>(wake);
  };
  engines::run_speaker("gougi-pyon", make, argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  return io::run_program("gougi-pyon", [&] { return run(argc, argv); });
}
