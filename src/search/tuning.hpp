// SPDX-License-Identifier: MIT
// The numbers of the search that only games can judge: margins, reductions, weights of histories.
// Their values are declared in Tuning, their names and bounds in kTunables; `gougi tune` changes
// them through options of gougi-engine. Not about what a technique does: that is in the code that
// uses them. Plain values; safe from any thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gougi::search {

/// In hundredths of a pawn, unless something else is said.
struct Tuning {
  // Nodes that are given up early.
  int futility_margin = 118;  ///< reverse futility, a ply; less gives up what a quiet move changes
  int razoring_base = 73;     ///< so far below alpha only captures are looked at
  int razoring_depth = 200;   ///< and more, a ply squared
  int null_move_eval = 120;   ///< the static score must be so far above beta to pass
  int null_move_eval_ply = 20;  ///< less so a ply
  int null_move_base = 3072;    ///< reduction behind a pass, in 1024ths of a ply
  int null_move_depth = 342;    ///< and more, a ply
  int null_move_excess = 220;   ///< another ply for each such step above beta
  int probcut_margin = 126;     ///< a capture must be so far above beta to cut by a shallow search
  int probcut_improving = 40;   ///< less so where the score rises

  // Moves that are given up.
  int late_moves = 4096;           ///< so many quiet ones are looked at, in 1024ths of a move
  int late_moves_depth = 1024;     ///< and more, a ply squared
  int capture_exchange = 180;      ///< a capture may lose so much a ply
  int quiet_exchange = 36;         ///< a quiet move, a ply squared
  int history_pruning = 2404;      ///< history below this a ply, negative
  int move_futility = 4;           ///< a quiet move may gain so much
  int move_futility_depth = 92;    ///< and more, a ply
  int move_futility_history = 16;  ///< and more by its history, in 1024ths of that
  int delta_margin = 128;          ///< what a capture at the leaves may gain beyond the piece

  // Reductions and extensions, in 1024ths of a ply.
  int reduction_base = 847;
  int reduction_divisor = 1824;       ///< of ln(depth) ln(number), each in 1024ths
  int reduction_cut = 1024;           ///< more, where a cut is expected
  int reduction_pv = 1024;            ///< less, in the principal variation
  int reduction_not_improving = 512;  ///< more, where the score does not rise
  int reduction_check = 1024;         ///< less, with or after a check
  int reduction_tactical = 1024;      ///< less, for captures and promotions
  int reduction_killer = 1024;        ///< less, for killers
  int reduction_history = 198;        ///< less by a move's history, in 1024ths of that
  int singular_margin = 2048;         ///< below the table's score, in 1024ths of 0.01 pawns a ply
  int singular_double = 30;           ///< so far below that a move is searched two plies deeper

  int window = 48;  ///< the first aspiration window on each side

  // What histories learn, and what they weigh.
  int history_bonus = 140;      ///< a ply of depth
  int history_bonus_less = 60;  ///< taken off that
  int history_bonus_most = 1400;
  int order_check = 4000;        ///< a quiet check comes so much earlier
  int order_unsorted = 500;      ///< quiet moves below this a ply, negative, are not sorted
  int order_fourth = 512;        ///< weight of what followed the move four plies ago, in 1024ths
  int order_capture = 512;       ///< weight of a capture's history, in 1024ths
  int correction_weight = 128;   ///< of what the evaluation erred by, in 65536ths of 1/256 points
  int correction_learning = 16;  ///< the most that one search counts, in 256ths

  friend bool operator==(const Tuning&, const Tuning&) = default;
};

struct Tunable {
  std::string_view name;
  int Tuning::*number;
  int least;
  int most;
};

