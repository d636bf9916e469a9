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

bool Outbox::japanese() const {
  const OwnOptions& own = options_.own();
  if (own.encoding == settings::TextEncoding::kAscii) return false;
  switch (own.language) {
    case settings::Language::kJapanese:
      return true;
    case settings::Language::kEnglish:
      return false;
    case settings::Language::kAuto:
      break;
  }
  return japanese_locale_;
}

}  // namespace gougi::relay
