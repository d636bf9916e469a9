// SPDX-License-Identifier: MIT
// The table of strategies, and the rules that hold for all of them: void ballots do not count, a
// verified declaration always wins, resign only by a majority. To add one: a file with its rule, a
// row in strategy.cpp, a test file.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "consensus/council.hpp"

namespace gougi::consensus {

struct Strategy {
  std::string_view identifier;     ///< as in the configuration and the GUI's combo
  std::string_view japanese_name;  ///< means the same
  /// Chooses among the ballots that count and hold a move; is only asked when all are in and at
  /// least one is there. Returns the engine number and the reason.
  Decided (*choose)(const Council& moves);
  bool first_voter_only = false;  ///< only engine 1 votes (beside a mate solver)
  bool needs_mate_engine = false;
};

std::span<const Strategy> strategies();
/// By identifier or Japanese name; nullptr if there is none.
const Strategy* find_strategy(std::string_view name);
/// Identifiers and Japanese names, for complaints and for reading configurations.
std::vector<std::string> strategy_names();

/// The whole decision: the common rules, then the strategy's.
Verdict decide(const Strategy& strategy, const Council& council);

// The rules of the table, one file each.
Decided choose_majority(const Council& moves);
Decided choose_optimistic(const Council& moves);
Decided choose_pessimistic(const Council& moves);
Decided choose_first(const Council& moves);

}  // namespace gougi::consensus
