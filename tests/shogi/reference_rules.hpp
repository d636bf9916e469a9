// SPDX-License-Identifier: MIT
// The rules once more, slow and obvious: an array board, every from, to and promotion tried, a move
// legal if the king cannot be captured afterwards. It shares with src/shogi nothing but the nouns
// (types.hpp, Setup). It checks the fast generator.
#pragma once

#include <cstdlib>
#include <vector>

#include "shogi/position.hpp"

namespace gougi::shogi::reference {

inline Piece& at(Setup& s, Square q) { return s.board[static_cast<std::size_t>(q.index())]; }
inline Piece at(const Setup& s, Square q) { return s.board[static_cast<std::size_t>(q.index())]; }
inline Hand& hand(Setup& s, Color c) { return s.hands[static_cast<std::size_t>(index(c))]; }

/// Whether nothing stands between two squares of one line.
inline bool way_is_free(const Setup& s, Square from, Square to) {
  const int df = (to.file() > from.file()) - (to.file() < from.file());
  const int dr = (to.rank() > from.rank()) - (to.rank() < from.rank());
  int file = from.file() + df;
  int rank = from.rank() + dr;
  while (file != to.file() || rank != to.rank()) {
    if (!at(s, Square::of(file, rank)).empty()) return false;
    file += df;
    rank += dr;
  }
  return true;
}

/// Whether the piece on `from` reaches `to`, whatever stands there.
inline bool reaches(const Setup& s, Square from, Square to) {
  const Piece p = at(s, from);
  if (p.empty() || from == to) return false;
  // As the owner sees it: forward is positive.
  const int sign = p.color() == Color::kBlack ? 1 : -1;
  const int ahead = (from.rank() - to.rank()) * sign;
  const int side = std::abs(from.file() - to.file());
  const bool straight = side == 0 || ahead == 0;
  const bool diagonal = side == std::abs(ahead);
  const bool next = side <= 1 && std::abs(ahead) <= 1;
  switch (p.type()) {
    case PieceType::kPawn:
      return side == 0 && ahead == 1;
    case PieceType::kLance:
      return side == 0 && ahead > 0 && way_is_free(s, from, to);
    case PieceType::kKnight:
      return side == 1 && ahead == 2;
    case PieceType::kSilver:
      return next && (diagonal || ahead == 1);
    case PieceType::kBishop:
      return diagonal && way_is_free(s, from, to);
    case PieceType::kRook:
      return straight && way_is_free(s, from, to);
    case PieceType::kKing:
      return next;
    case PieceType::kHorse:
      return next || (diagonal && way_is_free(s, from, to));
    case PieceType::kDragon:
      return next || (straight && way_is_free(s, from, to));
    default:
      return next && (straight || ahead == 1);
  }
}

inline bool king_can_be_captured(const Setup& s, Color king_owner) {
  for (int k = 0; k < kSquareCount; ++k) {
    if (at(s, Square(k)) != Piece(king_owner, PieceType::kKing)) continue;
    for (int i = 0; i < kSquareCount; ++i) {
      const Piece p = at(s, Square(i));
      if (!p.empty() && p.color() != king_owner && reaches(s, Square(i), Square(k))) return true;
    }
  }
  return false;
}

/// Ranks left in front of the piece.
inline int ranks_ahead(Color c, Square s) {
  return c == Color::kBlack ? s.rank() - 1 : 9 - s.rank();
}
inline bool has_future(Color c, PieceType t, Square s) {
  if (t == PieceType::kPawn || t == PieceType::kLance) return ranks_ahead(c, s) >= 1;
  if (t == PieceType::kKnight) return ranks_ahead(c, s) >= 2;
  return true;
}

/// All that can be said of a move without looking at kings.
inline bool is_pseudo_legal(const Setup& s, BareMove m) {
  const Color us = s.side_to_move;
  const Piece target = at(s, m.to());
  if (m.is_drop()) {
    const PieceType t = m.dropped();
    if (s.hands[static_cast<std::size_t>(index(us))].count(t) == 0 || !target.empty()) return false;
    if (t == PieceType::kPawn) {
      for (int rank = 1; rank <= 9; ++rank) {
        if (at(s, Square::of(m.to().file(), rank)) == Piece(us, PieceType::kPawn)) return false;
      }
    }
    return has_future(us, t, m.to());
  }
  const Piece p = at(s, m.from());
  if (p.empty() || p.color() != us || !reaches(s, m.from(), m.to())) return false;
  if (!target.empty() && target.color() == us) return false;
  if (!m.promotes()) return has_future(us, p.type(), m.to());
  return can_promote(p.type()) && (ranks_ahead(us, m.from()) <= 2 || ranks_ahead(us, m.to()) <= 2);
}

inline Setup after(Setup s, BareMove m) {
  const Color us = s.side_to_move;
  if (m.is_drop()) {
    hand(s, us).remove(m.dropped());
    at(s, m.to()) = Piece(us, m.dropped());
  } else {
    const Piece captured = at(s, m.to());
    if (!captured.empty()) hand(s, us).add(unpromote(captured.type()));
    const Piece p = at(s, m.from());
    at(s, m.from()) = Piece();
    at(s, m.to()) = m.promotes() ? Piece(us, promote(p.type())) : p;
  }
  s.side_to_move = ~us;
  ++s.ply;
  return s;
}

inline std::vector<BareMove> legal_moves(const Setup& s);

inline bool is_legal(const Setup& s, BareMove m) {
  if (!is_pseudo_legal(s, m)) return false;
  const Setup next = after(s, m);
  if (king_can_be_captured(next, s.side_to_move)) return false;
  const bool pawn_drop = m.is_drop() && m.dropped() == PieceType::kPawn;
  if (!pawn_drop || !king_can_be_captured(next, next.side_to_move)) return true;
  return !legal_moves(next).empty();
}

/// Every move there could be, tried.
inline std::vector<BareMove> legal_moves(const Setup& s) {
  std::vector<BareMove> moves;
  for (int to = 0; to < kSquareCount; ++to) {
    for (const PieceType t : kHandTypes) {
      const BareMove m = BareMove::drop(t, Square(to));
      if (is_legal(s, m)) moves.push_back(m);
    }
    for (int from = 0; from < kSquareCount; ++from) {
      for (const bool promotes : {false, true}) {
        const BareMove m = BareMove::board(Square(from), Square(to), promotes);
        if (is_legal(s, m)) moves.push_back(m);
      }
    }
  }
  return moves;
}

}  // namespace gougi::shogi::reference
