// SPDX-License-Identifier: MIT
// The vote as every GUI can show it: in one message (ShogiHome keeps no more than the last), and as
// lines of thought, which stand in the pane (game::ShogiPositionQ shows messages in its log only).
#pragma once

#include <string>
#include <vector>

#include "relay/poll.hpp"
#include "usi/answer.hpp"

namespace gougi::relay {

/// "7g7f 2/3: Fairy +136, GPS +71 | 2g2f: gougi +22 | no vote: Gikou": the move played, its votes
/// out of how many voters, who gave them at what value; then the other moves; then who has no vote
/// that counts. Where votes alone do not say why it is played the reason stands behind the names:
/// "2g2f 1/3: attack +38 (challenger attack: p 0.71 > 0.62: higher value) | 7g7f: …". Without
/// "info string".
std::string vote_summary(const Poll& poll, const Outcome& outcome, bool japanese);

/// In the order in which they are to be written; no time. The line of the move played is the last;
/// before it, `with_voters`, the line of every voter whose vote counts, as multipv 2, 3, … in the
/// order of their numbers, but for the voter whose line is played. In an analysis each has the row
/// that it had (analysis.hpp). Empty where no move is played.
std::vector<usi::InfoAnswer> vote_lines(const Poll& poll, const Outcome& outcome, bool with_voters);

}  // namespace gougi::relay
