// SPDX-License-Identifier: MIT
#include "relay/outbox.hpp"

#include <algorithm>

namespace gougi::relay {
namespace {

constexpr std::size_t kMostRemembered = 1000;  // a GUI may send nonsense all night

}  // namespace

void Outbox::say_once(const std::string& message) {
  if (std::ranges::find(said_once_, message) != said_once_.end()) return;
  if (said_once_.size() < kMostRemembered) said_once_.push_back(message);
  say(message);
}

bool Outbox::japanese() const { return speaks_japanese(options_.own(), japanese_locale_); }

bool speaks_japanese(const settings::RelaySettings& settings, bool japanese_locale) {
  if (settings.encoding == settings::TextEncoding::kAscii) return false;
  switch (settings.language) {
    case settings::Language::kJapanese:
      return true;
    case settings::Language::kEnglish:
      return false;
    case settings::Language::kAuto:
      break;
  }
  return japanese_locale;
}

}  // namespace gougi::relay
