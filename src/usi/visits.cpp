// SPDX-License-Identifier: MIT
#include "usi/visits.hpp"

#include "base/text.hpp"

namespace gougi::usi {
namespace {

std::optional<VisitsView> visits_of(std::string_view move, std::string_view number) {
  const auto visits = base::to_int_clamped(number);
  if (move.empty() || !visits || *visits < 0) return std::nullopt;
  return VisitsView{move, *visits};
}

// "(1234)" may be two words: "(  20)".
std::optional<VisitsView> verbose_stats(std::string_view move, std::string_view rest) {
  if (!base::trim(rest).starts_with('(')) return std::nullopt;
  const auto end = rest.find(')');
  if (end == std::string_view::npos) return std::nullopt;
  rest.remove_prefix(end + 1);
  if (base::next_word(rest) != "N:") return std::nullopt;
  return visits_of(move, base::next_word(rest));
}

std::optional<VisitsView> debug_message(std::string_view first, std::string_view rest) {
  constexpr std::string_view kCount = "move_count:";
  const std::string_view count = base::next_word(rest);
  const auto colon = first.find(':');
  if (!count.starts_with(kCount) || colon == std::string_view::npos) return std::nullopt;
  if (!base::to_int(first.substr(0, colon))) return std::nullopt;
  return visits_of(first.substr(colon + 1), count.substr(kCount.size()));
}

}  // namespace

std::optional<VisitsView> parse_visits(std::string_view text) {
  const std::string_view first = base::next_word(text);
  if (const auto stats = verbose_stats(first, text)) return stats;
  return debug_message(first, text);
}

}  // namespace gougi::usi
