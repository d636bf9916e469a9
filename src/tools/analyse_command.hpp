// SPDX-License-Identifier: MIT
// The subcommand `gougi analyse`: records judged by a council, move by move, and written again with
// what it found. Used by the gougi main only; blocks until all is judged.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::tools {

/// Reads the configuration that was named, or the relay's own.
using LoadSettings = std::function<base::Result<settings::RelaySettings>(
    const std::optional<std::filesystem::path>& given)>;

/// `words`: behind "gougi analyse". What was found goes into the folder and, a line a game, to
/// stdout; progress and errors (a line each) to stderr. Returns the exit status: 0; 1 if a record
/// could not be read or written, or an engine failed at a position; 2 for words, a configuration or
/// engines that cannot be used; 130 if interrupted.
int analyse_command(const std::vector<std::string>& words, const LoadSettings& load);

}  // namespace gougi::tools
