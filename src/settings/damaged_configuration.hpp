// SPDX-License-Identifier: MIT
// What a configuration with mistakes says of its engines all the same, so that `gougi check` tells
// of both at once. The relay takes no such file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "settings/relay_settings.hpp"

namespace gougi::settings {

/// The outermost consensus as far as it can be read: its engines stand in their places, some
/// without a command. Nothing: there is none that could be started, or the file is no YAML.
std::optional<RelaySettings> engines_despite_mistakes(const std::filesystem::path& file,
                                                      const std::vector<std::string>& strategies,
                                                      int processors);

}  // namespace gougi::settings