/// One row for each number of Tuning, in its order.
inline constexpr std::array kTunables{
    Tunable{"FutilityMargin", &Tuning::futility_margin, 20, 400},
    Tunable{"RazoringBase", &Tuning::razoring_base, 50, 1000},
    Tunable{"RazoringDepth", &Tuning::razoring_depth, 20, 800},
    Tunable{"NullMoveEval", &Tuning::null_move_eval, 0, 500},
    Tunable{"NullMoveEvalPly", &Tuning::null_move_eval_ply, 0, 100},
    Tunable{"NullMoveBase", &Tuning::null_move_base, 1024, 6144},
    Tunable{"NullMoveDepth", &Tuning::null_move_depth, 0, 682},
    Tunable{"NullMoveExcess", &Tuning::null_move_excess, 50, 1000},
    Tunable{"ProbcutMargin", &Tuning::probcut_margin, 50, 600},
    Tunable{"ProbcutImproving", &Tuning::probcut_improving, 0, 200},
    Tunable{"LateMoves", &Tuning::late_moves, 1024, 16384},
    Tunable{"LateMovesDepth", &Tuning::late_moves_depth, 256, 4096},
    Tunable{"CaptureExchange", &Tuning::capture_exchange, 30, 600},
    Tunable{"QuietExchange", &Tuning::quiet_exchange, 2, 150},
    Tunable{"HistoryPruning", &Tuning::history_pruning, 500, 10000},
    Tunable{"MoveFutility", &Tuning::move_futility, 0, 600},
    Tunable{"MoveFutilityDepth", &Tuning::move_futility_depth, 20, 400},
    Tunable{"MoveFutilityHistory", &Tuning::move_futility_history, 0, 64},
    Tunable{"DeltaMargin", &Tuning::delta_margin, 0, 600},
    Tunable{"ReductionBase", &Tuning::reduction_base, 0, 2048},
    Tunable{"ReductionDivisor", &Tuning::reduction_divisor, 1000, 5000},
    Tunable{"ReductionCut", &Tuning::reduction_cut, 0, 3072},
    Tunable{"ReductionPv", &Tuning::reduction_pv, 0, 3072},
    Tunable{"ReductionNotImproving", &Tuning::reduction_not_improving, 0, 2048},
    Tunable{"ReductionCheck", &Tuning::reduction_check, 0, 3072},
    Tunable{"ReductionTactical", &Tuning::reduction_tactical, 0, 3072},
    Tunable{"ReductionKiller", &Tuning::reduction_killer, 0, 3072},
    Tunable{"ReductionHistory", &Tuning::reduction_history, 0, 512},
    Tunable{"SingularMargin", &Tuning::singular_margin, 512, 8192},
    Tunable{"SingularDouble", &Tuning::singular_double, 0, 200},
    Tunable{"Window", &Tuning::window, 5, 200},
    Tunable{"HistoryBonus", &Tuning::history_bonus, 20, 600},
    Tunable{"HistoryBonusLess", &Tuning::history_bonus_less, 0, 600},
    Tunable{"HistoryBonusMost", &Tuning::history_bonus_most, 200, 6000},
    Tunable{"OrderCheck", &Tuning::order_check, 0, 16000},
    Tunable{"OrderUnsorted", &Tuning::order_unsorted, 0, 4000},
    Tunable{"OrderFourth", &Tuning::order_fourth, 0, 1024},
    Tunable{"OrderCapture", &Tuning::order_capture, 0, 2048},
    Tunable{"CorrectionWeight", &Tuning::correction_weight, 0, 512},
    Tunable{"CorrectionLearning", &Tuning::correction_learning, 1, 64},
};
// A number without a row could not be tuned.
static_assert(sizeof(Tuning) == kTunables.size() * sizeof(int));

/// What a search has that nobody tuned.
inline constexpr Tuning kUsualTuning{};

/// Late move reduction in 1024ths of a ply, by depth and number of the move. Two divisions fewer
/// than computing it, at every move of the tree.
class BaseReductions {
 public:
  BaseReductions() { fill(kUsualTuning); }
  void fill(const Tuning& tuning);
  int of(int depth, int number) const {
    return table_[static_cast<std::size_t>(std::min(depth, kSize - 1) * kSize +
                                           std::min(number, kSize - 1))];
  }

 private:
  static constexpr int kSize = 128;
  std::array<std::int16_t, static_cast<std::size_t>(kSize) * kSize> table_;
};

/// A tuning, and what follows from it.
class Tuned {
 public:
  void set(const Tuning& numbers) {
    if (numbers == numbers_) return;
    numbers_ = numbers;
    reductions_.fill(numbers);
  }
  const Tuning& numbers() const { return numbers_; }
  const BaseReductions& reductions() const { return reductions_; }

 private:
  Tuning numbers_;
  BaseReductions reductions_;
};

}  // namespace gougi::search
