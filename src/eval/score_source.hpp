// SPDX-License-Identifier: MIT
// What scores come from: one of the ways to judge a position, with what it needs. Values, cheap to
// copy; what they share is constant. Used by Judge, by the search's View, and by whoever chooses.
#pragma once

#include <memory>
#include <variant>

#include "eval/kppt_tables.hpp"
#include "eval/nnue_network.hpp"
#include "eval/nnue_state.hpp"

namespace gougi::eval {

/// The terms of an Evaluator.
struct HandMadeTerms {
  friend bool operator==(const HandMadeTerms&, const HandMadeTerms&) = default;
};

/// A network's output, divided; beside the terms where it corrects them.
struct NetworkScores {
  std::shared_ptr<const NnueNetwork> network;  ///< not null
  int fv_scale = kUsualFvScale;                ///< at least 1
  friend bool operator==(const NetworkScores&, const NetworkScores&) = default;
};

/// Three-piece tables beside the material.
struct TableScores {
  std::shared_ptr<const KpptTables> tables;  ///< not null
  friend bool operator==(const TableScores&, const TableScores&) = default;
};

/// The pieces' values alone: a plain opponent, and what other sources are measured by.
struct MaterialScores {
  friend bool operator==(const MaterialScores&, const MaterialScores&) = default;
};

/// Always 0: only the rules, mates and draws tell moves apart. For looking at the search alone, or
/// at its speed.
struct NoScores {
  friend bool operator==(const NoScores&, const NoScores&) = default;
};

using ScoreSource =
    std::variant<HandMadeTerms, NetworkScores, TableScores, MaterialScores, NoScores>;

}  // namespace gougi::eval
