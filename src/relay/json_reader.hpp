// SPDX-License-Identifier: MIT
// Reading a JSON object into typed values: the first thing that is wrong is kept with the key it is
// at, all later readings are skipped, so that the reader of a struct is a plain list of its fields.
// For the files of records, and of studies; the only place, with decision_json.cpp, that knows the
// library.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/say.hpp"
#include "base/text.hpp"

namespace gougi::relay {

using Json = nlohmann::ordered_json;

/// Of a text that may be anybody's. The error, which its reader puts behind a name, says where it
/// is no JSON; it is one, too, that lists nest deeper than anything of ours: the library copies,
/// compares and shows a value by a call for each list in a list.
base::Result<Json> parse_json(std::string_view text);

/// Of a file of ours that somebody may have edited: an object, and no key stands in one twice, of
/// which all but the last would count for nothing.
base::Result<Json> parse_json_document(std::string_view text);

class JsonReader {
 public:
  /// `value` and `error` outlive the reader; `path` is where `value` stands, "" for the whole.
  JsonReader(const Json& value, std::string path, std::string& error)
      : value_(&value), path_(std::move(path)), error_(&error) {
    if (!value.is_object()) fail("", base::say({"is no object", "オブジェクトではありません"}));
  }

  bool failed() const { return !error_->empty(); }
  /// Of the value at `key`, or of this one; only the first complaint of all is kept.
  void fail(std::string_view key, const std::string& what) const {
    if (failed()) return;
    const std::string where = key.empty() ? path_ : below(key);
    *error_ = where.empty() ? base::say({"the line {0}", "この行: {0}"}, what)
                            : base::say({"{0} {1}", "{0}: {1}"}, where, what);
  }

  /// Null and missing are the same: nullptr.
  const Json* find(std::string_view key) const {
    if (failed() || !value_->is_object()) return nullptr;
    const auto found = value_->find(key);
    return found == value_->end() || found->is_null() ? nullptr : &*found;
  }
  const Json* require(std::string_view key) const {
    const Json* found = find(key);
    if (found == nullptr) fail(key, base::say({"is missing", "ありません"}));
    return found;
  }

  void text(std::string_view key, std::string& to) const {
    const Json* found = require(key);
    if (found == nullptr) return;
    if (!found->is_string())
      return fail(key, base::say({"{0} is no text", "{0} は文字列ではありません"}, shown(*found)));
    to = found->get<std::string>();
  }
  template <class Integer>
  void integer(std::string_view key, Integer& to, Integer least, Integer most) const {
    const Json* found = require(key);
    if (found == nullptr) return;
    const bool fits_signed =
        found->is_number_integer() &&
        (!found->is_number_unsigned() ||
         found->get<std::uint64_t>() <=
             static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
    if (!fits_signed)
      return fail(key, base::say({"{0} is no integer", "{0} は整数ではありません"}, shown(*found)));
    const auto value = found->get<std::int64_t>();
    if (value < least || value > most) {
      return fail(
          key, base::say({"{0} is not from {1} to {2}", "{0} は {1} から {2} の範囲にありません"},
                         shown(*found), least, most));
    }
    to = static_cast<Integer>(value);
  }
  void number(std::string_view key, double& to) const {
    const Json* found = require(key);
    if (found == nullptr) return;
    if (!found->is_number() || !std::isfinite(found->get<double>())) {
      return fail(key, base::say({"{0} is no number", "{0} は数ではありません"}, shown(*found)));
    }
    to = found->get<double>();
  }
  void boolean(std::string_view key, bool& to) const {
    const Json* found = require(key);
    if (found == nullptr) return;
    if (!found->is_boolean())
      return fail(
          key, base::say({"{0} is neither true nor false", "{0} はtrue でも false でもありません"},
                         shown(*found)));
    to = found->get<bool>();
  }

  /// Calls use(reader) for the object at `key`, if there is one.
  template <class Use>
  void object(std::string_view key, const Use& use) const {
    const Json* found = find(key);
    if (found == nullptr) return;
    const JsonReader inner(*found, below(key), *error_);
    if (!failed()) use(inner);
  }
  /// Calls use(element, its place) for each element of the array at `key`, which must be there.
  template <class Use>
  void array(std::string_view key, const Use& use) const {
    const Json* found = require(key);
    if (found == nullptr) return;
    if (!found->is_array())
      return fail(key, base::say({"{0} is no list", "{0} は配列ではありません"}, shown(*found)));
    int number = 0;
    for (const Json& element : *found) {
      if (failed()) return;
      use(element, below(key) + "[" + std::to_string(++number) + "]");
    }
  }
  /// As array, of objects: use(reader).
  template <class Use>
  void objects(std::string_view key, const Use& use) const {
    array(key, [&](const Json& element, const std::string& place) {
      const JsonReader inner(element, place, *error_);
      if (!failed()) use(inner);
    });
  }

  /// The object has no other keys than `known`, and null at none of them: of what a person wrote,
  /// nothing is to count for nothing.
  void only(std::initializer_list<std::string_view> known) const {
    if (failed()) return;
    for (const auto& [key, value] : value_->items()) {
      if (std::ranges::find(known, key) == known.end()) {
        return fail(base::printable(key, 60),
                    base::say({"is nothing that belongs here; leave it out",
                               "ここでは使えない項目です。消してください"}));
      }
      if (value.is_null()) return fail(key, base::say({"is null", "null です"}));
    }
  }

  std::string& error() const { return *error_; }

  /// A value as a complaint shows it.
  static std::string shown(const Json& value) {
    if (value.is_structured()) {
      return base::said(value.is_array() ? base::Text{"a list", "リスト"}
                                         : base::Text{"an object", "オブジェクト"});
    }
    return base::printable(value.dump(-1, ' ', false, Json::error_handler_t::replace), 60);
  }

 private:
  std::string below(std::string_view key) const {
    return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
  }

  const Json* value_;
  std::string path_;
  std::string* error_;
};

}  // namespace gougi::relay
