// SPDX-License-Identifier: MIT
#include "search/move_picker.hpp"

#include <algorithm>
#include <utility>

#include "eval/evaluator.hpp"
#include "search/see.hpp"

namespace gougi::search {
namespace {

/// Added to an evasion that captures, so that it comes before all quiet ones.
constexpr int kCaptureFirst = 1 << 18;

// A rank is a score with the move's place in the list below it, so that one pass of maxima, which
// compilers turn into vector code, finds the best move; of equals the first.
constexpr int kPlaceBits = 11;
constexpr int kPlaces = 1 << kPlaceBits;
static_assert(shogi::kMaxMoves <= kPlaces);
constexpr int rank_of(int score, int place) { return score * kPlaces + (kPlaces - 1 - place); }
constexpr int place_of(int rank) { return kPlaces - 1 - (rank & (kPlaces - 1)); }
constexpr int score_of(int rank) { return rank >> kPlaceBits; }

}  // namespace

MovePicker::MovePicker(const shogi::Position& position, const OrderingContext& context,
                       shogi::BareMove table_move, int depth)
    : position_(position), context_(context), table_move_(table_move), depth_(depth) {
  if (!table_move_ || !position.is_legal(table_move_)) table_move_ = shogi::BareMove();
}

MovePicker MovePicker::for_quiescence(const shogi::Position& position,
                                      const OrderingContext& context, shogi::BareMove table_move) {
  const bool wanted = table_move && (position.in_check() || !is_quiet(position, table_move));
  MovePicker picker(position, context, wanted ? table_move : shogi::BareMove(), 0);
  picker.purpose_ = Purpose::kQuiescence;
  return picker;
}

MovePicker MovePicker::for_probcut(const shogi::Position& position, const OrderingContext& context,
                                   shogi::BareMove table_move, int threshold) {
  const bool wanted = table_move && !is_quiet(position, table_move) &&
                      position.is_legal(table_move) &&
                      exchange_at_least(position, table_move, threshold);
  MovePicker picker(position, context, wanted ? table_move : shogi::BareMove(), 0);
  picker.purpose_ = Purpose::kProbcut;
  picker.threshold_ = threshold;
  return picker;
}

bool MovePicker::is_quiet(const shogi::Position& position, shogi::BareMove move) {
  if (move.is_drop()) return true;
  if (!position.piece_at(move.to()).empty()) return false;
  return !(move.promotes() && position.piece_at(move.from()).type() == shogi::PieceType::kPawn);
}

int MovePicker::capture_score(shogi::BareMove move) const {
  const shogi::Piece mover = position_.piece_at(move.from());
  const shogi::Piece victim = position_.piece_at(move.to());
  int score = victim.empty() ? 0 : 8 * eval::exchange_value(victim.type());
  if (move.promotes()) score += 8 * eval::promotion_gain(mover.type());
  // Most valuable victim first; of two attackers the cheaper one, or the one that paid.
  score -= eval::board_value(mover.type());
  return score + context_.history.capture(mover, move.to(), victim.type()) *
                     context_.tuning->order_capture / 1024;
}

int MovePicker::quiet_score(shogi::BareMove move, shogi::Piece piece) const {
  const std::size_t slot = HistoryTables::arrival(piece, move.to());
  return context_.history.butterfly(position_.side_to_move(), move) +
         (*context_.following[0])[slot] + (*context_.following[1])[slot] +
         (*context_.following[2])[slot] * context_.tuning->order_fourth / 1024;
}

void MovePicker::score_captures() {
  for (int i = 0; i < moves_.size(); ++i) {
    ranks_[static_cast<std::size_t>(i)] = rank_of(capture_score(moves_[i]), i);
  }
}

void MovePicker::score_quiets() {
  const int check_bonus = context_.tuning->order_check;  // larger tries every spite check first
  for (int i = 0; i < moves_.size(); ++i) {
    const shogi::BareMove move = moves_[i];
    const shogi::Piece piece = moving_piece(position_, move);
    int score = quiet_score(move, piece);
    const shogi::PieceType arriving = move.promotes() ? shogi::promote(piece.type()) : piece.type();
    if (move.promotes()) score += 4 * eval::promotion_gain(piece.type());
    if (context_.checks->squares(arriving).has(move.to())) score += check_bonus;
    ranks_[static_cast<std::size_t>(i)] = rank_of(score, i);
  }
}

void MovePicker::score_evasions() {
  for (int i = 0; i < moves_.size(); ++i) {
    const shogi::BareMove move = moves_[i];
    int score = 0;
    if (is_quiet(position_, move)) {
      score = quiet_score(move, moving_piece(position_, move));
      // Interposing a piece from the hand mostly loses it.
      if (move.is_drop()) score -= 2 * eval::hand_value(move.dropped());
    } else {
      score = kCaptureFirst + capture_score(move);
    }
    ranks_[static_cast<std::size_t>(i)] = rank_of(score, i);
  }
}

shogi::BareMove MovePicker::take_best() {
  if (rest_is_alike_) return moves_[next_++];
  const auto from = static_cast<std::size_t>(next_);
  const auto end = static_cast<std::size_t>(moves_.size());
  int greatest = ranks_[from];
  for (std::size_t i = from + 1; i < end; ++i) greatest = std::max(greatest, ranks_[i]);
  const int best = place_of(greatest);
  // What is worth that little is rarely reached.
  rest_is_alike_ =
      stage_ == Stage::kQuiets && score_of(greatest) < -context_.tuning->order_unsorted * depth_;
  // The first of those left goes where the best was, and its rank says so.
  ranks_[static_cast<std::size_t>(best)] = rank_of(score_of(ranks_[from]), best);
  std::swap(*(moves_.begin() + next_), *(moves_.begin() + best));
  return moves_[next_++];
}

shogi::BareMove MovePicker::next_good_capture() {
  while (next_ < moves_.size()) {
    const shogi::BareMove move = take_best();
    if (move == table_move_) continue;
    if (purpose_ == Purpose::kQuiescence) return move;
    if (purpose_ == Purpose::kProbcut) {
      if (exchange_at_least(position_, move, threshold_)) return move;
      continue;
    }
    if (exchange_at_least(position_, move, 0)) return move;
    if (bad_count_ == static_cast<int>(bad_captures_.size())) return move;
    bad_captures_[static_cast<std::size_t>(bad_count_++)] = move;
  }
  return shogi::BareMove();
}

shogi::BareMove MovePicker::next_refutation() {
  const auto& refutations = context_.refutations;
  while (next_refutation_ < refutations.size()) {
    const std::size_t i = next_refutation_++;
    const shogi::BareMove move = refutations[i];
    const bool repeated = (i >= 1 && move == refutations[0]) || (i == 2 && move == refutations[1]);
    if (move && !repeated && move != table_move_ && position_.is_legal(move) &&
        is_quiet(position_, move)) {
      return move;
    }
  }
  return shogi::BareMove();
}

shogi::BareMove MovePicker::next_quiet() {
  const auto& refutations = context_.refutations;
  while (next_ < moves_.size()) {
    const shogi::BareMove move = take_best();
    if (move != table_move_ && move != refutations[0] && move != refutations[1] &&
        move != refutations[2]) {
      return move;
    }
  }
  return shogi::BareMove();
}

shogi::BareMove MovePicker::next() {
  for (;;) {
    switch (stage_) {
      case Stage::kTableMove:
        stage_ = position_.in_check() ? Stage::kGenerateEvasions : Stage::kGenerateCaptures;
        if (table_move_) return table_move_;
        break;
      case Stage::kGenerateCaptures:
        shogi::generate(position_, shogi::MoveClass::kCaptures, context_.relevant_only, moves_);
        score_captures();
        stage_ = Stage::kGoodCaptures;
        break;
      case Stage::kGoodCaptures:
        if (const shogi::BareMove move = next_good_capture()) return move;
        stage_ = purpose_ == Purpose::kMain ? Stage::kRefutations : Stage::kDone;
        break;
      case Stage::kRefutations:
        if (!skip_quiets_) {
          if (const shogi::BareMove move = next_refutation()) return move;
        }
        stage_ = Stage::kGenerateQuiets;
        break;
      case Stage::kGenerateQuiets:
        stage_ = skip_quiets_ ? Stage::kBadCaptures : Stage::kQuiets;
        if (skip_quiets_) break;
        moves_.clear();
        next_ = 0;
        shogi::generate(position_, shogi::MoveClass::kQuiets, context_.relevant_only, moves_);
        score_quiets();
        break;
      case Stage::kQuiets:
        if (!skip_quiets_) {
          if (const shogi::BareMove move = next_quiet()) return move;
        }
        stage_ = Stage::kBadCaptures;
        break;
      case Stage::kBadCaptures:
        if (next_bad_ < bad_count_) return bad_captures_[static_cast<std::size_t>(next_bad_++)];
        stage_ = Stage::kDone;
        break;
      case Stage::kGenerateEvasions:
        shogi::generate(position_, shogi::MoveClass::kEvasions, context_.relevant_only, moves_);
        score_evasions();
        stage_ = Stage::kEvasions;
        break;
      case Stage::kEvasions:
        while (next_ < moves_.size()) {
          if (const shogi::BareMove move = take_best(); move != table_move_) return move;
        }
        stage_ = Stage::kDone;
        break;
      case Stage::kDone:
        return shogi::BareMove();
    }
  }
}

}  // namespace gougi::search
