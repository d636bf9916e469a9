// SPDX-License-Identifier: MIT
// What an engine speaks, where that is not USI: the conversation is held in lines shaped like USI,
// and a Wire changes each on its way. Thread-safe, without state.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gougi::driver {

class Wire {
 public:
  Wire() = default;
  virtual ~Wire() = default;
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  /// Nothing: the protocol has no such line.
  virtual std::optional<std::string> to_engine(std::string_view line) const = 0;
  /// May be a view of `line`, or of `buffer`.
  virtual std::string_view from_engine(std::string_view line, std::string& buffer) const = 0;
};

}  // namespace gougi::driver
