// SPDX-License-Identifier: MIT
#include "settings/match_file.hpp"

#include <algorithm>
#include <array>

#include "base/closest.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "settings/section.hpp"
#include "settings/yaml_file.hpp"
#include "settings/yaml_tree.hpp"

namespace gougi::settings {
namespace {

using MatchWords = std::vector<std::string>;

// UPI engines do not ponder either.
bool is_of_shogi(std::string_view key) {
  return key == "ponder" ||
         std::ranges::any_of(kShogiMatchOptions, [key](const std::string_view option) {
           return option.substr(2) == key;
         });
}

bool is_scalar(const YamlNode& node) { return node.kind == YamlNode::Kind::kScalar; }

/// Turns a tree into arguments.
class MatchFileReader {
 public:
  MatchFileReader(std::string name, std::span<const std::string_view> options,
                  const CheckMatchWord& check)
      : name_(std::move(name)), complaints_(name_), check_(check) {
    for (std::string_view option : options) {
      option.remove_prefix(std::min(option.find_first_not_of('-'), option.size()));
      // What stands on the command line alone, and the engines, which are a list here.
      constexpr std::array<std::string_view, 10> kNoKeys{"folder", "one-line", "help",  "config",
                                                         "resume", "trust",    "first", "second",
                                                         "engine", "legacy"};
      if (std::ranges::find(kNoKeys, option) == kNoKeys.end()) keys_.push_back(option);
    }
    for (const std::string_view key : {"engines", "options", "command"}) keys_.push_back(key);
    std::ranges::sort(keys_);
    // Not std::ranges::unique: clang 14 cannot read what libstdc++ 12 gives back.
    const auto again = std::unique(keys_.begin(), keys_.end());
    keys_.erase(again, keys_.end());
  }

  base::Result<MatchWords> read(const YamlNode& root) {
    if (root.kind == YamlNode::Kind::kNull)
      return base::fail(
          base::say({"{0}: the file says nothing", "{0}: 何も書かれていません"}, name_));
    const bool is_misread = root.kind != YamlNode::Kind::kMapping;
    if (is_misread)
      complain(root.line, base::say({"keys and values are expected", "キーと値が必要です"}));
    told_ = keys_;
    const bool is_upi = std::ranges::any_of(root.entries, [](const YamlEntry& entry) {
      return entry.key == "protocol" && entry.value->text == "upi";
    });
    if (is_upi) std::erase_if(told_, [](const std::string_view key) { return is_of_shogi(key); });
    // Engines last: what is said of all must stand before them.
    const YamlNode* engines = nullptr;
    for (const YamlEntry& entry : root.entries) {
      if (entry.key == "engines") {
        engines = entry.value.get();
      } else {
        take(entry);
      }
    }
    if (engines == nullptr && (is_misread || is_mistyped_)) {
      // That was told.
    } else if (engines == nullptr || engines->kind != YamlNode::Kind::kSequence) {
      complain(engines == nullptr ? root.line : engines->line,
               base::say({"engines: a list is expected", "engines: リストが必要です"}));
    } else {
      int number = 0;
      for (const YamlPointer& engine : engines->items) take_engine(*engine, ++number);
    }
    if (!complaints_.empty()) return tl::unexpected(complaints_.error());
    return std::move(words_);
  }

 private:
  void complain(int line, const std::string& message) { complaints_.add(line, "", message); }

  // Whether the value makes sense the command knows.
  void add_checked(const std::string& key, const YamlNode& value) {
    if (const auto fits = check_("--" + key, value.text); !fits) {
      complain(value.line, key + ": " + fits.error().message);
    }
    add(key, value.text);
  }

  void add(const std::string& key, const std::string& value) {
    words_.push_back("--" + key);
    words_.push_back(value);
  }

  void take(const YamlEntry& entry) {
    if (std::ranges::find(keys_, entry.key) == keys_.end()) {
      if (base::closest(entry.key, told_) == "engines") is_mistyped_ = true;
      return complain(entry.line,
                      base::say({"{0}: unknown key{1}allowed here: {2}",
                                 "{0}: このキーは使えません{1}ここで使えるのは: {2}"},
                                base::printable(entry.key, 80),
                                base::did_you_mean_then(entry.key, told_), join(told_)));
    }
    if (entry.key == "options" || entry.key == "option") return take_options(entry);
    if (entry.key == "export" && entry.value->kind == YamlNode::Kind::kSequence) {
      for (const YamlPointer& each : entry.value->items) {
        if (!is_scalar(*each))
          complain(each->line, base::say({"export: a list of texts is expected",
                                          "export: 文字列のリストが必要です"}));
        add_checked(entry.key, *each);
      }
      return;
    }
    if (!is_scalar(*entry.value))
      return complain(entry.line,
                      base::say({"{0}: one value is expected", "{0}: 値が1つ必要です"}, entry.key));
    add_checked(entry.key, *entry.value);
  }

