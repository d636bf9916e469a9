// SPDX-License-Identifier: MIT
#include "relay/position_lines.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "notation/freeze.hpp"

namespace gougi::relay {
namespace {

using shogi::FreezeState;
using shogi::PieceType;
using usi::Move;

// Whether the move at `i` froze whoever is to move at the game's end.
bool froze_the_mover(const game::Game& game, std::size_t i) {
  return game.moves()[i].freezes() && (game.moves().size() - i) % 2 == 1;
}

// How many moves of the game come before what is told of it.
std::size_t untold_moves(const game::Game& game, FreezeView view) {
  const auto& moves = game.moves();
  std::size_t untold = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const bool hidden = view == FreezeView::kNone  ? moves[i].freezes()
                        : view == FreezeView::kOwn ? froze_the_mover(game, i)
                                                   : false;
    if (hidden) untold = i + 1;
  }
  return untold;
}

shogi::FreezeCounts told_counts(const game::Position& position, FreezeView view) {
  shogi::FreezeCounts left = position.freezes().left;
  if (view == FreezeView::kOwn && position.freezes().in_force != PieceType::kNone) {
    left[static_cast<std::size_t>(index(position.side_to_move()))] = 0;  // no freezing back
  }
  return left;
}

}  // namespace

const game::Rules& rules_of(settings::GameProtocol protocol) {
  return protocol == settings::GameProtocol::kUpi ? game::pyonpyon_rules() : game::shogi_rules();
}

FreezeView view_of(usi::FreezeAbility ability) {
  if (usi::reads_freezes(ability)) return FreezeView::kAll;
  return usi::declares_freezes(ability) ? FreezeView::kOwn : FreezeView::kNone;
}

std::string position_line(const game::Game& game, FreezeView view) {
  if (view == FreezeView::kAll || !game.is_freeze_game()) return game::position_line(game);
  const auto told = game.moves().begin() + static_cast<std::ptrdiff_t>(untold_moves(game, view));
  const auto start = after(game.start(), {game.moves().begin(), told});
  usi::PositionCommand command;
  if (!is_from_start(*start)) command.sfen = start->text();
  command.moves = {told, game.moves().end()};
  if (view == FreezeView::kOwn) {
    usi::FreezeWords& words = command.freeze.emplace();
    const auto left = told_counts(game.position(), view);
    (command.moves.empty() ? words.start.left : words.left) = left;
  }
  return usi::format(command);
}

std::string position_sfen_line(const game::Position& position, FreezeView view) {
  std::string line = "position sfen " + position.text();
  const FreezeState state = position.freezes();
  if (view == FreezeView::kNone || state.plain()) return line;
  notation::FreezeTokens tokens;
  if (view == FreezeView::kAll) tokens.in_force = state.in_force;
  tokens.left = told_counts(position, view);
  return line + " " + notation::to_text(tokens);
}

PositionLines PositionLines::of(const game::Game& game) {
  PositionLines lines;
  lines.lines_.fill(std::make_shared<const std::string>(game::position_line(game)));
  if (!game.is_freeze_game()) return lines;
  for (const FreezeView view : {FreezeView::kNone, FreezeView::kOwn}) {
    lines.lines_[static_cast<std::size_t>(view)] =
        std::make_shared<const std::string>(position_line(game, view));
  }
  return lines;
}

PositionLines PositionLines::without_history(const game::Position& position) {
  PositionLines lines;
  lines.lines_.fill(
      std::make_shared<const std::string>(position_sfen_line(position, FreezeView::kAll)));
  if (position.freezes().plain()) return lines;
  for (const FreezeView view : {FreezeView::kNone, FreezeView::kOwn}) {
    lines.lines_[static_cast<std::size_t>(view)] =
        std::make_shared<const std::string>(position_sfen_line(position, view));
  }
  return lines;
}

usi::SearchLimits seen_limits(usi::SearchLimits limits, FreezeView view) {
  if (view != FreezeView::kNone || std::ranges::none_of(limits.search_moves, &Move::freezes)) {
    return limits;
  }
  std::vector<Move> bare;
  for (const Move move : limits.search_moves) {
    if (std::ranges::find(bare, move.without_freeze()) == bare.end()) {
      bare.push_back(move.without_freeze());
    }
  }
  limits.search_moves = std::move(bare);
  return limits;
}

}  // namespace gougi::relay
