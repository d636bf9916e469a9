// SPDX-License-Identifier: MIT
#include "consensus/strategy.hpp"

#include <algorithm>
#include <array>

namespace gougi::consensus {
namespace {

std::vector<int> first_seat(const Facts&, std::span<const int> available) {
  return {available.front()};
}

constexpr std::array kStrategies{
    Strategy{
        .identifier = "majority", .japanese_name = "多数決合議（3者）", .choose = choose_majority},
    Strategy{.identifier = "optimistic", .japanese_name = "楽観合議", .choose = choose_optimistic},
    Strategy{
        .identifier = "pessimistic", .japanese_name = "悲観合議", .choose = choose_pessimistic},
    Strategy{.identifier = "mate",
             .japanese_name = "詰探索エンジンとの合議",
             .choose = choose_first,
             .seats = first_seat,
             .needs_mate_engine = true},
};

bool holds(const Voter& voter, auto predicate) {
  return voter.ballot && voter.ballot->counts() && predicate(voter.ballot->choice);
}

bool is_move(const usi::MoveChoice& choice) { return std::holds_alternative<shogi::Move>(choice); }
bool is_win(const usi::MoveChoice& choice) {
  return std::holds_alternative<usi::DeclareWin>(choice);
}
bool is_resign(const usi::MoveChoice& choice) {
  return std::holds_alternative<usi::Resign>(choice);
}

}  // namespace

std::span<const Strategy> strategies() { return kStrategies; }

const Strategy* find_strategy(std::string_view name) {
  const auto found = std::ranges::find_if(kStrategies, [&](const Strategy& s) {
    return s.identifier == name || s.japanese_name == name;
  });
  return found == kStrategies.end() ? nullptr : &*found;
}

std::vector<std::string> strategy_names() {
  std::vector<std::string> names;
  names.reserve(2 * kStrategies.size());
  for (const Strategy& s : kStrategies) names.emplace_back(s.identifier);
  for (const Strategy& s : kStrategies) names.emplace_back(s.japanese_name);
  return names;
}

Verdict choose_first(const Council& moves) {
  return Decided{moves.voters.front().number, "no mate was found, the engine's move"};
}

Verdict decide(const Strategy& strategy, const Council& council) {
  const auto& voters = council.voters;
  const auto win = std::ranges::find_if(voters, [](const Voter& v) { return holds(v, is_win); });
  if (win != voters.end()) return Decided{win->number, "a declaration that the rules confirm"};

  if (std::ranges::any_of(voters, [](const Voter& v) { return v.awaited; })) return Wait{};

  // Those who answered: the lost ones neither resign nor hold a resignation back.
  Council moves{{}, council.facts, council.replies};
  const Voter* resigning = nullptr;
  std::size_t resignations = 0;
  for (const Voter& voter : voters) {
    if (holds(voter, is_move)) moves.voters.push_back(voter);
    if (holds(voter, is_resign)) {
      ++resignations;
      if (resigning == nullptr) resigning = &voter;
    }
  }
  if (resignations > moves.voters.size()) {
    return Decided{resigning->number, "a majority resigns"};
  }
  if (moves.voters.empty()) return NoBallot{};
  return strategy.choose(moves);
}

}  // namespace gougi::consensus
