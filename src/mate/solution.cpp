// SPDX-License-Identifier: MIT
#include "mate/solution.hpp"

#include <utility>

#include "mate/last_plies.hpp"
#include "shogi/movegen.hpp"

namespace gougi::mate {

using shogi::BareMove;
using shogi::MoveList;
using shogi::Position;
using shogi::Undo;

MateResult SolutionJudge::ask(const Position& position, int plies, Role role, PostSearch post) {
  MateLimits limits;
  limits.nodes = limits_.nodes_each;
  limits.depth = plies;
  limits.post = post;
  limits.role = role;
  // Shortening does not mind `nodes`, so that the stop has to.
  const std::uint64_t most = 2 * limits_.nodes_each;
  MateResult result = solver_.solve(position, limits, [this, most](const MateProgress& progress) {
    return progress.nodes > most || (stop_ && stop_());
  });
  nodes_ += result.nodes;
  return result;
}

SolutionJudge::Answer SolutionJudge::mates_within(const Position& position, int plies, Role role) {
  if (role == Role::kDefender && plies == 0) {
    return position.is_mated() ? Answer::kYes : Answer::kNo;
  }
  const MateResult result = ask(position, plies, role, PostSearch::kNone);
  if (result.verdict == Verdict::kMate) return Answer::kYes;
  // A search that was cut at the bound alone has looked at everything within it.
  const bool fails = result.verdict == Verdict::kNoMate || result.reason == Reason::kDepth;
  return fails ? Answer::kNo : Answer::kUnknown;
}

Solution SolutionJudge::judge(const Position& position, const SolutionLimits& limits,
                              const std::function<bool()>& stop) {
  limits_ = limits;
  stop_ = stop;
  nodes_ = 0;
  reached_ = {position.key()};
  judged_.clear();
  Solution solution;
  const MateResult result = ask(position, limits.longest, Role::kAttacker, PostSearch::kMinimum);
  if (result.verdict == Verdict::kMate && result.is_shortest) {
    solution.moves = result.moves;
    solution.plies = result.plies;
    Position current = position;
    solution.soundness = judge_turn(current, result.plies);
  } else if (result.verdict == Verdict::kNoMate || result.reason == Reason::kDepth) {
    solution.soundness = Soundness::kNoMate;
  }
  if (solution.soundness == Soundness::kUnique) solution.reached = std::move(reached_);
  solution.nodes = nodes_;
  return solution;
}

// The attacker to move mates in `plies` and not sooner. `position` is played on and taken back.
Soundness SolutionJudge::judge_turn(Position& position, int plies) {
  if (!judged_.insert(position.key()).second) return Soundness::kUnique;
  if (plies <= 1) return Soundness::kUnique;
  MoveList checks;
  generate_attack(position, true, checks);
  BareMove only;
  for (const BareMove check : checks) {
    if (nodes_ > limits_.nodes) return Soundness::kUnknown;
    Undo undo;
    position.do_move(check, undo);
    const Answer answer = mates_within(position, plies - 1, Role::kDefender);
    position.undo_move(check, undo);
    if (answer == Answer::kUnknown) return Soundness::kUnknown;
    if (answer == Answer::kNo) continue;
    if (only) return Soundness::kAmbiguous;
    only = check;
  }
  if (!only) return Soundness::kUnknown;  // no answer was wrong, so this does not happen
  Undo undo;
  position.do_move(only, undo);
  const Soundness soundness = judge_replies(position, plies - 1);
  position.undo_move(only, undo);
  return soundness;
}

// The defender to move is mated in `plies`. Before the last move of a mate every move counts.
Soundness SolutionJudge::judge_replies(Position& position, int plies) {
  MoveList replies;
  shogi::generate(position, shogi::MoveClass::kEvasions, false, replies);
  for (const BareMove reply : replies) {
    if (nodes_ > limits_.nodes) return Soundness::kUnknown;
    Undo undo;
    position.do_move(reply, undo);
    reached_.insert(position.key());
    Soundness soundness = Soundness::kUnique;
    if (plies > 2) {
      const Answer is_shorter = mates_within(position, plies - 3, Role::kAttacker);
      if (is_shorter == Answer::kUnknown) soundness = Soundness::kUnknown;
      if (is_shorter == Answer::kNo) soundness = judge_turn(position, plies - 1);
    }
    position.undo_move(reply, undo);
    if (soundness != Soundness::kUnique) return soundness;
  }
  return Soundness::kUnique;
}

}  // namespace gougi::mate
