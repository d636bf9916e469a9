// SPDX-License-Identifier: MIT
#include "relay/freeze_values.hpp"

#include <algorithm>
#include <cmath>

namespace gougi::relay {
namespace {

// As a logit: a win rate of 95 %. Larger, and who is blind outvotes who sees; smaller, and among
// the blind a clear win is no better than a good position.
constexpr double kSurest = 3;

bool is_good(const usi::Score& score) {
  if (const auto* cp = std::get_if<usi::Centipawns>(&score.value)) return cp->value > 0;
  return std::get<usi::Mate>(score.value).winning;
}

}  // namespace

usi::Score counted_score(const usi::Score& score, usi::FreezeAbility ability,
                         const shogi::FreezeState& state, shogi::Color side,
                         const consensus::Scale& scale) {
  const bool good = is_good(score);
  const auto left = [&](shogi::Color color) {
    return state.left[static_cast<std::size_t>(index(color))];
  };
  // The freezes of the side that the score is bad for are what could refute it.
  const bool sees = good ? usi::accepts_freezes(ability) : usi::declares_freezes(ability);
  if (sees || left(good ? ~side : side) == 0) return score;
  const int most = static_cast<int>(std::lround(consensus::centipawns_at(kSurest, scale)));
  const auto* cp = std::get_if<usi::Centipawns>(&score.value);
  const int value = cp != nullptr ? std::clamp(cp->value, -most, most) : good ? most : -most;
  return {usi::Centipawns{value}, score.bound};
}

}  // namespace gougi::relay
