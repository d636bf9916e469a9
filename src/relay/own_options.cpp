// SPDX-License-Identifier: MIT
#include "relay/own_options.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "base/closest.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "relay/option_complaint.hpp"
#include "settings/relay_rows.hpp"

namespace gougi::relay {
namespace {

using settings::RelayRow;
using settings::RelaySettings;

constexpr std::string_view kGougiType = "G_GougiType";

// Those that the GUI is shown, in its order.
const std::vector<const RelayRow*>& shown_rows() {
  static const std::vector<const RelayRow*> rows = [] {
    std::vector<const RelayRow*> shown;
    for (const RelayRow& row : settings::relay_rows()) {
      if (!row.option.name.empty()) shown.push_back(&row);
    }
    std::ranges::sort(shown, {}, [](const RelayRow* row) { return row->option.place; });
    return shown;
  }();
  return rows;
}

usi::SpinOption spin(std::int64_t value, std::int64_t least, std::int64_t most) {
  return {std::clamp(value, least, most), least, most};
}

bool is_of_shogi(const OwnOptions& own) { return own.protocol == settings::GameProtocol::kUsi; }

bool has(const OwnOptions& own, const RelayRow& row) {
  return is_of_shogi(own) || !row.option.of_shogi;
}

// There are mate solvers for shogi alone.
bool has(const OwnOptions& own, const consensus::Strategy& strategy) {
  return is_of_shogi(own) || !strategy.needs_mate_engine;
}

// What the GUI is shown of a kind; of one that no option may be, a button.
struct Declare {
  const OwnOptions& own;

  usi::OptionKind operator()(const settings::WholeNumber<RelaySettings>& kind) const {
    const auto value = kind.get(own);
    if (kind.word.empty()) return spin(value.value_or(0), kind.least, kind.most);
    return usi::StringOption{value ? std::to_string(*value) : std::string(kind.word)};
  }
  usi::OptionKind operator()(const settings::RealNumber<RelaySettings>& kind) const {
    return spin(std::lround(kind.get(own) * kind.steps),
                std::lround(std::ceil(kind.least * kind.steps)),
                std::lround(std::floor(kind.most * kind.steps)));
  }
  usi::OptionKind operator()(const settings::Flag<RelaySettings>& kind) const {
    return usi::CheckOption{kind.get(own)};
  }
  usi::OptionKind operator()(const settings::Choice<RelaySettings>& kind) const {
    usi::ComboOption combo{std::string(kind.names[kind.get(own)]), {}};
    for (const std::string_view name : kind.names) combo.choices.emplace_back(name);
    return combo;
  }
  // The one text that is an option is the strategy's name.
  usi::OptionKind operator()(const settings::Text<RelaySettings>&) const {
    usi::ComboOption combo{std::string(own.strategy->identifier), {}};
    for (const auto& known : consensus::strategies()) {
      if (has(own, known)) combo.choices.emplace_back(known.identifier);
    }
    return combo;
  }
  template <class Other>
  usi::OptionKind operator()(const Other&) const {
    return usi::ButtonOption{};
  }
};

// A value that fits the declaration into the member; what is wrong with it, if anything.
struct Set {
  OwnOptions& own;
  const std::string& value;
  const OwnOptions& shown;

