// SPDX-License-Identifier: MIT
// One thinking as a table of text: a row for each candidate in the order of generation, its values
// before and after the corrections, the rules that applied, and which were the best so far.
#pragma once

#include <string>
#include <vector>

#include "naitou/thinking.hpp"
#include "shogi/types.hpp"

namespace gougi::naitou {

struct TraceTable {
  std::string root;  ///< "root: Radv=0 Rdis=0 …": values and state before
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  ///< as many cells as there are columns
  std::string result;                          ///< "result: 7g7f   after: …": and the state after
  bool from_book = false;
};

/// Thinks in a copy of `state`, and tells how. Moves are written as USI for a COM of that colour.
TraceTable trace(const State& state, shogi::Color com, bool may_leave_king);

/// The lines of the table, columns aligned, without the empty ends of rows.
std::vector<std::string> lines_of(const TraceTable& table);

}  // namespace gougi::naitou
