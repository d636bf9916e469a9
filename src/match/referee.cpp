// SPDX-License-Identifier: MIT
#include "match/referee.hpp"

#include <utility>

namespace gougi::match {

Referee::Referee(std::unique_ptr<Board> opening, GameClock clock,
                 const AdjudicationSettings& settings, MateProof proof)
    : board_(std::move(opening)),
      clock_(std::move(clock)),
      settings_(settings),
      proof_(std::move(proof)),
      agreement_(settings) {
  for (const shogi::Move move : board_->moves()) {
    MoveRecord record;
    record.move = move.move;
    record.freeze = move.freeze;
    record.from_opening = true;
    moves_.push_back(std::move(record));
  }
  look_for_end();
}

void Referee::look_for_end() {
  ending_ = board_->ending(settings_.max_plies);
  if (!ending_) ending_ = agreement_.verdict();
  const shogi::Position* const solvable = proof_ ? board_->solvable() : nullptr;
  if (!ending_ && solvable != nullptr && proof_(*solvable)) {
    ending_ = Ending{win_of(mover()), Reason::kProvenMate, ""};
  }
}

usi::SearchLimits Referee::limits_of(shogi::Color side) const {
  return board_->rules().bearable(clock_.limits(side), side);
}

std::optional<Referee::Pondering> Referee::pondering(shogi::Color side,
                                                     shogi::BareMove expected) const {
  if (ending_ || mover() == side) return std::nullopt;
  auto line = board_->line_after(expected);
  if (!line) return std::nullopt;
  Pondering result{std::make_shared<const std::string>(std::move(*line)), limits_of(side)};
  result.limits.ponder = true;
  return result;
}

void Referee::failed(shogi::Color side, Reason reason, std::string detail) {
  if (!ending_) ending_ = Ending{win_of(~side), reason, std::move(detail)};
}

void Referee::answered(const usi::BestMoveAnswer& answer, base::Duration took, Heard heard) {
  if (ending_) return;
  const shogi::Color side = mover();
  if (!clock_.spend(side, took)) {
    return failed(side, Reason::kTime, std::to_string(base::to_ms(took).count()) + " ms");
  }
  if (std::holds_alternative<usi::Resign>(answer.choice)) {
    return failed(side, Reason::kResignation, "");
  }
  if (std::holds_alternative<usi::DeclareWin>(answer.choice)) {
    ending_ = board_->declared(settings_.declaration);
    return;
  }
  const shogi::Move move = answer.move();
  if (!board_->is_legal(move)) {
    return failed(side, Reason::kIllegalMove, board_->rules().move_text(move));
  }
  play(move, took, std::move(heard));
}

void Referee::play(shogi::Move move, base::Duration took, Heard heard) {
  const shogi::Color side = mover();
  board_->play(move);
  agreement_.heard(side, heard.score, static_cast<int>(moves_.size()) + 1);
  MoveRecord record;
  record.move = move.move;
  record.freeze = move.freeze;
  record.took = base::to_ms(took);
  record.score = heard.score;
  record.depth = heard.depth;
  record.nodes = heard.nodes;
  record.note = std::move(heard.note);
  moves_.push_back(std::move(record));
  look_for_end();
}

}  // namespace gougi::match
