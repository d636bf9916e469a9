// SPDX-License-Identifier: MIT
#include "consensus/council.hpp"

namespace gougi::consensus {

Choice choice_of(const usi::BestMoveAnswer& answer) {
  if (std::holds_alternative<usi::Resign>(answer.choice)) return usi::Resign{};
  if (std::holds_alternative<usi::DeclareWin>(answer.choice)) return usi::DeclareWin{};
  return answer.move();
}

usi::BestMoveAnswer answer_of(const Choice& choice, const std::optional<shogi::Move>& ponder) {
  if (std::holds_alternative<usi::Resign>(choice)) return {usi::Resign{}, std::nullopt};
  if (std::holds_alternative<usi::DeclareWin>(choice)) return {usi::DeclareWin{}, std::nullopt};
  const auto move = std::get<shogi::Move>(choice);
  usi::BestMoveAnswer answer{move.move, std::nullopt};
  answer.freeze = move.freeze;
  if (ponder) {
    answer.ponder = ponder->move;
    answer.ponder_freeze = ponder->freeze;
  }
  return answer;
}

}  // namespace gougi::consensus
