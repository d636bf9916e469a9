// SPDX-License-Identifier: MIT
// One part of a job that is done in several: part 2 of 8 is written "2/8", and parts count from 0.
// What belongs to a part follows from a number alone, so that parts never speak with each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/say.hpp"
#include "base/text.hpp"

namespace gougi::base {

struct Shard {
  /// More parts than any scheduler takes.
  static constexpr std::int64_t kMost = 100'000;

  std::uint64_t part = 0;
  std::uint64_t of = 1;  ///< 1: all is one part

  /// Whether the unit of this number (a pair of games, a problem, a record) is of this part.
  bool has(std::uint64_t unit) const { return unit % of == part; }
  /// How many of the units 0 to `units` - 1 are.
  std::uint64_t count(std::uint64_t units) const {
    return units / of + (units % of > part ? 1 : 0);
  }
  friend bool operator==(const Shard&, const Shard&) = default;
};

inline std::string to_text(const Shard& shard) {
  return std::to_string(shard.part) + "/" + std::to_string(shard.of);
}

/// "0/8" to "7/8"; the error says what is wanted.
inline Result<Shard> parse_shard(std::string_view text) {
  const std::size_t bar = text.find('/');
  const auto of = bar == std::string_view::npos ? std::nullopt : to_int(text.substr(bar + 1));
  const auto part = bar == std::string_view::npos ? std::nullopt : to_int(text.substr(0, bar));
  if (!of || !part || *of < 1 || *of > Shard::kMost || *part < 0) {
    return fail(say({"wants PART/PARTS, such as 0/8 for the first of eight",
                     "番号/分割数の形で指定してください(8 分割の最初なら 0/8)"}));
  }
  if (*part >= *of) {
    return fail(say({"parts count from 0: of {0} the last is {1}/{0}",
                     "番号は 0 から数えます。{0} 分割の最後は {1}/{0} です"},
                    *of, *of - 1));
  }
  return Shard{static_cast<std::uint64_t>(*part), static_cast<std::uint64_t>(*of)};
}

}  // namespace gougi::base
