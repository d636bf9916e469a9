// SPDX-License-Identifier: MIT
#include "usi/option.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/closest.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "usi/one_line.hpp"
#include "usi/option_line.hpp"

namespace gougi::usi {
namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

constexpr std::string_view kEmpty = "<empty>";
// A GUI shows names in a dialogue; the longest of engines in the wild have some 40 bytes.
constexpr std::size_t kMostNameBytes = 200;
constexpr std::size_t kMostKeptBytes = 24;  // of a name that is not fit

// FNV-1a (Fowler, Noll, Vo), 32 bits: the same on every platform and at every start.
std::uint32_t number_of(std::string_view text) {
  std::uint32_t hash = 0x811C9DC5U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193U;
  return hash;
}

std::string from_wire(std::string_view text) {
  return text == kEmpty ? std::string() : std::string(text);
}

// One word for the wire: blanks and control characters become '_'.
std::string to_word(std::string_view text) {
  if (text.empty()) return std::string(kEmpty);
  std::string out = base::printable(text, text.size() + 4);
  std::replace(out.begin(), out.end(), ' ', '_');
  return out;
}

bool is_kind(std::string_view word) {
  return word == "check" || word == "spin" || word == "combo" || word == "button" ||
         word == "string" || word == "filename";
}

struct Parts {
  std::string name;
  std::string_view kind;
  std::string_view rest;  // behind the kind
};

// "option name <words> type <kind> …". A name may hold the word type; it ends where a kind follows.
base::Result<Parts> split(std::string_view line) {
  std::string_view rest = line;
  if (base::next_word(rest) != "option" || base::next_word(rest) != "name") {
    return base::fail(base::say({"option: expected \"option name\", got \"{0}\"",
                                 "option: \"option name\" が必要です: \"{0}\""},
                                base::printable(line, 60)));
  }
  Parts parts;
  for (auto word = base::next_word(rest); !word.empty(); word = base::next_word(rest)) {
    if (word == "type" && !parts.name.empty()) {
      std::string_view behind = rest;
      const auto kind = base::next_word(behind);
      if (is_kind(kind)) {
        parts.kind = kind;
        parts.rest = behind;
        return parts;
      }
    }
    if (!parts.name.empty()) parts.name += ' ';
    parts.name += word;
  }
  if (parts.name.empty())
    return base::fail(base::say({"option: no name", "option: 名前がありません"}));
  return base::fail(
      base::say({"option \"{0}\": no type (check, spin, combo, button, string, filename)",
                 "option \"{0}\": type がありません(check、spin、combo、button、string、filename)"},
                base::printable(parts.name, 60)));
}

// The values of the words in `keys`, each reaching to the next such word, blanks single.
struct Field {
  std::string_view key;
  std::string value;
};
std::vector<Field> fields(std::string_view rest, std::initializer_list<std::string_view> keys) {
  std::vector<Field> out;
  for (auto word = base::next_word(rest); !word.empty(); word = base::next_word(rest)) {
    if (std::find(keys.begin(), keys.end(), word) != keys.end()) {
      out.push_back({word, {}});
    } else if (!out.empty()) {
      auto& value = out.back().value;
      if (!value.empty()) value += ' ';
      value += word;
    }
  }
  return out;
}

base::Result<CheckOption> parse_check(std::string_view rest, const std::string& name) {
  CheckOption check;
  for (const auto& field : fields(rest, {"default"})) {
    const auto is = [&](std::string_view word) { return base::iequals(field.value, word); };
    if (is("true") || is("on") || is("1")) {
      check.default_value = true;
    } else if (is("false") || is("off") || is("0") || is("") || is(kEmpty)) {
      check.default_value = false;
    } else {
      return base::fail(
          base::say({"option \"{0}\": default \"{1}\" is neither true nor false",
                     "option \"{0}\": default の \"{1}\" は true でも false でもありません"},
                    name, base::printable(field.value, 60)));
    }
  }
  return check;
}

base::Result<SpinOption> parse_spin(std::string_view rest, const std::string& name) {
  std::optional<std::int64_t> value;
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;
  for (const auto& field : fields(rest, {"default", "min", "max"})) {
    if (field.value.empty() || field.value == kEmpty) continue;
    const auto number = base::to_int_clamped(field.value);
    if (!number) {
      return base::fail(base::say({"option \"{0}\": {1} \"{2}\" is no number",
                                   "option \"{0}\": {1} の \"{2}\" は数ではありません"},
                                  name, field.key, base::printable(field.value, 60)));
    }
    (field.key == "default" ? value : field.key == "min" ? min : max) = number;
  }
  if (min && max && *min > *max) std::swap(min, max);
  // What is missing is made so that the declared rest stays inside.
  constexpr std::int64_t kPlenty = std::numeric_limits<std::int32_t>::max();
  SpinOption spin;
  spin.default_value = value.value_or(min.value_or(std::min<std::int64_t>(0, max.value_or(0))));
  spin.min = std::min(min.value_or(std::min<std::int64_t>(0, max.value_or(0))), spin.default_value);
  spin.max = std::max(max.value_or(std::max(kPlenty, spin.min)), spin.default_value);
  return spin;
}

base::Result<ComboOption> parse_combo(std::string_view rest, const std::string& name) {
  ComboOption combo;
  bool has_default = false;
  for (const auto& field : fields(rest, {"default", "var"})) {
    std::string value = from_wire(field.value);
    if (field.key == "default") {
      combo.default_value = std::move(value);
      has_default = true;
    } else if (std::find(combo.choices.begin(), combo.choices.end(), value) ==
               combo.choices.end()) {
      combo.choices.push_back(std::move(value));
    }
  }
  auto& choices = combo.choices;
  if (!has_default || (combo.default_value.empty() && !choices.empty())) {
    const bool has_empty = std::find(choices.begin(), choices.end(), "") != choices.end();
    if (choices.empty())
      return base::fail(base::say(
          {"option \"{0}\": a combo without choices", "option \"{0}\": combo に選択肢がありません"},
          name));
    if (!has_default || !has_empty) combo.default_value = choices.front();
  }
  if (std::find(choices.begin(), choices.end(), combo.default_value) == choices.end()) {
    const auto same = std::find_if(choices.begin(), choices.end(), [&](const std::string& choice) {
      return base::iequals(choice, combo.default_value);
    });
    if (same != choices.end()) {
      combo.default_value = *same;
    } else {
      choices.push_back(combo.default_value);
    }
  }
  return combo;
}

// A string's default is all that follows, whatever its words.
std::string parse_text_default(std::string_view rest) {
  if (base::next_word(rest) != "default") return {};
  return from_wire(base::trim(rest));
}

std::string not_allowed(const Option& option, std::string_view value, const std::string& allowed) {
  return base::say({"option {0}: \"{1}\" is not allowed, only {2}",
                    "オプション {0}: \"{1}\" は使えません。使えるのは {2} です"},
                   to_wire_name(option.name), base::printable(value, 60), allowed);
}

base::Result<std::string> normalise_choice(const Option& option, const ComboOption& combo,
                                           std::string_view value) {
  if (value == kEmpty) value = {};
  for (const auto& choice : combo.choices) {
    if (choice == value) return choice;
  }
  for (const auto& choice : combo.choices) {
    if (base::iequals(choice, value) || base::iequals(to_word(choice), to_word(value))) {
      return choice;
    }
  }
  std::string allowed;
  for (const auto& choice : combo.choices) allowed += (allowed.empty() ? "" : ", ") + choice;
  const std::vector<std::string_view> known(combo.choices.begin(), combo.choices.end());
  return base::fail(not_allowed(option, value, base::printable(allowed, 200)) +
                    base::did_you_mean(value, known));
}

struct FitKind {
  OptionKind operator()(SpinOption spin) const {
    spin.min = std::min(spin.min, spin.default_value);
    spin.max = std::max(spin.max, spin.default_value);
    return spin;
  }
  OptionKind operator()(const ComboOption& combo) const {
    ComboOption fit{.default_value = to_word(combo.default_value), .choices = {}};
    const auto add = [&](std::string word) {
      if (std::ranges::find(fit.choices, word) == fit.choices.end()) {
        fit.choices.push_back(std::move(word));
      }
    };
    for (const std::string& choice : combo.choices) add(to_word(choice));
    add(fit.default_value);
    return fit;
  }
  OptionKind operator()(const StringOption& text) const {
    return StringOption{to_word(text.default_value)};
  }
  OptionKind operator()(const FilenameOption& file) const {
    return FilenameOption{to_word(file.default_value)};
  }
  OptionKind operator()(const auto& plain) const { return plain; }
};

}  // namespace

