// SPDX-License-Identifier: MIT
// A search's answer as a vote: what it said of the move that it chose, and how it came to it. Does
// not judge the answer; who asked has (Ballot::void_reason). Used by poll.cpp and by `gougi study
// --headroom`, so that what is fitted to a study is what the relay sees. Values only.
#pragma once

#include <string>
#include <vector>

#include "consensus/council.hpp"
#include "relay/last_info.hpp"
#include "relay/position_lines.hpp"
#include "usi/answer.hpp"

namespace gougi::relay {

/// `allowed`: the moves that it might choose from; empty: all. `void_reason`: not empty, it does
/// not count. Its time is left open.
consensus::Ballot ballot_of(const game::Position& position, const std::vector<usi::Move>& allowed,
                            const LastInfo& last, const usi::BestMoveAnswer& answer,
                            std::string void_reason);

}  // namespace gougi::relay
