// SPDX-License-Identifier: MIT
#include "settings/relay_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/path.hpp"
#include "base/text.hpp"
#include "settings/section.hpp"
#include "settings/yaml_tree.hpp"

namespace gougi::settings {
namespace {

namespace fs = std::filesystem;
using base::log::Level;
using std::string_view;

// More children than any machine runs; it keeps the option list of a mistaken file bounded.
constexpr std::size_t kMaxEngines = 64;
// Beyond it sums over voters lose the small weights.
constexpr double kMaxWeight = 1'000'000;
constexpr int kMaxEvalCoef = 100'000;
constexpr std::int64_t kOneMinute = 60'000;
constexpr std::int64_t kOneDay = 86'400'000;
constexpr std::size_t kMaxName = 200;

constexpr std::array<string_view, 10> kTopKeys{"name",     "consensus", "engines",  "mate",
                                               "time",     "ponder",    "language", "encoding",
                                               "show_all", "log"};
constexpr std::array kLaterTopKeys{LaterKey{"resources", ""}, LaterKey{"quorum", ""},
                                   LaterKey{"freeze", "off"}};
constexpr std::array<string_view, 8> kEngineKeys{"name",    "command", "directory", "environment",
                                                 "options", "weight",  "eval_coef", "capabilities"};
constexpr std::array kLaterEngineKeys{LaterKey{"protocol", "usi"}, LaterKey{"consensus", ""},
                                      LaterKey{"engines", ""}};
constexpr std::array<string_view, 2> kMateKeys{"engines", "timeout_ms"};
constexpr std::array kLaterMateKeys{LaterKey{"pv", "off"}, LaterKey{"threats", "false"}};
constexpr std::array<string_view, 2> kTimeKeys{"margin_ms", "grace_ms"};
constexpr std::array kLaterTimeKeys{LaterKey{"min_use", ""}};
constexpr std::array<string_view, 3> kLogKeys{"directory", "level", "keep"};
constexpr std::array<string_view, 3> kCapabilities{"mateinfo", "wait_stop", "ponderhit_time"};

// The specification's strategies, to tell a later one from a misspelt one.
constexpr std::array<string_view, 14> kAllStrategies{"alternate",
                                                     "optimistic-rise",
                                                     "pessimistic-rise",
                                                     "exchange",
                                                     "rotate-plies",
                                                     "rotate-phase",
                                                     "rotate-drop",
                                                     "rotate-rise",
                                                     "mate-sfen",
                                                     "mate-pv",
                                                     "average",
                                                     "softmax",
                                                     "veto",
                                                     "mate"};

class Reader {
 public:
  Reader(const fs::path& file, const std::vector<std::string>& strategies)
      : complaints_(base::to_utf8(file)), strategies_(strategies) {
    std::error_code ignored;
    const fs::path absolute = fs::absolute(file, ignored);
    folder_ = (ignored ? file : absolute).parent_path();
    settings_.file = file;
  }

  base::Result<RelaySettings> read(string_view text) {
    const auto tree = parse_yaml(text);
    if (tree) {
      read_top(**tree);
    } else {
      complaints_.add(tree.error().line, "", tree.error().message);
    }
    if (!complaints_.empty()) return tl::unexpected(complaints_.first());
    return std::move(settings_);
  }

 private:
  void read_top(const YamlNode& root) {
    const Section top(complaints_, root, "", kTopKeys, kLaterTopKeys);
    if (auto name = top.text("name", kMaxName)) settings_.name = std::string(base::trim(*name));
    read_consensus(top);
    settings_.engines = read_engines(top, "engines", "");
    read_mate(top);
    read_time(top);
    read_ponder(top);
    constexpr std::pair<string_view, Language> kLanguages[] = {
        {"auto", Language::kAuto}, {"ja", Language::kJapanese}, {"en", Language::kEnglish}};
    settings_.language = top.choice("language", kLanguages).value_or(settings_.language);
    constexpr std::pair<string_view, TextEncoding> kEncodings[] = {{"auto", TextEncoding::kAuto},
                                                                   {"utf-8", TextEncoding::kUtf8},
                                                                   {"cp932", TextEncoding::kCp932},
                                                                   {"ascii", TextEncoding::kAscii}};
    settings_.encoding = top.choice("encoding", kEncodings).value_or(settings_.encoding);
    constexpr std::pair<string_view, bool> kFlags[] = {{"true", true}, {"false", false}};
    settings_.show_all = top.choice("show_all", kFlags).value_or(settings_.show_all);
    read_log(top);
  }

  void read_consensus(const Section& top) {
    const auto given = top.text("consensus");
    if (!given) return;
    if (std::ranges::find(strategies_, *given) != strategies_.end()) {
      settings_.consensus = *given;
      return;
    }
    const std::vector<string_view> known(strategies_.begin(), strategies_.end());
    const bool later = std::ranges::find(kAllStrategies, *given) != kAllStrategies.end();
    std::string problem = later ? "not available in this version" : "unknown";
    if (const auto meant = closest(*given, known); meant && !later) {
      problem += fmt::format("; did you mean {}?", *meant);
    }
    complain(
        top, "consensus",
        fmt::format("'{}': {}; one of: {}", base::printable(*given, 80), problem, join(known)));
  }

