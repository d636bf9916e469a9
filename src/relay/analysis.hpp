// SPDX-License-Identifier: MIT
// What an analysis (`go infinite`) with several engines shows: the consensus as row 1, and behind
// it a row of its own for every line of every engine. Pure; reads a round.
//
// A row (multipv) belongs to one engine for the whole search: rows 2, 3, … are the first lines of
// E1, E2, …, behind them come the second lines in the same order, and so on: game::ShogiPositionQ
// shows no more rows than its MultiPV says, and all opinions go before anybody's second choice. The
// line that is the consensus stands there once, in row 1. The row of the engine it comes from would
// repeat it, or go stale, so that row has the line's first move only: it says who leads.
// Row 1 is written last, for ShogiHome shows one row a first move, that which was written last.
#pragma once

#include <string>
#include <vector>

#include "relay/poll.hpp"
#include "usi/answer.hpp"

namespace gougi::relay {

/// The row of an engine's line: `voter` is its place in poll.book.voters, `rank` counts from 0.
int analysis_row(const Poll& poll, std::size_t voter, std::size_t rank);

/// Makes of a row what it shows while its line is the consensus: the first move. False: that would
/// be row 1 again, and there is nothing to replace.
bool shorten_leaders_row(const Poll& poll, usi::InfoAnswer& row);

/// In the order in which they are to be written; `multipv` is the row. Depth, score and pv only.
/// Empty until an engine has a line; no row beyond `most`.
std::vector<usi::InfoAnswer> analysis(const Poll& poll, int most);

/// What all engines have done together: the sums of nodes and nps, the largest hashfull and
/// seldepth, for a search that has taken `time`. What nobody says stays empty.
void add_effort(const Poll& poll, base::Milliseconds time, usi::InfoAnswer& info);

/// With a budget: the nodes of all searches of the move instead of one's, and how fast all engines
/// are together. Who gave it to a council as to an engine would think that the rest were left.
void add_budgets_nodes(const Poll& poll, usi::InfoAnswer& info);

/// "lines: 1 majority, 2 Suisho5, 3 Gikou": whose the rows are.
std::string analysis_legend(const Poll& poll, bool japanese);
/// Whether every engine that was there at `go` has a line.
bool everybody_has_spoken(const Poll& poll);

}  // namespace gougi::relay
