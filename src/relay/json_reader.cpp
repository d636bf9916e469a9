// SPDX-License-Identifier: MIT
#include "relay/json_reader.hpp"

#include <algorithm>

namespace gougi::relay {
namespace {

// Ours are less than ten deep; a stack holds some ten thousand.
constexpr int kMostDepth = 100;

/// How deep the text nests, if it is JSON.
int depth_of(std::string_view text) {
  int depth = 0;
  int deepest = 0;
  bool is_in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_in_string) {
      if (c == '\\') ++i;
      is_in_string = c != '"';
    } else if (c == '"') {
      is_in_string = true;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return deepest;
}

}  // namespace

base::Result<Json> parse_json(std::string_view text) {
  if (depth_of(text) > kMostDepth) {
    return base::fail(base::say(
        {"nests more than {0} lists and objects in each other", "入れ子が{0}段を超えています"},
        kMostDepth));
  }
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    // The library's own words begin with its number and speak of its insides.
    return base::fail(base::say({"is no JSON: something is wrong at byte {0}",
                                 "JSON ではありません({0}バイト目に誤りがあります)"},
                                error.byte));
  } catch (const Json::out_of_range&) {
    return base::fail(base::say(
        {"has a number that has no place in a double", "double に収まらない数があります"}));
  }
}

}  // namespace gougi::relay
