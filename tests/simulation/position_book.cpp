// SPDX-License-Identifier: MIT
#include "simulation/position_book.hpp"

#include "game/shogi_position.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"
#include "usi/command.hpp"
#include "usi/position_text.hpp"

namespace gougi::simulation {
namespace {

KnownPosition known_of(const shogi::Game& game) {
  KnownPosition known;
  known.line = usi::position_line(game);
  known.sfen_line = usi::position_sfen_line(game, true);
  known.position = game.position();
  known.board = game.freeze_position();
  known.freezes = game.is_freeze_game();
  shogi::MoveList moves;
  shogi::generate_legal_bare(known.board, moves);
  known.legal.assign(moves.begin(), moves.end());
  if (!known.freezes) return known;
  auto told =
      std::make_shared<game::Game>(std::make_unique<game::ShogiPosition>(game.freeze_start()));
  for (const shogi::Move move : game.moves()) told->play(move);
  known.lines = relay::PositionLines::of(*told);
  known.sfen_lines = relay::PositionLines::without_history(told->position());
  known.game = std::move(told);
  return known;
}

}  // namespace

const std::string& KnownPosition::told(relay::FreezeView view) const {
  return freezes ? *lines.in(view) : line;
}

const std::string& KnownPosition::told_sfen(relay::FreezeView view) const {
  return freezes ? *sfen_lines.in(view) : sfen_line;
}

KnownPositionPtr PositionBook::enter(const shogi::Game& game) { return keep(known_of(game)); }

KnownPositionPtr PositionBook::read(std::string_view line) {
  for (const auto& known : recent_) {
    if (known && (known->line == line || known->sfen_line == line)) return known;
  }
  const auto command = usi::parse_command(line);
  if (!command) return nullptr;
  const auto* position = std::get_if<usi::PositionCommand>(&*command);
  if (position == nullptr) return nullptr;
  const auto game = usi::replay(*position);
  return game ? keep(known_of(*game)) : nullptr;
}

KnownPositionPtr PositionBook::keep(KnownPosition known) {
  auto kept = std::make_shared<const KnownPosition>(std::move(known));
  recent_[next_] = kept;
  next_ = (next_ + 1) % recent_.size();
  return kept;
}

}  // namespace gougi::simulation
