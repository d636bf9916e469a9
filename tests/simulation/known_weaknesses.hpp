// SPDX-License-Identifier: MIT
// What the simulator has found and the session does not do better yet. Each is one switch: set to
// false with the fix, then the simulator insists.
#pragma once

namespace gougi::simulation {

/// Where nobody was ready when patience ended, readyok waits for the next look at the clock, up to
/// 5 s, though an engine has become ready.
inline constexpr bool kReadyOkWaitsForTheNextLook = false;
/// A child is told its whole increment when less than that is left.
inline constexpr bool kIncrementIsNotReduced = false;
/// setoption for an engine that has not declared itself by usiok, and of which nothing is
/// remembered, is refused.
inline constexpr bool kEarlyOptionsOfTheUndeclaredAreLost = false;
/// searchmoves of which none is legal void every vote.
inline constexpr bool kIllegalSearchMovesVoidEveryVote = false;
/// `go ponder` that waits for an engine to load is begun after ponderhit came with new clocks.
inline constexpr bool kParkedPonderMissesPonderHit = false;

}  // namespace gougi::simulation
