// SPDX-License-Identifier: MIT
#include "mate/line_reader.hpp"

#include "mate/last_plies.hpp"
#include "mate/one_ply.hpp"

namespace gougi::mate {
namespace {

/// From so many plies on a line without futile interpositions is looked for. More takes longer.
constexpr Length kLastPlies = 7;

/// Mates within so many plies are found without the table.
constexpr Length kShort = 3;

shogi::Position behind(const shogi::Position& position, shogi::BareMove move) {
  shogi::Position result = position;
  shogi::Undo undo;
  result.do_move(move, undo);
  return result;
}

}  // namespace

Line LineReader::read(shogi::Position position, Length length) {
  constexpr std::size_t kLongest = 2 * kDeepestLine;
  Line line;
  for (bool attacking = attacking_; line.moves.size() < kLongest; attacking = !attacking) {
    if (!attacking && end_of(position, search_.futile_count()) != End::kNone) break;
    shogi::MoveList moves;
    ProofSearch::generate_moves(position, attacking, moves);
    const Choice choice =
        attacking ? choose_check(position, moves, length) : choose_evasion(position, moves);
    if (!choice.move) return {};
    length = choice.length;
    line.moves.push_back(choice.move);
    shogi::Undo undo;
    position.do_move(choice.move, undo);
  }
  line.length = static_cast<Length>(line.moves.size());
  play_futile(position, line.moves);
  return line;
}

Line LineReader::read_exact(shogi::Position position, Length length) {
  Line line;
  line.length = length;
  for (Length left = length; left > 0; --left) {
    const bool attacking = (line.moves.size() % 2 == 0) == attacking_;
    if (!search_.futile_count() && (left == kLastPlies || (left == length && left < kLastPlies))) {
      if (finish(position, attacking, left, line.moves)) return line;
    }
    shogi::MoveList moves;
    ProofSearch::generate_moves(position, attacking, moves);
    const Choice choice = attacking ? choose_check(position, moves, left)
                                    : choose_best_evasion(position, moves, left);
    if (!choice.move || choice.length >= left) return {};
    line.moves.push_back(choice.move);
    shogi::Undo undo;
    position.do_move(choice.move, undo);
  }
  play_futile(position, line.moves);
  return line;
}

bool LineReader::finish(const shogi::Position& position, bool attacking, Length length,
                        std::vector<shogi::BareMove>& moves) {
  if (length <= 0) return !attacking && position.is_mated();
  const auto after = static_cast<Length>(length - 1);
  shogi::MoveList all;
  ProofSearch::generate_moves(position, attacking, all);
  for (const shogi::BareMove move : all) {
    const shogi::Position below = behind(position, move);
    if (!search_.prove(below, !attacking, after).mates()) continue;
    if (!attacking && after >= 3 &&
        !search_.prove(below, true, static_cast<Length>(after - 2)).fails()) {
      continue;
    }
    moves.push_back(move);
    if (finish(below, !attacking, after, moves)) return true;
    moves.pop_back();
  }
  return false;
}

void play_futile(shogi::Position& position, std::vector<shogi::BareMove>& moves) {
  for (;;) {
    shogi::MoveList drops;
    shogi::generate_legal(position, drops);
    if (drops.empty()) return;
    for (const shogi::BareMove move : {drops[0], answer_to_futile(position, drops[0])}) {
      if (!move) return;
      moves.push_back(move);
      shogi::Undo undo;
      position.do_move(move, undo);
    }
  }
}

shogi::BareMove LineReader::check_within(const shogi::Position& position, Length length) {
  shogi::MoveList moves;
  ProofSearch::generate_moves(position, true, moves);
  const Choice choice = choose_check(position, moves, length);
  return choice.length < length ? choice.move : shogi::BareMove();
}

LineReader::Choice LineReader::choose_check(const shogi::Position& position,
                                            const shogi::MoveList& moves, Length length) {
  // Once from the table; if the mate is not there any more, once after proving it again.
  for (int attempt = 0; attempt < 2; ++attempt) {
    Choice best;
    for (const shogi::BareMove move : moves) {
      Length mated = mated_behind(position, move, false);
      if (mated >= length && length <= kShort) mated = mated_soon(behind(position, move));
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
  for (const shogi::BareMove move : moves) {
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
  for (const shogi::BareMove move : moves) {
    if (search_.look(behind(position, move)).safe >= too_soon) return {move, after};
  }
  for (const shogi::BareMove move : moves) {
    if (mated_behind(position, move, true) <= too_soon) continue;
    const Finding finding = search_.prove(behind(position, move), true, too_soon);
    if (finding.fails()) return {move, after};
    if (finding.is_open()) return {};
  }
  return {};
}

// The search settles such positions without storing what is behind them.
Length LineReader::mated_soon(shogi::Position position) const {
  shogi::BareMove first;
  std::uint64_t nodes = 0;
  const Finding finding = mated_within_two(position, search_.futile_count(), first, nodes);
  return finding.mates() ? finding.length : kNever;
}

Length LineReader::mated_behind(const shogi::Position& position, shogi::BareMove move,
                                bool attacking) const {
  shogi::Position after = behind(position, move);
  if (attacking) {
    if (!after.in_check() && mate_in_one(after)) return 1;
  } else if (end_of(after, search_.futile_count()) != End::kNone) {
    return 0;
  }
  return search_.look(after).mated;
}

}  // namespace gougi::mate
