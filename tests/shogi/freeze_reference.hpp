// SPDX-License-Identifier: MIT
// The rules of Freeze shogi once more, slow and obvious, on the array board of reference_rules.hpp.
// It shares with src/shogi/freeze.* nothing but the nouns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "shogi/freeze.hpp"
#include "shogi/reference_rules.hpp"

namespace gougi::shogi::reference {

struct FreezeBoard {
  Setup setup;
  PieceType frozen = PieceType::kNone;  // of the side to move
  int black_left = 0;
  int white_left = 0;
};

inline bool has_kind(const Setup& s, Color c, PieceType t) {
  for (const Piece p : s.board) {
    if (p == Piece(c, t)) return true;
  }
  for (const PieceType in_hand : kHandTypes) {
    if (in_hand == t && s.hands[static_cast<std::size_t>(index(c))].count(t) > 0) return true;
  }
  return false;
}

inline PieceType kind_that_moves(const Setup& s, BareMove m) {
  return m.is_drop() ? m.dropped() : at(s, m.from()).type();
}

inline bool is_legal(const FreezeBoard& b, BareMove m, PieceType freeze) {
  const Setup& s = b.setup;
  if (!is_pseudo_legal(s, m)) return false;
  if (b.frozen != PieceType::kNone && kind_that_moves(s, m) == b.frozen) return false;
  const Setup next = after(s, m);
  const Color us = s.side_to_move;
  if (king_can_be_captured(next, us)) return false;
  if (freeze != PieceType::kNone) {
    if (b.frozen != PieceType::kNone) return false;
    if ((us == Color::kBlack ? b.black_left : b.white_left) == 0) return false;
    return has_kind(next, ~us, freeze);  // a pawn drop may be mate
  }
  const bool pawn_drop = m.is_drop() && m.dropped() == PieceType::kPawn;
  if (!pawn_drop || !king_can_be_captured(next, ~us)) return true;
  return !legal_moves(next).empty();  // of ordinary shogi: the reply is not frozen
}

/// Every move and every freeze there could be, tried.
inline std::vector<Move> legal_moves(const FreezeBoard& b) {
  std::vector<Move> moves;
  for (int to = 0; to < kSquareCount; ++to) {
    std::vector<BareMove> tried;
    for (const PieceType t : kHandTypes) tried.push_back(BareMove::drop(t, Square(to)));
    for (int from = 0; from < kSquareCount; ++from) {
      tried.push_back(BareMove::board(Square(from), Square(to), false));
      tried.push_back(BareMove::board(Square(from), Square(to), true));
    }
    for (const BareMove m : tried) {
      if (!is_pseudo_legal(b.setup, m)) continue;
      for (int freeze = 0; freeze < kPieceTypeCount; ++freeze) {
        const auto kind = static_cast<PieceType>(freeze);
        if (is_legal(b, m, kind)) moves.emplace_back(m, kind);
      }
    }
  }
  return moves;
}

inline FreezeBoard after(const FreezeBoard& b, Move m) {
  FreezeBoard next{after(b.setup, m.move), m.freeze, b.black_left, b.white_left};
  if (m.freeze != PieceType::kNone) {
    --(b.setup.side_to_move == Color::kBlack ? next.black_left : next.white_left);
  }
  return next;
}

inline std::uint64_t perft(const FreezeBoard& b, int depth) {
  if (depth == 0) return 1;
  std::uint64_t sum = 0;
  for (const Move m : legal_moves(b)) sum += perft(after(b, m), depth - 1);
  return sum;
}

}  // namespace gougi::shogi::reference
