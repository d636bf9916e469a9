// SPDX-License-Identifier: MIT
// The help of the commands that may stand behind an engine's name: a list for --help, and a text
// for `WORD --help`. Used by the engines' runner.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/word_help.hpp"
#include "cli/words.hpp"

namespace gougi::engines {

/// Of every word of usi::command_words().
std::span<const base::WordHelp> usi_word_help();
/// Of `file NAME`.
base::WordHelp file_help();

/// What `all` says of these words.
std::vector<base::WordHelp> help_of(const std::vector<std::string_view>& words,
                                    std::span<const base::WordHelp> all);

/// What --help says of them: a heading, and a line or more for each.
std::string list_of_help(std::span<const base::WordHelp> all);

/// The answer to `bench --help` and `bench help` behind `program`; nothing: `words` ask for
/// something else, or for the help of what `all` does not know.
std::optional<std::string> help_asked_for(const std::string& program, const cli::Words& words,
                                          std::span<const base::WordHelp> all);

}  // namespace gougi::engines
