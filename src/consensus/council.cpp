// SPDX-License-Identifier: MIT
#include "consensus/council.hpp"

namespace gougi::consensus {

usi::BestMoveAnswer answer_of(const Choice& choice, const std::optional<usi::Move>& ponder) {
  if (!std::holds_alternative<usi::Move>(choice)) return {choice, std::nullopt};
  return {choice, ponder};
}

}  // namespace gougi::consensus
