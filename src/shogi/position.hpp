// SPDX-License-Identifier: MIT
// A shogi position: board, hands, side to move, game ply; legality, do/undo, key. It knows no text
// (notation/), no history (game.hpp: repetition) and no clock. A Position is a value of some
// hundred bytes; different threads may use different ones.
#pragma once

#include <array>
#include <cstdint>

#include "base/result.hpp"
#include "shogi/bitboard.hpp"
#include "shogi/types.hpp"

namespace gougi::shogi {

/// Everything that defines a position, as plain data: what is read from and written to text.
struct Setup {
  std::array<Piece, kSquareCount> board{};  ///< by Square::index()
  std::array<Hand, 2> hands{};              ///< by index(Color)
  Color side_to_move = Color::kBlack;
  int ply = 1;  ///< number of the next move, from 1
  friend bool operator==(const Setup&, const Setup&) = default;
};

/// What undo_move needs back. Uninitialised until do_move fills it.
struct Undo;

class Position {
 public:
  /// 平手.
  static const Position& start();

  /// Checks that `setup` can occur: no more pieces of a kind than the game has, at most one king a
  /// side (a side without king is a mate problem's attacker), no two pawns of one side on a file,
  /// no piece without a move, the side not to move not in check.
  static base::Result<Position> from(const Setup& setup);

  Setup setup() const;

  Color side_to_move() const;
  int ply() const;
  Piece piece_at(Square s) const;
  Hand hand(Color c) const;
  /// kNoSquare if `c` has no king.
  Square king(Color c) const;
  /// Of the side to move.
  bool in_check() const;

  /// 64-bit Zobrist key of board, hands and side to move (not of the ply).
  Key key() const;
  /// The key without the hands: for dominance by hands.
  Key board_key() const;

  /// Whether any 16-bit value is a legal move here, by every rule (二歩, 行き所のない駒,
  /// 打ち歩詰め, own king left in check, …). Never trusts `m`.
  bool is_legal(Move m) const;
  /// Whether the legal move `m` checks the opponent.
  bool gives_check(Move m) const;
  /// Whether a legal move exists.
  bool has_legal_move() const;
  /// In check and without a legal move (詰み). A side with no legal move at all loses likewise.
  bool is_mated() const { return in_check() && !has_legal_move(); }

  /// `m` must be legal.
  void do_move(Move m, Undo& undo);
  void undo_move(Move m, const Undo& undo);
  void do_null_move(Undo& undo);
  void undo_null_move(const Undo& undo);
};

}  // namespace gougi::shogi
