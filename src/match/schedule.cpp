// SPDX-License-Identifier: MIT
#include "match/schedule.hpp"

#include "base/say.hpp"

namespace gougi::match {

base::Result<Schedule> Schedule::make(const ScheduleSettings& settings) {
  if (settings.engines < 2)
    return base::fail(
        base::say({"a match needs at least two engines", "エンジンが2つ以上必要です"}));
  if (settings.games == 0)
    return base::fail(base::say({"a match needs at least one game", "対局数は 1 以上が必要です"}));
  Schedule schedule;
  for (std::size_t i = 0; i < settings.engines; ++i) {
    if (settings.format == Format::kGauntlet && i > 0) break;
    for (std::size_t j = i + 1; j < settings.engines; ++j) schedule.pairings_.emplace_back(i, j);
  }
  schedule.rounds_ = settings.games / 2 + settings.games % 2;
  return schedule;
}

ScheduledGame Schedule::game(std::uint64_t number) const {
  ScheduledGame game;
  game.number = number;
  game.pair = number / 2;
  const auto& pairing = pairings_[game.pair % pairings_.size()];
  game.opening = game.pair / pairings_.size();
  // The first game of a pair, too, changes colours from round to round: a match that ends within a
  // pair is no advantage to anybody.
  const bool lower_is_black = (number + game.opening) % 2 == 0;
  game.black = lower_is_black ? pairing.first : pairing.second;
  game.white = lower_is_black ? pairing.second : pairing.first;
  return game;
}

}  // namespace gougi::match
