// SPDX-License-Identifier: MIT
#include "tools/demo_command.hpp"

#include <array>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/told.hpp"
#include "cli/exit_code.hpp"
#include "cli/interruption.hpp"
#include "driver/engine_link.hpp"
#include "game/shogi_position.hpp"
#include "io/event_loop.hpp"
#include "io/process_info.hpp"
#include "notation/japanese.hpp"
#include "notation/sfen.hpp"
#include "shogi/game.hpp"
#include "usi/failure_words.hpp"

namespace gougi::tools {
namespace {

using base::Milliseconds;

constexpr Milliseconds kDemosGrace{500};

class Demo {
 public:
  Demo(const settings::RunDemo& demo, const std::filesystem::path& config) : demo_(demo) {
    for (auto& relay : relays_) {
      io::LaunchSpec spec;
      spec.program = io::own_executable();
      spec.arguments = {"--config", base::to_utf8(base::absolute_path(config))};
      if (const auto told = base::told()) {
        const bool is_japanese = *told == base::Language::kJapanese;
        spec.arguments.insert(spec.arguments.end(), {"--lang", is_japanese ? "ja" : "en"});
      }
      driver::EngineLink::Callbacks callbacks;
      callbacks.on_ready = [this] { relay_ready(); };
      callbacks.on_info = [this](std::string_view, const usi::InfoView& info) {
        const bool vote = info.text.starts_with("[O]") || info.text.starts_with("[X]");
        if (vote) votes_.emplace_back(info.text);
      };
      callbacks.on_best_move = [this](const usi::BestMoveAnswer& answer) { played(answer); };
      callbacks.on_failure = [this](const std::string& why) {
        end(base::say({"a relay ended: {0}", "gougi が終了しました: {0}"}, usi::failure_words(why)),
            1);
      };
      relay = std::make_unique<driver::EngineLink>(loop_, std::move(spec), std::move(callbacks));
    }
  }

  int run() {
    for (auto& relay : relays_) {
      if (const auto started = relay->start(); !started) {
        std::cerr << "gougi demo: " << started.error().message << "\n";
        return 1;
      }
      relay->prepare();
    }
    const cli::Interruption interruption(loop_, [this] { interrupted(); });
    loop_.run();
    return exit_code_;
  }

 private:
  // The move that is thought about is the last.
  void interrupted() {
    if (ended_) return;
    if (ready_ < 2) return end_interrupted();
    is_interrupted_ = true;
    cli::tell_finishing("gougi demo", {"this move", "考慮中の手"});
  }
  void end_interrupted() { end(base::said({"interrupted", "中断"}), cli::kInterrupted); }

  void relay_ready() {
    if (++ready_ < 2) return;
    for (auto& relay : relays_) relay->new_game();
    std::cout << base::say({"gougi ({0}) against itself, {1} ms a move, at most {2} moves\n",
                            "gougi({0})どうしの対局、1手 {1} ミリ秒、最大 {2} 手\n"},
                           relays_[0]->conversation().name(), demo_.byoyomi_ms, demo_.plies);
    ask();
  }

  void ask() {
    const auto ply = game_.moves().size();
    if (static_cast<int>(ply) >= demo_.plies)
      return end(base::said({"the demonstration ends here", "ここまでです"}), 0);
    usi::PositionCommand position;
    position.moves = usi::moves_of(game_.moves());
    usi::SearchLimits limits;
    limits.clock.given = true;
    limits.clock.byoyomi = Milliseconds(demo_.byoyomi_ms);
    votes_.clear();
    relays_[ply % 2]->search(
        {std::make_shared<const std::string>(usi::format(usi::Command{position})), limits,
         game_.position().side_to_move()});
  }

  void played(const usi::BestMoveAnswer& answer) {
    const auto* move = std::get_if<usi::Move>(&answer.choice);
    if (move == nullptr) {
      return end(base::said(std::holds_alternative<usi::Resign>(answer.choice)
                                ? base::Text{"resigns", "投了"}
                                : base::Text{"declares a win", "入玉宣言"}),
                 0);
    }
    const shogi::Move before = game_.moves().empty() ? shogi::Move() : game_.moves().back();
    const std::string number = std::to_string(game_.moves().size() + 1);
    const shogi::Move chosen = move->of_shogi();
    const std::string name =
        base::spoken() == base::Language::kJapanese
            ? notation::to_ki2(game_.position(), chosen.bare, before.bare)
            : game::ShogiPosition(game_.position()).move_name(*move, usi::Move(), false);
    if (!game_.play(chosen))
      return end(base::say({"illegal move {0}", "反則手 {0}"}, usi::to_text(*move)), 1);
    std::cout << std::string(4 - std::min<std::size_t>(4, number.size()), ' ') << number << " "
              << name << "\n";
    for (const std::string& vote : votes_) std::cout << "       " << vote << "\n";
    std::cout.flush();
    if (game_.repetition() != shogi::Repetition::kNone)
      return end(base::said({"repetition", "千日手"}), 0);
    if (is_interrupted_) return end_interrupted();
    ask();
  }

  void end(const std::string& how, int exit_code) {
    if (ended_) return;
    ended_ = true;
    std::cout << how << "\n" << std::flush;
    exit_code_ = exit_code;
    for (auto& relay : relays_) relay->quit(kDemosGrace);
    loop_.set_timer(io::EventLoop::now() + kDemosGrace, [this] { loop_.stop(); });
  }

  const settings::RunDemo& demo_;
  io::EventLoop loop_;
  std::array<std::unique_ptr<driver::EngineLink>, 2> relays_;
  shogi::Game game_;
  std::vector<std::string> votes_;
  int ready_ = 0;
  int exit_code_ = 0;
  bool is_interrupted_ = false;
  bool ended_ = false;
};

}  // namespace

int demo_command(const settings::RunDemo& demo, const std::filesystem::path& config) {
  return Demo(demo, config).run();
}

}  // namespace gougi::tools
