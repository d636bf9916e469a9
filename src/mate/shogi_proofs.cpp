// SPDX-License-Identifier: MIT
#include "mate/shogi_proofs.hpp"

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

std::optional<ShogiProofs::Choice> ShogiProofs::next(shogi::Position& position, bool or_node,
                                                     Length length) {
  if (!or_node && end_of(position, search_.futile_count()) != End::kNone) return Choice{};
  shogi::MoveList moves;
  ProofSearch::generate_moves(position, or_node, moves);
  const Choice choice =
      or_node ? choose_check(position, moves, length) : choose_evasion(position, moves);
  if (!choice.move) return std::nullopt;
  return choice;
}

ShogiProofs::Choice ShogiProofs::best(const shogi::Position& position, bool or_node,
                                      Length length) {
  shogi::MoveList moves;
  ProofSearch::generate_moves(position, or_node, moves);
  return or_node ? choose_check(position, moves, length)
                 : choose_best_evasion(position, moves, length);
}

bool ShogiProofs::finishes(const shogi::Position& position, bool or_node, Length left,
                           bool is_whole, std::vector<shogi::BareMove>& moves) {
  if (search_.futile_count()) return false;
  if (left != kLastPlies && !(is_whole && left < kLastPlies)) return false;
  return finish(position, or_node, left, moves);
}

bool ShogiProofs::is_end(shogi::Position& position) const {
  return position.in_check() && end_of(position, search_.futile_count()) != End::kNone;
}

// False: there is no such line, or the limits did not suffice.
bool ShogiProofs::finish(const shogi::Position& position, bool or_node, Length length,
                         std::vector<shogi::BareMove>& moves) {
  if (length <= 0) return !or_node && position.is_mated();
  const auto after = static_cast<Length>(length - 1);
  shogi::MoveList all;
  ProofSearch::generate_moves(position, or_node, all);
  for (const shogi::BareMove move : all) {
    const shogi::Position below = behind(position, move);
    if (!search_.prove(below, !or_node, after).mates()) continue;
    if (!or_node && after >= 3 &&
        !search_.prove(below, true, static_cast<Length>(after - 2)).fails()) {
      continue;
    }
    moves.push_back(move);
    if (finish(below, !or_node, after, moves)) return true;
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

shogi::BareMove ShogiProofs::check_within(const shogi::Position& position, Length length) {
  shogi::MoveList moves;
  ProofSearch::generate_moves(position, true, moves);
  const Choice choice = choose_check(position, moves, length);
  return choice.length < length ? choice.move : shogi::BareMove();
}

ShogiProofs::Choice ShogiProofs::choose_check(const shogi::Position& position,
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

ShogiProofs::Choice ShogiProofs::choose_evasion(const shogi::Position& position,
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
ShogiProofs::Choice ShogiProofs::choose_best_evasion(const shogi::Position& position,
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
Length ShogiProofs::mated_soon(shogi::Position position) const {
  shogi::BareMove first;
  std::uint64_t nodes = 0;
  const Finding finding = mated_within_two(position, search_.futile_count(), first, nodes);
  return finding.mates() ? finding.length : kNever;
}

Length ShogiProofs::mated_behind(const shogi::Position& position, shogi::BareMove move,
                                 bool or_node) const {
  shogi::Position after = behind(position, move);
  if (or_node) {
    if (!after.in_check() && mate_in_one(after)) return 1;
  } else if (end_of(after, search_.futile_count()) != End::kNone) {
    return 0;
  }
  return search_.look(after).mated;
}

}  // namespace gougi::mate
