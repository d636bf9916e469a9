// SPDX-License-Identifier: MIT
#include "relay/option_difference.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <variant>

#include "base/text.hpp"

namespace gougi::relay {
namespace {

// One line for people: all of it stays well below what a GUI's log window shows.
constexpr std::size_t kMostNamed = 3;
constexpr std::size_t kBriefBytes = 40;  // of a name or a value

std::string brief(std::string_view text) {
  return text.empty() ? "<empty>" : base::printable(text, kBriefBytes);
}

std::string_view kind_word(const usi::Option& option) {
  constexpr std::string_view kWords[] = {"check", "spin", "combo", "button", "string", "filename"};
  return kWords[option.kind.index()];
}

// What a value may be; empty where that is the kind alone.
std::string range_of(const usi::Option& option) {
  if (const auto* spin = std::get_if<usi::SpinOption>(&option.kind)) {
    return std::to_string(spin->min) + ".." + std::to_string(spin->max);
  }
  std::string choices;
  if (const auto* combo = std::get_if<usi::ComboOption>(&option.kind)) {
    for (const std::string& choice : combo->choices) {
      choices += (choices.empty() ? "" : "|") + choice;
    }
  }
  return choices;
}

// "default 4 -> 8, 1..8 -> 1..16"; empty if there is none.
std::string change(const usi::Option& was, const usi::Option& is) {
  if (was.kind == is.kind) return {};
  if (was.kind.index() != is.kind.index()) {
    return std::string(kind_word(was)) + " -> " + std::string(kind_word(is));
  }
  std::string text;
  if (usi::default_text(was) != usi::default_text(is)) {
    text = "default " + brief(usi::default_text(was)) + " -> " + brief(usi::default_text(is));
  }
  if (range_of(was) != range_of(is)) {
    text += (text.empty() ? "" : ", ") + brief(range_of(was)) + " -> " + brief(range_of(is));
  }
  return text;
}

void append(std::string& text, const char* heading, const std::vector<std::string>& names,
            bool japanese) {
  if (names.empty()) return;
  if (!text.empty()) text += "; ";
  text += heading;
  for (std::size_t i = 0; i < std::min(names.size(), kMostNamed); ++i) {
    text += (i == 0 ? " " : ", ") + names[i];
  }
  if (names.size() <= kMostNamed) return;
  const std::string rest = std::to_string(names.size() - kMostNamed);
  text += japanese ? " 他" + rest + "個" : " and " + rest + " more";
}

}  // namespace

OptionDifference difference(const std::vector<usi::Option>& shown,
                            const std::vector<usi::Option>& now) {
  OptionDifference found;
  std::map<std::string_view, const usi::Option*> known;
  for (const usi::Option& option : shown) known.emplace(option.name, &option);
  for (const usi::Option& option : now) {
    const auto before = known.find(option.name);
    if (before == known.end()) {
      found.added.push_back(brief(option.name));
      continue;
    }
    const std::string changes = change(*before->second, option);
    if (!changes.empty()) found.changed.push_back(brief(option.name) + " " + changes);
    known.erase(before);
  }
  for (const usi::Option& option : shown) {  // in the order in which they were shown
    const auto left = known.find(option.name);
    if (left != known.end() && left->second == &option) found.gone.push_back(brief(option.name));
  }
  return found;
}

std::string in_words(const OptionDifference& difference, bool japanese) {
  std::string text;
  append(text, japanese ? "追加" : "new", difference.added, japanese);
  append(text, japanese ? "消滅" : "gone", difference.gone, japanese);
  append(text, japanese ? "変更" : "changed", difference.changed, japanese);
  return text;
}

}  // namespace gougi::relay
