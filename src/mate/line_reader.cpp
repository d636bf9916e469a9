// SPDX-License-Identifier: MIT
#include "mate/line_reader.hpp"

#include "mate/one_ply.hpp"

namespace gougi::mate {
namespace {

shogi::Position behind(const shogi::Position& position, shogi::Move move) {
  shogi::Position result = position;
  shogi::Undo undo;
  result.do_move(move, undo);
  return result;
}

}  // namespace

std::vector<shogi::Move> LineReader::read(shogi::Position position, Length length) {
  constexpr std::size_t kLongest = 2 * kDeepestLine;
  std::vector<shogi::Move> line;
  for (bool attacking = attacking_; line.size() < kLongest; attacking = !attacking) {
    shogi::MoveList moves;
    ProofSearch::generate_moves(position, attacking, moves);
    if (moves.empty()) break;
    const Choice choice =
        attacking ? choose_check(position, moves, length) : choose_evasion(position, moves);
    if (!choice.move) return {};
    length = choice.length;
    line.push_back(choice.move);
    shogi::Undo undo;
    position.do_move(choice.move, undo);
  }
  return line;
}

std::vector<shogi::Move> LineReader::read_exact(shogi::Position position, Length length) {
  std::vector<shogi::Move> line;
  for (; length > 0; --length) {
    const bool attacking = (line.size() % 2 == 0) == attacking_;
    shogi::MoveList moves;
    ProofSearch::generate_moves(position, attacking, moves);
    const Choice choice = attacking ? choose_check(position, moves, length)
                                    : choose_best_evasion(position, moves, length);
    if (!choice.move || choice.length >= length) return {};
    line.push_back(choice.move);
    shogi::Undo undo;
    position.do_move(choice.move, undo);
  }
  return line;
}

shogi::Move LineReader::check_within(const shogi::Position& position, Length length) {
  shogi::MoveList moves;
  ProofSearch::generate_moves(position, true, moves);
  const Choice choice = choose_check(position, moves, length);
  return choice.length < length ? choice.move : shogi::Move();
}

LineReader::Choice LineReader::choose_check(const shogi::Position& position,
                                            const shogi::MoveList& moves, Length length) {
  // Once from the table; if the mate is not there any more, once after proving it again.
  for (int attempt = 0; attempt < 2; ++attempt) {
    Choice best;
    for (const shogi::Move move : moves) {
      const Length mated = mated_behind(position, move, false);
      if (mated < best.length) best = {move, mated};
    }
    if (best.move && best.length < length) return best;
    if (attempt == 1) return best;
    if (!search_.prove(position, true, length).mates()) return best;
  }
  return {};
}

LineReader::Choice LineReader::choose_evasion(const shogi::Position& position,
                                              const shogi::MoveList& moves) {
  Choice best;
  for (const shogi::Move move : moves) {
    Length mated = mated_behind(position, move, true);
    if (mated == kNever) {
      const Finding finding = search_.prove(behind(position, move), true, kDeepestLine);
      if (!finding.mates()) return {};
      mated = finding.length;
    }
    if (!best.move || mated > best.length) best = {move, mated};
  }
  return best;
}

// Here the defender can hold out for exactly `length` plies: one of the moves leads to where no
// mate comes within length - 3.
LineReader::Choice LineReader::choose_best_evasion(const shogi::Position& position,
                                                   const shogi::MoveList& moves, Length length) {
  const auto after = static_cast<Length>(length - 1);
  if (after <= 1) return moves.empty() ? Choice{} : Choice{moves[0], after};
  const auto too_soon = static_cast<Length>(after - 2);
  for (const shogi::Move move : moves) {
    if (search_.look(behind(position, move)).safe >= too_soon) return {move, after};
  }
  for (const shogi::Move move : moves) {
    if (mated_behind(position, move, true) <= too_soon) continue;
    const Finding finding = search_.prove(behind(position, move), true, too_soon);
    if (finding.fails()) return {move, after};
    if (finding.is_open()) return {};
  }
  return {};
}

Length LineReader::mated_behind(const shogi::Position& position, shogi::Move move,
                                bool attacking) const {
  const shogi::Position after = behind(position, move);
  if (attacking) {
    if (!after.in_check() && mate_in_one(after)) return 1;
  } else if (!after.has_legal_move()) {
    return 0;
  }
  return search_.look(after).mated;
}

}  // namespace gougi::mate
