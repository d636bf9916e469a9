// SPDX-License-Identifier: MIT
#include "naitou/effects.hpp"

#include "naitou/prices.hpp"
#include "naitou/steps.hpp"

namespace gougi::naitou {
namespace {

/// Adds the control of one side's pieces.
class Spreader {
 public:
  Spreader(const Board& board, Side side, Effects& effects)
      : board_(board),
        side_(side),
        counts_(effects.counts[index(side)]),
        attackers_(effects.attackers[index(side)]) {}

  void spread(SquareIndex s, Kind kind) {
    const Steps& own = steps(side_, kind);
    for (const int d : own.single()) {
      if (!board_[s + d].is_border()) control(s + d, kind);
    }
    for (const int d : own.sliding()) slide(s, d, kind);
  }

 private:
  void slide(SquareIndex s, int d, Kind kind) {
    for (SquareIndex t = s + d;; t += d) {
      const Cell cell = board_[t];
      if (cell.is_empty()) {
        control(t, kind);
        continue;
      }
      if (cell.is_border()) return;
      control(t, kind);
      if (cell.side() == side_ && passes_on(side_, cell.kind(), d) && !board_[t + d].is_border()) {
        ++counts_[static_cast<std::size_t>(t + d)];
      }
      return;
    }
  }

  void control(SquareIndex t, Kind kind) {
    const auto i = static_cast<std::size_t>(t);
    ++counts_[i];
    if (price(kPricesA, kind) < price(kPricesA, attackers_[i])) attackers_[i] = kind;
  }

  const Board& board_;
  const Side side_;
  std::array<Byte, 121>& counts_;
  std::array<Kind, 121>& attackers_;
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
  Spreader com(board, Side::kCom, effects);
  Spreader hum(board, Side::kHum, effects);
  for (SquareIndex s = kFirstSquare; s <= kLastSquare; ++s) {
    const Cell cell = board[s];
    if (!cell.is_piece()) continue;
    (cell.side() == Side::kCom ? com : hum).spread(s, cell.kind());
  }
  return effects;
}

bool is_attacked(const Board& board, Side side, SquareIndex s) {
  // Seen from the square: what the other side would reach from here, with the same steps.
  const Side seen = other(side);
  for (const int d : steps(seen, Kind::kKing).single()) {
    const Cell next = board[s + d];
    for (const int back :
         next.is(side) ? steps(side, next.kind()).single() : std::span<const std::int8_t>()) {
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
