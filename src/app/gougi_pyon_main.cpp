// SPDX-License-Identifier: MIT
// gougi-pyon: plays ぴょんぴょん, by the Universal Pyon Interface or with somebody who types; and
// solves it.
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/language.hpp"
#include "cli/app.hpp"
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

constexpr base::Text kSolveAbout{"work out the whole game; solve --help",
                                 "ゲームを最後まで解析する; solve --help"};
constexpr base::Text kTerminal{
    "gougi-pyon plays ぴょんぴょん, a game on 5x5 squares. In a terminal type: pos, do d5c5, go, "
    "undo, quit; help lists all commands.",
    "gougi-pyon は5×5マスのゲームぴょんぴょんを指します。端末では pos、do d5c5、go、undo、quit "
    "と入力してください。help で全コマンドを表示します。"};

int run(cli::Words words) {
  words = cli::with_help_behind(std::move(words));
  if (!words.empty() && words.front() == "solve") {
    return tools::pyon_solve_command({words.begin() + 1, words.end()});
  }
  const auto make = [](const engines::Speaker::Wake& wake) {
    return std::make_unique<PyonSpeaker>(wake);
  };
  const auto help = pyonpyon::upi_help();
  engines::run_speaker("gougi-pyon", make, words,
                       {pyonpyon::upi_words(), pyonpyon::judge_upi, {help.begin(), help.end()}},
                       nullptr, [](cli::App& app) {
                         app.add_task("solve", kSolveAbout);
                         app.footer(base::said(kTerminal));
                       });
}

}  // namespace

int main(int argc, char** argv) {
  return io::run_program("gougi-pyon",
                         [&] { return cli::with_words("gougi-pyon", argc, argv, run); });
}
