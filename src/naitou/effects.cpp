// SPDX-License-Identifier: MIT
#include "naitou/effects.hpp"

#include "naitou/steps.hpp"

namespace gougi::naitou {
namespace {

/// Adds the control of one side's pieces.
class Spreader {
 public:
  Spreader(const Board& board, Side side, Effects& effects)
      : board_(board), side_(side), effects_(effects) {}

  void spread(SquareIndex s) {
    const Kind kind = board_[s].kind();
    const std::uint64_t control = Effects::direct(kind);
    const Steps& own = steps(side_, kind);
    for (const int d : own.single()) {
      if (!board_[s + d].is_border()) effects_.add(side_, s + d, control);
    }
    for (const int d : own.sliding()) slide(s, d, control);
  }

 private:
  void slide(SquareIndex s, int d, std::uint64_t control) {
    SquareIndex t = s + d;
    for (; board_[t].is_empty(); t += d) effects_.add(side_, t, control);
    const Cell cell = board_[t];
    if (cell.is_border()) return;
    effects_.add(side_, t, control);
    if (cell.side() == side_ && passes_on(side_, cell.kind(), d) && !board_[t + d].is_border()) {
      effects_.add(side_, t + d, Effects::kShadow);
    }
  }

  const Board& board_;
  const Side side_;
  Effects& effects_;
};

bool slides_to(const Board& board, SquareIndex from, SquareIndex to, int d) {
  for (SquareIndex t = from + d; !board[t].is_border(); t += d) {
    if (t == to) return true;
    if (board[t].is_piece()) return false;
  }
  return false;
}

}  // namespace

Effects effects_of(const Board& board) {
  Effects effects;
  for (const Side side : {Side::kCom, Side::kHum}) {
    Spreader spreader(board, side, effects);
    board.for_each_piece(side, [&](SquareIndex s) { spreader.spread(s); });
  }
  return effects;
}

bool is_attacked(const Board& board, Side side, SquareIndex s) {
  // Seen from the square: what the other side would reach from here, with the same steps.
  const Side seen = other(side);
  for (const int d : steps(seen, Kind::kKing).single()) {
    const Cell next = board[s + d];
    for (const int back :
         next.is(side) ? steps(side, next.kind()).single() : std::span<const std::int16_t>()) {
      if (back == -d) return true;
    }
    SquareIndex t = s + d;
    while (board[t].is_empty()) t += d;
    if (!board[t].is(side)) continue;
    for (const int back : steps(side, board[t].kind()).sliding()) {
      if (back == -d) return true;
    }
  }
  for (const int d : steps(seen, Kind::kKnight).single()) {
    if (board[s + d].is(side, Kind::kKnight)) return true;
  }
  return false;
}

bool controls(const Board& board, SquareIndex from, SquareIndex to) {
  const Steps& own = steps(board[from].side(), board[from].kind());
  for (const int d : own.single()) {
    if (from + d == to) return true;
  }
  for (const int d : own.sliding()) {
    if (slides_to(board, from, to, d)) return true;
  }
  return false;
}

}  // namespace gougi::naitou
