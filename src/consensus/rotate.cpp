// SPDX-License-Identifier: MIT
// 数手ごとに対局者交代: one engine plays `change_player_plies` own moves, then the next.
// 序盤・中盤・終盤で対局者交代: engine 1, from `chuuban_start_plies` engine 2, from
// `shuuban_start_plies` engine 3; with fewer engines the last one there is plays on.
#include <algorithm>
#include <string>

#include "consensus/phrase.hpp"
#include "consensus/strategy.hpp"
#include "consensus/turns.hpp"

namespace gougi::consensus {

std::vector<int> seats_rotate_plies(const Facts& facts, std::span<const int> available) {
  const int turns = facts.own_moves / std::max(1, facts.numbers.change_player_plies);
  return {next_available(turns % engine_count(facts, available) + 1, available)};
}

Verdict choose_rotate_plies(const Council& moves) {
  const int every = moves.facts.numbers.change_player_plies;
  const std::string plies = std::to_string(every);
  const std::string own = std::to_string(moves.facts.own_moves + 1);
  return decided(seats_rotate_plies(moves.facts, numbers_of(moves)).front(),
                 {"its turn at own move " + own + ", as they change every " +
                      (every == 1 ? "move" : plies + " moves"),
                  "担当：自分の" + own + "手目、" + plies + "手ごとに交代"});
}

std::vector<int> seats_rotate_phase(const Facts& facts, std::span<const int> available) {
  int phase = 1;
  if (facts.ply >= facts.numbers.chuuban_start_plies) phase = 2;
  if (facts.ply >= facts.numbers.shuuban_start_plies) phase = 3;
  return {next_available(std::min(phase, engine_count(facts, available)), available)};
}

Verdict choose_rotate_phase(const Council& moves) {
  const std::string ply = std::to_string(moves.facts.ply);
  const RuleNumbers& numbers = moves.facts.numbers;
  return decided(seats_rotate_phase(moves.facts, numbers_of(moves)).front(),
                 {"its turn at move " + ply + ", as they change at " +
                      std::to_string(numbers.chuuban_start_plies) + " and " +
                      std::to_string(numbers.shuuban_start_plies),
                  "担当：" + ply + "手目、" + std::to_string(numbers.chuuban_start_plies) +
                      "手目と" + std::to_string(numbers.shuuban_start_plies) + "手目で交代"});
}

}  // namespace gougi::consensus
