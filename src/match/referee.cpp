// SPDX-License-Identifier: MIT
#include "match/referee.hpp"

#include <string_view>
#include <utility>

#include "base/text.hpp"

namespace gougi::match {
namespace {

// Up to the first word that is no move.
std::vector<usi::Move> read_line(std::string_view words) {
  std::vector<usi::Move> line;
  for (auto word = base::next_word(words); !word.empty(); word = base::next_word(words)) {
    const auto move = usi::parse_move(word);
    if (!move || line.size() == kMostLineMoves) break;
    line.push_back(*move);
  }
  return line;
}

}  // namespace

Referee::Referee(game::Game opening, GameClock clock, const AdjudicationSettings& settings)
    : game_(std::move(opening)),
      clock_(std::move(clock)),
      settings_(settings),
      agreement_(settings) {
  for (const usi::Move move : game_.moves()) {
    MoveRecord record;
    record.move = move;
    record.from_opening = true;
    moves_.push_back(std::move(record));
  }
  look_for_end();
}

void Referee::look_for_end() {
  ending_ = judge(game_, settings_.max_plies);
  if (!ending_) ending_ = agreement_.verdict();
  is_proved_ = settings_.mate_nodes == 0;
}

const shogi::Position* Referee::unproven() const {
  if (is_proved_ || ending_) return nullptr;
  // The solver is one of ordinary shogi, and knows nothing of fourth occurrences.
  const shogi::FreezePosition* const shogi = game_.position().of_shogi();
  const bool is_solvable =
      shogi != nullptr && !game_.is_freeze_game() && game_.history().thrice().empty();
  return is_solvable ? &shogi->position() : nullptr;
}

void Referee::proved(bool is_mate) {
  is_proved_ = true;
  if (is_mate && !ending_) ending_ = Ending{game::win_of(mover()), Reason::kProvenMate, ""};
}

usi::SearchLimits Referee::limits_of(shogi::Color side) const {
  return game_.rules().bearable(clock_.limits(side), side);
}

std::optional<Referee::Pondering> Referee::pondering(shogi::Color side, usi::Move expected) const {
  if (ending_ || mover() == side) return std::nullopt;
  game::Game then = game_;
  if (!game_.rules().wire().has_ponder() || !then.play(expected)) return std::nullopt;
  Pondering result{std::make_shared<const std::string>(game::position_line(then)), limits_of(side)};
  result.limits.ponder = true;
  return result;
}

void Referee::failed(shogi::Color side, Reason reason, std::string detail) {
  if (!ending_) ending_ = Ending{game::win_of(~side), reason, std::move(detail)};
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
    ending_ = game_.rules().declared(game_.position(), settings_.declaration);
    return;
  }
  const usi::Move move = answer.move();
  if (!game_.position().is_legal(move)) {
    return failed(side, Reason::kIllegalMove, usi::to_text(move));
  }
  play(move, took, std::move(heard));
}

void Referee::play(usi::Move move, base::Duration took, Heard heard) {
  const shogi::Color side = mover();
  game_.play(move);
  agreement_.heard(side, heard.score, static_cast<int>(moves_.size()) + 1);
  MoveRecord record;
  record.move = move;
  record.took = base::to_ms(took);
  record.score = heard.score;
  record.depth = heard.depth;
  record.selective_depth = heard.selective_depth;
  record.own_time = heard.own_time;
  record.nodes = heard.nodes;
  record.note = std::move(heard.note);
  record.line = read_line(heard.line);
  moves_.push_back(std::move(record));
  look_for_end();
}

}  // namespace gougi::match
