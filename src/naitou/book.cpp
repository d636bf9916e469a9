// SPDX-License-Identifier: MIT
#include "naitou/book.hpp"

#include "naitou/exchange.hpp"

namespace gougi::naitou {
namespace {

constexpr SquareIndex kSquare45 = 61;

/// The first entry that fits; it is used up, but for COM's first move of the game.
std::optional<Move> take_entry(const BookQuestion& question, BookState& state) {
  const bool marks = question.progress_ply != 0;
  BookPage page = book_page(state.formation);
  for (std::size_t i = 0; i < page.branches.size();) {
    const BookBranch& branch = page.branches[i];
    const bool fits =
        !state.used_branches[i] && question.board[branch.square].is(Side::kHum, branch.piece);
    if (fits && branch.new_formation == Formation::kNone) {
      if (marks) state.used_branches.set(i);
      return branch.reply;
    }
    if (fits && question.progress_ply <= branch.last_ply) {
      state = BookState{branch.new_formation, {}, {}};
      page = book_page(state.formation);
      i = 0;
      continue;
    }
    ++i;
  }
  for (std::size_t i = 0; i < page.sequence.size(); ++i) {
    if (state.used_moves[i]) continue;
    if (marks) state.used_moves.set(i);
    return page.sequence[i];
  }
  return std::nullopt;
}

bool is_acceptable(const BookQuestion& question, Move move) {
  const Board& board = question.board;
  if (board[move.destination].is(Side::kCom) || !board[move.source].is(Side::kCom)) return false;
  if (!controls(board, move.source, move.destination)) return false;
  const int hum = question.effects.count(Side::kHum, move.destination);
  const int com = question.effects.count(Side::kCom, move.destination);
  if (board[move.source].kind() == Kind::kKing && hum != 0) return false;
  if (hum >= com) return false;
  if (question.progress_ply <= 6 && question.last_destination == kSquare45) return true;
  Board after = board;
  after.play(Side::kCom, move);
  return losses(after, effects_of(after)).most == 0;
}

}  // namespace

std::optional<Move> next_book_move(const BookQuestion& question, BookState& state) {
  // At COM's first move nothing is used up: what is refused then would come for ever.
  for (int tries = 0; tries < 64; ++tries) {
    const auto move = take_entry(question, state);
    if (!move) break;
    if (is_acceptable(question, *move)) return move;
  }
  state.formation = Formation::kNone;
  return std::nullopt;
}

}  // namespace gougi::naitou
