// SPDX-License-Identifier: MIT
// Reading typed values out of a YamlNode with complaints that name line, key and what is allowed.
// It knows no key of the configuration; relay_rows.cpp does. Not shared between threads.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "settings/yaml_tree.hpp"

namespace gougi::settings {

// Bounds of more than one kind of section.
inline constexpr std::int64_t kOneMinute = 60'000;  // in milliseconds
inline constexpr std::size_t kMaxName = 200;        // in bytes

/// Keeps what is wrong with a file. Reading goes on after a complaint, so that readers need no
/// error paths of their own, and all is told at once.
class Complaints {
 public:
  /// `file` is shown as base::printable() does.
  explicit Complaints(std::string_view file);

  /// `line` 0: about the whole file. `key` may be empty.
  void add(int line, std::string_view key, std::string_view message);
  bool empty() const { return all_.empty(); }
  /// How often add() was called; by it one sees whether what is read meanwhile is complained of.
  std::size_t made() const { return made_; }
  /// A line for each, "file:line: key: message", in the file's order; of very many the first ones.
  /// Only if not empty(). See complaint_lines.hpp.
  base::Error error() const;

 private:
  std::string file_;
  std::vector<std::pair<int, std::string>> all_;
  std::size_t made_ = 0;
};

/// "a, b, c".
std::string join(std::span<const std::string_view> words);

/// One mapping of the file: hands out its values by key.
class Section {
 public:
  /// Complains about every key that is neither in `keys` nor in `refused`, and about a `node` that
  /// is no mapping (nothing at all counts as an empty one). Of those in `refused` the reader itself
  /// says why they cannot be; nobody is told that they are allowed. `path` is "" at the top, else
  /// "engines[2]".
  Section(Complaints& complaints, const YamlNode& node, std::string path,
          std::span<const std::string_view> keys, std::span<const std::string_view> refused = {});

  /// Whether a complaint says already why the key is missing: it was mistyped, or there are no keys
  /// at all.
  bool says_why_missing(std::string_view key) const;
  bool is_mapping() const { return node_.kind == YamlNode::Kind::kMapping; }
  /// Nothing if the key is missing or has no value at all.
  const YamlNode* find(std::string_view key) const;
  /// Whether the key is there, with a value or without.
  bool is_named(std::string_view key) const;
  std::string path_of(std::string_view key) const;
  /// Of the key if it is there, else of the section.
  int line_of(std::string_view key) const;

  /// One line of text without control characters, not empty, at most `max_bytes`.
  std::optional<std::string> text(std::string_view key, std::size_t max_bytes = 4096) const;
  /// `or_word` is what else the key may hold, for the complaint.
  std::optional<std::int64_t> integer(std::string_view key, std::int64_t min, std::int64_t max,
                                      std::string_view or_word = {}) const;
  std::optional<double> number(std::string_view key, double min, double max) const;

  /// The place of what is written among `names`.
  std::optional<std::size_t> choice(std::string_view key,
                                    std::span<const std::string_view> names) const;

  /// Is exactly this written there?
  bool is_word(std::string_view key, std::string_view word) const;
  static bool is_written(const YamlNode& node) {
    return node.kind == YamlNode::Kind::kScalar ||
           (node.kind == YamlNode::Kind::kNull && !node.text.empty());
  }

 private:
  void judge_key(const YamlEntry& entry, std::span<const std::string_view> keys,
                 std::span<const std::string_view> refused);

  Complaints& complaints_;
  const YamlNode& node_;
  std::string path_;
  bool is_misread_ = false;
  std::vector<std::string_view> mistyped_;  ///< the keys that were meant
};

/// A scalar as one line of text; complains otherwise. Empty text is allowed.
std::optional<std::string> read_line(Complaints& complaints, const YamlNode& node,
                                     const std::string& path, std::size_t max_bytes = 4096);

}  // namespace gougi::settings
