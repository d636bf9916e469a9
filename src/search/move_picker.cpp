// SPDX-License-Identifier: MIT
#include "search/move_picker.hpp"

#include <utility>

#include "eval/evaluator.hpp"
#include "search/see.hpp"

namespace gougi::search {
namespace {

/// Added to an evasion that captures, so that it comes before all quiet ones.
constexpr int kCaptureFirst = 1 << 20;

}  // namespace

MovePicker::MovePicker(const shogi::Position& position, const HistoryTables& history,
                       shogi::Move table_move, int ply, shogi::Move counter)
    : position_(position), history_(history), table_move_(table_move) {
  refutations_ = {history.killers(ply)[0], history.killers(ply)[1], counter};
  if (refutations_[2] == refutations_[0] || refutations_[2] == refutations_[1]) {
    refutations_[2] = shogi::Move();
  }
  if (!table_move_ || !position.is_legal(table_move_)) table_move_ = shogi::Move();
}

MovePicker::MovePicker(const shogi::Position& position, const HistoryTables& history,
                       shogi::Move table_move)
    : position_(position), history_(history), table_move_(table_move), captures_only_(true) {
  if (!table_move_ || !position.is_legal(table_move_)) table_move_ = shogi::Move();
  if (table_move_ && !position.in_check() && is_quiet(table_move_)) table_move_ = shogi::Move();
}

bool MovePicker::is_quiet(shogi::Move move) const {
  if (move.is_drop()) return true;
  if (!position_.piece_at(move.to()).empty()) return false;
  return !(move.promotes() && position_.piece_at(move.from()).type() == shogi::PieceType::kPawn);
}

int MovePicker::capture_score(shogi::Move move) const {
  const shogi::PieceType mover = position_.piece_at(move.from()).type();
  const shogi::Piece victim = position_.piece_at(move.to());
  int score = victim.empty() ? 0 : eval::exchange_value(victim.type());
  if (move.promotes()) score += eval::promotion_gain(mover);
  // Most valuable victim first; of two attackers the cheaper one.
  return score * 16 - eval::board_value(mover);
}

void MovePicker::score_captures() {
  for (int i = 0; i < moves_.size(); ++i) {
    scores_[static_cast<std::size_t>(i)] = capture_score(moves_[i]);
  }
}

void MovePicker::score_quiets() {
  for (int i = 0; i < moves_.size(); ++i) {
    const shogi::Move move = moves_[i];
    const shogi::Piece piece = moving_piece(position_, move);
    int score = history_.quiet(piece, move.to(), move.is_drop());
    if (move.promotes()) score += 4 * eval::promotion_gain(piece.type());
    scores_[static_cast<std::size_t>(i)] = score;
  }
}

void MovePicker::score_evasions() {
  for (int i = 0; i < moves_.size(); ++i) {
    const shogi::Move move = moves_[i];
    int score = 0;
    if (is_quiet(move)) {
      const shogi::Piece piece = moving_piece(position_, move);
      score = history_.quiet(piece, move.to(), move.is_drop());
      // Interposing a piece from the hand mostly loses it.
      if (move.is_drop()) score -= eval::hand_value(move.dropped());
    } else {
      score = kCaptureFirst + capture_score(move);
    }
    scores_[static_cast<std::size_t>(i)] = score;
  }
}

shogi::Move MovePicker::take_best() {
  if (rest_is_alike_) return moves_[next_++];
  int best = next_;
  for (int i = next_ + 1; i < moves_.size(); ++i) {
    if (scores_[static_cast<std::size_t>(i)] > scores_[static_cast<std::size_t>(best)]) best = i;
  }
  const auto a = static_cast<std::size_t>(next_);
  const auto b = static_cast<std::size_t>(best);
  rest_is_alike_ = stage_ == Stage::kQuiets && scores_[b] <= 0;
  std::swap(*(moves_.begin() + next_), *(moves_.begin() + best));
  std::swap(scores_[a], scores_[b]);
  return moves_[next_++];
}

shogi::Move MovePicker::next_good_capture() {
  while (next_ < moves_.size()) {
    const shogi::Move move = take_best();
    if (move == table_move_) continue;
    if (captures_only_ || exchange_at_least(position_, move, 0)) return move;
    if (bad_count_ == static_cast<int>(bad_captures_.size())) return move;
    bad_captures_[static_cast<std::size_t>(bad_count_++)] = move;
  }
  return shogi::Move();
}

shogi::Move MovePicker::next_refutation() {
  while (next_refutation_ < refutations_.size()) {
    const shogi::Move move = refutations_[next_refutation_++];
    if (move && move != table_move_ && position_.is_legal(move) && is_quiet(move)) return move;
  }
  return shogi::Move();
}

shogi::Move MovePicker::next_quiet() {
  while (next_ < moves_.size()) {
    const shogi::Move move = take_best();
    if (move != table_move_ && move != refutations_[0] && move != refutations_[1] &&
        move != refutations_[2]) {
      return move;
    }
  }
  return shogi::Move();
}

shogi::Move MovePicker::next() {
  for (;;) {
    switch (stage_) {
      case Stage::kTableMove:
        stage_ = position_.in_check() ? Stage::kGenerateEvasions : Stage::kGenerateCaptures;
        if (table_move_) return table_move_;
        break;
      case Stage::kGenerateCaptures:
        shogi::generate(position_, shogi::MoveClass::kCaptures, true, moves_);
        score_captures();
        stage_ = Stage::kGoodCaptures;
        break;
      case Stage::kGoodCaptures:
        if (const shogi::Move move = next_good_capture()) return move;
        stage_ = captures_only_ ? Stage::kDone : Stage::kRefutations;
        break;
      case Stage::kRefutations:
        if (const shogi::Move move = next_refutation()) return move;
        stage_ = Stage::kGenerateQuiets;
        break;
      case Stage::kGenerateQuiets:
        moves_.clear();
        next_ = 0;
        shogi::generate(position_, shogi::MoveClass::kQuiets, true, moves_);
        score_quiets();
        stage_ = Stage::kQuiets;
        break;
      case Stage::kQuiets:
        if (const shogi::Move move = next_quiet()) return move;
        stage_ = Stage::kBadCaptures;
        break;
      case Stage::kBadCaptures:
        if (next_bad_ < bad_count_) return bad_captures_[static_cast<std::size_t>(next_bad_++)];
        stage_ = Stage::kDone;
        break;
      case Stage::kGenerateEvasions:
        shogi::generate(position_, shogi::MoveClass::kEvasions, true, moves_);
        score_evasions();
        stage_ = Stage::kEvasions;
        break;
      case Stage::kEvasions:
        while (next_ < moves_.size()) {
          if (const shogi::Move move = take_best(); move != table_move_) return move;
        }
        stage_ = Stage::kDone;
        break;
      case Stage::kDone:
        return shogi::Move();
    }
  }
}

}  // namespace gougi::search
