// SPDX-License-Identifier: MIT
#include "mate/freeze_solver.hpp"

#include <algorithm>
#include <unordered_map>

namespace gougi::mate {
namespace {

using shogi::FreezePosition;
using shogi::Move;

/// Nodes that reading out the line may cost beyond the search, and minds no stop: entries pushed
/// out of the table are proved again. Larger answers later than promised, smaller loses proven
/// mates.
constexpr std::uint64_t kNodesForFreezeLine = 50'000;

/// What shortening a mate to an upper bound may cost: so many nodes, and a quarter of what the mate
/// itself cost.
constexpr std::uint64_t kNodesToShortenFreeze = 10'000;

// A move that ends it. Behind the attacker's move `m`, in `position`.
bool ends(const FreezePosition& position) {
  return position.is_lost() &&
         (position.in_check() || position.state().in_force != shogi::PieceType::kNone);
}

FreezePosition position_after(FreezePosition position, Move move) {
  shogi::FreezeUndo undo;
  position.do_move(move, undo);
  return position;
}

}  // namespace

FreezeMateResult FreezeSolver::solve(const FreezePosition& position, const MateLimits& limits,
                                     const FreezeMateStop& stop) {
  FreezeMateResult result;
  const bool attacking = limits.role == Role::kAttacker;
  if (!attacking && !position.in_check()) {
    result.verdict = Verdict::kNoMate;
    return result;
  }
  search_.begin(position, limits, stop);
  const int longest = std::clamp(limits.depth, 1, kDeepestFreezeLine);
  const FreezeFinding root = search_.prove(position, attacking, longest);
  if (root.mates()) {
    read_mate(position, limits, root.length, result);
  } else if (root.fails() && root.length == kNever) {
    result.verdict = Verdict::kNoMate;
  } else {
    result.reason = root.fails() ? Reason::kDepth : search_.reason();
  }
  result.nodes = search_.nodes();
  return result;
}

void FreezeSolver::read_mate(const FreezePosition& position, const MateLimits& limits, int length,
                             FreezeMateResult& result) {
  const bool attacking = limits.role == Role::kAttacker;
  const std::uint64_t nodes_to_prove = search_.nodes();
  if (!read(position, attacking, length, result)) {
    result.reason = Reason::kNodes;
    return;
  }
  result.verdict = Verdict::kMate;
  result.is_shortest = result.plies == 0;
  if (limits.post == PostSearch::kNone || result.is_shortest) return;
  std::optional<std::uint64_t> nodes;
  if (limits.post == PostSearch::kUpperBound) nodes = kNodesToShortenFreeze + nodes_to_prove / 4;
  const std::uint64_t last = search_.nodes() + nodes.value_or(0);
  // The line that was read may be shorter than the proof is long: another defence holds out longer.
  int proven = length;
  int refuted = attacking ? -1 : -2;
  while (proven - 2 > refuted) {
    if (nodes && search_.nodes() >= last) return;
    std::optional<std::uint64_t> left;
    if (nodes) left = last - search_.nodes();
    search_.allow(left, true);
    const bool try_line = result.plies < proven && result.plies > refuted;
    const int bound = try_line ? result.plies : proven - 2;
    const FreezeFinding shorter = search_.prove(position, attacking, bound);
    if (shorter.is_open()) return;
    if (shorter.fails()) {
      refuted = bound;
      continue;
    }
    proven = shorter.length;
    if (!read(position, attacking, proven, result)) return;
  }
  result.plies = proven;
  result.is_shortest = read_exact(position, attacking, result);
  if (!result.is_shortest) result.plies = static_cast<int>(result.moves.size());
}

// The line of a mate of at most `length` plies that is in the table. False, and `result` unchanged:
// it could not be read.
bool FreezeSolver::read(const FreezePosition& position, bool attacking, int length,
                        FreezeMateResult& result) {
  search_.allow(kNodesForFreezeLine, false);
  const Role role = attacking ? Role::kAttacker : Role::kDefender;
  std::vector<Move> line;
  FreezePosition current = position;
  for (int left = length; left > 0; --left, attacking = !attacking) {
    if (!search_.prove(current, attacking, left).mates()) return false;
    const Move move = search_.best();
    if (!move) break;
    line.push_back(move);
    current = position_after(current, move);
  }
  if (!is_mate_line(position, line, role)) return false;
  result.plies = static_cast<int>(line.size());
  result.moves = std::move(line);
  return true;
}

// The line of a shortest mate, of result.plies plies, in which the defender holds out longest.
bool FreezeSolver::read_exact(const FreezePosition& position, bool attacking,
                              FreezeMateResult& result) {
  search_.allow(kNodesForFreezeLine, false);
  const Role role = attacking ? Role::kAttacker : Role::kDefender;
  std::vector<Move> line;
  FreezePosition current = position;
  for (int left = result.plies; left > 0; --left, attacking = !attacking) {
    Move move;
    if (!attacking) {
      move = longest_defence(current, left);
    } else if (search_.prove(current, true, left).mates()) {
      move = search_.best();
    }
    if (!move) return false;
    line.push_back(move);
    current = position_after(current, move);
  }
  if (!is_mate_line(position, line, role)) return false;
  result.moves = std::move(line);
  return true;
}

// A reply after which the mate takes all of the `length` plies that it takes here.
Move FreezeSolver::longest_defence(const FreezePosition& position, int length) {
  std::vector<FreezeOption> replies;
  FreezePosition current = position;
  if (list_defences(current, true, replies)) return {};
  for (const FreezeOption& reply : replies) {
    const FreezePosition after = position_after(position, reply.move);
    if (length <= 2 || search_.prove(after, true, length - 3).fails()) return reply.move;
  }
  return {};
}

Verification FreezeSolver::verify(const FreezePosition& position, Role role) {
  struct Claim {
    FreezePosition position;
    int within;  // plies to the mate
  };
  search_.allow(std::nullopt, false);
  Verification result{true, 0};
  std::unordered_map<shogi::Key, int> seen;  // and the least number of plies claimed
  std::vector<Claim> open{{position, kDeepestFreezeLine}};
  const shogi::Color attacker =
      role == Role::kAttacker ? position.side_to_move() : ~position.side_to_move();
  while (!open.empty() && result.holds) {
    const Claim claim = open.back();
    const FreezePosition& current = claim.position;
    open.pop_back();
    const auto [place, is_new] = seen.try_emplace(current.key(), claim.within);
    if (!is_new && place->second <= claim.within) continue;
    place->second = claim.within;
    result.positions += is_new ? 1 : 0;
    if (current.side_to_move() != attacker) {
      std::vector<Move> replies;
      shogi::generate_legal(current, replies);
      result.holds = replies.empty() ? ends(current) : claim.within >= 2;
      for (const Move reply : replies) {
        open.push_back({position_after(current, reply), claim.within - 1});
      }
      continue;
    }
    const FreezeFinding found = search_.prove(current, true, claim.within);
    const Move move = search_.best();
    result.holds = found.mates() && current.is_legal(move);
    if (!result.holds) break;
    open.push_back({position_after(current, move), found.length - 1});
    result.holds = current.gives_check(move) || ends(open.back().position);
  }
  return result;
}

bool is_mate_line(const FreezePosition& position, const std::vector<Move>& moves, Role role) {
  bool attacking = role == Role::kAttacker;
  if ((moves.size() % 2 == 1) != attacking) return false;
  FreezePosition current = position;
  for (std::size_t i = 0; i < moves.size(); ++i, attacking = !attacking) {
    if (!current.is_legal(moves[i])) return false;
    const bool is_last = i + 1 == moves.size();
    if (attacking && !is_last && !current.gives_check(moves[i])) return false;
    current = position_after(current, moves[i]);
  }
  return moves.empty() ? current.is_mated() : ends(current);
}

}  // namespace gougi::mate
