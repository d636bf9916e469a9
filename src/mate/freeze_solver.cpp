// SPDX-License-Identifier: MIT
#include "mate/freeze_solver.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "mate/freeze_proofs.hpp"
#include "mate/line_reader.hpp"
#include "mate/proof_walk.hpp"
#include "mate/race.hpp"
#include "mate/search_variant.hpp"
#include "mate/shorten.hpp"

namespace gougi::mate {
namespace {

/// Nodes that reading out the line may cost beyond the search, and minds no stop: entries pushed
/// out of the table are proved again. Larger answers later than promised, smaller loses proven
/// mates.
constexpr std::uint64_t kNodesForFreezeLine = 50'000;

/// What shortening a mate to an upper bound may cost: so many nodes, and a quarter of what the mate
/// itself cost.
constexpr std::uint64_t kNodesToShortenFreeze = 10'000;

}  // namespace

FreezeSolver::FreezeSolver() { set_threads(1); }

void FreezeSolver::resize(std::size_t megabytes) {
  megabytes_ = megabytes;
  for (const auto& search : searches_) search->table().resize(megabytes / searches_.size());
}

void FreezeSolver::release() {
  for (const auto& search : searches_) search->table().release();
}

void FreezeSolver::set_threads(int count) {
  const auto wanted = static_cast<std::size_t>(std::max(count, 1));
  if (wanted == searches_.size()) return;
  searches_.resize(std::min(wanted, searches_.size()));
  try {
    while (searches_.size() < wanted) {
      searches_.push_back(std::make_unique<FreezeSearch>(variant_of(searches_.size())));
    }
  } catch (const std::bad_alloc&) {  // fewer search then
    if (searches_.empty()) throw;
  }
  search_ = searches_.front().get();
  if (megabytes_ > 0) resize(megabytes_);
}

FreezeMateResult FreezeSolver::solve(const shogi::FreezePosition& position,
                                     const MateLimits& limits, const FreezeMateStop& stop) {
  FreezeMateResult result;
  if (limits.role == Role::kDefender && !position.in_check()) {
    result.verdict = Verdict::kNoMate;
    return result;
  }
  const FreezeFinding root = prove(position, limits, stop);
  if (root.mates()) {
    const auto tell = [this, stop](const FreezeMateProgress& progress) {
      FreezeMateProgress whole = progress;
      whole.nodes += others_nodes_;
      whole.found = true;
      return stop && stop(whole);
    };
    search_->go_on(tell, Reason::kNone);
    read_mate(position, limits, root.length, result);
  } else if (root.fails() && root.length == kNever) {
    result.verdict = Verdict::kNoMate;
  } else {
    result.reason = root.fails() ? Reason::kDepth : search_->reason();
  }
  result.nodes = search_->nodes() + others_nodes_;
  return result;
}

FreezeFinding FreezeSolver::prove(const shogi::FreezePosition& position, const MateLimits& limits,
                                  const FreezeMateStop& stop) {
  const auto prove_by = [&position](FreezeSearch& search, const MateLimits& own,
                                    const FreezeMateStop& own_stop) {
    search.begin(position, own, own_stop);
    const bool or_root = own.role == Role::kAttacker;
    return search.prove(position, or_root, std::clamp(own.depth, 1, kDeepestFreezeLine));
  };
  others_nodes_ = 0;
  if (searches_.size() == 1) return prove_by(*search_, limits, stop);
  const auto end = race<shogi::Move>(searches_, limits, stop, prove_by);
  search_ = searches_[end.winner].get();
  others_nodes_ = end.others_nodes;
  search_->go_on(stop, end.reason);
  return end.finding;
}

void FreezeSolver::read_mate(const shogi::FreezePosition& position, const MateLimits& limits,
                             Length length, FreezeMateResult& result) {
  const bool or_root = limits.role == Role::kAttacker;
  const std::uint64_t nodes_to_prove = search_->nodes();
  FreezeProofs proofs(*search_);
  LineReader<FreezeProofs> reader(proofs, or_root);
  const auto take = [&](std::vector<shogi::Move> moves) {
    if (!is_mate_line(position, moves, limits.role)) return false;
    result.moves = std::move(moves);
    return true;
  };
  const auto read = [&](Length proven) -> std::optional<Length> {
    search_->extend_without_stop(kNodesForFreezeLine);
    if (!take(reader.read(position, proven).moves)) return std::nullopt;
    result.plies = static_cast<int>(result.moves.size());
    return static_cast<Length>(result.plies);
  };
  const std::optional<Length> line = read(length);
  if (!line) {
    result.reason = Reason::kNodes;
    return;
  }
  result.verdict = Verdict::kMate;
  result.is_shortest = result.plies == 0;
  if (limits.post == PostSearch::kNone || result.is_shortest) return;
  std::optional<std::uint64_t> nodes;
  if (limits.post == PostSearch::kUpperBound) nodes = kNodesToShortenFreeze + nodes_to_prove / 4;
  if (!Shortener(proofs, position, or_root).shorten(length, nodes, *line, read)) return;
  search_->extend_without_stop(kNodesForFreezeLine);
  result.is_shortest = take(reader.read_exact(position, length).moves);
  result.plies = result.is_shortest ? length : static_cast<int>(result.moves.size());
}

Verification FreezeSolver::verify(const shogi::FreezePosition& position, Role role) {
  search_->extend_without_end();
  FreezeProofs proofs(*search_);
  return ProofWalk(proofs, position, role == Role::kAttacker).run();
}

bool is_mate_line(const shogi::FreezePosition& position, const std::vector<shogi::Move>& moves,
                  Role role) {
  return replays_to_mate<shogi::FreezeUndo>(position, moves, role, &FreezeProofs::is_end);
}

}  // namespace gougi::mate