base::Result<Option> parse_option(std::string_view line) {
  auto parts = split(line);
  if (!parts) return tl::unexpected(parts.error());
  Option option;
  option.name = std::move(parts->name);
  const std::string shown = base::printable(option.name, 60);
  const auto take = [&](auto parsed) -> base::Result<Option> {
    if (!parsed) return tl::unexpected(parsed.error());
    option.kind = std::move(*parsed);
    return option;
  };
  if (parts->kind == "check") return take(parse_check(parts->rest, shown));
  if (parts->kind == "spin") return take(parse_spin(parts->rest, shown));
  if (parts->kind == "combo") return take(parse_combo(parts->rest, shown));
  if (parts->kind == "button") option.kind = ButtonOption{};
  if (parts->kind == "string") option.kind = StringOption{parse_text_default(parts->rest)};
  if (parts->kind == "filename") option.kind = FilenameOption{parse_text_default(parts->rest)};
  return option;
}

WrittenDefault written_default(std::string_view option_line) {
  const auto parts = split(option_line);
  if (!parts) return WrittenDefault::kMissing;
  std::optional<std::string> value;
  if (parts->kind == "string" || parts->kind == "filename") {
    std::string_view rest = parts->rest;
    if (base::next_word(rest) == "default") value = base::trim(rest);
  } else {
    for (auto& field : fields(parts->rest, {"default", "min", "max", "var"})) {
      if (field.key == "default") value = std::move(field.value);
    }
  }
  if (!value) return WrittenDefault::kMissing;
  if (value->empty()) return WrittenDefault::kNothing;
  return *value == kEmpty ? WrittenDefault::kEmptyWord : WrittenDefault::kValue;
}

