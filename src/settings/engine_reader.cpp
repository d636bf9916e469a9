// SPDX-License-Identifier: MIT
#include "settings/engine_reader.hpp"

#include <algorithm>
#include <array>

#include "base/closest.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "settings/relay_rows.hpp"

namespace gougi::settings {
namespace {

namespace fs = std::filesystem;
using std::string_view;

constexpr std::array<string_view, 3> kPhaseKeys{"opening", "middle", "end"};
constexpr std::array<string_view, 4> kCapabilities{"mateinfo", "wait_stop", "ponderhit_time",
                                                   "visits"};

// A program without a folder is looked for beside the relay and in PATH, by whoever starts it.
bool has_separator(string_view program) {
  constexpr auto kSeparator = static_cast<char>(fs::path::preferred_separator);
  return program.find('/') != string_view::npos || program.find(kSeparator) != string_view::npos;
}

}  // namespace

bool EngineReader::is_nested(const YamlNode& node) {
  return std::ranges::any_of(node.entries, [](const YamlEntry& entry) {
    return entry.key == "consensus" || entry.key == "engines";
  });
}

// `command` is one of them so that it can be told more kindly.
std::vector<string_view> EngineReader::nested_keys() {
  return words_in(engine_rows(), "",
                  [](const EngineRow& row) { return row.scope == Scope::kEverywhere; });
}

EngineSettings EngineReader::read_engine(const YamlNode& node, const std::string& path) const {
  const auto keys = words_in(engine_rows(), "", [](const EngineRow&) { return true; });
  const Section section(complaints_, node, path, keys);
  EngineSettings engine;
  read_program(section, node, engine);
  return engine;
}

EngineSettings EngineReader::read_mate_engine(const YamlNode& node, const std::string& path) const {
  if (is_nested(node)) {
    complaints_.add(
        node.entries.front().line, path,
        base::say(
            {"a mate engine is a program; only an engine of `engines:` may be a consensus",
             "詰将棋エンジンはプログラムです。合議にできるのは `engines:` のエンジンだけです"}));
  }
  const auto keys = words_in(engine_rows(), "",
                             [](const EngineRow& row) { return row.scope != Scope::kCouncil; });
  const Section section(complaints_, node, path, keys);
  EngineSettings engine;
  read_program(section, node, engine);
  if (section.find("mirror") != nullptr) {
    complain(section, "mirror",
             base::say({"only an engine of `engines:` has a mirror; write this one twice",
                        "mirror を持てるのは `engines:` のエンジンだけです。2回書いてください"}));
  }
  return engine;
}

EngineSettings EngineReader::read_nested(const Section& section) const {
  EngineSettings engine;
  engine.nested = true;
  engine.line = section.line_of(section.find("consensus") != nullptr ? "consensus" : "engines");
  if (section.find("command") != nullptr) {
    complain(
        section, "command",
        base::say({"an engine is either a program (command) or a consensus (consensus, engines)",
                   "エンジンはプログラム(command)か合議(consensus、engines)のどちらかです"}));
  }
  read_rows(section, Scope::kCouncil, engine);
  return engine;
}

void EngineReader::read_program(const Section& section, const YamlNode& node,
                                EngineSettings& engine) const {
  engine.line = section.line_of("command");
  if (node.kind == YamlNode::Kind::kMapping || node.kind == YamlNode::Kind::kNull) {
    read_command(section, engine);
  }
  read_rows(section, Scope::kProgram, engine);
}

void EngineReader::read_rows(const Section& section, Scope scope, EngineSettings& engine) const {
  using Hand = void (EngineReader::*)(const Section&, EngineSettings&) const;
  static constexpr std::pair<string_view, Hand> kByHand[] = {
      {"options", &EngineReader::read_options},
      {"expose", &EngineReader::read_expose},
      {"weight", &EngineReader::read_weight},
      {"capabilities", &EngineReader::read_capabilities},
      {"mirror", &EngineReader::read_mirror}};
  for (const EngineRow& row : engine_rows()) {
    if (row.scope != Scope::kEverywhere && row.scope != scope) continue;
    if (row.key == "protocol" && speaks_upi(section)) continue;
    const std::size_t made = complaints_.made();
    rows_.read(section, row, engine);
    if (row.key == "environment") {
      read_environment(section, engine.environment, engine.has_clean_environment);
    }
    if (row.key == "confine" || row.key == "mirror") want_a_value(section, row.key);
    if (row.key == "confine" || row.key == "environment") {
      engine.is_unclear = engine.is_unclear || complaints_.made() > made ||
                          section.says_why_missing(row.key) || section.is_named("<<");
    }
    for (const auto& [key, read] : kByHand) {
      if (row.key == key) (this->*read)(section, engine);
    }
  }
}

// Of what protects: whoever writes nothing there must not think that it does.
void EngineReader::want_a_value(const Section& section, string_view key) const {
  if (!section.is_named(key) || section.find(key) != nullptr) return;
  complain(section, key,
           base::say({"has no value, but true or false is expected",
                      "値がありません。true か false が必要です"}));
}

// A word, variables, or a list of both.
void EngineReader::read_environment(const Section& section,
                                    std::map<std::string, std::string>& environment,
                                    bool& is_clean) const {
  const YamlNode* node = section.find("environment");
  if (node == nullptr) return;
  if (node->kind != YamlNode::Kind::kSequence)
    return add_environment(section, *node, environment, is_clean);
  for (const YamlPointer& item : node->items)
    add_environment(section, *item, environment, is_clean);
  const auto names = [node](std::string_view word) {
    return std::ranges::any_of(node->items, [word](const YamlPointer& item) {
      return Section::is_written(*item) && string_view(item->text) == word;
    });
  };
  if (names("clean") && names("inherit")) {
    complain(section, "environment",
             base::say({"inherit and clean exclude each other",
                        "inherit と clean は同時に指定できません"}));
  }
}

void EngineReader::add_environment(const Section& section, const YamlNode& node,
                                   std::map<std::string, std::string>& environment,
                                   bool& is_clean) const {
  if (node.kind != YamlNode::Kind::kMapping) {
    constexpr std::array<std::string_view, 2> kEnvironmentWords{"inherit", "clean"};
    const std::string_view word = Section::is_written(node) ? string_view(node.text) : "";
    if (word == "clean") is_clean = true;
    if (word == "clean" || word == "inherit") return;
    complain(
        section, "environment",
        base::say(
            {"one of inherit, clean, variables {{NAME: value}} or a list of these is expected{0}",
             "inherit、clean、環境変数 {{NAME: value}} のどれか、またはそのリストが必要です{0}"},
            base::did_you_mean(word, kEnvironmentWords)));
    return;
  }
  for (auto& [name, value] : read_pairs(section, "environment", node)) {
    if (name.find('=') != std::string::npos) {
      complain(section, "environment",
               base::say({"'{0}': a variable's name has no '='",
                          "'{0}': 環境変数の名前に '=' は使えません"},
                         base::printable(name, 80)));
    }
    environment.insert_or_assign(std::move(name), std::move(value));
  }
}

void EngineReader::read_options(const Section& section, EngineSettings& engine) const {
  const YamlNode* node = section.find("options");
  if (node == nullptr) return;
  engine.options = read_pairs(section, "options", *node);
  for (const YamlEntry& entry : node->entries) engine.option_lines[entry.key] = entry.line;
}

void EngineReader::read_expose(const Section& section, EngineSettings& engine) const {
  const YamlNode* node = section.find("expose");
  engine.expose.line = section.line_of("expose");
  if (node == nullptr) return;
  if (node->kind == YamlNode::Kind::kSequence) {
    engine.expose.kind = Exposure::Kind::kNamed;
    for (const YamlPointer& item : node->items) {
      auto name = read_line(complaints_, *item, section.path_of("expose"));
      if (name) engine.expose.names.push_back(std::move(*name));
    }
  } else if (Section::is_written(*node) && node->text == "all") {
    engine.expose.kind = Exposure::Kind::kAll;
  } else if (Section::is_written(*node) && node->text == "few") {
    engine.expose.kind = Exposure::Kind::kFew;
  } else {
    complain(section, "expose",
             base::say({"'{0}', but one of all, few or a list of names of its options is expected",
                        "'{0}'。all、few、オプション名のリストのどれかが必要です"},
                       base::printable(node->text, 80)));
  }
}

void EngineReader::read_weight(const Section& section, EngineSettings& engine) const {
  const std::string positive =
      base::say({"a weight is greater than 0; to leave an engine out, remove it",
                 "weight は 0 より大きい数です。エンジンを外すには、その記述を消してください"});
  const YamlNode* node = section.find("weight");
  if (node == nullptr) return;
  if (node->kind != YamlNode::Kind::kMapping) {
    engine.weight = section.number("weight", 0.0, kMaxWeight).value_or(engine.weight);
    if (engine.weight <= 0) complain(section, "weight", positive);
    return;
  }
  const Section phases(complaints_, *node, section.path_of("weight"), kPhaseKeys);
  const auto read = [&](string_view phase) {
    const double weight = phases.number(phase, 0.0, kMaxWeight).value_or(1.0);
    if (weight <= 0) complain(phases, phase, positive);
    return weight;
  };
  engine.phase_weights = PhaseWeights{read("opening"), read("middle"), read("end")};
}

bool EngineReader::speaks_upi(const Section& section) const {
  if (!section.is_word("protocol", "upi")) return false;
  complain(section, "protocol",
           base::say({"upi is spoken by all engines or none: write it at the top of the file; here "
                      "one of: usi, uci_shogi",
                      "upi "
                      "は全エンジンで使うか、まったく使わないかです。ファイルの最上位に書いてくださ"
                      "い。ここで使えるのは: usi、uci_shogi"}));
  return true;
}

void EngineReader::read_command(const Section& section, EngineSettings& engine) const {
  if (section.find("command") == nullptr) {
    if (section.says_why_missing("command")) return;  // a mistyped `command`, likely
    complain(section, "command",
             base::say({"is missing: the engine's program, or a list: program, arguments",
                        "ありません。エンジンのプログラム、または [プログラム, 引数] "
                        "のリストを書いてください"}));
    return;
  }
  engine.command = read_words(section);
}

std::vector<std::string> EngineReader::read_words(const Section& section) const {
  const YamlNode& node = *section.find("command");
  const std::string path = section.path_of("command");
  std::vector<std::string> words;
  if (node.kind == YamlNode::Kind::kSequence) {
    for (const YamlPointer& item : node.items) {
      words.push_back(read_line(complaints_, *item, path).value_or("?"));
    }
  } else {
    words.push_back(read_line(complaints_, node, path).value_or("?"));
  }
  if (words.empty() || base::trim(words.front()).empty()) {
    complain(section, "command",
             base::say({"the program's name is empty", "プログラム名が空です"}));
    return {};
  }
  if (has_separator(words.front())) {
    words.front() = base::to_utf8(rows_.resolve(section, "command", words.front()));
  }
  return words;
}

// `true` for the same program here, `false` for none, or where else it runs.
void EngineReader::read_mirror(const Section& section, EngineSettings& engine) const {
  const YamlNode* node = section.find("mirror");
  if (node == nullptr) return;
  Mirror mirror;
  mirror.line = section.line_of("mirror");
  if (Section::is_written(*node) && std::ranges::find(kFlagNames, node->text) == kFlagNames.end()) {
    complain(section, "mirror",
             base::say({"{0} is not allowed here; write true, for another process of this engine, "
                        "or where one runs: {{command: …}}",
                        "{0} はここでは使えません。このエンジンの別プロセスなら true、"
                        "別の場所なら {{command: …}} と書きます"},
                       "'" + base::printable(node->text, 80) + "'"));
    return;
  }
  if (node->kind != YamlNode::Kind::kMapping) {
    const auto place = section.choice("mirror", kFlagNames);
    if (place == 0) engine.mirror = std::move(mirror);
    return;
  }
  constexpr std::array<string_view, 4> kKeys{"command", "directory", "environment", "confine"};
  const Section its(complaints_, *node, section.path_of("mirror"), kKeys);
  if (its.find("command") != nullptr) mirror.command = read_words(its);
  if (const auto folder = its.text("directory")) {
    if (mirror.command.empty()) {
      complain(its, "directory",
               base::say({"is the folder of a command of the mirror's own, and there is none",
                          "mirror 自身の command のフォルダですが、その command がありません"}));
    }
    mirror.directory = rows_.resolve(its, "directory", *folder);
  }
  const std::size_t made = complaints_.made();
  read_environment(its, mirror.environment, mirror.has_clean_environment);
  want_a_value(its, "confine");
  if (const auto confined = its.choice("confine", kFlagNames)) mirror.is_confined = confined == 0;
  engine.is_unclear = engine.is_unclear || complaints_.made() > made ||
                      its.says_why_missing("environment") || its.says_why_missing("confine");
  engine.mirror = std::move(mirror);
}

// `options` and `environment`: names with values of any kind, kept as written.
std::vector<std::pair<std::string, std::string>> EngineReader::read_pairs(
    const Section& section, string_view key, const YamlNode& node) const {
  std::vector<std::pair<std::string, std::string>> pairs;
  if (node.kind != YamlNode::Kind::kMapping) {
    complain(
        section, key,
        base::say({"'name: value' pairs are expected here", "ここには '名前: 値' の組を書きます"}));
    return pairs;
  }
  for (const YamlEntry& entry : node.entries) {
    const std::string path = section.path_of(key) + "." + base::printable(entry.key, 80);
    if (base::printable(entry.key, 8192) != entry.key || base::trim(entry.key) != entry.key) {
      complaints_.add(entry.line, path,
                      base::say({"a name is one line without blanks around it",
                                 "名前は前後に空白のない1行です"}));
    }
    auto value = read_line(complaints_, *entry.value, path);
    if (value) pairs.emplace_back(entry.key, std::move(*value));
  }
  return pairs;
}

void EngineReader::read_capabilities(const Section& section, EngineSettings& engine) const {
  const YamlNode* node = section.find("capabilities");
  if (node == nullptr) return;
  if (node->kind != YamlNode::Kind::kSequence) {
    complain(section, "capabilities",
             base::say({"a list is expected, of: {0}", "リストが必要です。使えるのは: {0}"},
                       join(kCapabilities)));
    return;
  }
  for (const YamlPointer& item : node->items) {
    const bool known = Section::is_written(*item) &&
                       std::ranges::find(kCapabilities, item->text) != kCapabilities.end();
    if (!known) {
      complaints_.add(
          item->line, section.path_of("capabilities"),
          base::say({"'{0}' is unknown{1}allowed here: {2}",
                     "'{0}' は使えません{1}ここで使えるのは: {2}"},
                    base::printable(item->text, 80),
                    base::did_you_mean_then(item->text, kCapabilities), join(kCapabilities)));
    } else if (std::ranges::find(engine.capabilities, item->text) == engine.capabilities.end()) {
      engine.capabilities.push_back(item->text);
    }
  }
}

void EngineReader::complain(const Section& section, string_view key, string_view message) const {
  complaints_.add(section.line_of(key), section.path_of(key), message);
}

}  // namespace gougi::settings
