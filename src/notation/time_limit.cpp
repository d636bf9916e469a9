// SPDX-License-Identifier: MIT
#include "notation/time_limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/text.hpp"

namespace gougi::notation {
namespace {

constexpr std::int64_t kMinute = 60;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kMostSeconds = 100 * kHour;  // CSA 2.2 has two digits for hours

struct TimeLimit {
  std::int64_t main_seconds = 0;
  std::int64_t byoyomi_seconds = 0;
  std::int64_t increment_seconds = 0;
};

std::optional<std::int64_t> seconds_of(std::string_view text, std::int64_t unit = 1) {
  const bool is_number =
      !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  const auto number = is_number ? base::to_int(text) : std::nullopt;
  if (!number || *number >= kMostSeconds / unit) return std::nullopt;
  return *number * unit;
}

/// What stands before `sign` is taken away from `rest`; nothing: it is not there.
std::optional<std::string_view> cut(std::string_view& rest, std::string_view sign) {
  const std::size_t at = rest.find(sign);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view before = rest.substr(0, at);
  rest.remove_prefix(at + sign.size());
  return before;
}

std::optional<TimeLimit> limit_of_v3(std::string_view text) {
  const auto main = cut(text, "+");
  const auto byoyomi = cut(text, "+");
  if (!main || !byoyomi) return std::nullopt;
  const auto main_seconds = seconds_of(*main);
  const auto byoyomi_seconds = seconds_of(*byoyomi);
  const auto increment_seconds = seconds_of(text);
  if (!main_seconds || !byoyomi_seconds || !increment_seconds) return std::nullopt;
  return TimeLimit{*main_seconds, *byoyomi_seconds, *increment_seconds};
}

std::optional<TimeLimit> limit_of_v2(std::string_view text) {
  const auto hours = cut(text, ":");
  const auto minutes = cut(text, "+");
  if (!hours || !minutes) return std::nullopt;
  const auto hour_seconds = seconds_of(*hours, kHour);
  const auto minute_seconds = seconds_of(*minutes, kMinute);
  const auto byoyomi_seconds = seconds_of(text);
  if (!hour_seconds || !minute_seconds || !byoyomi_seconds) return std::nullopt;
  return TimeLimit{*hour_seconds + *minute_seconds, *byoyomi_seconds, 0};
}

std::string narrow_digits(std::string_view text) {
  constexpr std::string_view kBefore = "\xEF\xBC";  // of ０ to ９, ＋
  std::string narrow;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned char third = i + 2 < text.size() ? text[i + 2] : 0;
    const bool is_wide =
        text.substr(i).starts_with(kBefore) && ((third >= 0x90 && third <= 0x99) || third == 0x8B);
    narrow += is_wide ? static_cast<char>(third - 0x60) : text[i];
    if (is_wide) i += 2;
  }
  return narrow;
}

// "6時間", "1時間30分", "10分"
std::optional<std::int64_t> japanese_main_time(std::string_view text) {
  if (text.empty()) return std::nullopt;
  std::int64_t sum = 0;
  for (const auto& [word, unit] : {std::pair{"時間", kHour}, std::pair{"分", kMinute}}) {
    const auto number = cut(text, word);
    if (!number) continue;
    const auto seconds = seconds_of(*number, unit);
    if (!seconds) return std::nullopt;
    sum += *seconds;
  }
  return text.empty() ? std::optional(sum) : std::nullopt;
}

}  // namespace

bool is_time_of_csa_v3(std::string_view value) {
  return !value.empty() && value.find_first_not_of("0123456789.+") == std::string_view::npos &&
         std::ranges::count(value, '+') == 2;
}

std::optional<std::string> kif_time_limit(std::string_view csa) {
  const auto limit = is_time_of_csa_v3(csa) ? limit_of_v3(csa) : limit_of_v2(csa);
  if (!limit) return std::nullopt;
  const std::int64_t seconds = limit->main_seconds;
  std::string text;
  if (seconds >= kHour) text += fmt::format("{}時間", seconds / kHour);
  if (seconds % kHour >= kMinute) text += fmt::format("{}分", seconds % kHour / kMinute);
  if (seconds % kMinute != 0) text += fmt::format("{}秒", seconds % kMinute);
  if (text.empty()) text = "0分";
  if (limit->byoyomi_seconds != 0) text += fmt::format("+{}秒", limit->byoyomi_seconds);
  if (limit->increment_seconds != 0) {
    text += fmt::format("、1手ごとに{}秒加算", limit->increment_seconds);
  }
  if (limit->byoyomi_seconds == 0 && limit->increment_seconds == 0) text += "切れ負け";
  return text;
}

std::optional<std::string> csa_time_limit(std::string_view kif) {
  const std::string narrow = narrow_digits(kif);
  std::string_view main(narrow);
  constexpr std::string_view kEach = "各";
  if (main.starts_with(kEach)) main.remove_prefix(kEach.size());
  std::int64_t byoyomi = 0;
  constexpr std::string_view kSudden = "切れ負け";
  if (main.ends_with(kSudden)) {
    main.remove_suffix(kSudden.size());
  } else if (std::string_view rest = main; const auto before = cut(rest, "+")) {
    const auto number = cut(rest, "秒");
    const auto seconds = number && rest.empty() ? seconds_of(*number) : std::nullopt;
    if (!seconds || *seconds >= 100) return std::nullopt;
    byoyomi = *seconds;
    main = *before;
  }
  const auto seconds = japanese_main_time(main);
  if (!seconds || *seconds >= kMostSeconds) return std::nullopt;
  return fmt::format("{:02}:{:02}+{:02}", *seconds / kHour, *seconds % kHour / kMinute, byoyomi);
}

}  // namespace gougi::notation
