// SPDX-License-Identifier: MIT
// USI options: what an engine declares, and what a value for one may be.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"

namespace gougi::usi {

struct CheckOption {
  bool default_value = false;
  friend bool operator==(const CheckOption&, const CheckOption&) = default;
};
struct SpinOption {
  std::int64_t default_value = 0;
  std::int64_t min = 0;
  std::int64_t max = 0;
  friend bool operator==(const SpinOption&, const SpinOption&) = default;
};
struct ComboOption {
  std::string default_value;
  std::vector<std::string> choices;
  friend bool operator==(const ComboOption&, const ComboOption&) = default;
};
struct ButtonOption {
  friend bool operator==(const ButtonOption&, const ButtonOption&) = default;
};
struct StringOption {
  std::string default_value;  ///< empty is written <empty>
  friend bool operator==(const StringOption&, const StringOption&) = default;
};
struct FilenameOption {
  std::string default_value;
  friend bool operator==(const FilenameOption&, const FilenameOption&) = default;
};

using OptionKind =
    std::variant<CheckOption, SpinOption, ComboOption, ButtonOption, StringOption, FilenameOption>;

struct Option {
  std::string name;
  OptionKind kind;
  friend bool operator==(const Option&, const Option&) = default;
};

/// Reads a child's `option name … type …` line, tolerantly: blanks in the name, a missing default,
/// min or max (completed), a default outside its range (kept, the range widened), blanks in a
/// combo's choices. An error says what cannot be made sense of.
base::Result<Option> parse_option(std::string_view line);

/// How an engine wrote the default on its `option` line.
enum class WrittenDefault {
  kMissing,    ///< not at all
  kNothing,    ///< the word `default` and nothing behind it
  kEmptyWord,  ///< <empty>
  kValue,
};
WrittenDefault written_default(std::string_view option_line);

/// Writes an option as the strictest GUI reads it: '_' for blanks, every spin with default, min and
/// max, <empty> for empty strings. The name is to_wire_name's: one word of ASCII, at most 200
/// bytes, a part of it replaced by a number if need be, which is the same at every start.
std::string format(const Option& option);
std::string to_wire_name(std::string_view name);

/// Whether `value` may be set, and how the engine wants it spelled: "TRUE" -> "true", "007" -> "7",
/// a choice without case and with '_' for blanks -> the choice as declared, "<empty>" -> "". An
/// error says what is allowed.
base::Result<std::string> normalise_value(const Option& option, std::string_view value);

/// The default as setoption would carry it; empty for a button.
std::string default_text(const Option& option);
/// A copy with another default; `value` as normalise_value gave it.
Option with_default(Option option, std::string_view value);

}  // namespace gougi::usi
