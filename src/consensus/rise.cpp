// SPDX-License-Identifier: MIT
// 2手前の評価値からの上昇分の楽観合議・悲観合議: the ballot whose score has risen most (or least)
// since the same engine's previous own move, in logit; ties to the smaller number.
//
// A mate now stands beyond all rises, as it stands beyond all scores: a mate kept from move to move
// would else have risen by nothing. A centipawn score after a mate has risen (after being mated) or
// fallen (after mating) more than any between centipawn scores. An engine without a previous score
// (its first move, a restart) has no rise, and like one without a score takes part only if nobody
// has a rise; then the first with a score is played. A bound, then or now, counts as its number,
// and the reason shows that it is one.
#include <compare>
#include <optional>

#include "consensus/candidates.hpp"
#include "consensus/phrase.hpp"
#include "consensus/strategy.hpp"
#include "consensus/win_rate.hpp"

namespace gougi::consensus {
namespace {

struct Rise {
  int grade = 0;  ///< 2: mates, 1: was mated, 0: centipawns both times, -1: had a mate, -2: mated
  double logit = 0.0;       ///< the difference; where the grade is not 0, that of the score now
  const Voter* voter = {};  ///< not null
};

std::optional<Rise> rise_of(const Voter& voter) {
  if (!voter.ballot->score) return std::nullopt;
  const usi::Score& now = *voter.ballot->score;
  const double value = logit(now, voter.scale);
  if (mate_sign(now) != 0) return Rise{2 * mate_sign(now), value, &voter};
  if (!voter.previous) return std::nullopt;
  const int before = mate_sign(*voter.previous);
  if (before != 0) return Rise{-before, value, &voter};
  return Rise{0, value - logit(*voter.previous, voter.scale), &voter};
}

std::partial_ordering compare_rises(const Rise& a, const Rise& b) {
  if (a.grade != b.grade) return a.grade <=> b.grade;
  if (a.grade == 2 || a.grade == -2) {
    return usi::compare(*a.voter->ballot->score, *b.voter->ballot->score);
  }
  return a.logit <=> b.logit;
}

// Of mates on both sides of it the shorter one has risen.
std::partial_ordering direction_of(const Rise& rise) {
  const Voter& voter = *rise.voter;
  const bool was_so =
      voter.previous && mate_sign(*voter.previous) == mate_sign(*voter.ballot->score);
  if (rise.grade != 0 && was_so) return usi::compare(*voter.ballot->score, *voter.previous);
  return rise.grade != 0 ? rise.grade <=> 0 : rise.logit <=> 0.0;
}

// The highest of all may be a fall, and the lowest one a rise.
Phrase phrase_of(const Rise& rise, const Phrase& rising, const Phrase& falling,
                 const Phrase& level) {
  const Voter& voter = *rise.voter;
  const auto direction = direction_of(rise);
  const Phrase& what = direction > 0 ? rising : direction < 0 ? falling : level;
  const Phrase now = worth(*voter.ballot->score, voter.scale);
  if (!voter.previous) return {what.en + ": " + now.en, what.ja + "：" + now.ja};
  const Phrase before = worth(*voter.previous, voter.scale);
  return {what.en + ": from " + before.en + " to " + now.en,
          what.ja + "：" + before.ja + "から" + now.ja};
}

// `sign` 1: the highest; -1: the lowest.
std::optional<Rise> furthest(const Council& moves, int sign) {
  std::optional<Rise> best;
  for (const Voter& voter : moves.voters) {
    const auto rise = rise_of(voter);
    if (!rise) continue;
    if (!best) {
      best = rise;
      continue;
    }
    const auto order = compare_rises(*rise, *best);
    if (sign > 0 ? order > 0 : order < 0) best = rise;
  }
  return best;
}

Decided without_rises(const Council& moves) {
  const Voter& first = first_with_score(moves);
  if (!first.ballot->score) return without_values(first);
  return decided(first.number, {"nobody has a previous value, so the first vote with a value",
                                "前回の評価値がないため番号順"});
}

}  // namespace

Verdict choose_optimistic_rise(const Council& moves) {
  const auto best = furthest(moves, 1);
  if (!best) return without_rises(moves);
  return decided(best->voter->number, phrase_of(*best, {"highest rise of all", "最も大きい上昇"},
                                                {"smallest fall of all", "最も小さい下降"},
                                                {"no value has risen", "上昇した評価値なし"}));
}

Verdict choose_pessimistic_rise(const Council& moves) {
  const auto worst = furthest(moves, -1);
  if (!worst) return without_rises(moves);
  return decided(worst->voter->number, phrase_of(*worst, {"lowest rise of all", "最も小さい上昇"},
                                                 {"largest fall of all", "最も大きい下降"},
                                                 {"no value has fallen", "下降した評価値なし"}));
}

}  // namespace gougi::consensus
