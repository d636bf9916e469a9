// SPDX-License-Identifier: MIT
#include "settings/farm_file.hpp"

#include <array>
#include <utility>

#include "base/path.hpp"
#include "base/say.hpp"
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

bool is_whole_number(string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == string_view::npos;
}

/// MINUTES, M:S, H:M:S, DAYS-H, DAYS-H:M, DAYS-H:M:S.
bool is_slurm_time(string_view text) {
  if (text == "UNLIMITED" || text == "INFINITE") return true;
  if (const std::size_t dash = text.find('-'); dash != string_view::npos) {
    if (!is_whole_number(text.substr(0, dash))) return false;
    text.remove_prefix(dash + 1);
  }
  for (int fields = 1;; ++fields) {
    const std::size_t end = text.find(':');
    if (fields > 3 || !is_whole_number(text.substr(0, end))) return false;
    if (end == string_view::npos) return true;
    text.remove_prefix(end + 1);
  }
}

bool is_slurm_memory(string_view text) {
  if (!text.empty() && string_view("KMGTkmgt").find(text.back()) != string_view::npos) {
    text.remove_suffix(1);
  }
  return is_whole_number(text);
}

/// Neither a word of a shell or an option, nor all that there is.
bool is_folder_on_hosts(string_view text) {
  return !text.starts_with('-') && !text.starts_with('~') &&
         text.find_first_not_of("/.") != string_view::npos;
}

class FarmFileReader {
 public:
  explicit FarmFileReader(const std::string& name) : complaints_(name) {}

  base::Result<FarmFile> read(const YamlNode& root) {
    const Section top(complaints_, root, "", kFarmKeys);
    const auto needs = [&](string_view key, string_view example) {
      if (top.find(key) == nullptr && !top.says_why_missing(key)) {
        complain(
            top, key,
            base::say({"is missing, such as: {0}: {1}", "ありません。例: {0}: {1}"}, key, example));
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
    file_.time = shaped(top, "time", is_slurm_time,
                        base::say({"wants a time as Slurm writes it, such as \"2:00:00\" or 1-12",
                                   "Slurm の書き方の時間が必要です(\"2:00:00\"、1-12 など)"}));
    file_.memory =
        shaped(top, "memory", is_slurm_memory,
               base::say({"wants a size, such as 4G or 500M", "大きさが必要です(4G、500M など)"}));
    file_.processors = top.integer("processors", 1, 1024).value_or(1);
    file_.slurm = words(top, "slurm");
    file_.hosts = words(top, "hosts");
    for (const std::string& host : file_.hosts) {
      const bool is_host = !host.starts_with('-') && !host.empty() &&
                           host.find_first_of(" \t/,'\"") == std::string::npos;
      if (!is_host)
        complain(top, "hosts",
                 base::say({"wants names that ssh knows, such as me@one",
                            "ssh で使える名前を書いてください(me@one など)"}));
    }
    file_.ssh = top.text("ssh").value_or("ssh");
    file_.folder = top.find("folder") == nullptr ? "gougi-farm/" + file_.name
                                                 : top.text("folder").value_or("");
    if (!is_folder_on_hosts(file_.folder)) {
      complain(top, "folder",
               base::say({"wants a folder on the hosts, such as gougi-farm/job (from the home "
                          "folder on) or /scratch/job; no ~, and no - at its beginning",
                          "ホストのフォルダが必要です。gougi-farm/job(ホームフォルダから)や "
                          "/scratch/job のように書き、~ と先頭の - は使えません"}));
    }
    if (!complaints_.empty()) return tl::unexpected(complaints_.error());
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
      complain(
          top, key,
          base::say({"wants letters, digits, points, - and _ alone, and begins with none of -.",
                     "英数字、.、-、_ だけを使い、- や . で始めないでください"}));
    }
    return *text;
  }

  std::string shaped(const Section& top, string_view key, bool (*has_shape)(string_view),
                     string_view complaint) {
    auto text = top.text(key, 40);
    if (!text) return {};
    if (!has_shape(*text)) complain(top, key, complaint);
    return std::move(*text);
  }

  std::vector<std::string> words(const Section& top, string_view key) {
    const YamlNode* const node = top.find(key);
    std::vector<std::string> words;
    if (node == nullptr) return words;
    const bool may_be_empty = key != "run";
    if (node->kind != YamlNode::Kind::kSequence || (node->items.empty() && !may_be_empty)) {
      complain(top, key,
               base::say({"wants a list of words, such as [a, b]",
                          "[a, b] のような語のリストが必要です"}));
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
  if ((*tree)->kind == YamlNode::Kind::kNull) {
    return base::fail(base::say({"{0}: the file says nothing", "{0}: 何も書かれていません"}, name));
  }
  return FarmFileReader(name).read(**tree);
}

base::Result<FarmFile> load_farm_file(const std::filesystem::path& file) {
  const auto text = read_yaml_file(file);
  if (!text) return tl::unexpected(text.error());
  return parse_farm_file(*text, base::to_utf8(file));
}

}  // namespace gougi::settings
