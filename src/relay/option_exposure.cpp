// SPDX-License-Identifier: MIT
#include "relay/option_exposure.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"

namespace gougi::relay {
namespace {

using std::string_view;

// "Debug Log File", "Debug_Log_File" and "DebugLogFile" are the same to people.
std::string bare_name(string_view name) {
  std::string letters;
  for (const char c : name) {
    if (c == ' ' || c == '_' || c == '-') continue;
    letters += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return letters;
}

// What engines write for their authors, what the relay settles with them, and other games: the
// option names of Fairy-Stockfish, Stockfish, GPSShogi, YaneuraOu and the bundled engine.
constexpr std::array<string_view, 10> kUseless{
    "protocol",    "ucivariant",    "usivariant", "variant",        "variantpath",
    "ucichess960", "writedebuglog", "searchlog",  "writesearchlog", "searchlogfilename"};
bool is_useless(const std::string& name) {
  return std::ranges::find(kUseless, name) != kUseless.end() || name.starts_with("debuglog") ||
         name.ends_with("logfile") || name.starts_with("syzygy");
}

// Threads and memory, strength, book, evaluation, style; of an engine that is a consensus, its
// rule.
constexpr std::array<string_view, 29> kFew{
    "threads",    "thread",           "usihash",          "hash",       "multipv",   "engine",
    "skilllevel", "ucilimitstrength", "usilimitstrength", "ucielo",     "usielo",    "depthlimit",
    "limitdepth", "nodeslimit",       "ownbook",          "usiownbook", "bookfile",  "bookdir",
    "bookmoves",  "bookdepth",        "evaldir",          "evalfile",   "style",     "contempt",
    "freeze",     "resignvalue",      "dnnmodel",         "uctthreads", "ggougitype"};
bool is_of_the_few(const std::string& name) { return std::ranges::find(kFew, name) != kFew.end(); }

bool is_named(const usi::Option& option, const std::string& name) {
  return base::iequals(option.name, name) ||
         base::iequals(usi::to_wire_name(option.name), usi::to_wire_name(name));
}

// Behind a name these would be taken for the next part of the line.
constexpr std::array<string_view, 6> kWordsOfTheLine{"default", "var",  "min",
                                                     "max",     "type", "name"};

}  // namespace

bool is_shown(const usi::Option& option, const settings::Exposure& expose) {
  switch (expose.kind) {
    case settings::Exposure::Kind::kAll:
      return true;
    case settings::Exposure::Kind::kFew:
      return is_of_the_few(bare_name(option.name));
    case settings::Exposure::Kind::kNamed:
      return std::ranges::any_of(expose.names,
                                 [&](const std::string& name) { return is_named(option, name); });
    case settings::Exposure::Kind::kUseful:
      break;
  }
  return !is_useless(bare_name(option.name));
}

std::vector<std::string> unknown_names(const settings::Exposure& expose,
                                       const std::vector<usi::Option>& options) {
  std::vector<std::string> unknown;
  for (const std::string& name : expose.names) {
    const bool known = std::ranges::any_of(
        options, [&](const usi::Option& option) { return is_named(option, name); });
    if (!known) unknown.push_back(name);
  }
  return unknown;
}

usi::Option heading(const std::string& option_name, string_view engine) {
  std::string word;
  for (std::size_t i = 0; i < engine.size(); ++i) {
    constexpr std::array<string_view, 2> kWideBlanks{"\u3000", "\u00A0"};
    const auto blank = std::ranges::find_if(
        kWideBlanks, [&](string_view wide) { return engine.substr(i).starts_with(wide); });
    if (blank == kWideBlanks.end()) {
      word += engine[i] == ' ' ? '_' : engine[i];
    } else {
      word += '_';
      i += blank->size() - 1;
    }
  }
  if (std::ranges::find(kWordsOfTheLine, word) != kWordsOfTheLine.end()) word += '_';
  return {option_name, usi::ComboOption{word, {word}}};
}

}  // namespace gougi::relay
