// SPDX-License-Identifier: MIT
// 2手前の評価値から一定値以上下降（上昇）したら対局者交代: the engine that played last plays on,
// until its score has fallen (risen) by `change_player_score_diff` or more since its previous own
// move; then the next one does. Never before it has played two in a row. Read off the moves played
// alone, so that an undo or an analysis cannot shift it.
//
// Centipawns are one engine's own, so they are compared as they are; where it has a map of its
// scores (scale.hpp), as what they are worth there, in centipawns of its coefficient. A mate lost
// or found counts as any number of them, a mate that got shorter or longer as none. Without one of
// the two scores there is no change. Moves that were no engine's (a solver's mate, a fallback) are
// passed over. A bound hands over to nobody, for it may be that of a search that was broken off:
// the move is passed over, and the exact scores on both sides of it are compared. Who stood in for
// an engine that was not at hand plays on like any other.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "consensus/phrase.hpp"
#include "consensus/strategy.hpp"
#include "consensus/turns.hpp"
#include "consensus/win_rate.hpp"

namespace gougi::consensus {
namespace {

struct Turn {
  int engine = 1;
  bool handed_over = false;
};

// Whether `now` is `least` centipawns or more above `before`.
bool has_risen(const usi::Score& before, const usi::Score& now, int least, const Scale& scale) {
  if (mate_sign(before) != mate_sign(now)) return mate_sign(now) > mate_sign(before);
  const auto* cp_before = std::get_if<usi::Centipawns>(&before.value);
  const auto* cp_now = std::get_if<usi::Centipawns>(&now.value);
  if (cp_before == nullptr || cp_now == nullptr) return false;
  if (scale.knots.empty()) return std::int64_t{cp_now->value} - cp_before->value >= least;
  return (logit(now, scale) - logit(before, scale)) * scale.eval_coef >= least - kRounding;
}

// Of the engine's last move: a rise is one on the scale of that phase, whatever it was before.
Scale scale_of(const Facts& facts, const OwnMove& move) {
  const auto member = std::ranges::find(facts.members, move.voter, &Member::number);
  return member == facts.members.end() ? Scale{} : member->scales.at(move.ply);
}

bool is_bound(const std::optional<usi::Score>& score) {
  return score && score->bound != usi::Bound::kExact;
}

// `sign` 1: a rise hands over; -1: a drop does.
Turn turn_of(const Facts& facts, std::span<const int> available, int sign) {
  const int engines = engine_count(facts, available);
  const OwnMove* last = nullptr;
  const OwnMove* before = nullptr;  // the same engine's, in an unbroken turn
  for (const OwnMove& move : facts.history) {
    if (move.voter < 1 || move.voter > engines) continue;
    if (last != nullptr && last->voter != move.voter) {
      before = nullptr;
    } else if (last != nullptr && !is_bound(last->score)) {
      before = last;
    }
    last = &move;
  }
  if (last == nullptr) return {.engine = next_available(1, available)};
  const int least = facts.numbers.change_player_score_diff;
  const Scale scale = scale_of(facts, *last);
  const bool changes = before != nullptr && last->score && before->score &&
                       !is_bound(last->score) &&
                       (sign > 0 ? has_risen(*before->score, *last->score, least, scale)
                                 : has_risen(*last->score, *before->score, least, scale));
  const int wanted = changes ? last->voter % engines + 1 : last->voter;
  return {.engine = next_available(wanted, available), .handed_over = changes};
}

Decided decide_by(const Council& moves, int sign) {
  const Turn turn = turn_of(moves.facts, numbers_of(moves), sign);
  const std::string least = std::to_string(moves.facts.numbers.change_player_score_diff);
  if (!turn.handed_over) return decided(turn.engine, {"its turn, and it plays on", "担当を続行"});
  return decided(
      turn.engine,
      {"its turn, as the last player's value " + std::string(sign > 0 ? "rose" : "fell") + " by " +
           least + " or more",
       "担当：前の担当の評価値が" + least + "以上" + (sign > 0 ? "上昇" : "下降") + "し交代"});
}

}  // namespace

std::vector<int> seats_rotate_drop(const Facts& facts, std::span<const int> available) {
  return {turn_of(facts, available, -1).engine};
}

std::vector<int> seats_rotate_rise(const Facts& facts, std::span<const int> available) {
  return {turn_of(facts, available, 1).engine};
}

Verdict choose_rotate_drop(const Council& moves) { return decide_by(moves, -1); }

Verdict choose_rotate_rise(const Council& moves) { return decide_by(moves, 1); }

}  // namespace gougi::consensus
