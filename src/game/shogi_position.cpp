// SPDX-License-Identifier: MIT
#include "game/shogi_position.hpp"

#include "game/rules.hpp"
#include "notation/freeze.hpp"
#include "notation/japanese.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"
#include "usi/position_text.hpp"

namespace gougi::game {

const Rules& ShogiPosition::rules() const { return shogi_rules(); }

void ShogiPosition::play(usi::Move legal) {
  shogi::FreezeUndo undo;
  position_.do_move(legal.of_shogi(), undo);
}

// In Freeze shogi the pawn-drop mate with each freeze that makes it legal is among them, other
// moves stand for themselves with each freeze, too.
std::vector<usi::Move> ShogiPosition::legal_moves() const {
  shogi::MoveList bare;
  shogi::generate_legal_bare(position_, bare);
  std::vector<usi::Move> moves(bare.begin(), bare.end());
  if (position_.plain()) return moves;
  const shogi::BareMove mate = position_.pawn_drop_mate();
  for (auto kinds = mate ? position_.freezable(mate) : shogi::KindMask{0}; kinds != 0;
       kinds = static_cast<shogi::KindMask>(kinds & (kinds - 1))) {
    moves.emplace_back(mate, shogi::first_kind(kinds));
  }
  return moves;
}

bool ShogiPosition::is_lost() const {
  return position_.plain() ? ordinary().is_mated() : position_.is_lost();
}

bool ShogiPosition::can_declare(shogi::DeclarationRule rule) const {
  return shogi::can_declare(ordinary(), rule);
}

shogi::KindMask ShogiPosition::freezable(usi::Move move) const {
  return position_.may_freeze() ? position_.freezable(move.of_shogi().bare) : shogi::KindMask{0};
}

bool ShogiPosition::is_legal_but_for_freezes(usi::Move move) const {
  return ordinary().is_legal(move.of_shogi().bare) || is_legal(move);
}

std::string_view ShogiPosition::why_illegal(usi::Move move) const {
  const shogi::BareMove bare = move.of_shogi().bare;
  const shogi::FreezeState& state = position_.state();
  if (!position_.is_legal_bare(bare)) {
    return ordinary().is_legal(bare) ? "moves what is frozen" : "illegal move";
  }
  if (!move.freezes()) return "illegal move";
  if (position_.plain()) return "a freeze in ordinary shogi";
  if (state.in_force != shogi::PieceType::kNone) return "freezes back";
  if (position_.left(side_to_move()) == 0) return "no freeze is left";
  return "freezes what the opponent has not";
}

std::string ShogiPosition::text() const { return notation::to_sfen(ordinary()); }

std::string ShogiPosition::move_name(usi::Move move, usi::Move last, bool japanese) const {
  const shogi::BareMove bare = move.of_shogi().bare;
  if (japanese) {
    return notation::to_kif(ordinary(), bare, last.of_shogi().bare) +
           (move.freezes() ? " " + notation::frozen_in_japanese(move.freeze()) : "");
  }
  const std::string frozen = move.freezes() ? notation::to_text(move.freeze()) : "";
  constexpr std::string_view kLetters = " PLNSBRGKPLNSBR";
  const shogi::PieceType type =
      bare.is_drop() ? bare.dropped() : ordinary().piece_at(bare.from()).type();
  const char letter = kLetters[static_cast<std::size_t>(shogi::index(type))];
  return (shogi::is_promoted(type) ? "+" : "") + std::string(1, letter) + " " +
         notation::to_usi(bare) + (frozen.empty() ? "" : " freeze " + frozen);
}

std::optional<std::vector<std::string>> ShogiPosition::show(std::string_view word) const {
  return usi::show(word, position_);
}

}  // namespace gougi::game
