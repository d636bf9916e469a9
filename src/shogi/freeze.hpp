// SPDX-License-Identifier: MIT
// Freeze shogi: ordinary shogi in which a move may freeze one kind of the opponent's pieces for the
// reply (Freeze!将棋, tournament rules of 2019). A FreezePosition is a Position and what the
// freezes add to it; Position itself knows nothing of them, so that ordinary shogi pays nothing.
// Values; no text (notation/freeze.hpp), no history (game.hpp). Different threads may use different
// ones.
//
// The rules, where they are more than ordinary shogi's:
//  - A frozen kind may neither be moved nor dropped by the reply. Kinds are told apart by
//  promotion;
//    the king may be frozen. Only a kind that the opponent has after the move, on the board or in
//    hand, may be frozen.
//  - A frozen piece still attacks: check and self-check are judged as ever. So the moves legal
//  under
//    a freeze are the ordinary legal moves without those of the frozen kind.
//  - Who has just been frozen may not freeze with the reply. Each freeze spends one of a number.
//  - A pawn drop that is mate (judged with the reply unfrozen) is legal only with a freeze.
//  - No legal move loses.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "shogi/movegen.hpp"
#include "shogi/position.hpp"
#include "shogi/types.hpp"

namespace gougi::shogi {

/// A set of piece kinds: bit index(PieceType).
using KindMask = std::uint16_t;
constexpr KindMask mask_of(PieceType t) { return static_cast<KindMask>(1U << unsigned(index(t))); }
constexpr int count(KindMask kinds) { return std::popcount(kinds); }
/// The kind of the lowest bit; `kinds` must not be empty.
constexpr PieceType first_kind(KindMask kinds) {
  return static_cast<PieceType>(std::countr_zero(kinds));
}

/// More freezes a side than any game has moves for; it keeps counters from overflowing.
inline constexpr int kMaxFreezes = 9999;

/// Freezes that are left, by index(Color).
using FreezeCounts = std::array<std::uint16_t, 2>;
/// By the tournament rule.
inline constexpr FreezeCounts kTournamentFreezes{3, 3};

/// What Freeze shogi adds to a position.
struct FreezeState {
  PieceType in_force = PieceType::kNone;  ///< what the side to move may neither move nor drop
  FreezeCounts left{};
  /// Ordinary shogi: nothing is frozen and nobody can freeze.
  constexpr bool plain() const {
    return in_force == PieceType::kNone && left[0] == 0 && left[1] == 0;
  }
  friend constexpr bool operator==(const FreezeState&, const FreezeState&) = default;
};

/// The share of `state` in a key; 0 for a plain one.
constexpr Key key_of(const FreezeState& state) {
  Key k = static_cast<Key>(index(state.in_force)) | (static_cast<Key>(state.left[0]) << 8U) |
          (static_cast<Key>(state.left[1]) << 24U);
  // The finalizer of SplitMix64, a bijection that keeps 0; not that of Position's hands.
  k = (k ^ (k >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  k = (k ^ (k >> 27U)) * 0x94D049BB133111EBULL;
  return k ^ (k >> 31U);
}

/// A move and the freeze that it declares, if any. Every BareMove is one.
struct Move {
  BareMove move;
  PieceType freeze = PieceType::kNone;

  constexpr Move() = default;
  constexpr Move(BareMove m, PieceType f = PieceType::kNone)  // NOLINT: implicit on purpose
      : move(m), freeze(f) {}
  /// Any 32 bits make a value; FreezePosition::is_legal trusts none.
  static constexpr Move from_raw(std::uint32_t raw) {
    const std::uint32_t kind = raw >> 16U;
    return {BareMove::from_raw(static_cast<std::uint16_t>(raw & 0xFFFFU)),
            static_cast<PieceType>(kind > 255 ? 255U : kind)};
  }
  /// The move's 16 bits, the kind above them: that of a bare move is its BareMove's.
  constexpr std::uint32_t raw() const {
    return move.raw() | (static_cast<std::uint32_t>(freeze) << 16U);
  }
  constexpr bool is_none() const { return move.is_none(); }
  constexpr explicit operator bool() const { return !move.is_none(); }
  constexpr bool freezes() const { return freeze != PieceType::kNone; }
  friend constexpr auto operator<=>(const Move&, const Move&) = default;
};

/// The move at `i` where moves and what they freeze are kept apart: `freezes` is as long as
/// `moves`, or empty where none of them freezes.
inline Move freeze_move_at(const std::vector<BareMove>& moves,
                           const std::vector<PieceType>& freezes, std::size_t i) {
  return {moves[i], freezes.empty() ? PieceType::kNone : freezes[i]};
}

/// What undo_move needs back. Uninitialised until do_move fills it.
struct FreezeUndo {
  Undo undo;
  FreezeState state;
};

class FreezePosition {
 public:
  /// Ordinary shogi from `position`.
  explicit FreezePosition(const Position& position = Position::start()) : position_(position) {}
  /// An error if the side to move has no piece of the kind in force, or a count is above
  /// kMaxFreezes.
  static base::Result<FreezePosition> from(const Position& position, const FreezeState& state);

  const Position& position() const { return position_; }
  const FreezeState& state() const { return state_; }
  bool plain() const { return state_.plain(); }
  Color side_to_move() const { return position_.side_to_move(); }
  int left(Color c) const { return state_.left[detail::at(c)]; }

  /// Whether the side to move has freezes left and is not frozen itself.
  bool may_freeze() const {
    return state_.in_force == PieceType::kNone && left(side_to_move()) > 0;
  }
  /// The kinds that may be frozen with `m`, a move legal bare or with a freeze: those that the
  /// opponent has after it. Empty if the side to move may not freeze.
  KindMask freezable(BareMove m) const;

  /// Whether the bare move (without a freeze) is legal. Never trusts `m`.
  bool is_legal_bare(BareMove m) const;
  /// Whether any 32-bit value is a legal move here, by every rule. Never trusts `m`.
  bool is_legal(Move m) const;
  /// An error that says which rule `m` breaks, in one line; nothing if it is legal.
  base::Result<void> judge(Move m) const;
  /// The pawn drop that is mate and so legal only with a freeze; no move if there is none, or the
  /// side to move may not freeze.
  BareMove pawn_drop_mate() const;

  bool in_check() const { return position_.in_check(); }
  bool gives_check(Move m) const { return position_.gives_check(m.move); }
  /// With or without a freeze.
  bool has_legal_move() const;
  /// No legal move: the side to move has lost, in check or not.
  bool is_lost() const { return !has_legal_move(); }
  /// Lost and in check.
  bool is_mated() const { return in_check() && is_lost(); }

  /// Of board, hands, side to move, the freezes left of both sides and the freeze in force; the
  /// position's own key where the state is plain.
  Key key() const { return position_.key() ^ key_of(state_); }
  /// What key() will be once the legal move `m` is played.
  Key key_after(Move m) const { return position_.key_after(m.move) ^ key_of(after(m)); }
  /// What state() will be once the legal move `m` is played.
  FreezeState after(Move m) const {
    FreezeState next{m.freeze, state_.left};
    if (m.freezes()) --next.left[detail::at(side_to_move())];
    return next;
  }

  /// `m` must be legal.
  void do_move(Move m, FreezeUndo& undo) {
    undo.state = state_;
    state_ = after(m);
    position_.do_move(m.move, undo.undo);
  }
  void undo_move(Move m, const FreezeUndo& undo) {
    position_.undo_move(m.move, undo.undo);
    state_ = undo.state;
  }
  /// Passes, without a freeze. The side to move must not be in check.
  void do_null_move(FreezeUndo& undo) {
    undo.state = state_;
    state_.in_force = PieceType::kNone;
    position_.do_null_move(undo.undo);
  }
  void undo_null_move(const FreezeUndo& undo) {
    position_.undo_null_move(undo.undo);
    state_ = undo.state;
  }

 private:
  Position position_;
  FreezeState state_;
};

/// The kinds that `c` has on the board or in hand.
KindMask kinds_of(const Position& position, Color c);
/// The kind that `m` moves or drops; `m` must be pseudo-legal at least.
constexpr PieceType moving_kind(const Position& position, BareMove m) {
  return m.is_drop() ? m.dropped() : position.piece_at(m.from()).type();
}
/// The kinds of which the side to move has an (ordinary) legal move. Where it is a single one, and
/// the move before froze it, the side to move has lost.
KindMask movable_kinds(const Position& position);

/// The moves that are legal without a freeze.
void generate_legal_bare(const FreezePosition& position, MoveList& moves);
/// All legal moves, appended to `moves`: each bare move followed by itself with each freeze, the
/// pawn-drop mate with its freezes last.
void generate_legal(const FreezePosition& position, std::vector<Move>& moves);
/// The number of legal moves, freeze moves being different moves.
std::uint64_t count_legal(const FreezePosition& position);
/// Leaves of the legal game tree `depth` plies below `position`, counted in bulk at the last ply.
std::uint64_t perft(FreezePosition& position, int depth);

}  // namespace gougi::shogi
