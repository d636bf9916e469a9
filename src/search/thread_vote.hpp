// SPDX-License-Identifier: MIT
// Whose move a search of several threads plays. What each thread came to is a word; one of them is
// chosen. Not about lines (MultiPV) or skill: there the first thread decides alone. Used by
// Searcher alone; plain values, safe from any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "search/value.hpp"
#include "shogi/freeze.hpp"

namespace gougi::search {

enum class ThreadVote : std::uint8_t {
  kDeepest,  ///< the first thread's move, or that of a deeper one that thinks better of its own
  kVote,     ///< the move that most of depth and score speaks for
};

/// By the names of the option `ThreadVote`.
inline constexpr std::array<std::pair<std::string_view, ThreadVote>, 2> kThreadVotes{
    {{"deepest", ThreadVote::kDeepest}, {"vote", ThreadVote::kVote}}};

/// What one thread came to.
struct ThreadWord {
  shogi::Move move;             ///< that it would play
  int value = -kInfiniteValue;  ///< for the side to move, see value.hpp; so: it came to nothing
  int depth = 0;                ///< plies of the last iteration that it completed
};

/// The index of the word that is played. `words` are in the threads' order, the first one's first;
/// there is at least one.
///
/// kVote: a move's votes are the sum, over the threads that would play it, of
///     (value - smallest value + c) * depth,
/// and it is played as the thread that gave it most of them says, of equals the first (the formula
/// is Stockfish's). A win that one thread has found (a mate, or by the rules) is played without a
/// vote, the shortest mate first. A move that one thread knows to be lost has no votes; where all
/// are lost, the one that holds out longest is played.
std::size_t choose_word(std::span<const ThreadWord> words, ThreadVote how);

}  // namespace gougi::search