  void take_options(const YamlEntry& entry) {
    if (entry.value->kind != YamlNode::Kind::kMapping) {
      return complain(entry.line, base::say({"options: names and values are expected",
                                             "options: 名前と値が必要です"}));
    }
    for (const YamlEntry& option : entry.value->entries) {
      if (!is_scalar(*option.value)) {
        complain(option.line,
                 base::say({"options.{0}: one value is expected", "options.{0}: 値が1つ必要です"},
                           base::printable(option.key, 80)));
      }
      add("option", option.key + "=" + option.value->text);
    }
  }

  void take_engine(const YamlNode& engine, int number) {
    if (engine.kind != YamlNode::Kind::kMapping) {
      return complain(engine.line,
                      base::say({"engines[{0}]: keys are expected here: command, …",
                                 "engines[{0}]: ここには command などのキーを書きます"},
                                number));
    }
    const YamlNode* command = nullptr;
    for (const YamlEntry& entry : engine.entries) {
      if (entry.key == "command") command = entry.value.get();
    }
    if (command == nullptr) {
      return complain(engine.line, base::say({"engines[{0}].command: is missing",
                                              "engines[{0}].command: ありません"},
                                             number));
    }
    add(number == 1 ? "first" : number == 2 ? "second" : "engine", command_text(*command));
    for (const YamlEntry& entry : engine.entries) {
      if (entry.key != "command") take_of_engine(entry, number);
    }
  }

  void take_of_engine(const YamlEntry& entry, int number) {
    constexpr std::array<std::string_view, 7> kKeys{"command", "name",    "option", "options",
                                                    "ponder",  "restart", "time"};
    if (std::ranges::find(kKeys, entry.key) != kKeys.end()) return take(entry);
    if (std::ranges::find(keys_, entry.key) != keys_.end()) {
      return complain(
          entry.line,
          base::say({"engines[{0}].{1}: is of the whole match; write it at the margin",
                     "engines[{0}].{1}: 対局全体の項目です。行頭に字下げせずに書いてください"},
                    number, entry.key));
    }
    const std::vector<std::string_view> keys(kKeys.begin(), kKeys.end());
    complain(entry.line,
             base::say({"engines[{0}].{1}: unknown key{2}allowed here: {3}",
                        "engines[{0}].{1}: このキーは使えません{2}ここで使えるのは: {3}"},
                       number, base::printable(entry.key, 80),
                       base::did_you_mean_then(entry.key, keys), join(keys)));
  }

  // As in a relay's configuration: one text is one program, a list has arguments.
  std::string command_text(const YamlNode& command) {
    const auto check_quotes = [&](const YamlNode& part) {
      if (part.text.find('"') == std::string::npos) return;
      complain(part.line, base::say({"command: no part of it may have a double quote",
                                     "command: 二重引用符は使えません"}));
    };
    if (is_scalar(command)) {
      check_quotes(command);
      return '"' + command.text + '"';
    }
    std::string text;
    for (const YamlPointer& part : command.items) {
      check_quotes(*part);
      if (!is_scalar(*part))
        complain(part->line, base::say({"command: a list of texts is expected",
                                        "command: 文字列のリストが必要です"}));
      text += (text.empty() ? "\"" : " \"") + part->text + '"';
    }
    if (text.empty())
      complain(command.line,
               base::say({"command: a program is expected", "command: プログラムが必要です"}));
    return text;
  }

  std::string name_;
  std::vector<std::string_view> keys_;  ///< as options; sorted
  std::vector<std::string_view> told_;  ///< those that complaints name
  Complaints complaints_;
  const CheckMatchWord& check_;
  MatchWords words_;
  bool is_mistyped_ = false;  ///< the list of engines
};

}  // namespace

base::Result<std::vector<std::string>> match_arguments(std::string_view text,
                                                       const std::string& name,
                                                       std::span<const std::string_view> options,
                                                       const CheckMatchWord& check) {
  const auto tree = parse_yaml(text);
  if (!tree) {
    const std::string line = tree.error().line > 0 ? std::to_string(tree.error().line) + ": " : "";
    return base::fail(name + ":" + (line.empty() ? " " : line) + tree.error().message);
  }
  return MatchFileReader(name, options, check).read(**tree);
}

base::Result<std::vector<std::string>> load_match_file(const std::filesystem::path& file,
                                                       std::span<const std::string_view> options,
                                                       const CheckMatchWord& check) {
  const auto text = read_yaml_file(file);
  if (!text) return tl::unexpected(text.error());
  return match_arguments(*text, base::to_utf8(file), options, check);
}

}  // namespace gougi::settings
