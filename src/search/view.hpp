// SPDX-License-Identifier: MIT
// How a search sees positions: by hand-made terms in a style, or by a network, or by both. Constant
// during a search, and then safe from any thread. The search asks it through an eval::Judge.
#pragma once

#include <memory>

#include "eval/evaluator.hpp"
#include "eval/nnue_network.hpp"
#include "eval/nnue_state.hpp"

namespace gougi::search {

struct View {
  eval::Evaluator evaluator;
  std::shared_ptr<const eval::NnueNetwork> network;  ///< null: the evaluator alone
  int fv_scale = eval::kUsualFvScale;

  /// The static score of a position, for the side to move.
  int score_of(const shogi::Position& position) const;
};

/// Scores come from `network` (divided by `fv_scale`, at least 1), or are the hand-made ones if it
/// is null; the hand-made terms and those of a network that has terms are weighed by `style`.
View view_of(eval::Style style, const std::shared_ptr<const eval::NnueNetwork>& network = nullptr,
             int fv_scale = eval::kUsualFvScale);

}  // namespace gougi::search
