// SPDX-License-Identifier: MIT
#include "analysis/problems.hpp"

#include <cmath>
#include <cstddef>

#include "notation/sfen.hpp"

namespace gougi::analysis {
namespace {

constexpr const char* kSolution = " # ";

std::string usi_line(const std::vector<shogi::Move>& moves) {
  std::string text;
  for (const shogi::Move move : moves) text += (text.empty() ? "" : " ") + notation::to_usi(move);
  return text;
}

bool throws_away(const Verdict& before, const MoveReview& move) {
  const bool was_lost = before.win_rate < 0.5;
  return move.fault == Fault::kBlunder && !was_lost && before.move && !before.line.empty();
}

}  // namespace

std::vector<Problem> problems_of(std::string_view name, const shogi::Game& game,
                                 const std::vector<Verdict>& verdicts, const GameReview& review) {
  std::vector<Problem> problems;
  shogi::Game at(game.freeze_start());
  for (std::size_t i = 0; i < review.moves.size() && i < verdicts.size(); ++i) {
    const Verdict& verdict = verdicts[i];
    const MoveReview& move = review.moves[i];
    const bool is_mate = move.missed_mate && verdict.proven;
    if (is_mate || throws_away(verdict, move)) {
      const std::string solution =
          is_mate ? "mate in " + std::to_string(*verdict.mate) + ": " + usi_line(verdict.mate_line)
                  : "best: " + usi_line(verdict.line);
      problems.push_back({is_mate, notation::to_sfen(at.position()) + kSolution + solution + " (" +
                                       std::string(name) + ", move " + std::to_string(i + 1) +
                                       ", played " + notation::to_usi(game.moves()[i]) + ", -" +
                                       std::to_string(std::lround(100 * move.loss)) + "%)\n"});
    }
    if (!at.play(game.moves()[i])) break;
  }
  return problems;
}

void ProblemSet::add(const Problem& problem) {
  // The move's number is no part of the position.
  const std::string sfen = problem.line.substr(0, problem.line.find(kSolution));
  if (!known_.insert(sfen.substr(0, sfen.rfind(' '))).second) return;
  (problem.is_mate ? mates_ : next_moves_) += problem.line;
}

}  // namespace gougi::analysis
