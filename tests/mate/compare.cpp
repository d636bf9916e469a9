// SPDX-License-Identifier: MIT
#include "mate/oracle.hpp"
#include "mate/solver.hpp"
#include "notation/sfen.hpp"

namespace gougi::mate::oracle {
namespace {

const char* difference(const shogi::Position& position, const MateResult& result, int shortest,
                       int plies) {
  const int length = result.plies;
  if (result.verdict == Verdict::kMate && !is_mate_line(position, result.moves)) return "no mate";
  if (shortest > 0) {
    if (result.verdict == Verdict::kNoMate) return "a mate was denied";
    if (result.verdict == Verdict::kUnknown) return nullptr;
    if (length < shortest) return "shorter than possible";
    if (result.is_shortest && length != shortest) return "not the shortest";
    return nullptr;
  }
  return result.is_shortest && length <= plies ? "a mate that is none" : nullptr;
}

}  // namespace

Agreement compare(std::uint64_t seed, int count, int plies, std::size_t megabytes,
                  std::uint64_t nodes) {
  Agreement agreement;
  base::Random random(seed);
  Solver solver;
  solver.resize(megabytes);
  for (int i = 0; i < count;) {
    const auto position = random_problem(random);
    if (!position) continue;
    ++i;
    const int shortest = shortest_mate(*position, plies);
    MateLimits limits;
    limits.nodes = nodes;
    limits.post = PostSearch::kMinimum;
    // The shortest of a long mate may take for ever.
    const MateResult result =
        solver.solve(*position, limits,
                     [nodes](const MateProgress& progress) { return progress.nodes > 2 * nodes; });
    ++(shortest > 0 ? agreement.mates : agreement.others);
    agreement.no_mates += result.verdict == Verdict::kNoMate ? 1 : 0;
    const char* what = difference(*position, result, shortest, plies);
    if (result.verdict == Verdict::kMate && !solver.verify(*position).holds) {
      what = "the proof does not hold";
    }
    if (what == nullptr) continue;
    if (++agreement.differences > 1) continue;
    agreement.first_difference = notation::to_sfen(*position) + ": " + what + ", brute force " +
                                 std::to_string(shortest) + ", solver " +
                                 std::to_string(result.moves.size());
  }
  return agreement;
}

}  // namespace gougi::mate::oracle
