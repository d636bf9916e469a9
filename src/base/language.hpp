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

/// The places of a text, {0} to {31}, as bits: how a value is written there, and in which order
/// they stand, is for each language to say. What is none, as "{}", is bit 32.
constexpr std::uint64_t places_of(std::string_view text) {
  constexpr std::uint64_t kNoNumber = std::uint64_t{1} << 32U;
  std::uint64_t places = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '{' && text[at] != '}') continue;
    if (at + 1 < text.size() && text[at + 1] == text[at]) {
      ++at;  // the character itself
      continue;
    }
    if (text[at] == '}') continue;
    unsigned number = 0;
    const std::size_t begin = ++at;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
      number = 10 * number + static_cast<unsigned>(text[at] - '0');
    }
    places |= at == begin || number > 31 ? kNoNumber : std::uint64_t{1} << number;
    --at;
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
/// Of this thread for the time being: 0, or one more than the language.
inline int& spoken_here() {
  static thread_local int language = 0;
  return language;
}
}  // namespace detail

/// Of the process, as its locale is. For main, before anything is said; English until then.
inline void speak(Language language) { detail::spoken_language() = language; }
/// That of a SpokenHere that lives, else the process's.
inline Language spoken() {
  const int here = detail::spoken_here();
  return here == 0 ? detail::spoken_language().load() : static_cast<Language>(here - 1);
}

/// While it lives this thread speaks `language`: for what a user reads who has chosen another one
/// than the process speaks.
class SpokenHere {
 public:
  explicit SpokenHere(Language language) : before_(detail::spoken_here()) {
    detail::spoken_here() = static_cast<int>(language) + 1;
  }
  ~SpokenHere() { detail::spoken_here() = before_; }
  SpokenHere(const SpokenHere&) = delete;
  SpokenHere& operator=(const SpokenHere&) = delete;

 private:
  int before_;
};

/// The text in the language that is spoken.
inline std::string said(Text text) { return std::string(text.in(spoken())); }

}  // namespace gougi::base
