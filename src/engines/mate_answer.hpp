// SPDX-License-Identifier: MIT
// `go mate` for an engine with a mate solver: limits in, one checkmate answer out. Shared by
// gougi-mate and gougi-engine.
#pragma once

#include "mate/freeze_solver.hpp"
#include "mate/help_mate.hpp"
#include "mate/solver.hpp"
#include "usi/engine.hpp"

namespace gougi::engines {

/// How an engine answers `go mate`.
struct MateAnswering {
  base::Milliseconds delay{0};       ///< kept back from the time
  base::Milliseconds interval{500};  ///< between two lines on the progress; GUIs redraw that often
  mate::PostSearch post = mate::PostSearch::kUpperBound;
  mate::Role role = mate::Role::kAttacker;  ///< of the side to move
  bool futile_count = true;                 ///< see mate::MateLimits
  bool all_moves = true;                    ///< see mate::MateLimits
};

/// Solves for the side to move of `position`. Answers before the time of `limits` is over.
/// Blocks until there is an answer or the host wants none.
usi::CheckMateAnswer answer_mate(mate::Solver& solver, const shogi::Position& position,
                                 const usi::MateLimits& limits, const MateAnswering& how,
                                 usi::SearchHost& host);
/// The same in Freeze shogi; every ply counts.
usi::CheckMateAnswer answer_freeze_mate(mate::FreezeSolver& solver,
                                        const shogi::FreezePosition& position,
                                        const usi::MateLimits& limits, const MateAnswering& how,
                                        usi::SearchHost& host);
/// The same for the shortest help-mate.
usi::CheckMateAnswer answer_help_mate(mate::HelpMateSolver& solver, const shogi::Position& position,
                                      const usi::MateLimits& limits, const MateAnswering& how,
                                      usi::SearchHost& host);

}  // namespace gougi::engines
