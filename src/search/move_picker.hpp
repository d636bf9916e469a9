// SPDX-License-Identifier: MIT
// Hands out a node's moves, the most promising first, and generates a class of moves only when the
// one before did not cut off.
#pragma once

#include <array>

#include "search/history_tables.hpp"
#include "shogi/movegen.hpp"
#include "shogi/position.hpp"

namespace gougi::search {

class MovePicker {
 public:
  /// For the main search: table move, winning captures, killers, quiet moves, losing captures.
  /// `counter` is the move that answered the opponent's last one best elsewhere.
  MovePicker(const shogi::Position& position, const HistoryTables& history, shogi::Move table_move,
             int ply, shogi::Move counter);
  /// For quiescence: captures and promotions, or all evasions when in check.
  MovePicker(const shogi::Position& position, const HistoryTables& history, shogi::Move table_move);

  /// No move when there are none left. The position must be the one it was made for.
  shogi::Move next();

 private:
  enum class Stage {
    kTableMove,
    kGenerateCaptures,
    kGoodCaptures,
    kRefutations,
    kGenerateQuiets,
    kQuiets,
    kBadCaptures,
    kGenerateEvasions,
    kEvasions,
    kDone,
  };

  void score_captures();
  void score_quiets();
  void score_evasions();
  int capture_score(shogi::Move move) const;
  /// Takes the best of the moves not yet handed out.
  shogi::Move take_best();
  bool is_quiet(shogi::Move move) const;
  shogi::Move next_good_capture();
  shogi::Move next_refutation();
  shogi::Move next_quiet();

  const shogi::Position& position_;
  const HistoryTables& history_;
  shogi::Move table_move_;
  std::array<shogi::Move, 3> refutations_{};
  std::size_t next_refutation_ = 0;
  bool captures_only_ = false;
  Stage stage_ = Stage::kTableMove;
  shogi::MoveList moves_;
  std::array<int, shogi::kMaxMoves> scores_;  // uninitialised on purpose
  int next_ = 0;
  bool rest_is_alike_ = false;  // quiet moves without merit: sorting them does not pay
  std::array<shogi::Move, 64> bad_captures_;
  int bad_count_ = 0;
  int next_bad_ = 0;
};

}  // namespace gougi::search
