// SPDX-License-Identifier: MIT
// The rules of ぴょんぴょん once more, as slowly and plainly as they can be written, from the text
// alone: what the fast ones are compared with.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "pyonpyon/position.hpp"

namespace gougi::testing {

/// Rows from the top; '.', 'x' or 'o'.
using PlainBoard = std::vector<std::string>;

/// Every legal move of `side` as text.
std::set<std::string> plain_moves(const PlainBoard& board, char side);
/// The same in the challenge: letters as in an SFEN, those of x in upper case.
std::set<std::string> plain_challenge_moves(const PlainBoard& board, char side);
PlainBoard plain_play(PlainBoard board, const std::string& move);
bool plain_home(const PlainBoard& board, char side);
long plain_perft(const PlainBoard& board, char side, int depth);
long plain_challenge_perft(const PlainBoard& board, char side, int depth);

/// The boards that play reaches after so many plies and no fewer (with the same side to move), the
/// start first, up to `plies` or until there are no more. Won games are not continued.
std::vector<std::vector<PlainBoard>> plain_reach(const PlainBoard& start, char side, int plies);

/// The pieces of `position`.
PlainBoard plain_challenge(const pyonpyon::Position& position);
/// The stones of `position`.
PlainBoard plain(const pyonpyon::Position& position);

}  // namespace gougi::testing
