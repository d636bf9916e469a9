// SPDX-License-Identifier: MIT
#include "cli/help_format.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <regex>
#include <utility>

#include "base/language.hpp"
#include "base/say.hpp"
#include "base/width.hpp"

namespace gougi::cli {
namespace {

using base::said;
using base::say;

/// CLI11's word of a value that was given no name, and ours.
struct TypeWord {
  std::string_view theirs;
  base::Text ours;
};

constexpr std::array<TypeWord, 4> kTypeWords{{{"TEXT", {"TEXT", "文字列"}},
                                              {"INT", {"INT", "整数"}},
                                              {"UINT", {"UINT", "整数"}},
                                              {"FLOAT", {"FLOAT", "数値"}}}};

std::string type_word(std::string_view theirs) {
  for (const TypeWord& word : kTypeWords) {
    if (word.theirs == theirs) return said(word.ours);
  }
  return std::string(theirs);
}

std::string range_text(const std::string& low, const std::string& high) {
  const bool is_open = high == std::to_string(std::numeric_limits<int>::max()) ||
                       high == std::to_string(std::numeric_limits<std::int64_t>::max());
  return is_open ? say({"{0} or more", "{0}以上"}, low)
                 : say({"{0} to {1}", "{0}〜{1}"}, low, high);
}

// Of "INT:INT in [1 - 5]", which is the value's name and what its validators say.
std::string type_text(const std::string& theirs) {
  static const std::regex range(R"(^([^:]*):\w+ in \[(.*) - (.*)\]$)");
  static const std::regex number(R"(^([^:]*):(?:INT|UINT|FLOAT|NUMBER)$)");
  static const std::regex choice(R"(^[^:]*:\{(.*)\}$)");
  std::smatch parts;
  if (std::regex_match(theirs, parts, range)) {
    return type_word(parts.str(1)) + "(" + range_text(parts.str(2), parts.str(3)) + ")";
  }
  if (std::regex_match(theirs, parts, choice)) {
    return std::regex_replace(parts.str(1), std::regex(","), "|");
  }
  if (std::regex_match(theirs, parts, number)) return type_word(parts.str(1));
  return type_word(theirs);
}

}  // namespace

HelpFormat::HelpFormat() {
  if (base::spoken() != base::Language::kJapanese) return;
  label("Usage", "使い方");
  label("OPTIONS", "オプション");
  label("SUBCOMMAND", "コマンド");
  label("SUBCOMMANDS", "コマンド");
  label("Positionals", "引数");
  label("REQUIRED", "必須");
  label("Needs", "必要");
  label("Excludes", "併用不可");
}

// What every command has stands first, in one order, wherever it was declared.
std::string HelpFormat::make_group(std::string group, bool is_positional,
                                   std::vector<const CLI::Option*> options) const {
  const auto place = [](const CLI::Option* option) {
    constexpr std::array<std::string_view, 3> kOfAll{"help", "version", "lang"};
    const auto& names = option->get_lnames();
    const std::string_view name = names.empty() ? std::string_view() : names.front();
    return std::ranges::find(kOfAll, name) - kOfAll.begin();
  };
  std::ranges::stable_sort(options, {}, place);
  return CLI::Formatter::make_group(std::move(group), is_positional, std::move(options));
}

// CLI11 counts bytes.
std::string HelpFormat::make_option(const CLI::Option* option, bool is_positional) const {
  const std::string name =
      "  " + make_option_name(option, is_positional) + make_option_opts(option);
  const std::string text = make_option_desc(option);
  if (text.empty()) return name + "\n";
  const std::size_t width = get_column_width();
  const std::string indent(width, ' ');
  std::string line =
      base::columns_of(name) < width ? base::padded(name, width) : name + "\n" + indent;
  for (const char c : text) {
    line += c;
    if (c == '\n') line += indent;
  }
  return line + "\n";
}

std::string HelpFormat::make_option_opts(const CLI::Option* option) const {
  const std::string theirs = option->get_type_size() != 0 ? option->get_type_name() : "";
  std::string all = CLI::Formatter::make_option_opts(option);
  if (theirs.empty()) return all;
  // It stands first, behind a blank.
  const std::string rest = all.substr(1 + get_label(theirs).size());
  const std::string ours = type_text(theirs);
  return (ours.starts_with("(") ? "" : " ") + ours + rest;
}

}  // namespace gougi::cli
