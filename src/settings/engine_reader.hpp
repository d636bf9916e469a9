// SPDX-License-Identifier: MIT
// Reading one entry of `engines:` or `mate: {engines: …}`. What a nested entry says as a consensus
// (its engines, its rule) is relay_reader's; here it is one engine among others. Not shared between
// threads.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "settings/relay_settings.hpp"
#include "settings/section.hpp"

namespace gougi::settings {

class EngineReader {
 public:
  /// `folder` resolves relative paths.
  EngineReader(Complaints& complaints, std::filesystem::path folder)
      : complaints_(complaints), folder_(std::move(folder)) {}

  /// Is it a consensus instead of a program?
  static bool is_nested(const YamlNode& node);
  /// Of an entry that is_nested: what it may say as an engine.
  static std::span<const std::string_view> nested_keys();

  EngineSettings read_engine(const YamlNode& node, const std::string& path) const;
  EngineSettings read_mate_engine(const YamlNode& node, const std::string& path) const;
  /// `section` knows the nested_keys() and those of a consensus.
  EngineSettings read_nested(const Section& section) const;

  /// Absolute; complains about a `~`.
  std::filesystem::path resolve(const Section& section, std::string_view key,
                                const std::string& text) const;
  /// Nothing for `auto` and a missing key.
  std::optional<base::Milliseconds> read_margin(const Section& section) const;

 private:
  void read_common(const Section& section, EngineSettings& engine) const;
  void read_program(const Section& section, const YamlNode& node, EngineSettings& engine) const;
  void read_command(const Section& section, EngineSettings& engine) const;
  void read_expose(const Section& section, EngineSettings& engine) const;
  void read_weight(const Section& section, EngineSettings& engine) const;
  void read_protocol(const Section& section, EngineSettings& engine) const;
  void read_capabilities(const Section& section, EngineSettings& engine) const;
  std::vector<std::pair<std::string, std::string>> read_pairs(const Section& section,
                                                              std::string_view key) const;
  void complain(const Section& section, std::string_view key, std::string_view message) const;

  Complaints& complaints_;
  std::filesystem::path folder_;
};

}  // namespace gougi::settings
