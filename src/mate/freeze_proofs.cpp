// SPDX-License-Identifier: MIT
#include "mate/freeze_proofs.hpp"

#include "mate/freeze_options.hpp"

namespace gougi::mate {
namespace {

using shogi::FreezePosition;

FreezePosition position_after(FreezePosition position, shogi::Move move) {
  shogi::FreezeUndo undo;
  position.do_move(move, undo);
  return position;
}

}  // namespace

std::optional<FreezeProofs::Choice> FreezeProofs::next(const FreezePosition& position, bool or_node,
                                                       Length length) {
  if (length <= 0) return Choice{};
  if (!search_.prove(position, or_node, length).mates()) return std::nullopt;
  return Choice{search_.best(), static_cast<Length>(length - 1)};
}

FreezeProofs::Choice FreezeProofs::best(const FreezePosition& position, bool or_node,
                                        Length length) {
  const auto after = static_cast<Length>(length - 1);
  if (!or_node) return {longest_defence(position, length), after};
  if (!search_.prove(position, true, length).mates()) return {};
  return {search_.best(), after};
}

// A reply after which the mate takes all of the `length` plies that it takes here.
shogi::Move FreezeProofs::longest_defence(const FreezePosition& position, Length length) {
  std::vector<FreezeOption> replies;
  FreezePosition current = position;
  if (list_defences(current, true, replies)) return {};
  for (const FreezeOption& reply : replies) {
    const FreezePosition after = position_after(position, reply.move);
    if (length <= 2 || search_.prove(after, true, length - 3).fails()) return reply.move;
  }
  return {};
}

FreezeProofs::Choice FreezeProofs::attack(const FreezePosition& position, Length within) {
  const FreezeFinding found = search_.prove(position, true, within);
  if (!found.mates()) return {};
  return {search_.best(), static_cast<Length>(found.length - 1)};
}

bool FreezeProofs::is_attack(const FreezePosition& position, shogi::Move move) {
  if (!position.is_legal(move)) return false;
  return position.gives_check(move) || is_end(position_after(position, move));
}

bool FreezeProofs::is_end(const FreezePosition& position) {
  return position.is_lost() &&
         (position.in_check() || position.state().in_force != shogi::PieceType::kNone);
}

}  // namespace gougi::mate
