// SPDX-License-Identifier: MIT
#include "simulation/position_book.hpp"

#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"
#include "usi/command.hpp"
#include "usi/position_text.hpp"

namespace gougi::simulation {
namespace {

KnownPosition known_of(const shogi::Game& game) {
  KnownPosition known;
  usi::PositionCommand command;
  const std::string start = notation::to_sfen(game.start());
  if (start != notation::kStartSfen) command.sfen = start;
  command.moves = game.moves();
  known.line = usi::format(command);
  known.sfen_line = "position sfen " + notation::to_sfen(game.position());
  known.position = game.position();
  shogi::MoveList moves;
  shogi::generate_legal(known.position, moves);
  known.legal.assign(moves.begin(), moves.end());
  return known;
}

}  // namespace

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
