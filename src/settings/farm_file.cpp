// SPDX-License-Identifier: MIT
#include "settings/farm_file.hpp"

#include <array>
#include <utility>

#include "base/path.hpp"
#include "base/shard.hpp"
#include "settings/section.hpp"
#include "settings/yaml_file.hpp"
#include "settings/yaml_tree.hpp"

namespace gougi::settings {
namespace {

using std::string_view;

constexpr std::array<string_view, 12> kFarmKeys{"name",   "parts", "run",    "carry",
                                                "result", "time",  "memory", "processors",
                                                "slurm",  "hosts", "ssh",    "folder"};
constexpr string_view kNameLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

class FarmFileReader {
 public:
  explicit FarmFileReader(const std::string& name) : complaints_(name) {}

  base::Result<FarmFile> read(const YamlNode& root) {
    const Section top(complaints_, root, "", kFarmKeys);
    const auto needs = [&](string_view key, string_view example) {
      if (top.find(key) == nullptr) {
        complain(top, key,
                 "is missing, such as: " + std::string(key) + ": " + std::string(example));
      }
    };
    needs("name", "new-network");
    needs("parts", "8");
    needs("run", "[match, --first, build/bin/gougi-engine, …]");
    needs("result", "new-network.db");
    file_.name = plain(top, "name");
    file_.parts =
        static_cast<std::uint64_t>(top.integer("parts", 1, base::Shard::kMost).value_or(1));
    file_.run = words(top, "run");
    file_.carry = words(top, "carry");
    file_.result = plain(top, "result");
    file_.time = top.text("time", 40).value_or("");
    file_.memory = top.text("memory", 40).value_or("");
    file_.processors = top.integer("processors", 1, 1024).value_or(1);
    file_.slurm = words(top, "slurm");
    file_.hosts = words(top, "hosts");
    for (const std::string& host : file_.hosts) {
      const bool is_host = !host.starts_with('-') && !host.empty() &&
                           host.find_first_of(" \t/,'\"") == std::string::npos;
      if (!is_host) complain(top, "hosts", "wants names that ssh knows, such as me@one");
    }
    file_.ssh = top.text("ssh").value_or("ssh");
    file_.folder = top.find("folder") == nullptr ? "gougi-farm/" + file_.name
                                                 : top.text("folder").value_or("");
    if (!complaints_.empty()) return tl::unexpected(complaints_.first());
    return std::move(file_);
  }

 private:
  void complain(const Section& section, string_view key, string_view message) {
    complaints_.add(section.line_of(key), section.path_of(key), message);
  }

  /// A file's name, and one in all shells.
  std::string plain(const Section& top, string_view key) {
    const auto text = top.text(key, 100);
    if (!text) return {};
    if (text->find_first_not_of(kNameLetters) != std::string::npos || text->starts_with('.') ||
        text->starts_with('-')) {
      complain(top, key,
               "wants letters, digits, points, - and _ alone, and begins with none of -.");
    }
    return *text;
  }

  std::vector<std::string> words(const Section& top, string_view key) {
    const YamlNode* const node = top.find(key);
    std::vector<std::string> words;
    if (node == nullptr) return words;
    const bool may_be_empty = key != "run";
    if (node->kind != YamlNode::Kind::kSequence || (node->items.empty() && !may_be_empty)) {
      complain(top, key, "wants a list of words, such as [a, b]");
      return words;
    }
    for (const YamlPointer& word : node->items) {
      words.push_back(read_line(complaints_, *word, top.path_of(key)).value_or(""));
    }
    return words;
  }

  Complaints complaints_;
  FarmFile file_;
};

}  // namespace

base::Result<FarmFile> parse_farm_file(string_view text, const std::string& name) {
  const auto tree = parse_yaml(text);
  if (!tree) {
    const std::string line = tree.error().line > 0 ? std::to_string(tree.error().line) + ": " : "";
    return base::fail(name + ":" + (line.empty() ? " " : line) + tree.error().message);
  }
  return FarmFileReader(name).read(**tree);
}

base::Result<FarmFile> load_farm_file(const std::filesystem::path& file) {
  const auto text = read_yaml_file(file);
  if (!text) return tl::unexpected(text.error());
  return parse_farm_file(*text, base::to_utf8(file));
}

}  // namespace gougi::settings
