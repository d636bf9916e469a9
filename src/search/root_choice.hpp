// SPDX-License-Identifier: MIT
// What a search makes of its root moves, of whatever game: how deep and how many lines, when it is
// enough, and which one is played.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "base/random.hpp"
#include "search/search_terms.hpp"
#include "search/value.hpp"
#include "shogi/types.hpp"

namespace gougi::search {

/// With less than full skill the choice is among so many moves.
inline constexpr int kSkillLines = 4;
/// With a single legal move this depth is enough for a score and an expected answer.
inline constexpr int kDepthOfForcedMove = 6;

/// What a root move is taken to be worth when the search did not get to it.
template <typename AnyRootMove>
int known_value(const AnyRootMove& root_move) {
  return root_move.value == -kInfiniteValue ? root_move.previous_value : root_move.value;
}

/// Sorts the moves from `first` up to `end`, the best first; what has the same value stays in its
/// order.
template <typename AnyRootMove>
void sort_root_moves(std::vector<AnyRootMove>& moves, std::size_t first, std::size_t end) {
  const auto better = [](const AnyRootMove& a, const AnyRootMove& b) {
    return a.value != b.value ? a.value > b.value : a.previous_value > b.previous_value;
  };
  std::stable_sort(moves.begin() + static_cast<std::ptrdiff_t>(first),
                   moves.begin() + static_cast<std::ptrdiff_t>(end), better);
}

/// An iteration that was broken off may have shown that its best move is mated. Then another goes
/// first, unless the iteration before found that all are: the best of that one whose own mate is
/// not known, or else a move that was not come to.
template <typename AnyRootMove>
void prefer_unknown(std::vector<AnyRootMove>& moves) {
  const auto is_lost = [](int value) { return is_mate_value(value) && value < 0; };
  const auto was_open = [&](const AnyRootMove& each) {
    return each.previous_value != -kInfiniteValue && !is_lost(each.previous_value);
  };
  if (!moves.front().looked_at || !is_lost(moves.front().value)) return;
  if (std::none_of(moves.begin(), moves.end(), was_open)) return;
  auto chosen = moves.end();
  for (auto each = moves.begin() + 1; each != moves.end(); ++each) {
    if (each->value != -kInfiniteValue && each->looked_at) continue;
    if (!was_open(*each) && each->looked_at) continue;
    if (chosen == moves.end() || each->previous_value > chosen->previous_value) chosen = each;
  }
  if (chosen == moves.end()) return;
  if (chosen->line.empty()) chosen->line.push_back(chosen->move);
  std::rotate(moves.begin(), chosen, chosen + 1);
}

/// The depth of the last iteration.
inline int deepest_iteration(const Settings& settings, const Limits& limits) {
  const int most = settings.skill < kFullSkill ? 1 + settings.skill : kMaxPly;
  return std::clamp(limits.depth.value_or(most), 1, most);
}

/// How many lines are searched, where `moves` are legal.
inline std::size_t count_lines(const Settings& settings, std::size_t moves) {
  const int wanted =
      settings.skill < kFullSkill ? std::max(settings.lines, kSkillLines) : settings.lines;
  return std::min<std::size_t>(static_cast<std::size_t>(std::max(1, wanted)), moves);
}

/// Whether iterations up to `depth` will do, whatever time is left.
template <typename AnyRootMove>
bool is_enough(const std::vector<AnyRootMove>& moves, int depth, const Limits& limits) {
  const bool timed = limits.clock || limits.movetime;
  const int value = moves.front().value;
  // A mate that the depth has covered will not get shorter.
  if (timed && is_mate_value(value) && kMateValue - std::abs(value) <= depth) return true;
  return limits.clock && moves.size() == 1 && depth >= kDepthOfForcedMove;
}

/// The best of the sorted `moves`; with less than full skill now and then one that is a little
/// worse. `root` makes the choice another one in every position.
template <typename AnyRootMove>
const AnyRootMove& take_root_move(const std::vector<AnyRootMove>& moves, const Settings& settings,
                                  shogi::Key root) {
  if (settings.skill >= kFullSkill || moves.size() < 2) return moves.front();
  base::Random random(settings.skill_seed ^ root);
  const int best = known_value(moves.front());
  const int weakness = 8 * (kFullSkill - settings.skill);
  const AnyRootMove* chosen = &moves.front();
  int highest = -2 * kInfiniteValue;
  const auto count = std::min(static_cast<std::size_t>(kSkillLines), moves.size());
  for (std::size_t i = 0; i < count; ++i) {
    const int value = known_value(moves[i]);
    if (value == -kInfiniteValue || best - value > 10 * weakness) continue;
    const int luck = static_cast<int>(random.below(static_cast<std::uint64_t>(5 * weakness)));
    if (value + luck > highest) {
      highest = value + luck;
      chosen = &moves[i];
    }
  }
  return *chosen;
}

}  // namespace gougi::search
