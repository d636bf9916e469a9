// SPDX-License-Identifier: MIT
#include "settings/damaged_configuration.hpp"

#include <algorithm>
#include <utility>

#include "settings/old_configuration.hpp"
#include "settings/relay_reader.hpp"
#include "settings/yaml_file.hpp"
#include "settings/yaml_tree.hpp"

namespace gougi::settings {

std::optional<RelaySettings> engines_despite_mistakes(const std::filesystem::path& file,
                                                      const std::vector<std::string>& strategies,
                                                      int processors) {
  const auto text = read_yaml_file(file);
  if (!text || is_old_configuration(file)) return std::nullopt;
  const auto tree = parse_yaml(*text);
  if (!tree) return std::nullopt;
  RelaySettings settings = read_despite_mistakes(**tree, file, strategies, processors);
  const auto has_command = [](const EngineSettings& engine) { return !engine.command.empty(); };
  const bool has_any = std::ranges::any_of(settings.engines, has_command) ||
                       std::ranges::any_of(settings.mate_engines, has_command);
  return has_any ? std::optional(std::move(settings)) : std::nullopt;
}

}  // namespace gougi::settings
