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
    spread(s, kind, Effects::direct(kind), Effects::kShadow);
  }
  /// Takes back what the piece spread.
  void gather(SquareIndex s) {
    const Kind kind = board_[s].kind();
    spread(s, kind, 0 - Effects::direct(kind), 0 - Effects::kShadow);
  }
  void spread_all() {
    board_.for_each_piece(side_, [this](SquareIndex s) { spread(s); });
  }

 private:
  void spread(SquareIndex s, Kind kind, std::uint64_t control, std::uint64_t shadow) {
    const Steps& own = steps(side_, kind);
    for (const int d : own.single()) {
      if (!board_[s + d].is_border()) effects_.add(side_, s + d, control);
    }
    for (const int d : own.sliding()) slide(s, d, control, shadow);
  }

  void slide(SquareIndex s, int d, std::uint64_t control, std::uint64_t shadow) {
    SquareIndex t = s + d;
    for (; board_[t].is_empty(); t += d) effects_.add(side_, t, control);
    const Cell cell = board_[t];
    if (cell.is_border()) return;
    effects_.add(side_, t, control);
    if (cell.side() == side_ && passes_on(side_, cell.kind(), d) && !board_[t + d].is_border()) {
      effects_.add(side_, t + d, shadow);
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
    Spreader(board, side, effects).spread_all();
  }
  return effects;
}

Effects effects_after(const Board& before, const Effects& effects, Move move, const Board& after) {
  Effects changed;
  for (const Side side : {Side::kCom, Side::kHum}) {
    // Where no slider looks at the squares that change, all others control what they did.
    const bool is_seen = effects.may_be_slid_to(side, move.destination) ||
                         (!move.is_drop() && effects.may_be_slid_to(side, move.source));
    const bool loses_piece = side == Side::kHum && before[move.destination].is_piece();
    if (is_seen || loses_piece) {
      Spreader(after, side, changed).spread_all();
      continue;
    }
    changed.copy(side, effects);
    if (side == Side::kHum) continue;
    if (!move.is_drop()) Spreader(before, side, changed).gather(move.source);
    Spreader(after, side, changed).spread(move.destination);
  }
  return changed;
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
