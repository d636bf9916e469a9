// SPDX-License-Identifier: MIT
#include "naitou/search.hpp"

#include "naitou/candidates.hpp"

namespace gougi::naitou {
namespace {

/// What a step of the comparison says.
enum class Step { kAdopt, kKeep, kGoOn };

Step more(int candidate, int best) {
  if (candidate > best) return Step::kAdopt;
  return candidate < best ? Step::kKeep : Step::kGoOn;
}
Step less(int candidate, int best) { return more(best, candidate); }
Step adopt_if(bool adopts) { return adopts ? Step::kAdopt : Step::kKeep; }

/// With power enough, what is won counts against what is lost.
constexpr int kPowerForTrades = 18;

Step with_more_loss(const RootValues& root, const LeafValues& c, const LeafValues& b) {
  const int loss = c.nega - b.nega;
  if (c.cap < b.cap) return Step::kKeep;
  if (c.cap > b.cap) return adopt_if(c.cap - b.cap >= loss);
  return adopt_if(root.power_com >= kPowerForTrades && c.cap == 0 && c.posi > b.posi &&
                  c.posi - b.posi > loss);
}

Step with_less_loss(const RootValues& root, const LeafValues& c, const LeafValues& b) {
  const int spared = b.nega - c.nega;
  if (b.nega >= 30 && b.nega < 80) return Step::kAdopt;
  if (c.cap > b.cap) return Step::kAdopt;
  if (c.cap < b.cap) return more(spared, b.cap - c.cap);
  if (root.power_com >= kPowerForTrades && c.cap == 0 && c.posi < b.posi) {
    return more(spared, b.posi - c.posi);
  }
  return Step::kAdopt;
}

Step by_losses(const RootValues& root, const LeafValues& c, const LeafValues& b) {
  if (c.dis >= 40 && b.dis < 40) return Step::kKeep;
  if (c.dis < 40 && b.dis >= 40) return Step::kAdopt;
  if (c.nega > b.nega) return with_more_loss(root, c, b);
  if (c.nega < b.nega) return with_less_loss(root, c, b);
  return more(c.cap, b.cap);
}

/// The first step that says something decides; the last one if none does.
template <class... Steps>
Step first_of(Step step, Steps... rest) {
  if constexpr (sizeof...(rest) > 0) {
    if (step == Step::kGoOn) return first_of(rest...);
  }
  return step;
}

Step by_position(const LeafValues& c, const LeafValues& b) {
  return first_of(more(c.threat_h25, b.threat_h25), more(c.safe_c25, b.safe_c25),
                  less(c.threat_c25, b.threat_c25), less(c.loose, b.loose),
                  c.src_c >= 3 ? less(c.dst_h, b.dst_h) : Step::kGoOn, adopt_if(c.src_c > b.src_c));
}

}  // namespace

bool is_better(const RootValues& root, const LeafValues& candidate, Move move,
               const LeafValues& best, int best_source) {
  Step step = first_of(by_losses(root, candidate, best), more(candidate.promo, best.promo),
                       more(candidate.posi, best.posi), more(candidate.adv, best.adv));
  if (step == Step::kGoOn) {
    step = move.is_drop() ? adopt_if(root.dis >= 30 && move.source < best_source)
                          : by_position(candidate, best);
  }
  return step == Step::kAdopt;
}

SearchResult search(const SearchRequest& request, Byte& best_source) {
  const RootValues root =
      evaluate_root(request.board, request.effects, request.progress_ply, request.equal_gains);
  if (request.root != nullptr) *request.root = root;
  SearchResult result;
  std::vector<Move> moves;
  moves.reserve(600);
  if (root.adv >= 30) {
    result.outcome = Outcome::kSuicide;
    return result;
  }
  bool leaves_king = false;
  generate_candidates(request.board, moves);
  for (const Move move : moves) {
    if (request.admits && !request.admits(move)) continue;
    ++result.candidates;
    Consideration seen;
    seen.leaf = evaluate_leaf(request.board, request.effects, root, request.equal_gains, move);
    const Verdict verdict = seen.leaf.verdict;
    if (verdict == Verdict::kCompared || verdict == Verdict::kMate) {
      seen.corrected = seen.leaf.values;
      seen.rules = correct(root, seen.leaf, seen.corrected);
      seen.adopted = verdict == Verdict::kMate ||
                     is_better(root, seen.corrected, move, result.values, best_source);
    }
    if (seen.adopted) {
      result.best = move;
      result.values = seen.corrected;
      leaves_king = seen.leaf.king_attacked;
      best_source = move.is_drop() ? move.source : Byte{0};
    }
    if (request.trace != nullptr) request.trace->push_back(seen);
    if (verdict == Verdict::kMate) break;
  }
  const LeafValues& best = result.values;
  const bool gives_up = best.dis >= 31 || (leaves_king && !request.may_leave_king);
  result.outcome = gives_up ? Outcome::kLost : Outcome::kMove;
  result.quiet = root.adv == 0 && root.dis == 0 && best.cap == 0;
  result.skips_book = best.posi != best.adv && best.posi >= 8;
  return result;
}

}  // namespace gougi::naitou
