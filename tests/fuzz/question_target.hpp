// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as a line to `gougi analyse --serve`. Used by the
// fuzzer (question_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "base/text.hpp"
#include "fuzz/said.hpp"
#include "tools/analyse_council.hpp"
#include "tools/analyse_question.hpp"
#include "usi/command.hpp"
#include "usi/position_text.hpp"

namespace gougi::fuzz {

/// An engine that is told of a turn has the position that is asked about.
inline std::string check_turn(const tools::GameLine& game, std::size_t turn) {
  if (turn > game.plies()) return "a turn behind the end";
  const std::string line = game.text(turn);
  const auto command = usi::parse_command(line);
  const auto* const position = command ? std::get_if<usi::PositionCommand>(&*command) : nullptr;
  if (position == nullptr) return "no position: " + line;
  const auto told = usi::replay(*position);
  if (!told || told->position().key() != game.position(turn).key() ||
      game.game(turn).position().key() != told->position().key()) {
    return "another position: " + line;
  }
  return "";
}

/// What was broken by `bytes`, or nothing.
inline std::string check_question(std::string_view bytes) {
  std::string field;
  const auto request = tools::read_request(bytes, field);
  if (!request) {
    return is_said_well(base::printable(request.error().message, 1000)) && field.size() < 20
               ? ""
               : "a bad complaint";
  }
  const std::string echo = tools::json_line({{"id", (*request)["id"]}});
  if (echo.find('\n') + 1 != echo.size() || !base::is_valid_utf8(echo)) return "an id of two lines";
  const auto question = tools::read_question(*request, field);
  if (!question) {
    const bool is_well = is_said_well(base::printable(question.error().message, 1000));
    return is_well && !field.empty() && request->contains(field) ? ""
                                                                 : "a bad complaint of a field";
  }
  if (question->turns.size() != question->priorities.size()) return "priorities of no turn";
  const std::size_t most = std::min<std::size_t>(question->turns.size(), 20);
  for (std::size_t i = 0; i < most; ++i) {
    if (auto broken = check_turn(*question->game, question->turns[i]); !broken.empty()) {
      return broken;
    }
  }
  return "";
}

}  // namespace gougi::fuzz
