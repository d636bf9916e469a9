// SPDX-License-Identifier: MIT
// Reads the games of a file: a KIF, KI2 or CSA record, or USI positions, one a line. The moves are
// read by notation/freeze_record.hpp; here are the names, and how the game ended.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "match/game_record.hpp"
#include "match/game_text.hpp"

namespace gougi::tools {

struct RecordedGame {
  match::GameRecord game;  ///< without times and comments; its ending only if `ended`
  match::GameNames names;
  bool ended = false;  ///< the record says how
};

/// "kif", "ki2", "csa" or "usi" by the end of a file's name; nothing: none of them.
std::optional<std::string> record_format_of(std::string_view file_name);

/// The games of `text` (UTF-8), which is in `format`. An error says why there is none, with the
/// line. Where each line is a game those that cannot be read go to `skip`, with the line, and the
/// others are read.
base::Result<std::vector<RecordedGame>> read_games(
    std::string_view format, std::string_view text,
    const std::function<void(const base::Error&)>& skip);

}  // namespace gougi::tools
