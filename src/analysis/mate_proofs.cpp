// SPDX-License-Identifier: MIT
#include "analysis/mate_proofs.hpp"

namespace gougi::analysis {
namespace {

constexpr std::size_t kMegabytes = 32;

}  // namespace

MateProofs::MateProofs(std::uint64_t nodes) : nodes_(nodes) {
  if (nodes_ > 0) solver_.resize(kMegabytes);
}

void MateProofs::settle(const shogi::Game& game, std::vector<Verdict>& verdicts) {
  if (nodes_ == 0) return;
  shogi::Game at(game.freeze_start());
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    prove(at.position(), verdicts[i]);
    if (i == game.moves().size() || !at.play(game.moves()[i])) return;
    const std::vector<shogi::Move>& mate = verdicts[i].mate_line;
    const bool has_left = !mate.empty() && mate.front() != game.moves()[i];
    if (has_left && i + 1 < verdicts.size()) look_behind(at.position(), verdicts[i + 1]);
  }
}

void MateProofs::prove(const shogi::Position& position, Verdict& verdict) {
  if (!position.has_legal_move()) return;
  const mate::MateResult result = solve(position, mate::Role::kAttacker);
  if (result.verdict != mate::Verdict::kMate || result.moves.empty()) return;
  verdict.mate = result.plies;
  verdict.proven = true;
  verdict.mate_line.assign(result.moves.begin(), result.moves.end());
  verdict.decided = true;
  verdict.win_rate = 1;
}

void MateProofs::look_behind(const shogi::Position& position, Verdict& verdict) {
  if (!position.has_legal_move()) return;
  const mate::MateResult result = solve(position, mate::Role::kDefender);
  if (result.verdict == mate::Verdict::kUnknown) return;
  verdict.is_mated = result.verdict == mate::Verdict::kMate;
  if (*verdict.is_mated) verdict.win_rate = 0;
}

mate::MateResult MateProofs::solve(const shogi::Position& position, mate::Role role) {
  mate::MateLimits limits;
  limits.nodes = nodes_;
  limits.role = role;
  return solver_.solve(position, limits, [](const mate::MateProgress&) { return false; });
}

}  // namespace gougi::analysis
