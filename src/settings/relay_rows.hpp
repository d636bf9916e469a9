// SPDX-License-Identifier: MIT
// Every setting of the configuration and every option G_… of the relay, a row each. A new one is a
// member in relay_settings.hpp and a row; then `gougi default-yaml` writes config/default.yaml
// anew. Safe from any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "settings/relay_settings.hpp"
#include "settings/setting.hpp"

namespace gougi::settings {

/// More children than any machine runs, over all levels of a file; it keeps the option list of a
/// mistaken one bounded, and the reading of one that nests its aliases.
constexpr int kMaxEngines = 1024;
constexpr int kMaxGpu = 255;
/// Beyond it sums over voters lose the small weights.
constexpr double kMaxWeight = 1'000'000;

using RelayRow = Setting<RelaySettings>;
using EngineRow = Setting<EngineSettings>;

/// What a consensus may say, in the order in which complaints list the keys.
std::span<const RelayRow> relay_rows();
/// What each of its engines may say, likewise.
std::span<const EngineRow> engine_rows();

/// The words that may stand in `block` ("" at the top), of the rows that `is_meant` takes.
template <class Owner, class Predicate>
std::vector<std::string_view> words_in(std::span<const Setting<Owner>> rows, std::string_view block,
                                       const Predicate& is_meant) {
  std::vector<std::string_view> words;
  for (const Setting<Owner>& row : rows) {
    if (!row.key.empty() && block_of(row.key) == block && is_meant(row)) {
      words.push_back(word_of(row.key));
    }
  }
  return words;
}
inline std::vector<std::string_view> words_in(std::string_view block) {
  return words_in(relay_rows(), block, [](const RelayRow&) { return true; });
}

/// config/default.yaml.
std::string default_configuration();
/// The keys and what they may be, for `gougi --help`.
std::string settings_help();

}  // namespace gougi::settings
