// SPDX-License-Identifier: MIT
#include "mate/solver.hpp"

#include <algorithm>
#include <optional>

#include "mate/line_reader.hpp"
#include "mate/proof_search.hpp"
#include "mate/shorten.hpp"

namespace gougi::mate {
namespace {

/// Nodes that reading out the line may cost beyond the search: entries pushed out of the table are
/// proved again. Larger answers later than a node limit promises, smaller loses proven mates.
constexpr std::uint64_t kNodesForLine = 1'000'000;

/// What shortening a mate to an upper bound may cost: so many nodes, and a quarter of what the mate
/// itself cost. Larger finds shorter mates, smaller answers sooner.
constexpr std::uint64_t kNodesToShorten = 20'000;

}  // namespace

Solver::Solver(MemoryAdvice advice) : search_(std::make_unique<ProofSearch>()) {
  search_->table().set_memory_advice(advice);
}
Solver::~Solver() = default;

void Solver::resize(std::size_t megabytes) { search_->table().resize(megabytes); }

MateResult Solver::solve(const shogi::Position& position, const MateLimits& limits,
                         const std::function<bool(const MateProgress&)>& stop) {
  MateResult result;
  if (limits.role == Role::kDefender && !position.in_check()) {
    result.verdict = Verdict::kNoMate;
    return result;
  }
  search_->begin(position, limits, stop);
  const auto longest = static_cast<Length>(std::clamp(limits.depth, 1, kDeepestLine));
  const Finding root = search_->prove(position, limits.role == Role::kAttacker, longest);
  if (root.mates()) {
    read_mate(position, limits, root.length, result);
  } else if (root.fails() && root.length == kNever) {
    result.verdict = Verdict::kNoMate;
  } else {
    result.reason = root.fails() ? Reason::kDepth : search_->reason();
  }
  result.nodes = search_->nodes();
  return result;
}

void Solver::read_mate(const shogi::Position& position, const MateLimits& limits, Length length,
                       MateResult& result) {
  const std::uint64_t nodes_to_prove = search_->nodes();
  const bool attacking = limits.role == Role::kAttacker;
  LineReader reader(*search_, attacking);
  bool is_read = false;
  const auto take = [&](Line line) {
    if (is_read && line.length > result.plies) return;
    if (!is_mate_line(position, line.moves, limits.role)) return;
    result.moves = std::move(line.moves);
    result.plies = line.length;
    is_read = true;
  };
  search_->extend(kNodesForLine);
  take(reader.read(position, length));
  // The line may be shorter than what is proven: the defender's moves in it are the longest by
  // upper bounds only.
  if (limits.post != PostSearch::kNone) {
    std::optional<std::uint64_t> nodes;
    if (limits.post == PostSearch::kUpperBound) nodes = kNodesToShorten + nodes_to_prove / 4;
    const bool is_shortest = Shortener(*search_, position, attacking).shorten(length, nodes);
    search_->extend(kNodesForLine);
    if (is_shortest) {
      is_read = false;
      take(reader.read_exact(position, length));
      result.is_shortest = is_read;
    }
    if (!result.is_shortest) take(reader.read(position, length));
  }
  if (!is_read) {
    result.reason = search_->reason() == Reason::kNone ? Reason::kNodes : search_->reason();
  } else {
    result.verdict = Verdict::kMate;
  }
}

bool is_mate_line(const shogi::Position& position, const std::vector<shogi::Move>& moves,
                  Role role) {
  bool attacking = role == Role::kAttacker;
  if ((moves.size() % 2 == 1) != attacking) return false;
  shogi::Position current = position;
  for (const shogi::Move move : moves) {
    if (!current.is_legal(move) || (attacking && !current.gives_check(move))) return false;
    shogi::Undo undo;
    current.do_move(move, undo);
    attacking = !attacking;
  }
  return current.is_mated();
}

}  // namespace gougi::mate
