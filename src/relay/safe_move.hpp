// SPDX-License-Identifier: MIT
// A move where nobody has thought: the one that gives least away at a glance, without a search and
// in less than a millisecond. Of `gougi keep`, whose relay is gone. Pure; safe from any thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.hpp"
#include "usi/move.hpp"

namespace gougi::relay {

/// What a word of a line names, if that is legal there; else no move.
usi::Move legal_move(const game::Position& position, std::string_view word);

/// A line of thought, and where it begins.
struct Thought {
  std::shared_ptr<const game::Game> game;
  std::string pv;  ///< as in an info line; "": nothing is known
};

/// The third move of `thought` where its first two have led to `position`; no move: they have not,
/// or it is not legal.
usi::Move goes_on(const Thought& thought, const game::Position& position);

/// One of `moves`, which are legal: one that wins at once, else one behind which the material that
/// it takes less the most that the other side can take is largest. What is frozen does not count.
/// Of equals a capture, else no move of the king, the first; no move if there is none.
usi::Move safest(const game::Position& position, const std::vector<usi::Move>& moves);

}  // namespace gougi::relay
