// SPDX-License-Identifier: MIT
// What is wrong with a file of settings, all of it: the error of whoever reads one has a line for
// each mistake. For those who show it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace gougi::settings {

/// "relay.yaml:7: ", the beginning of a complaint; `line` 0: "relay.yaml: ".
std::string place_in(const std::filesystem::path& file, int line);

/// Each "file:line: key: message", in the file's order.
std::vector<std::string> complaint_lines(const base::Error& error);

/// The first, and how many more there are: for who can be told one line.
std::string in_one_line(const base::Error& error);

/// On stderr, each line behind the command's name.
void print_complaints(const std::string& command, const base::Error& error);

}  // namespace gougi::settings
