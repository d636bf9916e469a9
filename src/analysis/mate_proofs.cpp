// SPDX-License-Identifier: MIT
#include "analysis/mate_proofs.hpp"

#include <utility>

namespace gougi::analysis {
namespace {

constexpr std::size_t kMegabytes = 32;

// Of a mate that may be long.
constexpr std::size_t kManyPlies = shogi::kSquareCount;

}  // namespace

MateProofs::MateProofs(std::uint64_t nodes, std::function<bool()> stop)
    : nodes_(nodes), stop_(std::move(stop)) {
  if (nodes_ > 0) solver_.resize(kMegabytes);
}

std::optional<ProvenMate> MateProofs::prove(const shogi::Position& position) {
  if (nodes_ == 0 || !position.has_legal_move()) return std::nullopt;
  const mate::MateResult result = solve(position, mate::Role::kAttacker);
  if (result.verdict != mate::Verdict::kMate || result.moves.empty()) return std::nullopt;
  return ProvenMate{result.plies, {result.moves.begin(), result.moves.end()}};
}

std::optional<bool> MateProofs::is_mated(const shogi::Position& position) {
  if (nodes_ == 0 || !position.has_legal_move()) return std::nullopt;
  const mate::MateResult result = solve(position, mate::Role::kDefender);
  if (result.verdict == mate::Verdict::kUnknown) return std::nullopt;
  return result.verdict == mate::Verdict::kMate;
}

mate::MateResult MateProofs::solve(const shogi::Position& position, mate::Role role) {
  mate::MateLimits limits;
  limits.nodes = nodes_;
  limits.role = role;
  return solver_.solve(position, limits,
                       [this](const mate::MateProgress&) { return stop_ && stop_(); });
}

void settle_mate(const shogi::Game& game, const std::optional<ProvenMate>& proven,
                 Verdict& verdict) {
  if (!proven || game.may_end_before_mate(proven->line.size())) return;
  verdict.mate = proven->plies;
  verdict.proven = true;
  verdict.mate_line = proven->line;
  verdict.decided = true;
  verdict.win_rate = 1;
}

void settle_mates(
    const shogi::Game& game, const std::vector<std::optional<ProvenMate>>& proven,
    const std::function<std::optional<bool>(const shogi::Position& position)>& is_mated,
    std::vector<Verdict>& verdicts) {
  shogi::Game at(game.freeze_start());
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (i < proven.size()) settle_mate(at, proven[i], verdicts[i]);
    if (i == game.moves().size() || !at.play(game.moves()[i])) return;
    const std::vector<shogi::Move>& mate = verdicts[i].mate_line;
    const bool has_left = !mate.empty() && mate.front() != game.moves()[i];
    if (!has_left || i + 1 >= verdicts.size()) continue;
    std::optional<bool> is = is_mated(at.position());
    // What repeats only helps against a mate.
    if (is == true && at.may_end_before_mate(kManyPlies)) is.reset();
    verdicts[i + 1].is_mated = is;
    if (verdicts[i + 1].is_mated == true) verdicts[i + 1].win_rate = 0;
  }
}

}  // namespace gougi::analysis
