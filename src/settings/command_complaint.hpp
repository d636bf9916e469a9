// SPDX-License-Identifier: MIT
// What is wrong with the words of a command whose options CLI11 reads, in one line. Used by the
// command line of gougi and by the commands that declare their options.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gougi::settings {

/// "there is no option --tiemout; did you mean --timeout? gougi check --help lists what there is".
/// `command` is what was typed, `app` what knows its options.
std::string command_complaint(const std::string& command, const CLI::App& app,
                              const CLI::ParseError& error);

}  // namespace gougi::settings
