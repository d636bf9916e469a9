// SPDX-License-Identifier: MIT
#include "settings/section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/closest.hpp"
#include "base/say.hpp"
#include "base/text.hpp"

namespace gougi::settings {
namespace {

std::string kind_name(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::kNull:
      return base::say({"nothing", "値がありません"});
    case YamlNode::Kind::kScalar:
      return base::say({"a single value", "単独の値です"});
    case YamlNode::Kind::kSequence:
      return base::say({"a list", "リストです"});
    case YamlNode::Kind::kMapping:
      return base::say({"a block of keys", "キーのまとまりです"});
  }
  return base::say({"something else", "別のものです"});
}

std::string shown(std::string_view text) { return fmt::format("'{}'", base::printable(text, 80)); }

}  // namespace

Complaints::Complaints(std::string_view file) : file_(base::printable(file, file.size())) {}

void Complaints::add(int line, std::string_view key, std::string_view message) {
  ++made_;
  std::string text = line > 0 ? fmt::format("{}:{}: ", file_, line) : file_ + ": ";
  if (!key.empty()) text += fmt::format("{}: ", key);
  text += message;
  // What an alias stands for is read more than once.
  std::pair<int, std::string> complaint(line, std::move(text));
  if (std::ranges::find(all_, complaint) == all_.end()) all_.push_back(std::move(complaint));
}

base::Error Complaints::error() const {
  constexpr std::size_t kMost = 50;
  auto sorted = all_;
  std::ranges::stable_sort(sorted, {}, &std::pair<int, std::string>::first);
  std::string lines;
  for (std::size_t i = 0; i < sorted.size() && i < kMost; ++i) {
    lines += (lines.empty() ? "" : "\n") + sorted[i].second;
  }
  if (sorted.size() > kMost) {
    lines += "\n" + base::say({"{0}: {1} more mistakes", "{0}: ほかに {1} 件の誤り"}, file_,
                              sorted.size() - kMost);
  }
  return {lines};
}

