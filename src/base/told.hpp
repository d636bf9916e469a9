// SPDX-License-Identifier: MIT
// Which language the user has asked for. What else goes by a configuration, the locale or a
// browser, as children and pages do, goes by this where there is one; base::spoken() is another
// thing: what this program says now.
#pragma once

#include <atomic>
#include <optional>

#include "base/language.hpp"

namespace gougi::base {

namespace detail {
/// 0, or one more than the language.
inline std::atomic<int>& told_language() {
  static std::atomic<int> language{0};
  return language;
}
}  // namespace detail

/// For main: what --lang says; nothing: it is not there, or auto.
inline void tell(std::optional<Language> language) {
  detail::told_language() = language ? static_cast<int>(*language) + 1 : 0;
}
inline std::optional<Language> told() {
  const int language = detail::told_language();
  return language == 0 ? std::nullopt : std::optional(static_cast<Language>(language - 1));
}

}  // namespace gougi::base
