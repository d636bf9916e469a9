// SPDX-License-Identifier: MIT
#include "relay/score_text.hpp"

#include <cstdint>

#include "consensus/phrase.hpp"

namespace gougi::relay {
namespace {

using usi::Bound;

std::string centipawns_text(int value, PlusSign plus) {
  const bool signs = plus == PlusSign::kWritten && value > 0;
  return (signs ? "+" : "") + std::to_string(value);
}

std::string mate_text(const usi::Mate& mate, bool japanese) {
  const std::string sign = mate.winning ? "+" : "-";
  const std::string plies = mate.plies ? std::to_string(*mate.plies) : "";
  return japanese ? "詰み " + sign + plies + (plies.empty() ? "" : "手") : "mate " + sign + plies;
}

}  // namespace

std::string score_text(const usi::Score& score, bool japanese, PlusSign plus) {
  const auto* cp = std::get_if<usi::Centipawns>(&score.value);
  return std::string(consensus::inequality(score.bound)) +
         (cp != nullptr ? centipawns_text(cp->value, plus)
                        : mate_text(std::get<usi::Mate>(score.value), japanese));
}

std::string change_text(const usi::Score& before, const usi::Score& now) {
  const auto* from = std::get_if<usi::Centipawns>(&before.value);
  const auto* to = std::get_if<usi::Centipawns>(&now.value);
  if (from == nullptr || to == nullptr) return "";
  // "At most" before makes the change at least that, and the other way round.
  const Bound of_before = usi::negated(before).bound;
  const bool agree = of_before == Bound::kExact || now.bound == Bound::kExact;
  if (!agree && of_before != now.bound) return "";
  const Bound bound = now.bound == Bound::kExact ? of_before : now.bound;
  const std::int64_t change = std::int64_t{to->value} - from->value;
  return std::string(consensus::inequality(bound)) + std::to_string(change);
}

}  // namespace gougi::relay