  std::vector<EngineSettings> read_engines(const Section& section, string_view key,
                                           string_view missing_hint) {
    std::vector<EngineSettings> engines;
    const YamlNode* list = section.find(key);
    if (list == nullptr || (list->kind == YamlNode::Kind::kSequence && list->items.empty())) {
      if (list == nullptr && !complaints_.empty()) return engines;  // a mistyped `engines`, likely
      complain(section, key,
               fmt::format("no engine is given; at least one is needed{}", missing_hint));
      return engines;
    }
    if (list->kind != YamlNode::Kind::kSequence) {
      complain(section, key, "a list is expected, each engine beginning with '- '");
      return engines;
    }
    if (list->items.size() > kMaxEngines) {
      complain(section, key, fmt::format("more than {} engines", kMaxEngines));
      return engines;
    }
    for (std::size_t i = 0; i < list->items.size(); ++i) {
      // Numbered from 1, as E1_… and M1_… are.
      const std::string path = fmt::format("{}[{}]", section.path_of(key), i + 1);
      engines.push_back(read_engine(*list->items[i], path));
      complain_same_name(engines, path, list->items[i]->line);
    }
    return engines;
  }

  void complain_same_name(const std::vector<EngineSettings>& engines, const std::string& path,
                          int line) {
    const std::string& name = engines.back().name;
    if (name.empty()) return;
    for (std::size_t i = 0; i + 1 < engines.size(); ++i) {
      if (engines[i].name != name) continue;
      complaints_.add(line, path + ".name",
                      fmt::format("'{}' is the name of another engine already; the vote table "
                                  "could not tell them apart",
                                  base::printable(name, 80)));
      return;
    }
  }

  EngineSettings read_engine(const YamlNode& node, const std::string& path) {
    const Section section(complaints_, node, path, kEngineKeys, kLaterEngineKeys);
    EngineSettings engine;
    engine.line = section.line_of("command");
    if (auto name = section.text("name", kMaxName)) engine.name = std::string(base::trim(*name));
    if (node.kind == YamlNode::Kind::kMapping || node.kind == YamlNode::Kind::kNull) {
      read_command(section, engine);
    }
    if (const auto directory = section.text("directory")) {
      engine.directory = resolve(section, "directory", *directory);
    }
    for (auto& [name, value] : read_pairs(section, "environment")) {
      if (name.find('=') != std::string::npos) {
        complain(section, "environment",
                 fmt::format("'{}': a variable's name has no '='", base::printable(name, 80)));
      }
      engine.environment.insert_or_assign(std::move(name), std::move(value));
    }
    engine.options = read_pairs(section, "options");
    engine.weight = section.number("weight", 0.0, kMaxWeight).value_or(engine.weight);
    if (engine.weight <= 0) {
      complain(section, "weight", "a weight is greater than 0; to leave an engine out, remove it");
    }
    engine.eval_coef =
        static_cast<int>(section.integer("eval_coef", 1, kMaxEvalCoef).value_or(engine.eval_coef));
    read_capabilities(section, engine);
    return engine;
  }

  void read_command(const Section& section, EngineSettings& engine) {
    const YamlNode* node = section.find("command");
    const std::string path = section.path_of("command");
    if (node == nullptr) {
      if (!complaints_.empty()) return;  // a mistyped `command`, likely
      complain(section, "command",
               "is missing: the engine's program, or a list: program, arguments");
      return;
    }
    std::vector<std::string> words;
    if (node->kind == YamlNode::Kind::kSequence) {
      for (const YamlPointer& item : node->items) {
        words.push_back(read_line(complaints_, *item, path).value_or("?"));
      }
    } else {
      words.push_back(read_line(complaints_, *node, path).value_or("?"));
    }
    if (words.empty() || base::trim(words.front()).empty()) {
      complain(section, "command", "the program's name is empty");
      return;
    }
    if (has_separator(words.front())) {
      words.front() = base::to_utf8(resolve(section, "command", words.front()));
    }
    engine.command = std::move(words);
  }

  // A program without a folder is looked for beside the relay and in PATH, by whoever starts it.
  static bool has_separator(string_view program) {
    constexpr auto kSeparator = static_cast<char>(fs::path::preferred_separator);
    return program.find('/') != string_view::npos || program.find(kSeparator) != string_view::npos;
  }

  fs::path resolve(const Section& section, string_view key, const std::string& text) {
    if (text == "~" || text.starts_with("~/")) {
      complain(section, key, "'~' is not understood here; write the whole path");
    }
    return (folder_ / base::path_from_utf8(text)).lexically_normal();
  }

