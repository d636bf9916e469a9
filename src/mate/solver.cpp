// SPDX-License-Identifier: MIT
#include "mate/solver.hpp"

#include <algorithm>
#include <new>
#include <optional>

#include "mate/line_reader.hpp"
#include "mate/measure.hpp"
#include "mate/proof_search.hpp"
#include "mate/proof_walk.hpp"
#include "mate/race.hpp"
#include "mate/search_variant.hpp"
#include "mate/shogi_proofs.hpp"
#include "mate/shorten.hpp"

namespace gougi::mate {
namespace {

/// Nodes that reading out the line may cost beyond the search: entries pushed out of the table are
/// proved again. Larger answers later than a node limit promises, smaller loses proven mates.
constexpr std::uint64_t kNodesForLine = 1'000'000;

/// What measuring a mate may cost, in nodes: so many, and an eighth of those that proving it took.
/// It is done twice, when the mate is found and when it has been shortened. Larger knows the length
/// of more mates, smaller answers sooner.
constexpr std::uint64_t kNodesToMeasure = 10'000;
/// Positions that may be measured at once: no more than 30 MB hold.
constexpr std::size_t kMostToMeasure = 500'000;
/// After a stop, in positions: some milliseconds. What was gained until then is to be shown.
constexpr std::size_t kMostToMeasureAfterStop = 2'000;
/// Lengths that were measured may show the attacker a shorter way, which is to be measured again.
constexpr int kMostRounds = 4;

/// What shortening a mate to an upper bound may cost: so many nodes, and a quarter of what the mate
/// itself cost. Larger finds shorter mates, smaller answers sooner. Together with the measuring it
/// is half.
constexpr std::uint64_t kNodesToShorten = 20'000;

/// What the look for the shortest mate from below may cost, in nodes. Larger finds the shortest of
/// more problems sooner, smaller loses less where the mate is long or there is none.
constexpr std::uint64_t kNodesFromBelow = 50'000;
/// The first bound of that look, in plies, and the last.
constexpr Length kFirstBound = 5;
constexpr Length kLastBound = 31;

/// Asks for a mate within few plies, then within two more, and so on. Open: the nodes did not
/// suffice.
Finding prove_from_below(ProofSearch& search, const shogi::Position& position,
                         const MateLimits& limits, Length longest) {
  const bool or_root = limits.role == Role::kAttacker;
  const auto first = static_cast<Length>(or_root ? kFirstBound : kFirstBound + 1);
  for (Length within = first; within <= std::min(kLastBound, longest);
       within = static_cast<Length>(within + 2)) {
    const Finding finding = search.prove(position, or_root, within);
    if (!finding.fails() || finding.length == kNever) return finding;
  }
  return {};
}

Finding prove(ProofSearch& search, const shogi::Position& position, const MateLimits& limits,
              const MateStop& stop) {
  const auto longest = static_cast<Length>(std::clamp(limits.depth, 1, kDeepestLine));
  std::uint64_t nodes_below = 0;
  if (limits.post == PostSearch::kMinimum && !limits.goes_on) {
    // For short mates this costs half of what finding any mate and shortening it does.
    MateLimits below = limits;
    below.nodes = std::min(limits.nodes.value_or(4 * kNodesFromBelow) / 4, kNodesFromBelow);
    search.begin(position, below, stop);
    const Finding finding = prove_from_below(search, position, limits, longest);
    if (!finding.is_open()) return finding;
    // Among bounded disproofs in the table a search without bound hardly ever ends with "no mate".
    search.table().new_search();
    if (search.reason() == Reason::kStopped) return finding;
    nodes_below = search.nodes();
  }
  search.begin(position, limits, stop, nodes_below);
  return search.prove(position, limits.role == Role::kAttacker, longest);
}

}  // namespace

Solver::Solver(MemoryAdvice advice) : advice_(advice) {
  searches_.push_back(make_search(0));
  search_ = searches_.front().get();
}
Solver::~Solver() = default;

std::unique_ptr<ProofSearch> Solver::make_search(std::size_t number) const {
  auto search = std::make_unique<ProofSearch>(variant_of(number));
  search->table().set_memory_advice(advice_);
  return search;
}

void Solver::resize(std::size_t megabytes) {
  megabytes_ = megabytes;
  for (const auto& search : searches_) search->table().resize(megabytes / searches_.size());
}

void Solver::set_threads(int count) {
  const auto wanted = static_cast<std::size_t>(std::max(count, 1));
  if (wanted == searches_.size()) return;
  searches_.resize(std::min(wanted, searches_.size()));
  try {
    while (searches_.size() < wanted) searches_.push_back(make_search(searches_.size()));
  } catch (const std::bad_alloc&) {  // fewer search then
    if (searches_.empty()) throw;
  }
  search_ = searches_.front().get();
  if (megabytes_ > 0) resize(megabytes_);
}

MateResult Solver::solve(const shogi::Position& position, const MateLimits& limits,
                         const MateStop& stop) {
  MateResult result;
  if (limits.role == Role::kDefender && !position.in_check()) {
    result.verdict = Verdict::kNoMate;
    return result;
  }
  others_nodes_ = 0;
  const Finding root = searches_.size() == 1 ? prove(*search_, position, limits, stop)
                                             : race(position, limits, stop);
  if (root.mates()) {
    const auto tell = [this, stop](const MateProgress& progress) {
      MateProgress whole = progress;
      whole.nodes += others_nodes_;
      whole.found = true;
      return stop && stop(whole);
    };
    search_->go_on(limits, tell, Reason::kNone);
    read_mate(position, limits, root.length, result);
  } else if (root.fails() && root.length == kNever) {
    result.verdict = Verdict::kNoMate;
  } else {
    result.reason = root.fails() ? Reason::kDepth : search_->reason();
  }
  result.nodes = search_->nodes() + others_nodes_;
  return result;
}

Finding Solver::race(const shogi::Position& position, const MateLimits& limits,
                     const MateStop& stop) {
  const auto end = mate::race<shogi::BareMove>(
      searches_, limits, stop,
      [&position](ProofSearch& search, const MateLimits& own, const MateStop& own_stop) {
        return prove(search, position, own, own_stop);
      });
  search_ = searches_[end.winner].get();
  others_nodes_ = end.others_nodes;
  search_->go_on(limits, stop, end.reason);
  return end.finding;
}

// Replaces `line` by the longest defence, and `length` by what that takes. False: `nodes` did not
// suffice.
bool Solver::measure(const shogi::Position& position, bool or_root, std::uint64_t nodes,
                     bool is_stopped, Length& length, Line& line) {
  const std::size_t most = is_stopped ? kMostToMeasureAfterStop : kMostToMeasure;
  const std::uint64_t end = search_->nodes() + nodes;
  for (int round = 0; round < kMostRounds; ++round) {
    search_->extend(end - std::min(end, search_->nodes()));
    Measure measure(*search_, or_root, most, is_stopped);
    Line longest = measure.longest(position);
    if (longest.moves.empty()) return round > 0;
    const bool is_shorter = longest.length < length;
    length = std::min(length, longest.length);
    line = std::move(longest);
    if (!is_shorter) return true;
  }
  return true;
}

void Solver::read_mate(const shogi::Position& position, const MateLimits& limits, Length length,
                       MateResult& result) {
  const std::uint64_t nodes_to_prove = search_->nodes();
  const bool or_root = limits.role == Role::kAttacker;
  ShogiProofs proofs(*search_);
  LineReader<ShogiProofs> reader(proofs, or_root);
  bool is_read = false;
  bool is_measured = false;
  const auto take = [&](Line line) {
    if (!is_mate_line(position, line.moves, limits.role)) return;
    result.moves = std::move(line.moves);
    result.plies = line.length;
    is_read = true;
  };
  const auto take_longest = [&] {
    bool is_stopped = search_->reason() == Reason::kStopped;
    search_->extend(kNodesForLine);
    Line line = reader.read(position, length);
    is_stopped = is_stopped || search_->reason() == Reason::kStopped;
    const bool is_longest =
        line.length >= length ||
        measure(position, or_root, kNodesToMeasure + nodes_to_prove / 8, is_stopped, length, line);
    // Where it is not known how long the defence may last, the line before is the better one.
    if (!is_longest && is_measured) return;
    take(std::move(line));
    is_measured = is_longest && is_read;
  };
  // What was found from below is read once, at its best.
  const bool is_known_shortest = search_->look(position).safe >= length - 2;
  if (limits.post == PostSearch::kNone || !is_known_shortest) take_longest();
  if (limits.post != PostSearch::kNone) {
    std::optional<std::uint64_t> nodes;
    if (limits.post == PostSearch::kUpperBound) nodes = kNodesToShorten + nodes_to_prove / 4;
    const bool is_shortest =
        Shortener(proofs, position, or_root).shorten(length, nodes, length, [](Length now) {
          return std::optional(now);
        });
    if (is_shortest) {
      search_->extend(kNodesForLine);
      is_read = false;
      take(reader.read_exact(position, length));
      result.is_shortest = is_read;
    }
    if (!result.is_shortest) take_longest();
  }
  if (!is_read) {
    result.reason = search_->reason() == Reason::kNone ? Reason::kNodes : search_->reason();
  } else {
    result.verdict = Verdict::kMate;
  }
}

Verification Solver::verify(const shogi::Position& position, Role role) {
  search_->extend_without_end();
  ShogiProofs proofs(*search_);
  return ProofWalk(proofs, position, role == Role::kAttacker).run();
}

bool is_mate_line(const shogi::Position& position, const std::vector<shogi::BareMove>& moves,
                  Role role) {
  return replays_to_mate<shogi::Undo>(position, moves, role,
                                      [](const shogi::Position& last) { return last.is_mated(); });
}

}  // namespace gougi::mate
