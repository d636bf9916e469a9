// SPDX-License-Identifier: MIT
// The ladder: the same search with parts switched off, from a few lines' worth to all of it, for
// who wants to read it from small to large and for weaker partners. Evaluation, rules and the time
// a move may take at most are the same on every rung.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace gougi::search {

enum class Stage : std::uint8_t { kNano, kNanoPlus, kMini, kClassic, kClassicTce, kMid2016, kFull };

/// By the names of the option `Engine`, from small to large.
inline constexpr std::array<std::pair<std::string_view, Stage>, 7> kStages{
    {{"nano", Stage::kNano},
     {"nano-plus", Stage::kNanoPlus},
     {"mini", Stage::kMini},
     {"classic", Stage::kClassic},
     {"classic-tce", Stage::kClassicTce},
     {"mid2016", Stage::kMid2016},
     {"full", Stage::kFull}}};

/// What a rung has beyond plain alpha-beta with iterative deepening and captures at the leaves.
/// Each has all that the one before it has.
struct Features {
  // nano-plus
  bool table = true;      ///< transposition table
  bool history = true;    ///< killers, counter moves, history tables: which move first
  bool exchanges = true;  ///< static exchange evaluation: no captures that lose at the leaves
  // mini
  bool null_window = true;  ///< principal variation search, aspiration windows
  bool null_move = true;
  bool reductions = true;  ///< of late moves, and where no table move is known
  // classic
  bool futility = true;  ///< razoring, reverse futility, late move and history pruning
  bool probcut = true;
  bool check_extensions = true;
  // classic-tce
  bool elastic_time = true;  ///< longer while the best move changes, shorter once it has settled
  // mid2016
  bool singular = true;    ///< singular extensions, multi-cut
  bool mate_tests = true;  ///< a mate in one at every node, mate searches near the root
  // full
  bool correction = true;  ///< of the evaluation, by what searches found
  bool threads = true;
};

constexpr Features features_of(Stage stage) {
  Features has;
  has.table = has.history = has.exchanges = stage >= Stage::kNanoPlus;
  has.null_window = has.null_move = has.reductions = stage >= Stage::kMini;
  has.futility = has.probcut = has.check_extensions = stage >= Stage::kClassic;
  has.elastic_time = stage >= Stage::kClassicTce;
  has.singular = has.mate_tests = stage >= Stage::kMid2016;
  has.correction = has.threads = stage >= Stage::kFull;
  return has;
}

}  // namespace gougi::search
