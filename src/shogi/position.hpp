// SPDX-License-Identifier: MIT
// A shogi position: board, hands, side to move, game ply; legality, do/undo, key. It knows no text
// (notation/), no history (game.hpp: repetition) and no clock. A Position is a value of some
// hundred bytes; different threads may use different ones.
#pragma once

#include <array>
#include <cstdint>

#include "base/result.hpp"
#include "shogi/attacks.hpp"
#include "shogi/bitboard.hpp"
#include "shogi/types.hpp"

namespace gougi::shogi {

/// Everything that defines a position, as plain data: what is read from and written to text.
struct Setup {
  std::array<Piece, kSquareCount> board{};  ///< by Square::index()
  std::array<Hand, 2> hands{};              ///< by index(Color)
  Color side_to_move = Color::kBlack;
  int ply = 1;  ///< number of the next move, 1 to kMaxPly
  friend bool operator==(const Setup&, const Setup&) = default;
};

/// No game gets there; it keeps counters from overflowing.
inline constexpr int kMaxPly = 1'000'000;

/// How much of a Setup is taken on trust.
enum class Strictness : std::uint8_t {
  kStrict,   ///< only what can occur in a game
  kLenient,  ///< whatever the rules can be applied to: constructed test positions with a fifth gold
};

/// What undo_move needs back. Uninitialised until do_move fills it.
struct Undo {
  Bitboard checkers;
  Key board_key;
  Piece captured;
};

class Position {
 public:
  /// 平手.
  static const Position& start();

  /// Checks that `setup` can occur: no more pieces of a kind than the game has, at most one king a
  /// side (a side without king is a mate problem's attacker), no two pawns of one side on a file,
  /// no piece without a move, the side not to move not in check. Lenient: a few more pieces of a
  /// kind pass (31 pawns, 7 of most, 3 bishops and rooks), and lances and knights without a move.
  static base::Result<Position> from(const Setup& setup,
                                     Strictness strictness = Strictness::kStrict);

  Setup setup() const;

  Color side_to_move() const { return side_to_move_; }
  int ply() const { return ply_; }
  Piece piece_at(Square s) const { return board_[detail::at(s)]; }
  Hand hand(Color c) const { return hands_[detail::at(c)]; }
  /// kNoSquare if `c` has no king.
  Square king(Color c) const { return kings_[detail::at(c)]; }

  Bitboard pieces(Color c) const { return by_color_[detail::at(c)]; }
  Bitboard pieces(PieceType t) const { return by_type_[static_cast<std::size_t>(index(t))]; }
  Bitboard pieces(Color c, PieceType t) const { return pieces(c) & pieces(t); }
  /// Gold and everything that moves like one.
  Bitboard gold_movers() const {
    return pieces(PieceType::kGold) | pieces(PieceType::kProPawn) | pieces(PieceType::kProLance) |
           pieces(PieceType::kProKnight) | pieces(PieceType::kProSilver);
  }
  /// Bishops and horses.
  Bitboard diagonal_sliders() const {
    return pieces(PieceType::kBishop) | pieces(PieceType::kHorse);
  }
  /// Rooks and dragons.
  Bitboard orthogonal_sliders() const {
    return pieces(PieceType::kRook) | pieces(PieceType::kDragon);
  }
  Bitboard occupied() const { return by_color_[0] | by_color_[1]; }

  /// The opponent's pieces that check the side to move.
  Bitboard checkers() const { return checkers_; }
  /// Of the side to move.
  bool in_check() const { return checkers_.any(); }
  /// Pieces of either side that stand alone between `c`'s king and a slider of the opponent: `c`'s
  /// are pinned, the opponent's give check by stepping aside.
  Bitboard blockers_for_king(Color c) const;

  /// Sliders of `c`'s opponent that would attack `c`'s king on an empty board.
  Bitboard snipers(Color c) const {
    const Square k = king(c);
    return pieces(~c) &
           ((empty_board_attacks(c, PieceType::kRook, k) & orthogonal_sliders()) |
            (empty_board_attacks(c, PieceType::kBishop, k) & diagonal_sliders()) |
            (empty_board_attacks(c, PieceType::kLance, k) & pieces(PieceType::kLance)));
  }

  /// Pieces of `by` that attack `s` when `occupied` squares block.
  Bitboard attackers_to(Color by, Square s, Bitboard occupied) const;
  /// Of both sides.
  Bitboard attackers_to(Square s, Bitboard occupied) const;

  /// 64-bit Zobrist key of board, hands and side to move (not of the ply).
  Key key() const { return board_key_ ^ hand_key(hands_); }
  /// The key without the hands: for dominance by hands.
  Key board_key() const { return board_key_; }

  /// Whether any 16-bit value is a legal move here, by every rule (二歩, 行き所のない駒,
  /// 打ち歩詰め, own king left in check, …). Never trusts `m`.
  bool is_legal(BareMove m) const;
  /// Whether the legal move `m` checks the opponent.
  bool gives_check(BareMove m) const;
  /// Whether a legal move exists.
  bool has_legal_move() const;
  /// In check and without a legal move (詰み). A side with no legal move at all loses likewise.
  bool is_mated() const { return in_check() && !has_legal_move(); }
  /// Whether a pawn of the side to move dropped on `to`, the empty square in front of the
  /// opponent's king, would be mate (打ち歩詰め).
  bool is_pawn_drop_mate(Square to) const;

  /// What board_key() will be once the legal move `m` is played: to look a position up without
  /// playing the move.
  Key board_key_after(BareMove m) const;
  Key key_after(BareMove m) const;  ///< likewise for key()
  /// `m` must be legal.
  void do_move(BareMove m, Undo& undo);
  void undo_move(BareMove m, const Undo& undo);
  /// Passes. The side to move must not be in check.
  void do_null_move(Undo& undo);
  void undo_null_move(const Undo& undo);

 private:
  Position() = default;

  void put(Piece p, Square s);
  Bitboard& by_type(Piece p) { return by_type_[static_cast<std::size_t>(index(p.type()))]; }
  /// Both hands are 28 bits each: a bijection of the pair (the finalizer of MurmurHash3), so that
  /// different hands never share a key.
  static Key hand_key(const std::array<Hand, 2>& hands) {
    Key k = hands[0].raw() | (static_cast<Key>(hands[1].raw()) << 32U);
    k = (k ^ (k >> 33U)) * 0xFF51AFD7ED558CCDULL;
    k = (k ^ (k >> 33U)) * 0xC4CEB9FE1A85EC53ULL;
    return k ^ (k >> 33U);
  }
  bool is_legal_drop(PieceType t, Square to) const;
  bool is_legal_board_move(BareMove m) const;
  /// Sliders of `by` that attack `king` once a piece has gone from `from` to `to`.
  Bitboard discovered_by(Color by, Square from, Square to, Square king) const;

  std::array<Bitboard, 2> by_color_{};
  std::array<Bitboard, kPieceTypeCount> by_type_{};
  Bitboard checkers_;
  Key board_key_ = 0;
  std::array<Hand, 2> hands_{};
  int ply_ = 1;
  Color side_to_move_ = Color::kBlack;
  std::array<Square, 2> kings_{};
  std::array<Piece, kSquareCount> board_{};
};

}  // namespace gougi::shogi