std::string to_wire_name(std::string_view name) {
  if (name.empty()) return "_";
  std::string word = to_word(name);
  if (base::is_ascii(word) && word.size() <= kMostNameBytes) return word;
  std::string ascii;
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) ascii += c;
    if (byte >= 0xC0) ascii += '_';  // one for a whole character
    if (ascii.size() == kMostKeptBytes) break;
  }
  return ascii + "_" + std::to_string(number_of(word));
}

std::string format(const Option& option) {
  return exact_line({to_wire_name(option.name), std::visit(FitKind{}, option.kind)});
}

base::Result<std::string> normalise_value(const Option& option, std::string_view value) {
  using Text = base::Result<std::string>;
  value = base::trim(value);
  const auto kind = Overloaded{
      [&](const CheckOption&) -> Text {
        if (base::iequals(value, "true")) return "true";
        if (base::iequals(value, "false")) return "false";
        return base::fail(
            not_allowed(option, value, base::say({"true or false", "true か false"})));
      },
      [&](const SpinOption& spin) -> Text {
        const auto number = base::to_int(value);
        if (number && *number >= spin.min && *number <= spin.max) return std::to_string(*number);
        return base::fail(not_allowed(
            option, value, base::say({"{0} to {1}", "{0} から {1}"}, spin.min, spin.max)));
      },
      [&](const ComboOption& combo) { return normalise_choice(option, combo, value); },
      [&](const ButtonOption&) -> Text { return std::string(); },
      [&](const StringOption&) -> Text { return from_wire(value); },
      [&](const FilenameOption&) -> Text { return from_wire(value); }};
  return std::visit(kind, option.kind);
}

std::string default_text(const Option& option) {
  const auto kind = Overloaded{
      [](const CheckOption& o) { return std::string(o.default_value ? "true" : "false"); },
      [](const SpinOption& o) { return std::to_string(o.default_value); },
      [](const ButtonOption&) { return std::string(); },
      [](const auto& o) { return o.default_value; }};
  return std::visit(kind, option.kind);
}

Option with_default(Option option, std::string_view value) {
  const auto kind = Overloaded{
      [&](CheckOption& o) { o.default_value = value == "true"; },
      [&](SpinOption& o) { o.default_value = base::to_int(value).value_or(o.default_value); },
      [](ButtonOption&) {}, [&](auto& o) { o.default_value = value; }};
  std::visit(kind, option.kind);
  return option;
}

}  // namespace gougi::usi
