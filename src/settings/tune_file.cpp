// SPDX-License-Identifier: MIT
#include "settings/tune_file.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "settings/section.hpp"
#include "settings/yaml_file.hpp"
#include "settings/yaml_tree.hpp"

namespace gougi::settings {
namespace {

using std::string_view;

constexpr std::int64_t kMostTunedGames = 10'000'000;
constexpr std::int64_t kMostTunedValue = 1'000'000'000;

// What `gougi match` has under the same name.
constexpr std::array<string_view, 14> kMatchKeys{
    "time", "openings",   "book",        "plies",  "random-plies", "max-plies", "resign",
    "draw", "mate-nodes", "declaration", "margin", "hang",         "patience",  "pin"};
constexpr std::array<string_view, 7> kOwnKeys{"engine", "options",     "games",     "iterations",
                                              "seed",   "concurrency", "parameters"};
constexpr std::array<string_view, 5> kParameterKeys{"start", "min", "max", "step", "rate"};

class TuneFileReader {
 public:
  TuneFileReader(const std::string& name, const CheckMatchWord& check)
      : complaints_(name), check_(check) {}

  base::Result<TuneFile> read(const YamlNode& root) {
    std::vector<string_view> keys(kOwnKeys.begin(), kOwnKeys.end());
    keys.insert(keys.end(), kMatchKeys.begin(), kMatchKeys.end());
    const Section top(complaints_, root, "", keys);
    read_engine(top);
    read_games(top);
    read_parameters(top);
    if (!complaints_.empty()) return tl::unexpected(complaints_.error());
    return std::move(file_);
  }

 private:
  void complain(const Section& section, string_view key, string_view message) {
    complaints_.add(section.line_of(key), section.path_of(key), message);
  }
  void add(string_view option, std::string value) {
    file_.match_arguments.push_back("--" + std::string(option));
    file_.match_arguments.push_back(std::move(value));
  }

  void read_engine(const Section& top) {
    const std::string command = command_of(top);
    if (const YamlNode* options = top.find("options")) {
      if (options->kind != YamlNode::Kind::kMapping) {
        complain(top, "options",
                 base::say({"names and values are expected, such as {{USI_Hash: 16}}",
                            "{{USI_Hash: 16}} のように名前と値が必要です"}));
      }
      for (const YamlEntry& option : options->entries) {
        const auto value = read_line(complaints_, *option.value, "options." + option.key);
        if (value) add("option", option.key + "=" + *value);
      }
    }
    for (const string_view key : kMatchKeys) {
      const auto value = top.text(key);
      if (!value) continue;
      if (const auto fits = check_("--" + std::string(key), *value); !fits) {
        complain(top, key, fits.error().message);
      }
      add(key, *value);
    }
    if (top.find("time") == nullptr && !top.says_why_missing("time")) {
      complain(
          top, "time",
          base::say({"is missing, such as: time: nodes 4000", "ありません。例: time: nodes 4000"}));
    }
    // The same games over and over would show nothing.
    const bool varies = top.find("openings") != nullptr || top.find("book") != nullptr;
    if (!varies && top.find("random-plies") == nullptr) add("random-plies", "8");
    for (const string_view side : {"first", "second"}) {
      add(side, command);
      add("name", side == "first" ? "plus" : "minus");
    }
  }

  /// As `gougi match` has it in its own files: one text is a program, a list has arguments.
  std::string command_of(const Section& top) {
    const YamlNode* const node = top.find("engine");
    if (node == nullptr && top.says_why_missing("engine")) return {};
    if (node == nullptr) {
      complain(top, "engine",
               base::say({"is missing, such as: engine: [gougi-engine, --tunable]",
                          "ありません。例: engine: [gougi-engine, --tunable]"}));
      return {};
    }
    std::string command;
    const auto part = [&](const YamlNode& word) {
      const auto text = read_line(complaints_, word, "engine");
      if (text && text->find('"') != std::string::npos) {
        complain(top, "engine",
                 base::say({"no part of it may have a double quote", "二重引用符は使えません"}));
      }
      command += (command.empty() ? "\"" : " \"") + text.value_or("") + '"';
    };
    if (node->kind != YamlNode::Kind::kSequence) {
      part(*node);
      return command;
    }
    for (const YamlPointer& word : node->items) part(*word);
    if (command.empty())
      complain(top, "engine", base::say({"a program is expected", "プログラムが必要です"}));
    return command;
  }

