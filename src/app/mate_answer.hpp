// SPDX-License-Identifier: MIT
// `go mate` for an engine with a mate solver: limits in, one checkmate answer out. Shared by
// gougi-mate and gougi-engine.
#pragma once

#include "mate/solver.hpp"
#include "usi/engine_side.hpp"

namespace gougi::app {

/// Solves for the side to move of `position`. Answers `delay` before the time of `limits` is over.
/// Blocks until there is an answer or the host wants none.
usi::CheckMateAnswer answer_mate(mate::Solver& solver, const shogi::Position& position,
                                 const usi::MateLimits& limits, base::Milliseconds delay,
                                 usi::SearchHost& host);

}  // namespace gougi::app
