// SPDX-License-Identifier: MIT
// YAML text as a small tree in which every value knows its line. It is not a general YAML library:
// one document, plain scalars kept as written, bounds on size, depth and aliases, so that no file
// can cost more than its reading. Used by relay_settings.cpp; yaml-cpp stays behind it. Safe from
// any thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace gougi::settings {

struct YamlNode;
/// Shared, because an alias (`*name`) is the anchored node itself and not a copy of it.
using YamlPointer = std::shared_ptr<const YamlNode>;

struct YamlEntry {
  std::string key;
  int line = 0;  ///< of the key, from 1
  YamlPointer value;
};

struct YamlNode {
  enum class Kind { kNull, kScalar, kSequence, kMapping };
  Kind kind = Kind::kNull;
  int line = 0;                    ///< from 1
  std::string text;                ///< of a scalar or a written null (`~`), unquoted
  std::vector<YamlPointer> items;  ///< of a sequence
  std::vector<YamlEntry> entries;  ///< of a mapping, in the file's order, keys unique
};

/// Where a complaint points to, and its one line of text.
struct YamlError {
  int line = 0;  ///< from 1; 0: the whole file
  std::string message;
};

/// Larger files are refused. A relay's configuration has a few kB.
inline constexpr std::size_t kMaxYamlBytes = 256U << 10U;
/// One consensus needs five levels, each one nested in it two more.
inline constexpr int kMaxYamlDepth = 64;
inline constexpr int kMaxYamlNodes = 10000;

/// The one document in `text` (UTF-8, a BOM is skipped); an empty text gives a null node.
tl::expected<YamlPointer, YamlError> parse_yaml(std::string_view text);

}  // namespace gougi::settings
