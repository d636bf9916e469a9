// SPDX-License-Identifier: MIT
// What a live page shows, as values that change: some that have a name, of which only the newest
// counts, and a list to which is added (decisions, games). Whoever knows it up to some moment is
// told what has changed since, in one message; so a slow reader misses what nobody needs any more
// and nothing else, and needs no queue of its own. It knows neither games nor sockets. For one
// thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace gougi::live {

/// Of the list: a long evening's decisions. More would be a page's memory, not anybody's interest.
inline constexpr std::size_t kMostItems = 1000;

class Story {
 public:
  /// Names a moment; 0 is before everything.
  using Moment = std::uint64_t;

  /// `json` is a whole JSON value without line ends. The same value again changes nothing.
  void set(std::string_view name, std::string json);
  /// At the list's end; beyond kMostItems the oldest goes.
  void add(std::string json);

  Moment now() const { return now_; }
  /// {"set":{"name":…},"add":[…],"number":N}: what has changed since, N the number that the first
  /// item of `add` has in the list, from 0 on. In one line. Of a moment that is not over yet: all.
  std::shared_ptr<const std::string> since(Moment moment) const;

 private:
  struct Value {
    std::string json;
    Moment changed = 0;
  };

  Moment now_ = 0;
  std::map<std::string, Value, std::less<>> values_;
  std::deque<Value> items_;
  std::size_t dropped_ = 0;
  // Pages in step ask for the same.
  mutable Moment told_from_ = 0;
  mutable Moment told_to_ = 0;
  mutable std::shared_ptr<const std::string> told_;
};

}  // namespace gougi::live
