// SPDX-License-Identifier: MIT
#include "usi/frozen_marks.hpp"

#include <cstddef>
#include <vector>

#include "base/text.hpp"
#include "notation/freeze.hpp"

namespace gougi::usi {
namespace {

using shogi::PieceType;

// What was frozen when the game's last move was made.
PieceType frozen_before(const shogi::Game& game) {
  const std::vector<shogi::Move>& moves = game.moves();
  if (moves.empty()) return PieceType::kNone;
  return moves.size() == 1 ? game.freeze_start().state().in_force : moves[moves.size() - 2].freeze;
}

}  // namespace

std::string with_frozen_marks(std::string_view line, PieceType in_force) {
  std::string marked;
  PieceType frozen = in_force;
  bool is_one_move = false;  // it stands for itself, before no other
  for (auto word = base::next_word(line); !word.empty(); word = base::next_word(line)) {
    if (!marked.empty()) marked += ' ';
    marked += word;
    if (word == "string") return marked.append(line);
    const auto move = notation::parse_freeze_move(word);
    if (move && frozen != PieceType::kNone && move->made_under == PieceType::kNone) {
      marked += 'Z' + notation::to_text(frozen);
    }
    if (move && !is_one_move) frozen = move->move.freeze;
    is_one_move = word == "currmove";
  }
  return marked;
}

std::string with_frozen_mark(std::string sfen, const shogi::Game& game) {
  const PieceType frozen = frozen_before(game);
  if (frozen == PieceType::kNone) return sfen;
  // Before the freezes left, as the extension has it.
  std::size_t at = sfen.find(" z");
  while (at != std::string::npos && sfen.find_first_of("0123456789", at) != at + 2) {
    at = sfen.find(" z", at + 1);
  }
  return sfen.insert(at == std::string::npos ? sfen.size() : at, " Z" + notation::to_text(frozen));
}

}  // namespace gougi::usi
