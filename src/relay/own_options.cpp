// SPDX-License-Identifier: MIT
#include "relay/own_options.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/text.hpp"

namespace gougi::relay {
namespace {

using settings::Language;
using settings::TextEncoding;
using shogi::DeclarationRule;

template <class T>
struct Choice {
  std::string_view name;
  T value;
};
constexpr std::array kLanguages{Choice<Language>{"auto", Language::kAuto},
                                Choice<Language>{"ja", Language::kJapanese},
                                Choice<Language>{"en", Language::kEnglish}};
constexpr std::array kEncodings{Choice<TextEncoding>{"auto", TextEncoding::kAuto},
                                Choice<TextEncoding>{"utf-8", TextEncoding::kUtf8},
                                Choice<TextEncoding>{"cp932", TextEncoding::kCp932},
                                Choice<TextEncoding>{"ascii", TextEncoding::kAscii}};
constexpr std::array kDeclarations{
    Choice<DeclarationRule>{"NoEnteringKing", DeclarationRule::kNone},
    Choice<DeclarationRule>{"CSARule24", DeclarationRule::k24},
    Choice<DeclarationRule>{"CSARule24H", DeclarationRule::k24Handicap},
    Choice<DeclarationRule>{"CSARule27", DeclarationRule::k27},
    Choice<DeclarationRule>{"CSARule27H", DeclarationRule::k27Handicap},
    Choice<DeclarationRule>{"TryRule", DeclarationRule::kTry}};

template <class T, std::size_t N>
usi::Option combo(std::string name, const std::array<Choice<T>, N>& choices, T present) {
  usi::ComboOption kind;
  for (const auto& choice : choices) {
    kind.choices.emplace_back(choice.name);
    if (choice.value == present) kind.default_value = choice.name;
  }
  return {std::move(name), std::move(kind)};
}

template <class T, std::size_t N>
T chosen(const std::array<Choice<T>, N>& choices, std::string_view name, T otherwise) {
  for (const auto& choice : choices) {
    if (choice.name == name) return choice.value;
  }
  return otherwise;
}

usi::Option spin(std::string_view name, std::int64_t value, std::int64_t least, std::int64_t most) {
  return {std::string(name), usi::SpinOption{std::clamp(value, least, most), least, most}};
}
usi::Option check(std::string_view name, bool value) {
  return {std::string(name), usi::CheckOption{value}};
}
std::int64_t number(const std::string& value) { return base::to_int(value).value_or(0); }
base::Milliseconds ms(const std::string& value) { return base::Milliseconds(number(value)); }

usi::Option strategies(const OwnOptions& own) {
  usi::ComboOption types;
  for (const auto& strategy : consensus::strategies()) {
    types.choices.emplace_back(strategy.identifier);
  }
  types.default_value = own.strategy->identifier;
  return {"G_GougiType", std::move(types)};
}

// A declared option and what becomes of its value, which has been checked against it.
struct OwnOption {
  usi::Option (*declare)(const OwnOptions& own);
  void (*set)(OwnOptions& own, const std::string& value);
};

// G_Margin, a text because of its word; an emptied field is as good as the word.
constexpr std::string_view kAuto = "auto";
constexpr std::int64_t kMostMargin = 60'000;

bool is_margin(const std::string& value) {
  if (value.empty() || value == kAuto) return true;
  const auto ms = base::to_int(value);
  return ms && *ms >= 0 && *ms <= kMostMargin;
}

void set_margin(OwnOptions& own, const std::string& value) {
  own.margin.reset();
  if (!value.empty() && value != kAuto) own.margin = ms(value);
}

constexpr std::int64_t kDay = 86'400'000;
constexpr std::int64_t kMostPlies = 10'000;

constexpr std::array kOptions{
    OwnOption{[](const OwnOptions&) { return spin("USI_Hash", 256, 1, 33'554'432); },
              [](OwnOptions&, const std::string&) {}},
    OwnOption{[](const OwnOptions& o) { return check("USI_Ponder", o.ponder); },
              [](OwnOptions& o, const std::string& v) { o.ponder = v == "true"; }},
    OwnOption{strategies, [](OwnOptions& o,
                             const std::string& v) { o.strategy = consensus::find_strategy(v); }},
    OwnOption{
        [](const OwnOptions& o) { return spin("G_MateTimeout", o.mate_timeout.count(), 1, kDay); },
        [](OwnOptions& o, const std::string& v) { o.mate_timeout = ms(v); }},
    OwnOption{[](const OwnOptions& o) {
                return usi::Option{
                    "G_MateTimeoutReply",
                    usi::ComboOption{o.mate_timeout_reply, {"timeout", "none", "notimplemented"}}};
              },
              [](OwnOptions& o, const std::string& v) { o.mate_timeout_reply = v; }},
    OwnOption{[](const OwnOptions& o) {
                return spin("G_PvMateTimeout", o.pv_mate_timeout.count(), 1, kDay);
              },
              [](OwnOptions& o, const std::string& v) { o.pv_mate_timeout = ms(v); }},
    OwnOption{[](const OwnOptions& o) {
                return spin("G_MateInfoInterval", o.mate_info_interval.count(), 1, 60'000);
              },
              [](OwnOptions& o, const std::string& v) { o.mate_info_interval = ms(v); }},
    OwnOption{
        [](const OwnOptions& o) { return spin("G_MateInfoCount", o.mate_info_count, 1, 100'000); },
        [](OwnOptions& o, const std::string& v) {
          o.mate_info_count = static_cast<int>(number(v));
        }},
    OwnOption{[](const OwnOptions& o) {
                return spin("G_ReadyTimeout", o.ready_timeout.count(), 1,
                            settings::kLongestReady.count());
              },
              [](OwnOptions& o, const std::string& v) { o.ready_timeout = ms(v); }},
    OwnOption{[](const OwnOptions& o) {
                return spin("G_ChangePlayerPlys", o.numbers.change_player_plies, 1, 1000);
              },
              [](OwnOptions& o, const std::string& v) {
                o.numbers.change_player_plies = static_cast<int>(number(v));
              }},
    OwnOption{[](const OwnOptions& o) {
                return spin("G_ChuubanStartPlys", o.numbers.chuuban_start_plies, 1, kMostPlies);
              },
              [](OwnOptions& o, const std::string& v) {
                o.numbers.chuuban_start_plies = static_cast<int>(number(v));
              }},
    OwnOption{[](const OwnOptions& o) {
                return spin("G_ShuubanStartPlys", o.numbers.shuuban_start_plies, 1, kMostPlies);
              },
              [](OwnOptions& o, const std::string& v) {
                o.numbers.shuuban_start_plies = static_cast<int>(number(v));
              }},
    OwnOption{[](const OwnOptions& o) {
                return spin("G_ChangePlayerScoreDiff", o.numbers.change_player_score_diff, 1,
                            1'000'000);
              },
              [](OwnOptions& o, const std::string& v) {
                o.numbers.change_player_score_diff = static_cast<int>(number(v));
              }},
    // In percent of the win rate.
    OwnOption{[](const OwnOptions& o) {
                return spin("G_VetoDrop", std::lround(o.numbers.veto_drop * 100), 0, 100);
              },
              [](OwnOptions& o, const std::string& v) {
                o.numbers.veto_drop = static_cast<double>(number(v)) / 100;
              }},
    // In thousandths of the win rate.
    OwnOption{[](const OwnOptions& o) {
                return spin("G_Temperature", std::lround(o.numbers.temperature * 1000), 1, 10'000);
              },
              [](OwnOptions& o, const std::string& v) {
                o.numbers.temperature = static_cast<double>(number(v)) / 1000;
              }},
    OwnOption{[](const OwnOptions& o) {
                return spin("G_Seed", static_cast<std::int64_t>(o.seed), 0, 2'147'483'647);
              },
              [](OwnOptions& o, const std::string& v) {
                o.seed = static_cast<std::uint64_t>(number(v));
              }},
    // In percent of the time that the move took so far.
    OwnOption{[](const OwnOptions& o) {
                return spin("G_ExtendOnSplit", std::lround(o.extend_on_split * 100), 100, 1000);
              },
              [](OwnOptions& o, const std::string& v) {
                o.extend_on_split = static_cast<double>(number(v)) / 100;
              }},
    OwnOption{
        [](const OwnOptions& o) {
          const std::string margin = o.margin ? std::to_string(o.margin->count()) : "";
          return usi::Option{"G_Margin", usi::StringOption{o.margin ? margin : std::string(kAuto)}};
        },
        set_margin},
    OwnOption{[](const OwnOptions& o) {
                return spin("G_InfoInterval", o.info_interval.count(), 0, 10'000);
              },
              [](OwnOptions& o, const std::string& v) { o.info_interval = ms(v); }},
    OwnOption{[](const OwnOptions& o) { return check("G_ShowAll", o.show_all); },
              [](OwnOptions& o, const std::string& v) { o.show_all = v == "true"; }},
    OwnOption{[](const OwnOptions& o) { return check("G_VoteLines", o.vote_lines); },
              [](OwnOptions& o, const std::string& v) { o.vote_lines = v == "true"; }},
    OwnOption{[](const OwnOptions& o) { return check("G_Explain", o.explain); },
              [](OwnOptions& o, const std::string& v) { o.explain = v == "true"; }},
    OwnOption{[](const OwnOptions& o) {
                return combo("G_EnteringKingRule", kDeclarations, o.declaration);
              },
              [](OwnOptions& o, const std::string& v) {
                o.declaration = chosen(kDeclarations, v, o.declaration);
              }},
    OwnOption{[](const OwnOptions& o) { return combo("G_Language", kLanguages, o.language); },
              [](OwnOptions& o, const std::string& v) {
                o.language = chosen(kLanguages, v, o.language);
              }},
    OwnOption{[](const OwnOptions& o) { return combo("G_Encoding", kEncodings, o.encoding); },
              [](OwnOptions& o, const std::string& v) {
                o.encoding = chosen(kEncodings, v, o.encoding);
              }},
};

}  // namespace

OwnOptions own_options(const settings::RelaySettings& settings) {
  OwnOptions own;
  own.strategy = consensus::find_strategy(settings.consensus);
  if (own.strategy == nullptr) own.strategy = &consensus::strategies().front();
  own.mate_timeout = settings.mate_timeout;
  if (settings.mate_pv) own.pv_mate_timeout = settings.mate_pv->timeout;
  own.mate_info_interval = settings.mate_info.interval;
  own.mate_info_count = settings.mate_info.count;
  own.ready_timeout = settings.ready;
  own.show_all = settings.show_all;
  own.vote_lines = settings.vote_lines;
  own.language = settings.language;
  own.encoding = settings.encoding;
  own.ponder = settings.ponder != settings::PonderMode::kOff;
  const settings::RuleSettings& rules = settings.rules;
  own.numbers.change_player_plies = rules.change_player_plies;
  own.numbers.chuuban_start_plies = rules.chuuban_start_plies;
  own.numbers.shuuban_start_plies = rules.shuuban_start_plies;
  own.numbers.change_player_score_diff = rules.change_player_score_diff;
  own.numbers.temperature = rules.temperature;
  own.numbers.veto_drop = rules.veto_drop_percent / 100;
  own.seed = static_cast<std::uint64_t>(rules.seed.value_or(0));
  own.extend_on_split = rules.extend_on_split;
  own.margin = settings.margin;
  return own;
}

std::vector<usi::Option> declarations(const OwnOptions& own) {
  std::vector<usi::Option> all;
  all.reserve(kOptions.size());
  for (const OwnOption& option : kOptions) all.push_back(option.declare(own));
  return all;
}

base::Result<void> set_own_option(OwnOptions& own, std::string_view name,
                                  const std::string& value) {
  for (const OwnOption& option : kOptions) {
    const usi::Option declared = option.declare(own);
    if (declared.name != name) continue;
    if (name == "G_GougiType") {  // the Japanese names mean the same
      if (consensus::find_strategy(value) == nullptr) {
        std::string allowed;
        for (const auto& s : consensus::strategies()) allowed += " " + std::string(s.identifier);
        return base::fail("G_GougiType: unknown " + base::printable(value, 80) +
                          "; allowed:" + allowed);
      }
      option.set(own, value);
      return {};
    }
    const auto normal = usi::normalise_value(declared, value);
    if (!normal) return base::fail(declared.name + ": " + normal.error().message);
    if (name == "G_Margin" && !is_margin(*normal)) {
      return base::fail("G_Margin: " + base::printable(value, 80) +
                        " is neither auto nor milliseconds, 0 to " + std::to_string(kMostMargin));
    }
    option.set(own, *normal);
    return {};
  }
  return base::fail("no such option: " + base::printable(name, 80));
}

}  // namespace gougi::relay
