// SPDX-License-Identifier: MIT
// Small text tools on std::string_view. All are locale-free and treat the text as UTF-8 bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gougi::base {

/// `text` without blanks, tabs, CR and LF at both ends.
std::string_view trim(std::string_view text);

/// Takes the next blank-separated word off the front of `rest`; empty at the end. Doubled blanks
/// and tabs count as one.
std::string_view next_word(std::string_view& rest);

/// All blank-separated words of `text`.
std::vector<std::string_view> split_words(std::string_view text);

/// The whole of `text` as a decimal integer (sign allowed); nothing if it is none or overflows.
std::optional<std::int64_t> to_int(std::string_view text);

/// As to_int, but out-of-range values become the nearest bound of int64 (a GUI's
/// 9999999999999999999 still means "a lot").
std::optional<std::int64_t> to_int_clamped(std::string_view text);

bool is_ascii(std::string_view text);
/// UTF-8 for readers of ASCII: "≥" and "≤" become ">=" and "<=", any other character one '?'.
std::string to_ascii(std::string_view text);
bool is_valid_utf8(std::string_view text);

/// `text` fit for one protocol or log line: control characters become '?' (tab becomes a blank),
/// bytes that are not UTF-8 become '?', and at most `max_bytes` are kept ("…" marks a cut).
std::string printable(std::string_view text, std::size_t max_bytes = 400);

/// `text` as one line of printable UTF-8, without loss: a backslash is doubled, control characters
/// and bytes that are not UTF-8 become \xNN.
std::string escaped(std::string_view text);
/// Takes escaped() back; nothing where a backslash begins none of its forms.
std::optional<std::string> unescaped(std::string_view text);

/// ASCII case-insensitive equality.
bool iequals(std::string_view a, std::string_view b);

}  // namespace gougi::base
