// SPDX-License-Identifier: MIT
#include "relay/safe_move.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <tuple>
#include <variant>

#include "base/text.hpp"
#include "shogi/bitboard.hpp"
#include "shogi/position.hpp"
#include "usi/answer.hpp"

namespace gougi::relay {
namespace {

using shogi::Bitboard;
using shogi::Color;
using shogi::PieceType;

// In pawns, as beginners learn them; in the order of PieceType. A king is never taken.
constexpr std::array kWorth{0, 1, 3, 4, 6, 9, 11, 7, 0, 6, 6, 6, 7, 12, 14};

int worth(PieceType type) { return kWorth[static_cast<std::size_t>(shogi::index(type))]; }

int cheapest(const shogi::Position& position, Bitboard pieces) {
  int least = worth(PieceType::kDragon);
  while (pieces) least = std::min(least, worth(position.piece_at(pieces.pop()).type()));
  return least;
}

/// The most that the side to move wins by taking one piece and, where that is defended, being
/// taken.
int prey(const shogi::Position& position) {
  const Color hunter = position.side_to_move();
  const Bitboard occupied = position.occupied();
  int most = 0;
  Bitboard targets = position.pieces(~hunter);
  while (targets) {
    const shogi::Square square = targets.pop();
    const int value = worth(position.piece_at(square).type());
    const Bitboard attackers = position.attackers_to(hunter, square, occupied);
    if (value <= most || !attackers) continue;
    if (!position.attackers_to(~hunter, square, occupied)) {
      most = value;
    } else if (const Bitboard others = attackers.without(position.pieces(PieceType::kKing))) {
      most = std::max(most, value - cheapest(position, others));  // a king takes nothing defended
    }
  }
  return most;
}

int balance(const shogi::Position& before, shogi::BareMove move) {
  const shogi::Piece taken = before.piece_at(move.to());
  shogi::Position after = before;
  shogi::Undo undo;
  after.do_move(move, undo);
  const int promoted = move.promotes() ? worth(after.piece_at(move.to()).type()) -
                                             worth(before.piece_at(move.from()).type())
                                       : 0;
  return (taken.empty() ? 0 : worth(taken.type())) + promoted - prey(after);
}

}  // namespace

usi::Move legal_move(const game::Position& position, std::string_view word) {
  const auto answer = usi::parse_answer("bestmove " + std::string(word));
  const auto* best = answer ? std::get_if<usi::BestMoveAnswer>(&*answer) : nullptr;
  const usi::Move move = best != nullptr ? best->move() : usi::Move();
  return move && position.is_legal(move) ? move : usi::Move();
}

usi::Move goes_on(const Thought& thought, const game::Position& position) {
  if (thought.game == nullptr) return {};
  std::string_view pv = thought.pv;
  const auto there = thought.game->position().copy();
  for (int i = 0; i < 2; ++i) {
    const usi::Move move = legal_move(*there, base::next_word(pv));
    if (!move) return {};
    there->play(move);
  }
  return there->key() == position.key() ? legal_move(position, base::next_word(pv)) : usi::Move();
}

usi::Move safest(const game::Position& position, const std::vector<usi::Move>& moves) {
  const auto wins = std::ranges::find_if(
      moves, [&](const usi::Move move) { return game::wins_at_once(position, move); });
  if (wins != moves.end()) return *wins;
  const shogi::FreezePosition* const board = position.of_shogi();
  usi::Move best = moves.empty() ? usi::Move() : moves.front();
  if (board == nullptr) return best;
  const shogi::Position& before = board->position();
  std::optional<std::tuple<int, bool, bool>> most;
  for (const usi::Move move : moves) {
    const shogi::BareMove bare = move.of_shogi().bare;
    const bool walks = !bare.is_drop() && before.piece_at(bare.from()).type() == PieceType::kKing;
    const std::tuple value(balance(before, bare), position.captures(move), !walks);
    if (most && value <= *most) continue;
    most = value;
    best = move;
  }
  return best;
}

}  // namespace gougi::relay
