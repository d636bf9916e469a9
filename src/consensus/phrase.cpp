// SPDX-License-Identifier: MIT
#include "consensus/phrase.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "consensus/win_rate.hpp"

namespace gougi::consensus {

std::string percent(double win_rate) { return fmt::format("{:.1f}%", 100.0 * win_rate); }

std::string short_number(double value) { return fmt::format("{:.4g}", value); }

Phrase name_of(const Council& council, int number) {
  const auto& members = council.facts.members;
  const auto found = std::ranges::find(members, number, &Member::number);
  if (found != members.end() && !found->name.empty()) return {found->name, found->name};
  const std::string text = std::to_string(number);
  return {"engine " + text, "エンジン" + text};
}

std::string_view inequality(usi::Bound bound) {
  if (bound == usi::Bound::kExact) return "";
  return bound == usi::Bound::kLower ? "≥ " : "≤ ";
}

Phrase worth(const usi::Score& score, const Scale& scale) {
  const std::string bound(inequality(score.bound));
  const auto* mate = std::get_if<usi::Mate>(&score.value);
  if (mate == nullptr) {
    const std::string rate = bound + percent(win_rate(score, scale));
    return {rate, "勝率" + rate};
  }
  if (!mate->plies) {
    return mate->winning ? Phrase{bound + "a mate", bound + "詰み"}
                         : Phrase{bound + "mated", bound + "被詰"};
  }
  const std::string plies = std::to_string(*mate->plies);
  return mate->winning ? Phrase{bound + "mate in " + plies, bound + plies + "手詰"}
                       : Phrase{bound + "mated in " + plies, bound + plies + "手で被詰"};
}

Decided decided(int voter, Phrase why) {
  return {.voter = voter, .reason = std::move(why.en), .reason_ja = std::move(why.ja)};
}

Decided without_values(const Voter& first) {
  return decided(first.number,
                 {"no vote has a value, so the first one", "評価値のある票がないため番号順"});
}

}  // namespace gougi::consensus
