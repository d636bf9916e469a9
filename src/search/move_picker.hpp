// SPDX-License-Identifier: MIT
// Hands out a node's moves, the most promising first, and generates a class of moves only when the
// one before did not cut off.
#pragma once

#include <array>

#include "search/history_tables.hpp"
#include "search/tuning.hpp"
#include "shogi/check_squares.hpp"
#include "shogi/movegen.hpp"
#include "shogi/position.hpp"

namespace gougi::search {

/// What the picker orders quiet moves by.
struct OrderingContext {
  HistoryTables& history;
  std::array<const HistoryTables::Following*, 3> following;  ///< one, two and four plies before
  std::array<shogi::BareMove, 3> refutations;                ///< killers and the counter move
  const shogi::CheckSquares* checks;  ///< needed where quiet moves are wanted
  bool relevant_only = true;          ///< as of shogi::generate
  const Tuning* tuning = &kUsualTuning;
};

class MovePicker {
 public:
  /// For the main search: table move, winning captures, refutations, quiet moves, losing captures.
  /// In check: evasions. `depth` says how much sorting pays.
  MovePicker(const shogi::Position& position, const OrderingContext& context,
             shogi::BareMove table_move, int depth);

  /// For quiescence: captures and pawn promotions, or all evasions when in check.
  static MovePicker for_quiescence(const shogi::Position& position, const OrderingContext& context,
                                   shogi::BareMove table_move);
  /// For probcut: captures and promotions that win at least `threshold`.
  static MovePicker for_probcut(const shogi::Position& position, const OrderingContext& context,
                                shogi::BareMove table_move, int threshold);

  /// No move when there are none left. The position must be the one it was made for.
  shogi::BareMove next();
  /// From now on only captures (and evasions).
  void skip_quiets() { skip_quiets_ = true; }

  /// Neither a capture nor a pawn's promotion.
  static bool is_quiet(const shogi::Position& position, shogi::BareMove move);

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
  enum class Purpose { kMain, kQuiescence, kProbcut };

  void score_captures();
  void score_quiets();
  void score_evasions();
  int capture_score(shogi::BareMove move) const;
  int quiet_score(shogi::BareMove move, shogi::Piece piece) const;
  /// Takes the best of the moves not yet handed out.
  shogi::BareMove take_best();
  shogi::BareMove next_good_capture();
  shogi::BareMove next_refutation();
  shogi::BareMove next_quiet();

  const shogi::Position& position_;
  const OrderingContext& context_;
  shogi::BareMove table_move_;
  Purpose purpose_ = Purpose::kMain;
  int depth_;
  int threshold_ = 0;
  std::size_t next_refutation_ = 0;
  Stage stage_ = Stage::kTableMove;
  bool skip_quiets_ = false;
  bool rest_is_alike_ = false;  // quiet moves without merit: sorting them does not pay
  int next_ = 0;
  int bad_count_ = 0;
  int next_bad_ = 0;
  std::array<shogi::BareMove, 32> bad_captures_;
  shogi::MoveList moves_;
  std::array<int, shogi::kMaxMoves> ranks_;  // see the source; uninitialised on purpose
};

}  // namespace gougi::search
