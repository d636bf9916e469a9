// SPDX-License-Identifier: MIT
#include "naitou/candidates.hpp"

#include "naitou/effects.hpp"
#include "naitou/steps.hpp"

namespace gougi::naitou {
namespace {

constexpr std::array kDropOrder{Kind::kPawn, Kind::kLance,  Kind::kKnight, Kind::kSilver,
                                Kind::kGold, Kind::kBishop, Kind::kRook};

bool has_pawn_on_file(const Board& board, Side side, int x) {
  for (int rank = 1; rank <= 9; ++rank) {
    if (board[square_at(x, rank)].is(side, Kind::kPawn)) return true;
  }
  return false;
}

/// Two pawns (二歩) and pieces that could never move.
bool may_drop(const Board& board, Side side, Kind kind, SquareIndex to) {
  const int ranks_ahead = side == Side::kCom ? 9 - rank_of(to) : rank_of(to) - 1;
  switch (kind) {
    case Kind::kPawn:
      return ranks_ahead >= 1 && !has_pawn_on_file(board, side, x_of(to));
    case Kind::kLance:
      return ranks_ahead >= 1;
    case Kind::kKnight:
      return ranks_ahead >= 2;
    default:
      return true;
  }
}

/// Calls `use(from, to)` for every board move of the piece on `from`.
template <class Use>
void for_each_move(const Board& board, SquareIndex from, const Use& use) {
  const Side side = board[from].side();
  const Steps& own = steps(side, board[from].kind());
  for (const int d : own.sliding()) {
    for (SquareIndex to = from + d;; to += d) {
      const Cell cell = board[to];
      if (cell.is_border() || cell.is(side)) break;
      use(from, to);
      if (cell.is_piece()) break;
    }
  }
  for (const int d : own.single()) {
    const Cell cell = board[from + d];
    if (!cell.is_border() && !cell.is(side)) use(from, from + d);
  }
}

bool is_safe_after(const Board& board, Move reply) {
  Board after = board;
  after.play(Side::kHum, reply);
  return !is_attacked(after, Side::kCom, after.king(Side::kHum));
}

bool escapes_by_drop(const Board& board, SquareIndex king) {
  for (const int d : steps(Side::kHum, Kind::kKing).single()) {
    const SquareIndex to = king + d;
    if (!board[to].is_empty()) continue;
    for (const Kind kind : kDropOrder) {
      if (board.hand(Side::kHum)[at(kind)] == 0 || !may_drop(board, Side::kHum, kind, to)) continue;
      if (is_safe_after(board, Move::drop(kind, to))) return true;
      break;  // what is dropped makes no difference to who attacks the king
    }
  }
  return false;
}

}  // namespace

void generate_candidates(const Board& board, std::vector<Move>& moves) {
  moves.clear();
  for (SquareIndex s = kFirstSquare; s <= kLastSquare; ++s) {
    const Cell cell = board[s];
    if (cell.is_empty()) {
      for (const Kind kind : kDropOrder) {
        if (board.hand(Side::kCom)[at(kind)] > 0 && may_drop(board, Side::kCom, kind, s)) {
          moves.push_back(Move::drop(kind, s));
        }
      }
    } else if (cell.is(Side::kCom)) {
      const bool can_promote = shogi::can_promote(cell.kind());
      for_each_move(board, s, [&](SquareIndex from, SquareIndex to) {
        const bool in_zone = rank_of(from) >= 7 || rank_of(to) >= 7;
        moves.push_back(Move::board(from, to, can_promote && in_zone));
      });
    }
  }
}

bool has_escape(const Board& board) {
  const SquareIndex king = board.king(Side::kHum);
  if (king == kNoSquareIndex) return true;
  for (SquareIndex s = kFirstSquare; s <= kLastSquare; ++s) {
    if (!board[s].is(Side::kHum)) continue;
    bool found = false;
    for_each_move(board, s, [&](SquareIndex from, SquareIndex to) {
      found = found || is_safe_after(board, Move::board(from, to, false));
    });
    if (found) return true;
  }
  return escapes_by_drop(board, king);
}

}  // namespace gougi::naitou
