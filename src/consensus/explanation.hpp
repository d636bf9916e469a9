// SPDX-License-Identifier: MIT
// What a strategy does, for who plays shogi: in `gougi --help`, beside the live page's decisions,
// and in the table of docs/configuration, which says the same.
#pragma once

#include <string>

#include "base/language.hpp"
#include "consensus/strategy.hpp"

namespace gougi::consensus {

/// Which move is played: "of the engine with the highest score". Options go by their names.
base::Text explanation_of(const Strategy& strategy);
/// All of them with their names, as they stand in a help.
std::string explanations();

}  // namespace gougi::consensus
