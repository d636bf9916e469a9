// SPDX-License-Identifier: MIT
#include "relay/json_reader.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace gougi::relay {
namespace {

// Ours are less than ten deep; a stack holds some ten thousand.
constexpr int kMostDepth = 100;
constexpr std::size_t kMostShownKey = 60;

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

base::Result<Json> parse(std::string_view text, const Json::parser_callback_t& heard = nullptr) {
  if (depth_of(text) > kMostDepth) {
    return base::fail(base::say(
        {"nests more than {0} lists and objects in each other", "入れ子が{0}段を超えています"},
        kMostDepth));
  }
  try {
    return Json::parse(text, heard);
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

// Hears the keys of a text in their order.
class RepeatedKey {
 public:
  bool operator()(int, Json::parse_event_t event, const Json& heard) {
    if (event == Json::parse_event_t::object_start) open_.emplace_back();
    if (event == Json::parse_event_t::object_end) open_.pop_back();
    if (event == Json::parse_event_t::key) {
      auto key = heard.get<std::string>();
      if (first_.empty() && open_.back().contains(key)) first_ = key;
      open_.back().insert(std::move(key));
    }
    return true;
  }
  const std::string& first() const { return first_; }

 private:
  std::vector<std::set<std::string>> open_;
  std::string first_;
};

}  // namespace

base::Result<Json> parse_json(std::string_view text) { return parse(text); }

base::Result<Json> parse_json_document(std::string_view text) {
  RepeatedKey repeated;
  auto json = parse(text, std::ref(repeated));
  if (!json) return json;
  if (!json->is_object())
    return base::fail(base::say({"is no JSON object", "JSON オブジェクトではありません"}));
  if (!repeated.first().empty()) {
    return base::fail(base::say({"has {0} twice in one object; leave one of them",
                                 "1つのオブジェクトに {0} が2回あります。1つにしてください"},
                                base::printable(repeated.first(), kMostShownKey)));
  }
  return json;
}

}  // namespace gougi::relay
