// SPDX-License-Identifier: MIT
// What an engine wrote to stderr last, where most of them say why they end. Used by the driver, and
// by who speaks with engines without it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.hpp"

namespace gougi::driver {

class LastWords {
 public:
  /// A line of its stderr.
  void hear(std::string_view line) {
    line = base::trim(line);
    if (line.empty()) return;
    before_ = std::move(last_);
    last_ = base::printable(line, kMostOfALine);
  }
  /// The last two lines that are not empty, in one; "": there was none.
  std::string text() const { return before_.empty() ? last_ : before_ + " / " + last_; }

 private:
  static constexpr std::size_t kMostOfALine = 200;
  std::string before_;
  std::string last_;
};

}  // namespace gougi::driver