  std::string operator()(const settings::WholeNumber<RelaySettings>& kind) const {
    const auto number = base::to_int(value);
    // An emptied field is as good as the word.
    const bool nothing = !kind.word.empty() && (value.empty() || value == kind.word);
    if (!nothing && (!number || *number < kind.least || *number > kind.most)) {
      return base::say({"{0} is neither {1} nor a whole number, {2} to {3}",
                        "{0} は {1} でも {2}〜{3} の整数でもありません"},
                       base::printable(value, 80), kind.word, kind.least, kind.most);
    }
    kind.set(own, nothing ? std::nullopt : number);
    return {};
  }
  std::string operator()(const settings::RealNumber<RelaySettings>& kind) const {
    // What was shown is rounded: sent back, it is what stood there.
    const bool is_unchanged = value == usi::default_text({"", Declare{shown}(kind)});
    const double steps = static_cast<double>(base::to_int(value).value_or(0));
    kind.set(own, is_unchanged ? kind.get(shown) : steps / kind.steps);
    return {};
  }
  std::string operator()(const settings::Flag<RelaySettings>& kind) const {
    kind.set(own, value == "true");
    return {};
  }
  std::string operator()(const settings::Choice<RelaySettings>& kind) const {
    const auto found = std::ranges::find(kind.names, value);
    if (found == kind.names.end()) {
      return base::say({"{0} is no choice", "{0} は選択肢にありません"},
                       base::printable(value, 80));
    }
    kind.set(own, static_cast<std::size_t>(found - kind.names.begin()));
    return {};
  }
  std::string operator()(const settings::Text<RelaySettings>& kind) const {
    kind.set(own, value);
    return {};
  }
  template <class Other>
  std::string operator()(const Other&) const {
    return base::say({"is not set by a GUI", "GUI からは設定できません"});
  }
};

void follow(OwnOptions& own) {
  own.strategy = consensus::find_strategy(own.consensus);
  if (own.strategy == nullptr) own.strategy = &consensus::strategies().front();
  const settings::RuleSettings& rules = own.rules;
  own.numbers.change_player_plies = rules.change_player_plies;
  own.numbers.chuuban_start_plies = rules.chuuban_start_plies;
  own.numbers.shuuban_start_plies = rules.shuuban_start_plies;
  own.numbers.change_player_score_diff = rules.change_player_score_diff;
  own.numbers.temperature = rules.temperature;
  own.numbers.veto_drop = rules.veto_drop_percent / 100;
  own.numbers.verify_margin = rules.verify_margin_percent / 100;
  own.numbers.progress_decided = rules.progress_decided;
  own.numbers.progress_hysteresis = rules.progress_hysteresis;
}

std::string unknown_strategy(const OwnOptions& own, const std::string& value) {
  std::string allowed;
  std::vector<std::string_view> names;
  for (const auto& known : consensus::strategies()) {
    if (!has(own, known)) continue;
    allowed += " " + std::string(known.identifier);
    names.push_back(known.identifier);
    names.push_back(known.japanese_name);
  }
  return base::say({"unknown {0}{1}; allowed:{2}", "{0} は使えません{1}。使えるのは:{2}"},
                   base::printable(value, 80), base::did_you_mean(value, names), allowed);
}

}  // namespace

OwnOptions own_options(const settings::RelaySettings& settings) {
  OwnOptions own;
  static_cast<RelaySettings&>(own) = settings;
  own.ponders = settings.ponder != settings::PonderMode::kOff;
  follow(own);
  return own;
}

std::vector<usi::Option> declarations(const OwnOptions& own) {
  // USI's own two, which every engine is told, too.
  std::vector<usi::Option> all{{"USI_Hash", spin(256, 1, 33'554'432)}};
  if (is_of_shogi(own)) all.push_back({"USI_Ponder", usi::CheckOption{own.ponders}});
  for (const RelayRow* row : shown_rows()) {
    if (!has(own, *row)) continue;
    all.push_back({std::string(row->option.name), std::visit(Declare{own}, row->kind)});
  }
  return all;
}

base::Result<void> set_own_option(OwnOptions& own, std::string_view name, const std::string& value,
                                  const OwnOptions& shown) {
  for (const RelayRow* row : shown_rows()) {
    if (row->option.name != name || !has(own, *row)) continue;
    const std::string head = std::string(name) + ": ";
    std::string wanted = value;
    if (name == kGougiType) {  // the Japanese names mean the same
      const consensus::Strategy* const known = consensus::find_strategy(value);
      if (known == nullptr || !has(own, *known)) {
        return base::fail(head + unknown_strategy(own, value));
      }
    } else {
      const usi::Option declared{std::string(name), std::visit(Declare{own}, row->kind)};
      const auto normal = usi::normalise_value(declared, value);
      if (!normal) return base::fail(option_complaint(normal.error()));
      wanted = *normal;
    }
    const std::string wrong = std::visit(Set{own, wanted, shown}, row->kind);
    if (!wrong.empty()) return base::fail(head + wrong);
    follow(own);
    return {};
  }
  return base::fail(base::say({"no such option: {0}", "そのようなオプションはありません: {0}"},
                              base::printable(name, 80)));
}

}  // namespace gougi::relay
