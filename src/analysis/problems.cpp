// SPDX-License-Identifier: MIT
#include "analysis/problems.hpp"

#include <cmath>
#include <cstddef>

#include "notation/sfen.hpp"

namespace gougi::analysis {
namespace {

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

void ProblemSet::add(std::string_view name, const shogi::Game& game,
                     const std::vector<Verdict>& verdicts, const GameReview& review) {
  shogi::Game at(game.freeze_start());
  for (std::size_t i = 0; i < review.moves.size() && i < verdicts.size(); ++i) {
    const Verdict& verdict = verdicts[i];
    const MoveReview& move = review.moves[i];
    const bool is_mate = move.missed_mate && verdict.proven;
    if (is_mate || throws_away(verdict, move)) {
      const std::string sfen = notation::to_sfen(at.position());
      const std::string place = std::string(name) + ", move " + std::to_string(i + 1);
      const std::string board = sfen.substr(0, sfen.rfind(' '));
      if (known_.insert(board).second) {
        (is_mate ? mates_ : next_moves_) +=
            sfen + " # " +
            (is_mate
                 ? "mate in " + std::to_string(*verdict.mate) + ": " + usi_line(verdict.mate_line)
                 : "best: " + usi_line(verdict.line)) +
            " (" + place + ", played " + notation::to_usi(game.moves()[i]) + ", -" +
            std::to_string(std::lround(100 * move.loss)) + "%)\n";
      }
    }
    if (!at.play(game.moves()[i])) return;
  }
}

}  // namespace gougi::analysis
