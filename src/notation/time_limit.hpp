// SPDX-License-Identifier: MIT
// The thinking time of a game as the heads of records have it: "10分+30秒" in Japanese,
// "00:10+30" in CSA 2.2 ($TIME_LIMIT), "600+30+0" in CSA 3 ($TIME). What is none of these is text
// that stays as it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gougi::notation {

/// What heads call it.
inline constexpr std::string_view kTimeKey = "持ち時間";

/// As KIF has it, of either form of CSA; nothing: `csa` is neither.
std::optional<std::string> kif_time_limit(std::string_view csa);

/// As `$TIME_LIMIT` has it, of "各６時間", "10分", "10分+30秒", "30分切れ負け"; nothing: `kif` is
/// none of these, or has a main time that is no number of minutes.
std::optional<std::string> csa_time_limit(std::string_view kif);

/// Whether it is a value of CSA 3: main time, byoyomi and increment, in seconds.
bool is_time_of_csa_v3(std::string_view value);

}  // namespace gougi::notation
