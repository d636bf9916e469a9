// SPDX-License-Identifier: MIT
// How a search sees positions: by hand-made terms in a style, by a network, by both, or by another
// source of scores. Constant during a search, and then safe from any thread. The search asks it
// through an eval::Judge.
#pragma once

#include "eval/evaluator.hpp"
#include "eval/score_source.hpp"

namespace gougi::search {

struct View {
  eval::Evaluator evaluator;
  eval::ScoreSource source;

  /// The static score of a position, for the side to move.
  int score_of(const shogi::Position& position) const;
};

/// Scores come from `source`; the hand-made terms and those of a network that has terms are weighed
/// by `style`.
View view_of(eval::Style style, const eval::ScoreSource& source = eval::HandMadeTerms{});

}  // namespace gougi::search
