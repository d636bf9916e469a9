// SPDX-License-Identifier: MIT
// What Freeze shogi adds to the tree: which freezes are searched behind a bare move. The move that
// refutes a bare move is what tells. Frozen must be its kind, as against any other freeze it would
// still be there. So each bare move is followed by at most a few with a freeze, of the kind of the
// reply that was found against it; and by none where the opponent could as well have passed.
#include <algorithm>
#include <optional>

#include "search/freeze_mate.hpp"
#include "search/worker.hpp"

namespace gougi::search {
namespace {

/// Freezes of one bare move at a node, of the kinds of one reply after another.
constexpr int kFreezesOfMove = 3;
/// The same at the root, where they come with one iteration after another.
constexpr int kFreezesOfRootMove = 4;
/// More root moves than this are not looked at: a bound for memory.
constexpr std::size_t kMostRootMoves = 2000;

}  // namespace

template <typename Rules>
void Worker<Rules>::note_reply(int ply, Move move) {
  const shogi::PieceType kind =
      move ? shogi::moving_kind(board(), move.move) : shogi::PieceType::kNone;
  frame(ply).reply = kind == shogi::PieceType::kNone ? Reply() : Reply{move, kind};
}

template <typename Rules>
auto Worker<Rules>::with_freeze(const MoveFacts& bare, shogi::PieceType kind) const
    -> std::optional<MoveFacts> {
  if (kind == shogi::PieceType::kNone) return std::nullopt;
  if ((position_.freezable(bare.bare()) & shogi::mask_of(kind)) == 0) return std::nullopt;
  std::optional<MoveFacts> facts = bare;
  facts->move.freeze = kind;
  return facts;
}

template <typename Rules>
bool Worker<Rules>::wants_freezes(const Node& node, const MoveFacts& bare, int number) const {
  if (!position_.may_freeze()) return false;
  if (bare.tactical || bare.gives_check) return true;
  return node.ply < task_.freezes.depth && number <= task_.freezes.width;
}

template <typename Rules>
bool Worker<Rules>::attempt_freezes(Node& node, const MoveFacts& bare, int number, int history) {
  shogi::KindMask tried = 0;
  for (int i = 0; i < kFreezesOfMove; ++i) {
    const Reply reply = frame(node.ply + 1).reply;
    if (!reply.move || (tried & shogi::mask_of(reply.kind)) != 0) return false;
    tried |= shogi::mask_of(reply.kind);
    const auto facts = with_freeze(bare, reply.kind);
    if (!facts || facts->move == node.table_move) return false;  // searched before
    if (facts->move == frame(node.ply).excluded) return false;
    if (attempt(node, *facts, number, history)) return true;
    // A reply without a freeze is still there if another kind than its own is frozen.
    if (!reply.move.freezes()) return false;
  }
  return false;
}

template <typename Rules>
bool Worker<Rules>::attempt_capture_with_freeze(Node& node, const MoveFacts& bare, int number,
                                                int history) {
  if (!position_.may_freeze() || (bare.victim.empty() && !bare.gives_check)) return false;
  const auto facts = with_freeze(bare, only_recapturing_kind(board(), bare.bare()));
  return facts && facts->move != node.table_move && facts->move != frame(node.ply).excluded &&
         attempt(node, *facts, number, history);
}

template <typename Rules>
void Worker<Rules>::grow(std::size_t i) {
  const Reply reply = frame(1).reply;
  if (!task_.grows || !reply.move || root_moves_.size() >= kMostRootMoves) return;
  const shogi::BareMove move = root_moves_[i].move.move;
  if ((position_.freezable(move) & shogi::mask_of(reply.kind)) == 0) return;
  int freezes = 0;
  for (const auto& other : root_moves_) {
    if (other.move.move != move || !other.move.freezes()) continue;
    if (other.move.freeze == reply.kind || ++freezes >= kFreezesOfRootMove) return;
  }
  RootMove<shogi::Move> fresh;
  fresh.move = {move, reply.kind};
  fresh.line = {fresh.move};
  root_moves_.insert(root_moves_.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::move(fresh));
}

template <typename Rules>
void Worker<Rules>::forget_freezes() {
  if (!task_.grows) return;
  std::erase_if(root_moves_, [&](const RootMove<shogi::Move>& each) {
    return each.move.freezes() && each.value == -kInfiniteValue &&
           position_.is_legal_bare(each.move.move);
  });
}

template void Worker<FreezeRules>::note_reply(int, shogi::Move);
template auto Worker<FreezeRules>::with_freeze(const MoveFacts&, shogi::PieceType) const
    -> std::optional<MoveFacts>;
template bool Worker<FreezeRules>::wants_freezes(const Node&, const MoveFacts&, int) const;
template bool Worker<FreezeRules>::attempt_freezes(Node&, const MoveFacts&, int, int);
template bool Worker<FreezeRules>::attempt_capture_with_freeze(Node&, const MoveFacts&, int, int);
template void Worker<FreezeRules>::grow(std::size_t);
template void Worker<FreezeRules>::forget_freezes();

}  // namespace gougi::search
