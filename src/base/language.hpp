// SPDX-License-Identifier: MIT
// The language that a program of ours speaks to whoever typed its name, and texts in all of them.
// What leaves by a protocol (USI, UPI) or for other programs (CSV, JSON) has no language. The
// relay's own, which a configuration or a GUI sets, is another matter: relay/own_options.hpp.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace gougi::base {

enum class Language { kEnglish, kJapanese };

/// The places of a text, {0} to {9}, each with how often and as what it stands there: the same for
/// texts that say the same, in whatever order.
constexpr std::uint64_t places_of(std::string_view text) {
  std::uint64_t places = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_doubled = at + 1 < text.size() && text[at + 1] == text[at];
    if ((text[at] == '{' || text[at] == '}') && is_doubled) {
      ++at;
    } else if (text[at] == '{') {
      std::uint64_t hash = 1469598103934665603U;
      for (; at < text.size() && text[at] != '}'; ++at) {
        hash = (hash ^ static_cast<unsigned char>(text[at])) * 1099511628211U;
      }
      places += hash;
    }
  }
  return places;
}

/// One text in every language. One that lacks any, or has other places in one of them, does not
/// compile.
struct Text {
  std::string_view english;
  std::string_view japanese;

  consteval Text(const char* in_english, const char* in_japanese)
      : english(in_english), japanese(in_japanese) {
    if (english.empty() || japanese.empty()) throw "a text is missing";
    if (places_of(english) != places_of(japanese)) throw "a text's places differ";
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
