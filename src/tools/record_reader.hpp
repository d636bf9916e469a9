// SPDX-License-Identifier: MIT
// Reads the games of a file: records of any format (notation/record_text.hpp), or USI positions,
// one a line; and says how a game ended, in a match's words.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "match/game_record.hpp"
#include "notation/record.hpp"

namespace gougi::tools {

/// "kif", "ki2", "csa", "jkf" or "usi" by the end of a file's name; nothing: none of them.
std::optional<std::string> game_format_of(std::string_view file_name);

/// The games of `text` (UTF-8), which is in `format`. An error says why there is none, with the
/// line. Where there are several games (CSA, a line each in USI) those that cannot be read go to
/// `skip`, with the line, and the others are read.
base::Result<std::vector<notation::Record>> read_games(
    std::string_view format, std::string_view text,
    const std::function<void(const base::Error&)>& skip,
    notation::Faulty faulty = notation::Faulty::kRefuse);

/// The games of a file in UTF-8 or code page 932. Errors name the file.
base::Result<std::vector<notation::Record>> read_game_file(
    const std::filesystem::path& file, std::string_view format,
    const std::function<void(const base::Error&)>& skip,
    notation::Faulty faulty = notation::Faulty::kRefuse);

/// How the game ended: by a comment as a match writes it ("black, resignation"), or by its end.
/// Nothing: the record does not say who won.
std::optional<match::Ending> ending_of(const notation::Record& record);

}  // namespace gougi::tools
