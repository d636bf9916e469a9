// SPDX-License-Identifier: MIT
#include "search/mate_watch.hpp"

#include "search/value.hpp"

namespace gougi::search {

template <typename Rules>
typename MateWatch<Rules>::Mate MateWatch<Rules>::look(const typename Rules::Position& position,
                                                       std::uint64_t nodes, const Stop& stop) {
  Seen& seen = seen_[position.key()];
  // A look begins anew, so it is worth it only if it gets much farther than the last one.
  if (seen.is_settled || nodes < 2 * seen.nodes) return seen.mate;
  seen.nodes = nodes;
  mate::MateLimits limits;
  limits.nodes = nodes;
  limits.depth = kMaxPly - 2;
  limits.post = mate::PostSearch::kNone;
  const auto result =
      solver_.solve(position, limits, [&](const auto& progress) { return stop(progress.nodes); });
  nodes_ += result.nodes;
  seen.is_settled = result.verdict != mate::Verdict::kUnknown;
  if (result.verdict == mate::Verdict::kMate) seen.mate.line = result.moves;
  return seen.mate;
}

template class MateWatch<ShogiRules>;
template class MateWatch<FreezeRules>;

}  // namespace gougi::search
