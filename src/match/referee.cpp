// SPDX-License-Identifier: MIT
#include "match/referee.hpp"

#include <utility>

#include "notation/freeze.hpp"
#include "notation/sfen.hpp"
#include "usi/position_text.hpp"

namespace gougi::match {
namespace {

void append_move(std::string& line, shogi::Move move, bool is_first) {
  line += is_first ? " moves " : " ";
  notation::append_usi(line, move);
}

}  // namespace

Referee::Referee(shogi::Game opening, GameClock clock, const AdjudicationSettings& settings,
                 MateProof proof)
    : game_(std::move(opening)),
      clock_(std::move(clock)),
      settings_(settings),
      proof_(std::move(proof)),
      agreement_(settings),
      line_(usi::position_line(game_)) {
  for (const shogi::FreezeMove move : game_.freeze_moves()) {
    MoveRecord record;
    record.move = move.move;
    record.freeze = move.freeze;
    record.from_opening = true;
    moves_.push_back(std::move(record));
  }
  look_for_end();
}

void Referee::look_for_end() {
  ending_ = judge(game_, settings_.max_plies);
  if (!ending_) ending_ = agreement_.verdict();
  // What the solver knows is ordinary shogi.
  if (!ending_ && proof_ && !game_.is_freeze_game() && proof_(game_.position())) {
    ending_ = Ending{win_of(mover()), Reason::kProvenMate, ""};
  }
}

std::optional<Referee::Pondering> Referee::pondering(shogi::Color side,
                                                     shogi::Move expected) const {
  if (ending_ || mover() == side || game_.is_freeze_game()) return std::nullopt;
  if (!game_.position().is_legal(expected)) return std::nullopt;
  std::string line = line_;
  append_move(line, expected, game_.moves().empty());
  Pondering result{std::make_shared<const std::string>(std::move(line)), clock_.limits(side)};
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
    ending_ = judge_declaration(game_.position(), settings_.declaration);
    return;
  }
  const shogi::FreezeMove move = answer.move();
  if (!game_.freeze_position().is_legal(move)) {
    return failed(side, Reason::kIllegalMove, notation::to_usi(move));
  }
  play(move, took, std::move(heard));
}

void Referee::play(shogi::FreezeMove move, base::Duration took, Heard heard) {
  const shogi::Color side = mover();
  if (!game_.is_freeze_game()) append_move(line_, move.move, game_.moves().empty());
  static_cast<void>(game_.play(move));
  if (game_.is_freeze_game()) line_ = usi::position_line(game_);  // its end changes
  agreement_.heard(side, heard.score, static_cast<int>(game_.moves().size()));
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
