// SPDX-License-Identifier: MIT
// The files that a run of the relay writes beside its dialogue: the log and the decisions. Used by
// the shell alone.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::relay {

/// Starts the log and returns the file of decisions, as far as the settings want them, and leaves
/// of earlier runs what `keep` allows. What cannot be opened is one line of `troubles`, and the
/// relay goes on without it.
std::optional<base::log::LineFile> open_logs(const settings::RelaySettings& settings,
                                             std::vector<std::string>& troubles);

/// What open_logs() would say, a line each; what it takes to know that is taken away again.
std::vector<std::string> troubles_of_logs(const settings::RelaySettings& settings);

/// Removes the oldest of our files in `folder` that end in `ending` (".log", ".jsonl") until fewer
/// than `keep` are left. Ours are regular files that are called as open_logs() calls them.
void remove_old_logs(const std::filesystem::path& folder, std::string_view ending, int keep);

}  // namespace gougi::relay
