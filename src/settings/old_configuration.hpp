// SPDX-License-Identifier: MIT
// GougiShogi.config and SimpleGougiShogi.config, the key=value files of the program that this
// project's rules come from: read as they are, and written again as YAML. Both ways give the same
// settings. What such a file means:
//   Gougi.Type=…                the rule, by its Japanese name; the first such line counts
//   Engine1.Path=… (2, 3, …)    a program; the first line of a number counts; gaps are closed
//   MateEngine.Path=…           the mate solver, for the rules that have one
//   MateEngine.forPV.Count=…    solvers for the pv (3); the last such line counts
// Everything else without '=' and lines that begin with '#', ';', '!' or '//' are comments. It
// opens no file. Safe from any thread.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "settings/relay_settings.hpp"

namespace gougi::settings {

/// By its name: *.config.
bool is_old_configuration(const std::filesystem::path& file);

/// `text` is UTF-8 (a BOM is skipped) or, with `from_cp932`, Shift_JIS. Relative paths, bare names
/// as well, begin at the folder of `file`. The error is one line: file:line: key: what is wrong.
base::Result<RelaySettings> parse_old_configuration(std::string_view text,
                                                    const std::filesystem::path& file,
                                                    const std::vector<std::string>& strategies,
                                                    const Cp932Decoder& from_cp932);

/// The same as a commented YAML file that is to lie in `folder` (absolute): reading it gives equal
/// settings but for file and lines.
base::Result<std::string> old_configuration_as_yaml(std::string_view text,
                                                    const std::filesystem::path& file,
                                                    const std::filesystem::path& folder,
                                                    const std::vector<std::string>& strategies,
                                                    const Cp932Decoder& from_cp932);

/// Reads `file` and gives the YAML text for `folder`.
base::Result<std::string> import_old_configuration(const std::filesystem::path& file,
                                                   const std::filesystem::path& folder,
                                                   const std::vector<std::string>& strategies,
                                                   const Cp932Decoder& from_cp932);

}  // namespace gougi::settings