std::string join(std::span<const std::string_view> words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

Section::Section(Complaints& complaints, const YamlNode& node, std::string path,
                 std::span<const std::string_view> keys, std::span<const std::string_view> refused)
    : complaints_(complaints), node_(node), path_(std::move(path)) {
  const bool nothing = node.kind == YamlNode::Kind::kNull;
  if (!nothing && node.kind != YamlNode::Kind::kMapping) {
    complaints_.add(
        node.line, path_,
        base::say({"{0}, but keys are expected here: {1}", "{0}。ここにはキーを書きます: {1}"},
                  kind_name(node), join(keys)));
  }
  is_misread_ = !nothing && node.kind != YamlNode::Kind::kMapping;
  for (const YamlEntry& entry : node.entries) judge_key(entry, keys, refused);
}

void Section::judge_key(const YamlEntry& entry, std::span<const std::string_view> keys,
                        std::span<const std::string_view> refused) {
  if (std::ranges::find(keys, entry.key) != keys.end()) return;
  if (std::ranges::find(refused, entry.key) != refused.end()) return;
  const std::string path = path_of(base::printable(entry.key, 80));
  std::string hint = base::did_you_mean_then(entry.key, keys);
  // "confine:true" was meant to be confine.
  const std::string_view typed = std::string_view(entry.key).substr(0, entry.key.find(':'));
  if (const auto meant = base::closest(typed, keys)) mistyped_.push_back(*meant);
  if (entry.key.find(':') != std::string::npos)
    hint = base::say({"; a blank is missing after ':'; ", "。':' の後に空白がありません。"});
  complaints_.add(
      entry.line, path,
      base::say({"unknown key{0}allowed here: {1}", "このキーは使えません{0}ここで使えるのは: {1}"},
                hint, join(keys)));
}

bool Section::says_why_missing(std::string_view key) const {
  return is_misread_ || std::ranges::find(mistyped_, key) != mistyped_.end();
}

const YamlNode* Section::find(std::string_view key) const {
  const auto found = std::ranges::find(node_.entries, key, &YamlEntry::key);
  if (found == node_.entries.end()) return nullptr;
  const YamlNode& node = *found->value;
  const bool nothing = node.kind == YamlNode::Kind::kNull && node.text.empty();
  return nothing ? nullptr : &node;
}

bool Section::is_named(std::string_view key) const {
  return std::ranges::find(node_.entries, key, &YamlEntry::key) != node_.entries.end();
}

std::string Section::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

int Section::line_of(std::string_view key) const {
  const auto found = std::ranges::find(node_.entries, key, &YamlEntry::key);
  return found == node_.entries.end() ? node_.line : found->line;
}

std::optional<std::string> Section::text(std::string_view key, std::size_t max_bytes) const {
  const YamlNode* node = find(key);
  if (node == nullptr) return std::nullopt;
  auto line = read_line(complaints_, *node, path_of(key), max_bytes);
  if (line && base::trim(*line).empty()) {
    complaints_.add(node->line, path_of(key), base::say({"is empty", "空です"}));
    return std::nullopt;
  }
  return line;
}

std::optional<std::int64_t> Section::integer(std::string_view key, std::int64_t min,
                                             std::int64_t max, std::string_view or_word) const {
  const YamlNode* node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto value = is_written(*node) ? base::to_int(node->text) : std::nullopt;
  if (value && *value >= min && *value <= max) return value;
  const std::string got = is_written(*node) ? shown(node->text) : kind_name(*node);
  complaints_.add(node->line, path_of(key),
                  or_word.empty()
                      ? base::say({"{0}, but a whole number from {1} to {2} is expected",
                                   "{0}。{1} から {2} の整数が必要です"},
                                  got, min, max)
                      : base::say({"{0}, but {1} or a whole number from {2} to {3} is expected",
                                   "{0}。{1} か、{2} から {3} の整数が必要です"},
                                  got, or_word, min, max));
  return std::nullopt;
}

std::optional<double> Section::number(std::string_view key, double min, double max) const {
  const YamlNode* node = find(key);
  if (node == nullptr) return std::nullopt;
  double value = 0;
  const char* end = node->text.data() + node->text.size();
  const auto [stop, error] = std::from_chars(node->text.data(), end, value);
  const bool whole = is_written(*node) && error == std::errc{} && stop == end;
  if (whole && std::isfinite(value) && value >= min && value <= max) return value;
  const std::string got = is_written(*node) ? shown(node->text) : kind_name(*node);
  complaints_.add(node->line, path_of(key),
                  base::say({"{0}, but a number from {1} to {2} is expected",
                             "{0}。{1} から {2} の数が必要です"},
                            got, min, max));
  return std::nullopt;
}

std::optional<std::size_t> Section::choice(std::string_view key,
                                           std::span<const std::string_view> names) const {
  const YamlNode* node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto found = is_written(*node) ? std::ranges::find(names, node->text) : names.end();
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::string got = is_written(*node) ? shown(node->text) : kind_name(*node);
  complaints_.add(node->line, path_of(key),
                  base::say({"{0} is not allowed here{1}one of: {2}",
                             "{0} はここでは使えません{1}使えるのは: {2}"},
                            got, base::did_you_mean_then(node->text, names), join(names)));
  return std::nullopt;
}

bool Section::is_word(std::string_view key, std::string_view word) const {
  const YamlNode* node = find(key);
  return node != nullptr && is_written(*node) && node->text == word;
}

std::optional<std::string> read_line(Complaints& complaints, const YamlNode& node,
                                     const std::string& path, std::size_t max_bytes) {
  if (!Section::is_written(node) && node.kind != YamlNode::Kind::kNull) {
    complaints.add(node.line, path,
                   base::say({"{0}, but a single value is expected", "{0}。単独の値が必要です"},
                             kind_name(node)));
    return std::nullopt;
  }
  if (node.text.size() > max_bytes) {
    complaints.add(node.line, path,
                   base::say({"longer than {0} bytes", "{0} バイトを超えています"}, max_bytes));
    return std::nullopt;
  }
  if (node.text.find('\t') != std::string::npos || base::printable(node.text, 8192) != node.text) {
    complaints.add(node.line, path,
                   base::say({"holds a tab, a line end or another control character (in \"…\" a "
                              "backslash is special)",
                              "タブ、改行などの制御文字があります(\"…\" "
                              "の中ではバックスラッシュが特別な意味を持ちます)"}));
    return std::nullopt;
  }
  return node.text;
}

}  // namespace gougi::settings
