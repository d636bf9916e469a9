// SPDX-License-Identifier: MIT
// Reading one entry of `engines:` or `mate: {engines: …}`. What a nested entry says as a consensus
// (its engines, its rule) is relay_reader's; here it is one engine among others. Not shared between
// threads.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "settings/relay_settings.hpp"
#include "settings/row_reader.hpp"
#include "settings/section.hpp"

namespace gougi::settings {

class EngineReader {
 public:
  EngineReader(Complaints& complaints, const RowReader& rows)
      : complaints_(complaints), rows_(rows) {}

  /// Is it a consensus instead of a program?
  static bool is_nested(const YamlNode& node);
  /// Of an entry that is_nested: what it may say as an engine.
  static std::vector<std::string_view> nested_keys();

  EngineSettings read_engine(const YamlNode& node, const std::string& path) const;
  EngineSettings read_mate_engine(const YamlNode& node, const std::string& path) const;
  /// `section` knows the nested_keys() and those of a consensus.
  EngineSettings read_nested(const Section& section) const;

 private:
  /// What has rows; the command is not read again.
  void read_rows(const Section& section, Scope scope, EngineSettings& engine) const;
  void read_program(const Section& section, const YamlNode& node, EngineSettings& engine) const;
  void read_command(const Section& section, EngineSettings& engine) const;
  /// The words of `command`, which is there.
  std::vector<std::string> read_words(const Section& section) const;
  void read_expose(const Section& section, EngineSettings& engine) const;
  void read_weight(const Section& section, EngineSettings& engine) const;
  /// A mirror's words are its engine's, too: either says clean for both.
  void read_environment(const Section& section, std::map<std::string, std::string>& environment,
                        bool& is_clean) const;
  void add_environment(const Section& section, const YamlNode& node,
                       std::map<std::string, std::string>& environment, bool& is_clean) const;
  void read_options(const Section& section, EngineSettings& engine) const;
  void read_mirror(const Section& section, EngineSettings& engine) const;
  /// A key without a value is not as if it stood nowhere.
  void want_a_value(const Section& section, std::string_view key) const;
  bool speaks_upi(const Section& section) const;
  void read_capabilities(const Section& section, EngineSettings& engine) const;
  std::vector<std::pair<std::string, std::string>> read_pairs(const Section& section,
                                                              std::string_view key,
                                                              const YamlNode& node) const;
  void complain(const Section& section, std::string_view key, std::string_view message) const;

  Complaints& complaints_;
  const RowReader& rows_;
};

}  // namespace gougi::settings
