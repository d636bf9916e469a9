// SPDX-License-Identifier: MIT
// The language that a program of ours speaks to whoever typed its name, and texts in all of them.
// What leaves by a protocol (USI, UPI) or for other programs (CSV, JSON) has no language. The
// relay's own, which a configuration or a GUI sets, is another matter: relay/own_options.hpp.
#pragma once

#include <atomic>
#include <string>
#include <string_view>

namespace gougi::base {

enum class Language { kEnglish, kJapanese };

/// One text in every language. One that lacks any does not compile.
struct Text {
  std::string_view english;
  std::string_view japanese;

  consteval Text(const char* in_english, const char* in_japanese)
      : english(in_english), japanese(in_japanese) {
    if (english.empty() || japanese.empty()) throw "a text is missing";
  }
  constexpr std::string_view in(Language language) const {
    return language == Language::kJapanese ? japanese : english;
  }
};

namespace detail {
inline std::atomic<Language>& spoken_language() {
  static std::atomic<Language> language{Language::kEnglish};
  return language;
}
}  // namespace detail

/// Of the process, as its locale is. For main, before anything is said; English until then.
inline void speak(Language language) { detail::spoken_language() = language; }
inline Language spoken() { return detail::spoken_language(); }

/// The text in the language that is spoken.
inline std::string said(Text text) { return std::string(text.in(spoken())); }

}  // namespace gougi::base
