// SPDX-License-Identifier: MIT
// What is wrong with the words of a command line, in one line, in the language that is spoken.
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gougi::cli {

/// "there is no option --tiemout; did you mean --timeout? gougi check --help lists what there is".
/// `command` is what was typed, `app` what knows its options.
std::string complaint(const std::string& command, const CLI::App& app,
                      const CLI::ParseError& error);

/// As complaint, of a word that should name one of `tasks`.
std::string no_such_task(const std::string& command, std::string_view word,
                         const std::vector<std::string_view>& tasks);

/// As complaint, where no task is named.
std::string missing_task(const std::string& command, const std::vector<std::string_view>& tasks);

/// "; did you mean --config relay.yaml?" for a word that names such a file, else "".
std::string did_you_mean_config(std::string_view word);

/// "…; gougi match --help lists what there is"; what ends in a question needs no semicolon.
std::string with_way_to_help(std::string what, std::string_view command);

}  // namespace gougi::cli
