// SPDX-License-Identifier: MIT
#include "relay/rules.hpp"

#include <algorithm>
#include <utility>

#include "notation/freeze.hpp"

namespace gougi::relay {
namespace {

using shogi::FreezeState;
using shogi::Move;
using shogi::PieceType;

bool is_start(const Rules& rules, const Board& board) {
  return board.text() == (*rules.board(""))->text();
}

// The game as it is told: from `start` on, which is `first` moves behind the game's own start.
struct Told {
  std::unique_ptr<Board> start;
  std::size_t first = 0;
};

// Whether the move at `i` froze whoever is to move at the game's end.
bool froze_the_mover(const Game& game, std::size_t i) {
  return game.moves()[i].freezes() && (game.moves().size() - i) % 2 == 1;
}

Told told_part(const Game& game, FreezeView view) {
  const auto& moves = game.moves();
  std::size_t first = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const bool hidden = view == FreezeView::kNone  ? moves[i].freezes()
                        : view == FreezeView::kOwn ? froze_the_mover(game, i)
                                                   : false;
    if (hidden) first = i + 1;
  }
  return {after(game.start(), {moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(first)}),
          first};
}

shogi::FreezeCounts told_counts(const Board& board, FreezeView view) {
  shogi::FreezeCounts left = board.freezes().left;
  if (view == FreezeView::kOwn && board.freezes().in_force != PieceType::kNone) {
    left[static_cast<std::size_t>(index(board.side_to_move()))] = 0;  // no freezing back
  }
  return left;
}

}  // namespace

FreezeView view_of(usi::FreezeAbility ability) {
  if (usi::reads_freezes(ability)) return FreezeView::kAll;
  return usi::declares_freezes(ability) ? FreezeView::kOwn : FreezeView::kNone;
}

Game::Game(std::unique_ptr<const Board> start)
    : start_(std::move(start)), board_(start_->copy()), keys_{start_->key()} {}

Game::Game(const Game& other)
    : start_(other.start_),
      board_(other.board_->copy()),
      moves_(other.moves_),
      keys_(other.keys_) {}

bool Game::play(Move move) {
  if (!board_->is_legal(move)) return false;
  board_->play(move);
  moves_.push_back(move);
  keys_.push_back(board_->key());
  return true;
}

base::Result<std::unique_ptr<Board>> Rules::start(const usi::PositionCommand& command,
                                                  const shogi::FreezeCounts&, std::string&) const {
  if (command.freeze) return base::fail("position: there are no freezes in this game");
  auto start = board(command.sfen);
  if (!start) return base::fail("position: " + start.error().message);
  return start;
}

base::Result<Game> replay(const Rules& rules, const usi::PositionCommand& command,
                          const shogi::FreezeCounts& defaults, std::string& warning) {
  auto start = rules.start(command, defaults, warning);
  if (!start) return tl::unexpected(start.error());
  Game game(std::move(*start));
  for (std::size_t i = 0; i < command.moves.size(); ++i) {
    const Move move = command.written(i).move;
    if (!game.play(move)) {
      return base::fail("position: move " + std::to_string(i + 1) + " (" +
                        game.position().move_text(move) + ") is not legal");
    }
  }
  return game;
}

Game with_moves(const Game& game, const std::vector<Move>& moves) {
  Game other(game.start().copy());
  for (const Move move : moves) other.play(move);
  return other;
}

std::string position_line(const Rules& rules, const Game& game, FreezeView view) {
  const Told told = told_part(game, view);
  usi::PositionCommand command;
  if (!is_start(rules, *told.start)) command.sfen = told.start->text();
  usi::FreezeWords words;
  for (std::size_t i = told.first; i < game.moves().size(); ++i) {
    command.moves.push_back(game.moves()[i].move);
    words.declared.push_back(game.moves()[i].freeze);
  }
  if (view != FreezeView::kNone && game.is_freeze_game()) {
    if (view == FreezeView::kAll) words.start.in_force = told.start->freezes().in_force;
    const auto left = told_counts(game.position(), view);
    (command.moves.empty() ? words.start.left : words.left) = left;
    command.freeze = std::move(words);
  }
  return usi::format(command);
}

std::string position_sfen_line(const Board& board, FreezeView view) {
  std::string line = "position sfen " + board.text();
  const FreezeState state = board.freezes();
  if (view == FreezeView::kNone || state.plain()) return line;
  notation::FreezeTokens tokens;
  if (view == FreezeView::kAll) tokens.in_force = state.in_force;
  tokens.left = told_counts(board, view);
  return line + " " + notation::to_text(tokens);
}

PositionLines PositionLines::of(const Rules& rules, const Game& game) {
  PositionLines lines;
  lines.lines_.fill(std::make_shared<const std::string>(position_line(rules, game)));
  if (!game.is_freeze_game()) return lines;
  for (const FreezeView view : {FreezeView::kNone, FreezeView::kOwn}) {
    lines.lines_[static_cast<std::size_t>(view)] =
        std::make_shared<const std::string>(position_line(rules, game, view));
  }
  return lines;
}

PositionLines PositionLines::without_history(const Board& board) {
  PositionLines lines;
  lines.lines_.fill(std::make_shared<const std::string>(position_sfen_line(board)));
  if (board.freezes().plain()) return lines;
  for (const FreezeView view : {FreezeView::kNone, FreezeView::kOwn}) {
    lines.lines_[static_cast<std::size_t>(view)] =
        std::make_shared<const std::string>(position_sfen_line(board, view));
  }
  return lines;
}

usi::SearchLimits seen_limits(usi::SearchLimits limits, FreezeView view) {
  if (view != FreezeView::kNone || limits.search_freezes.empty()) return limits;
  std::vector<shogi::BareMove> bare;
  for (const shogi::BareMove move : limits.search_moves) {
    if (std::ranges::find(bare, move) == bare.end()) bare.push_back(move);
  }
  limits.search_moves = std::move(bare);
  limits.search_freezes.clear();
  return limits;
}

std::unique_ptr<Board> after(const Board& board, const std::vector<Move>& path) {
  auto next = board.copy();
  for (const Move move : path) next->play(move);
  return next;
}

bool wins_at_once(const Board& board, Move move) {
  const auto next = board.copy();
  next->play(move);
  return next->is_lost();
}

}  // namespace gougi::relay
