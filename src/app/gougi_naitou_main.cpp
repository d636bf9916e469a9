// SPDX-License-Identifier: MIT
// gougi-naitou: the Famicom engine of 1985. `gougi-naitou trace POSITION` shows how it thinks.
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/language.hpp"
#include "base/text.hpp"
#include "cli/app.hpp"
#include "cli/exit_code.hpp"
#include "engines/engine_runner.hpp"
#include "engines/naitou_engine.hpp"
#include "io/program.hpp"
#include "usi/command.hpp"
#include "usi/game_line.hpp"

namespace {

using namespace gougi;
using base::said;

/// "startpos moves 7g7f" as a command of USI; also with the word position before it, and a bare
/// SFEN. Without a position: the start.
std::string position_line(std::string_view text) {
  text = base::trim(text);
  std::string_view behind_first = text;
  if (base::next_word(behind_first) == "position") text = base::trim(behind_first);
  std::string position(text.empty() ? "startpos" : text);
  if (position.find('/') != std::string::npos && !position.starts_with("sfen")) {
    position = "sfen " + position;
  }
  return "position " + position;
}

int print_trace(const cli::Words& words) {
  bool has_limit = false;
  bool leaves_king = false;
  cli::Words position_words;
  cli::App app({"Shows how it thinks about a position.", "局面をどう読んだかを表示します。"},
               "gougi-naitou trace");
  app.add_option("POSITION", position_words,
                 said({"startpos moves 7g7f, or sfen BOARD SIDE HANDS PLY moves …, or a bare SFEN "
                       "(the start position)",
                       "startpos moves 7g7f、sfen 盤面 手番 持駒 手数 moves "
                       "…、または SFEN だけ(なければ初期局面)"}))
      ->type_name("");
  app.add_flag("--time-limit", has_limit, said({"its option TimeLimit", "オプション TimeLimit"}));
  app.add_flag("--leave-king", leaves_king, said({"its option LeaveKing", "オプション LeaveKing"}));
  if (const auto exit_code = cli::parse_words(app, words)) return *exit_code;
  engines::NaitouEngine engine;
  if (has_limit) engine.set_option("TimeLimit", "true");
  if (leaves_king) engine.set_option("LeaveKing", "true");
  std::string text;
  for (const std::string& word : position_words) text += word + " ";
  std::string warning;
  const auto command = usi::parse_command(position_line(text), &warning);
  const auto* position = command ? std::get_if<usi::PositionCommand>(&*command) : nullptr;
  if (position != nullptr && warning.empty() && !leaves_king) {
    if (const auto game = usi::read_game_line(text.empty() ? "startpos" : text); !game) {
      std::cerr << "gougi-naitou trace: " << game.error().message << "\n";
      return cli::kFailed;
    }
  }
  const auto lines = position != nullptr && warning.empty()
                         ? engine.trace(*position)
                         : base::Result<std::vector<std::string>>(
                               base::fail(command ? warning : command.error().message));
  if (!lines) {
    std::cerr << "gougi-naitou trace: " << lines.error().message << "\n";
    return 2;
  }
  for (const std::string& line : *lines) std::cout << line << "\n";
  return 0;
}

int run(cli::Words words) {
  words = cli::with_help_behind(std::move(words));
  if (!words.empty() && words.front() == "trace") {
    return print_trace({words.begin() + 1, words.end()});
  }
  engines::run_engine(
      std::make_unique<engines::NaitouEngine>(), words, {"trace"}, nullptr, [](cli::App& app) {
        app.add_task("trace",
                     {"show how it thinks; trace --help", "思考の過程を表示する; trace --help"});
      });
}

}  // namespace

int main(int argc, char** argv) {
  return io::run_program("gougi-naitou",
                         [&] { return cli::with_words("gougi-naitou", argc, argv, run); });
}
