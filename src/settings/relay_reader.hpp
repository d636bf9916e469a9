// SPDX-License-Identifier: MIT
// A tree of YAML values into settings: one consensus with all that are nested in it. It opens no
// file. Used by relay_settings.cpp and old_configuration.cpp; safe from any thread.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "settings/relay_settings.hpp"
#include "settings/section.hpp"
#include "settings/yaml_tree.hpp"

namespace gougi::settings {

/// The consensus that `member` names, out of `root`; see parse_relay_settings.
base::Result<RelaySettings> read_relay_settings(const YamlNode& root,
                                                const std::filesystem::path& file,
                                                const std::vector<std::string>& strategies,
                                                const std::vector<int>& member = {},
                                                int processors = 1);

/// The outermost consensus of a `root` with mistakes, as far as it can be read: all of its engines
/// in their places, some without a command. Nothing is shared out, and no relay may run with it.
RelaySettings read_despite_mistakes(const YamlNode& root, const std::filesystem::path& file,
                                    const std::vector<std::string>& strategies, int processors);

/// What is wrong with `given` as a consensus, and what is allowed; nothing if it is known.
std::optional<std::string> complaint_about_consensus(const std::string& given,
                                                     const std::vector<std::string>& strategies);
/// Is it one of the rules that make no sense without a mate engine?
bool needs_mate_engine(std::string_view consensus);
/// Is it the rule under which solvers work through the pv?
bool solves_pv(std::string_view consensus);

}  // namespace gougi::settings
