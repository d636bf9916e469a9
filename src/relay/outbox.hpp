// SPDX-License-Identifier: MIT
// What the session wants done, gathered in order while it takes an event, and the language in which
// it speaks. Nothing is carried out here.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/language.hpp"
#include "base/log.hpp"
#include "relay/event.hpp"
#include "relay/option_router.hpp"
#include "relay/position_lines.hpp"
#include "settings/relay_settings.hpp"
#include "usi/answer.hpp"

namespace gougi::relay {

/// The language of free text; `japanese_locale`: what auto means.
bool speaks_japanese(const settings::RelaySettings& settings, bool japanese_locale);

class Outbox {
 public:
  /// `notes_from`: notes below this level are not wanted by anybody.
  Outbox(const game::Rules& rules, const OptionRouter& options, bool japanese_locale,
         base::log::Level notes_from)
      : rules_(rules),
        options_(options),
        japanese_locale_(japanese_locale),
        notes_from_(notes_from) {}

  void clear() { effects_.clear(); }
  const std::vector<Effect>& effects() const { return effects_; }

  void to_host(std::string line) {
    effects_.emplace_back(ToHost{rules_.wire().to_host(std::move(line))});
  }
  /// A GUI that reads slowly may miss it.
  void show_thought(const usi::InfoAnswer& info) {
    effects_.emplace_back(ToHost{rules_.wire().to_host(usi::format(info)), true});
  }
  /// An info string.
  void say(std::string_view text) { to_host(usi::info_string(text)); }
  /// The same, as the user reads it.
  void say(const std::string& english, const std::string& japanese_text) {
    say(japanese() ? japanese_text : english);
  }
  /// A complaint that the same user need not hear twice.
  void say_once(const std::string& message);
  void to_child(int child, std::string_view line) {
    if (auto told = rules_.wire().to_child(line))
      effects_.emplace_back(ToChild{child, std::move(*told)});
  }
  /// Start, kill, remember, record, …
  void add(Effect effect) { effects_.push_back(std::move(effect)); }

  void info(std::string text) { note(base::log::Level::kInfo, std::move(text)); }
  void warning(std::string text) { note(base::log::Level::kWarning, std::move(text)); }
  bool wants_infos() const { return notes_from_ <= base::log::Level::kInfo; }

  /// Effective language of free text.
  bool japanese() const;
  base::Language language() const {
    return japanese() ? base::Language::kJapanese : base::Language::kEnglish;
  }

 private:
  void note(base::log::Level level, std::string text) {
    if (level >= notes_from_) effects_.emplace_back(Note{level, std::move(text)});
  }

  const game::Rules& rules_;
  const OptionRouter& options_;
  bool japanese_locale_;
  base::log::Level notes_from_;
  std::vector<Effect> effects_;
  std::vector<std::string> said_once_;
};

}  // namespace gougi::relay