  void read_games(const Section& top) {
    if (const auto games = top.integer("games", 2, 10'000)) {
      file_.games = static_cast<std::uint64_t>(*games);
      if (*games % 2 != 0) {
        complain(top, "games",
                 base::say({"an even number is expected: each opening is played twice",
                            "偶数が必要です(開始局面ごとに2局指します)"}));
      }
    }
    const std::int64_t most = kMostTunedGames / static_cast<std::int64_t>(file_.games);
    if (const auto iterations = top.integer("iterations", 1, most)) {
      file_.iterations = static_cast<std::uint64_t>(*iterations);
    } else if (top.find("iterations") == nullptr && !top.says_why_missing("iterations")) {
      complain(
          top, "iterations",
          base::say({"is missing, such as: iterations: 2000", "ありません。例: iterations: 2000"}));
    }
    if (const auto seed = top.integer("seed", 0, std::numeric_limits<std::int64_t>::max())) {
      file_.seed = static_cast<std::uint64_t>(*seed);
    }
    add("seed", std::to_string(file_.seed));
    file_.concurrency = static_cast<int>(top.integer("concurrency", 1, 1000).value_or(1));
  }

  void read_parameters(const Section& top) {
    const YamlNode* const node = top.find("parameters");
    if (node == nullptr && top.says_why_missing("parameters")) return;
    if (node == nullptr || node->kind != YamlNode::Kind::kMapping || node->entries.empty()) {
      complain(top, "parameters",
               base::say({"options to be tuned are expected, such as Tune_FutilityMargin: {{start: "
                          "100, min: 20, max: 400, step: 12}}",
                          "調整するオプションが必要です。例: Tune_FutilityMargin: {{start: 100, "
                          "min: 20, max: 400, step: 12}}"}));
      return;
    }
    if (node->entries.size() > kMostTuned) {
      complain(top, "parameters",
               base::say({"are more than {0}", "{0} を超えています"}, kMostTuned));
      return;
    }
    for (const YamlEntry& entry : node->entries) read_parameter(entry);
  }

  void read_parameter(const YamlEntry& entry) {
    const std::string path = "parameters." + base::printable(entry.key, 80);
    const bool has_blank = entry.key.find_first_of(" \t=") != std::string::npos;
    if (entry.key.empty() || has_blank || base::printable(entry.key, 200) != entry.key) {
      complaints_.add(entry.line, path,
                      base::say({"is no name of an option", "オプション名ではありません"}));
    }
    const auto same = [&](const TuneParameter& other) {
      return base::iequals(other.name, entry.key);
    };
    if (std::any_of(file_.parameters.begin(), file_.parameters.end(), same)) {
      complaints_.add(entry.line, path, base::say({"is there twice", "2回あります"}));
    }
    const Section section(complaints_, *entry.value, path, kParameterKeys);
    TuneParameter parameter;
    parameter.name = entry.key;
    bool is_whole = true;
    const auto integer = [&](string_view key, std::int64_t& to) {
      const auto value = section.integer(key, -kMostTunedValue, kMostTunedValue);
      if (value) {
        to = *value;
      } else {
        is_whole = false;
      }
      if (section.find(key) == nullptr && !section.says_why_missing(key))
        complain(section, key, base::say({"is missing", "ありません"}));
    };
    integer("start", parameter.start);
    integer("min", parameter.min);
    integer("max", parameter.max);
    const auto step = section.number("step", 0.5, 1e9);
    if (section.find("step") == nullptr && !section.says_why_missing("step")) {
      complain(
          section, "step",
          base::say({"is missing: how far it is moved in the end, some Elo's worth",
                     "ありません。最後にどれだけ動かすか(数 Elo に当たる幅)を書いてください"}));
    }
    parameter.step = step.value_or(1);
    parameter.rate = section.number("rate", 1e-6, 10);
    if (is_whole && parameter.min >= parameter.max) {
      complain(section, "max",
               base::say({"must be greater than min", "min より大きくしてください"}));
    } else if (is_whole && (parameter.start < parameter.min || parameter.start > parameter.max)) {
      complain(section, "start",
               base::say({"lies outside of min and max", "min と max の範囲外です"}));
    } else if (is_whole && step && 2 * *step > static_cast<double>(parameter.max - parameter.min)) {
      complain(section, "step",
               base::say({"is more than half of what lies between min and max",
                          "min と max の幅の半分を超えています"}));
    }
    file_.parameters.push_back(std::move(parameter));
  }

  Complaints complaints_;
  const CheckMatchWord& check_;
  TuneFile file_;
};

}  // namespace

base::Result<TuneFile> parse_tune_file(string_view text, const std::string& name,
                                       const CheckMatchWord& check) {
  const auto tree = parse_yaml(text);
  if (!tree) {
    const std::string line = tree.error().line > 0 ? std::to_string(tree.error().line) + ": " : "";
    return base::fail(name + ":" + (line.empty() ? " " : line) + tree.error().message);
  }
  if ((*tree)->kind == YamlNode::Kind::kNull) {
    return base::fail(base::say({"{0}: the file says nothing", "{0}: 何も書かれていません"}, name));
  }
  return TuneFileReader(name, check).read(**tree);
}

base::Result<TuneFile> load_tune_file(const std::filesystem::path& file,
                                      const CheckMatchWord& check) {
  const auto text = read_yaml_file(file);
  if (!text) return tl::unexpected(text.error());
  return parse_tune_file(*text, base::to_utf8(file), check);
}

}  // namespace gougi::settings
