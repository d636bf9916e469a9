// SPDX-License-Identifier: MIT
// A setting as a row: what it is called, what it may be, which member holds it, what is said of it.
// Reader and complaint, the GUI's option, config/default.yaml and `gougi --help` come from it; its
// default is the member's initializer. The rows themselves are in relay_rows.cpp. Safe from any
// thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "base/clock.hpp"

namespace gougi::settings {

/// A value and how it is written.
template <class T>
struct Named {
  std::string_view name;
  T value;
};
template <class T>
Named(const char*, T) -> Named<T>;

/// A member that is optional or has a word may hold nothing.
template <class Owner>
struct WholeNumber {
  std::int64_t least;
  std::int64_t most;
  std::string_view word;  ///< what may be written for nothing; empty: there is none
  std::optional<std::int64_t> (*get)(const Owner& from);
  void (*set)(Owner& to, std::optional<std::int64_t> value);
};

/// The GUI's options are whole: there 1 is so many `steps`.
template <class Owner>
struct RealNumber {
  double least;
  double most;
  int steps;
  double (*get)(const Owner& from);
  void (*set)(Owner& to, double value);
};

inline constexpr std::array<std::string_view, 2> kFlagNames{"true", "false"};
template <class Owner>
struct Flag {
  bool (*get)(const Owner& from);
  void (*set)(Owner& to, bool value);
};

/// One of some names; which, by its place among them.
template <class Owner>
struct Choice {
  std::span<const std::string_view> names;
  std::size_t (*get)(const Owner& from);
  void (*set)(Owner& to, std::size_t place);
};

/// One line, without blanks around it.
template <class Owner>
struct Text {
  std::size_t most_bytes;
  std::string (*get)(const Owner& from);
  void (*set)(Owner& to, const std::string& value);
};

/// A file or a folder, from the configuration's folder on; empty: none.
template <class Owner>
struct Place {
  std::filesystem::path (*get)(const Owner& from);
  void (*set)(Owner& to, const std::filesystem::path& value);
};

/// The keys that begin with this one's.
struct Block {
  bool may_be_missing = false;  ///< … which then means something else than their defaults
};

/// Lists, and what may be written in several ways: the reader knows what.
struct ByHand {};

template <class Owner>
using Kind = std::variant<WholeNumber<Owner>, RealNumber<Owner>, Flag<Owner>, Choice<Owner>,
                          Text<Owner>, Place<Owner>, Block, ByHand>;

/// Where a setting may stand.
enum class Scope {
  kEverywhere,
  kOutermost,  ///< not in a nested consensus: nobody but the outermost talks to a GUI
  kProgram,    ///< of an engine that is no consensus
  kCouncil,    ///< of an engine that is one
};

struct GuiOption {
  std::string_view name;
  int place = 0;          ///< the GUI is shown them in the order of these
  bool of_shogi = false;  ///< it says nothing of another game, where there is none
};

/// Lines of help end where default.yaml's do; elsewhere they are joined.
struct Help {
  std::string_view english;
  std::string_view japanese;
  std::string_view note;  ///< further lines of default.yaml, in both languages
};

template <class Owner>
struct Setting {
  std::string_view key;  ///< "time.grace_ms"; empty: only the GUI sets it
  Kind<Owner> kind;
  Help help;
  GuiOption option = {};          ///< no name: only the configuration sets it
  std::string_view example = {};  ///< of default.yaml, where that does not show the default
  Scope scope = Scope::kEverywhere;
  bool is_in_default_file = false;  ///< its example is what default.yaml says
};

/// "time" of "time.grace_ms"; "" of "ponder".
constexpr std::string_view block_of(std::string_view key) {
  const std::size_t dot = key.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : key.substr(0, dot);
}
/// "grace_ms" of "time.grace_ms".
constexpr std::string_view word_of(std::string_view key) {
  return key.substr(key.rfind('.') + 1);  // npos + 1 is 0
}

// ---- Kinds by the path of members that leads to the value ----
//
// An optional on the way there comes into being when the value is set.

namespace path {

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <class Owner, class T>
Owner owner_of(T Owner::*member);
template <auto kFirst, auto...>
struct Begin {
  using Owner = decltype(owner_of(kFirst));
};

template <class T>
const T& present(const T& value) {
  return value;
}
template <class T>
T present(const std::optional<T>& value) {
  return value.value_or(T{});
}
template <class T>
T& made(T& place) {
  return place;
}
template <class T>
T& made(std::optional<T>& place) {
  return place ? *place : place.emplace();
}

template <auto kFirst, auto... kRest, class Owner>
auto value(const Owner& owner) {
  if constexpr (sizeof...(kRest) == 0) {
    return owner.*kFirst;
  } else {
    return value<kRest...>(present(owner.*kFirst));
  }
}
template <auto kFirst, auto... kRest, class Owner>
auto& place(Owner& owner) {
  if constexpr (sizeof...(kRest) == 0) {
    return owner.*kFirst;
  } else {
    return place<kRest...>(made(owner.*kFirst));
  }
}

template <class T>
std::optional<std::int64_t> as_number(const T& value) {
  if constexpr (kIsOptional<T>) {
    return value ? as_number(*value) : std::nullopt;
  } else if constexpr (std::is_same_v<T, base::Milliseconds>) {
    return value.count();
  } else {
    return static_cast<std::int64_t>(value);
  }
}
template <class T>
void from_number(std::optional<std::int64_t> number, T& to) {
  if constexpr (kIsOptional<T>) {
    to.reset();
    if (number) to = static_cast<typename T::value_type>(*number);
  } else if (number) {
    to = static_cast<T>(*number);
  }
}

template <const auto& kTable>
inline constexpr auto kNames = [] {
  std::array<std::string_view, std::size(kTable)> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kTable[i].name;
  return names;
}();

}  // namespace path

template <auto... kPath>
constexpr auto whole(std::int64_t least, std::int64_t most, std::string_view word = {}) {
  using Owner = typename path::Begin<kPath...>::Owner;
  return WholeNumber<Owner>{
      least, most, word,
      [](const Owner& from) { return path::as_number(path::value<kPath...>(from)); },
      [](Owner& to, std::optional<std::int64_t> value) {
        path::from_number(value, path::place<kPath...>(to));
      }};
}

template <auto... kPath>
constexpr auto real(double least, double most, int steps = 1) {
  using Owner = typename path::Begin<kPath...>::Owner;
  return RealNumber<Owner>{least, most, steps,
                           [](const Owner& from) { return path::value<kPath...>(from); },
                           [](Owner& to, double value) { path::place<kPath...>(to) = value; }};
}

template <auto... kPath>
constexpr auto flag() {
  using Owner = typename path::Begin<kPath...>::Owner;
  return Flag<Owner>{[](const Owner& from) { return path::value<kPath...>(from); },
                     [](Owner& to, bool value) { path::place<kPath...>(to) = value; }};
}

/// `kTable` holds Named values, each at most once.
template <const auto& kTable, auto... kPath>
constexpr auto choice() {
  using Owner = typename path::Begin<kPath...>::Owner;
  return Choice<Owner>{
      path::kNames<kTable>,
      [](const Owner& from) {
        const auto value = path::value<kPath...>(from);
        std::size_t place = 0;
        while (place + 1 < std::size(kTable) && kTable[place].value != value) {
          ++place;
        }
        return place;
      },
      [](Owner& to, std::size_t place) { path::place<kPath...>(to) = kTable[place].value; }};
}

template <auto... kPath>
constexpr auto text(std::size_t most_bytes) {
  using Owner = typename path::Begin<kPath...>::Owner;
  return Text<Owner>{
      most_bytes, [](const Owner& from) { return path::value<kPath...>(from); },
      [](Owner& to, const std::string& value) { path::place<kPath...>(to) = value; }};
}

template <auto... kPath>
constexpr auto place() {
  using Owner = typename path::Begin<kPath...>::Owner;
  return Place<Owner>{
      [](const Owner& from) { return path::present(path::value<kPath...>(from)); },
      [](Owner& to, const std::filesystem::path& value) { path::place<kPath...>(to) = value; }};
}

}  // namespace gougi::settings
