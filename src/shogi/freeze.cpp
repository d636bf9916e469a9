// SPDX-License-Identifier: MIT
#include "shogi/freeze.hpp"

#include <algorithm>
#include <string>

#include "base/say.hpp"
#include "shogi/attacks.hpp"
#include "shogi/kind_names.hpp"

namespace gougi::shogi {
namespace {

bool is_kind(PieceType t) { return index(t) >= 1 && index(t) < kPieceTypeCount; }

std::string kind_name(PieceType t) {
  return base::said(is_kind(t) ? kKindNames[static_cast<std::size_t>(index(t))]
                               : base::Text{"no kind of piece", "駒種でないもの"});
}

std::string side_name(Color c) {
  return base::said(c == Color::kBlack ? base::Text{"Black", "先手"} : base::Text{"White", "後手"});
}

// Whether `m` is a pawn drop that only the rule of pawn-drop mate forbids in ordinary shogi.
bool is_only_drop_mate(const Position& p, BareMove m) {
  const Color us = p.side_to_move();
  const Square king = p.king(~us);
  if (!king.valid()) return false;
  const Bitboard front = step_attacks(~us, PieceType::kPawn, king);
  if (!front || m != BareMove::drop(PieceType::kPawn, front.first())) return false;
  const Square to = m.to();
  if (!p.hand(us).has(PieceType::kPawn) || !p.piece_at(to).empty()) return false;
  if (p.pieces(us, PieceType::kPawn) & file_squares(to.file())) return false;
  const Bitboard checkers = p.checkers();
  if (checkers && (checkers.many() || !between(p.king(us), checkers.first()).has(to))) return false;
  return p.is_pawn_drop_mate(to);
}

// The only pawn drop that can be mate is the one in front of the king.
BareMove drop_mate(const Position& p) {
  const Square king = p.king(~p.side_to_move());
  if (!king.valid() || !p.hand(p.side_to_move()).has(PieceType::kPawn)) return {};
  const Bitboard front = step_attacks(~p.side_to_move(), PieceType::kPawn, king);
  if (!front) return {};
  const BareMove m = BareMove::drop(PieceType::kPawn, front.first());
  return is_only_drop_mate(p, m) ? m : BareMove();
}

// `theirs` once what stands on `m`'s destination is captured.
KindMask without_captured(const Position& p, BareMove m, KindMask theirs) {
  if (m.is_drop()) return theirs;
  const Piece captured = p.piece_at(m.to());
  if (captured.empty()) return theirs;
  const PieceType t = captured.type();
  if (p.pieces(captured.color(), t).many()) return theirs;
  if (index(t) <= index(PieceType::kGold) && p.hand(captured.color()).has(t)) return theirs;
  return theirs & static_cast<KindMask>(~mask_of(t));
}

}  // namespace

base::Result<FreezePosition> FreezePosition::from(const Position& position,
                                                  const FreezeState& state) {
  for (const Color c : kColors) {
    if (state.left[detail::at(c)] > kMaxFreezes) {
      return base::fail(base::say({"{0} has {1} freezes left, more than {2}",
                                   "{0}の残りフリーズ回数が {1} で、上限の {2} を超えています"},
                                  side_name(c), state.left[detail::at(c)], kMaxFreezes));
    }
  }
  if (state.in_force != PieceType::kNone) {
    const Color us = position.side_to_move();
    if (!is_kind(state.in_force) || (kinds_of(position, us) & mask_of(state.in_force)) == 0) {
      return base::fail(base::say(
          {"{0} frozen, of which {1} has none", "{1}が持っていない駒({0})がフリーズされています"},
          kind_name(state.in_force), side_name(us)));
    }
  }
  FreezePosition p(position);
  p.state_ = state;
  return p;
}

KindMask FreezePosition::freezable(BareMove m) const {
  if (!may_freeze()) return 0;
  return without_captured(position_, m, kinds_of(position_, ~side_to_move()));
}

bool FreezePosition::is_legal_bare(BareMove m) const {
  if (!position_.is_legal(m)) return false;
  return state_.in_force == PieceType::kNone || moving_kind(position_, m) != state_.in_force;
}

bool FreezePosition::is_legal(Move m) const {
  if (!m.freezes()) return is_legal_bare(m.bare);
  if (!may_freeze() || !is_kind(m.freeze)) return false;
  // Who may freeze is not frozen.
  if (!position_.is_legal(m.bare) && !is_only_drop_mate(position_, m.bare)) return false;
  return (freezable(m.bare) & mask_of(m.freeze)) != 0;
}

base::Result<void> FreezePosition::judge(Move m) const {
  const std::string us = side_name(side_to_move());
  const std::string them = side_name(~side_to_move());
  const bool drop_mate = is_only_drop_mate(position_, m.bare);
  if (!drop_mate && !position_.is_legal(m.bare))
    return base::fail(base::say({"the move is not legal", "合法手ではありません"}));
  if (state_.in_force != PieceType::kNone) {
    if (m.freezes())
      return base::fail(base::say({"{0} has just been frozen and may not freeze back",
                                   "{0}はフリーズされた直後なので、フリーズし返せません"},
                                  us));
    if (moving_kind(position_, m.bare) == state_.in_force) {
      return base::fail(
          base::say({"{0} may not move: frozen", "{0}はフリーズされているので動かせません"},
                    kind_name(state_.in_force)));
    }
  }
  if (!m.freezes()) {
    if (drop_mate)
      return base::fail(base::say(
          {"a pawn drop that is mate, without a freeze", "フリーズなしの打ち歩詰めです"}));
    return {};
  }
  if (left(side_to_move()) == 0)
    return base::fail(base::say({"{0} has no freeze left", "{0}のフリーズは残っていません"}, us));
  if (!is_kind(m.freeze) || (freezable(m.bare) & mask_of(m.freeze)) == 0) {
    return base::fail(base::say(
        {"{0} has none of what is frozen: {1}", "{0}はフリーズする駒({1})を持っていません"}, them,
        kind_name(m.freeze)));
  }
  return {};
}

BareMove FreezePosition::pawn_drop_mate() const {
  return may_freeze() ? drop_mate(position_) : BareMove();
}

bool FreezePosition::has_legal_move() const {
  if (state_.in_force == PieceType::kNone) {
    return position_.has_legal_move() || pawn_drop_mate();
  }
  return (movable_kinds(position_) & static_cast<KindMask>(~mask_of(state_.in_force))) != 0;
}

KindMask kinds_of(const Position& position, Color c) {
  KindMask kinds = 0;
  for (int t = 1; t < kPieceTypeCount; ++t) {
    const auto kind = static_cast<PieceType>(t);
    if (position.pieces(c, kind)) kinds |= mask_of(kind);
  }
  const Hand hand = position.hand(c);
  for (const PieceType t : kHandTypes) {
    if (hand.has(t)) kinds |= mask_of(t);
  }
  return kinds;
}

KindMask movable_kinds(const Position& position) {
  MoveList moves;
  generate_legal(position, moves);
  KindMask kinds = 0;
  for (const BareMove m : moves) kinds |= mask_of(moving_kind(position, m));
  return kinds;
}

void generate_legal_bare(const FreezePosition& position, MoveList& moves) {
  const PieceType frozen = position.state().in_force;
  if (frozen == PieceType::kNone) return generate_legal(position.position(), moves);
  MoveList all;
  generate_legal(position.position(), all);
  for (const BareMove m : all) {
    if (moving_kind(position.position(), m) != frozen) moves.push(m);
  }
}

void generate_legal(const FreezePosition& position, std::vector<Move>& moves) {
  MoveList bare;
  generate_legal_bare(position, bare);
  const bool may_freeze = position.may_freeze();
  const KindMask theirs =
      may_freeze ? kinds_of(position.position(), ~position.side_to_move()) : KindMask{0};
  const auto with_freezes = [&](BareMove m) {
    for (KindMask kinds = without_captured(position.position(), m, theirs); kinds != 0;
         kinds = static_cast<KindMask>(kinds & (kinds - 1))) {
      moves.emplace_back(m, first_kind(kinds));
    }
  };
  for (const BareMove m : bare) {
    moves.emplace_back(m);
    if (may_freeze) with_freezes(m);
  }
  if (const BareMove m = position.pawn_drop_mate()) with_freezes(m);
}

std::uint64_t count_legal(const FreezePosition& position) {
  if (position.plain()) return static_cast<std::uint64_t>(count_legal(position.position()));
  MoveList bare;
  generate_legal_bare(position, bare);
  auto total = static_cast<std::uint64_t>(bare.size());
  if (!position.may_freeze()) return total;
  const KindMask theirs = kinds_of(position.position(), ~position.side_to_move());
  const auto freezes = [&](BareMove m) {
    return static_cast<std::uint64_t>(count(without_captured(position.position(), m, theirs)));
  };
  for (const BareMove m : bare) total += freezes(m);
  if (const BareMove m = position.pawn_drop_mate()) total += freezes(m);
  return total;
}

std::uint64_t perft(FreezePosition& position, int depth) {
  if (depth <= 0) return 1;
  if (position.plain()) {  // and so is everything below
    Position ordinary = position.position();
    return perft(ordinary, depth);
  }
  if (depth == 1) return count_legal(position);
  std::vector<Move> moves;
  generate_legal(position, moves);
  std::uint64_t nodes = 0;
  FreezeUndo undo;
  for (const Move m : moves) {
    position.do_move(m, undo);
    nodes += perft(position, depth - 1);
    position.undo_move(m, undo);
  }
  return nodes;
}

}  // namespace gougi::shogi