  // `options` and `environment`: names with values of any kind, kept as written.
  std::vector<std::pair<std::string, std::string>> read_pairs(const Section& section,
                                                              string_view key) {
    std::vector<std::pair<std::string, std::string>> pairs;
    const YamlNode* node = section.find(key);
    if (node == nullptr) return pairs;
    if (node->kind != YamlNode::Kind::kMapping) {
      complain(section, key, "'name: value' pairs are expected here");
      return pairs;
    }
    for (const YamlEntry& entry : node->entries) {
      const std::string path = section.path_of(key) + "." + base::printable(entry.key, 80);
      if (base::printable(entry.key, 8192) != entry.key || base::trim(entry.key) != entry.key) {
        complaints_.add(entry.line, path, "a name is one line without blanks around it");
      }
      auto value = read_line(complaints_, *entry.value, path);
      if (value) pairs.emplace_back(entry.key, std::move(*value));
    }
    return pairs;
  }

  void read_capabilities(const Section& section, EngineSettings& engine) {
    const YamlNode* node = section.find("capabilities");
    if (node == nullptr) return;
    if (node->kind != YamlNode::Kind::kSequence) {
      complain(section, "capabilities",
               fmt::format("a list is expected, of: {}", join(kCapabilities)));
      return;
    }
    for (const YamlPointer& item : node->items) {
      const bool known = Section::is_written(*item) &&
                         std::ranges::find(kCapabilities, item->text) != kCapabilities.end();
      if (!known) {
        complaints_.add(item->line, section.path_of("capabilities"),
                        fmt::format("'{}' is unknown; allowed here: {}",
                                    base::printable(item->text, 80), join(kCapabilities)));
      } else if (std::ranges::find(engine.capabilities, item->text) == engine.capabilities.end()) {
        engine.capabilities.push_back(item->text);
      }
    }
  }

  void read_mate(const Section& top) {
    const YamlNode* node = top.find("mate");
    if (node != nullptr && !(Section::is_written(*node) && node->text == "off")) {
      const Section mate(complaints_, *node, "mate", kMateKeys, kLaterMateKeys);
      if (node->kind == YamlNode::Kind::kMapping) {
        settings_.mate_engines = read_engines(mate, "engines", ", or `mate: off`");
      }
      if (const auto timeout = mate.integer("timeout_ms", 1, kOneDay)) {
        settings_.mate_timeout = base::Milliseconds(*timeout);
      }
    }
    const bool needed = settings_.consensus == "mate" || settings_.consensus.starts_with("mate-") ||
                        settings_.consensus.starts_with("詰探索エンジンとの合議");
    if (needed && settings_.mate_engines.empty()) {
      complain(top, "consensus",
               fmt::format("{} needs a mate solver: add `mate: {{engines: [{{command: "
                           "gougi-mate}}]}}`",
                           settings_.consensus));
    }
  }

  void read_time(const Section& top) {
    const YamlNode* node = top.find("time");
    if (node == nullptr) return;
    const Section time(complaints_, *node, "time", kTimeKeys, kLaterTimeKeys);
    const YamlNode* margin = time.find("margin_ms");
    const bool automatic =
        margin != nullptr && Section::is_written(*margin) && margin->text == "auto";
    if (margin != nullptr && !automatic) {
      if (const auto ms = time.integer("margin_ms", 0, kOneMinute)) {
        settings_.margin = base::Milliseconds(*ms);
      }
    }
    if (const auto ms = time.integer("grace_ms", 1, kOneMinute)) {
      settings_.grace = base::Milliseconds(*ms);
    }
  }

  void read_ponder(const Section& top) {
    const YamlNode* node = top.find("ponder");
    if (node != nullptr && Section::is_written(*node) && node->text == "multi") {
      complain(top, "ponder", "multi is not available in this version; one of: off, single");
      return;
    }
    constexpr std::pair<string_view, PonderMode> kModes[] = {{"off", PonderMode::kOff},
                                                             {"single", PonderMode::kSingle}};
    settings_.ponder = top.choice("ponder", kModes).value_or(settings_.ponder);
  }

  void read_log(const Section& top) {
    const YamlNode* node = top.find("log");
    if (node == nullptr || (Section::is_written(*node) && node->text == "off")) return;
    const Section log(complaints_, *node, "log", kLogKeys);
    if (const auto directory = log.text("directory")) {
      settings_.log_directory = resolve(log, "directory", *directory);
    } else if (log.find("directory") == nullptr) {
      complain(log, "directory", "is missing: the folder for log files (or `log: off`)");
    }
    constexpr std::pair<string_view, Level> kLevels[] = {
        {"trace", Level::kTrace},     {"debug", Level::kDebug}, {"info", Level::kInfo},
        {"warning", Level::kWarning}, {"error", Level::kError}, {"off", Level::kOff}};
    settings_.log_level = log.choice("level", kLevels).value_or(settings_.log_level);
    settings_.log_keep =
        static_cast<int>(log.integer("keep", 1, 1000).value_or(settings_.log_keep));
  }

  void complain(const Section& section, string_view key, string_view message) {
    complaints_.add(section.line_of(key), section.path_of(key), message);
  }

  Complaints complaints_;
  const std::vector<std::string>& strategies_;
  fs::path folder_;
  RelaySettings settings_;
};

}  // namespace

base::Result<RelaySettings> parse_relay_settings(std::string_view text,
                                                 const std::filesystem::path& file,
                                                 const std::vector<std::string>& strategies) {
  return Reader(file, strategies).read(text);
}

}  // namespace gougi::settings
