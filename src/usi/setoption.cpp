// SPDX-License-Identifier: MIT
#include "usi/setoption.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <variant>

#include "base/text.hpp"
#include "usi/command.hpp"

namespace gougi::usi {
namespace {

std::optional<std::size_t> index_of(const Declaration& declared, std::string_view name) {
  auto found = std::ranges::find(declared.options, name, &Option::name);
  if (found == declared.options.end()) {
    found = std::ranges::find_if(
        declared.options, [&](const Option& option) { return base::iequals(option.name, name); });
  }
  if (found == declared.options.end()) return std::nullopt;
  return static_cast<std::size_t>(found - declared.options.begin());
}

bool is_text(const Option& option) {
  return std::holds_alternative<StringOption>(option.kind) ||
         std::holds_alternative<FilenameOption>(option.kind);
}

bool writes_nothing_for_empty(const Declaration& declared, std::string_view name) {
  const auto own = index_of(declared, name);
  if (own) {
    const WrittenDefault written = written_default(declared.lines[*own]);
    if (written == WrittenDefault::kNothing) return true;
    if (written == WrittenDefault::kEmptyWord) return false;
  }
  bool nothing = false;
  for (std::size_t i = 0; i < declared.options.size(); ++i) {
    if (!is_text(declared.options[i])) continue;
    const WrittenDefault written = written_default(declared.lines[i]);
    if (written == WrittenDefault::kEmptyWord) return false;
    nothing = nothing || written == WrittenDefault::kNothing;
  }
  return nothing;
}

}  // namespace

bool is_own_default(const Declaration& declared, std::string_view name, std::string_view value) {
  const auto index = index_of(declared, name);
  if (!index) return false;
  const Option& option = declared.options[*index];
  if (std::holds_alternative<ButtonOption>(option.kind)) return false;
  // What a string's default is without the word is no question; of numbers we have only guessed it.
  if (!is_text(option) && written_default(declared.lines[*index]) != WrittenDefault::kValue) {
    return false;
  }
  const auto normal = normalise_value(option, value);
  return normal && *normal == default_text(option);
}

std::string setoption_line(const Declaration& declared, const std::string& name,
                           const std::string& value) {
  if (value.empty() && writes_nothing_for_empty(declared, name)) {
    return format(SetOptionCommand{name, std::nullopt}) + " value";
  }
  return format(SetOptionCommand{name, value});
}

}  // namespace gougi::usi
