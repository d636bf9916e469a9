// SPDX-License-Identifier: MIT
// The two games that the search plays: ordinary shogi, and Freeze shogi, in which each move has as
// many siblings as there are kinds to freeze. Worker<Rules>, RootSearch<Rules> and MateWatch<Rules>
// are written once, over one of these; what differs between the games is
//  - what a move, a position and a mate solver are: the types here;
//  - how the table keeps a position and its move, what a static score has besides, what bars a
//    move, what loses and what mates at once: the functions here;
//  - what follows a bare move: freezes.cpp, and what is given up more carefully where freezes
//    threaten: pruning.cpp, both behind `if constexpr (Rules::kFreezes)`.
// The functions of ShogiRules are what a search of ordinary shogi alone would have in their place,
// so that it pays nothing. Not the rules of play: these are shogi/. Used by the search alone; no
// state.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "mate/freeze_solver.hpp"
#include "mate/one_ply.hpp"
#include "mate/solver.hpp"
#include "search/transposition_table.hpp"
#include "shogi/freeze.hpp"
#include "shogi/game.hpp"

namespace gougi::search {

/// What freezes that are left are worth to their side, in hundredths of a pawn.
int value_of_freezes(int left);

struct ShogiRules {
  static constexpr bool kFreezes = false;
  /// A node of the mate solver takes so many times as long as with ShogiRules.
  static constexpr std::uint64_t kMateNodeCost = 1;
  using Position = shogi::Position;
  using Move = shogi::BareMove;
  using Undo = shogi::Undo;
  using MateSolver = mate::Solver;

  static const Position& position_of(const shogi::Game& game) { return game.position(); }
  static const Position& board(const Position& position) { return position; }
  static Move bare(Move move) { return move; }
  static bool freezes(Move) { return false; }

  static shogi::Key table_key(shogi::Key key) { return key; }
  static Move move_of(const TableEntry& entry) { return entry.move; }
  static std::int16_t kept_beside(Move, std::int16_t score) { return score; }

  static int with_terms(int score, const Position&) { return score; }
  /// Whether some moves are barred, so that what holds for a pass need not hold for any move.
  static bool bars_moves(const Position&) { return false; }
  /// Whether `move`, legal as far as the board tells, is barred.
  static bool is_barred(const Position&, Move) { return false; }
  static bool is_lost(const Position& position) { return position.is_mated(); }
  /// A legal move that wins at once, looked for where a look is cheap; none if none is found.
  static Move mate_in_one(const Position& position) {
    return position.in_check() ? Move() : mate::mate_in_one(position);
  }

  /// What a search of the root begins with, and all that it can be asked for.
  static std::vector<Move> root_moves(const Position& root);
  static std::vector<Move> all_moves(const Position& root) { return root_moves(root); }
};

struct FreezeRules {
  static constexpr bool kFreezes = true;
  static constexpr std::uint64_t kMateNodeCost = 2;  ///< 2.3 µs against 1.1 µs
  using Position = shogi::FreezePosition;
  using Move = shogi::Move;
  using Undo = shogi::FreezeUndo;
  using MateSolver = mate::FreezeSolver;

  static const Position& position_of(const shogi::Game& game) { return game.freeze_position(); }
  static const shogi::Position& board(const Position& position) { return position.position(); }
  static shogi::BareMove bare(Move move) { return move.move; }
  static bool freezes(Move move) { return move.freezes(); }

  /// What the table knows of a position of Freeze shogi lies apart from what it knows of ordinary
  /// shogi: an entry keeps the kind that its move freezes where others keep the static score.
  static shogi::Key table_key(shogi::Key key) { return key ^ 0x5851F42D4C957F2DULL; }
  static Move move_of(const TableEntry& entry) {
    const bool is_kind = entry.eval > 0 && entry.eval < shogi::kPieceTypeCount;
    return {entry.move,
            is_kind ? static_cast<shogi::PieceType>(entry.eval) : shogi::PieceType::kNone};
  }
  static std::int16_t kept_beside(Move move, std::int16_t) {
    return static_cast<std::int16_t>(shogi::index(move.freeze));
  }

  static int with_terms(int score, const Position& position);
  static bool bars_moves(const Position& position) {
    return position.state().in_force != shogi::PieceType::kNone;
  }
  static bool is_barred(const Position& position, shogi::BareMove move) {
    return bars_moves(position) &&
           shogi::moving_kind(position.position(), move) == position.state().in_force;
  }
  static bool is_lost(const Position& position) { return position.is_lost(); }
  static Move mate_in_one(Position& position);

  /// Without a freeze all; with one, those that have to have one.
  static std::vector<Move> root_moves(const Position& root);
  static std::vector<Move> all_moves(const Position& root);
};

}  // namespace gougi::search
