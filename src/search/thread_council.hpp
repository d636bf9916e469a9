// SPDX-License-Identifier: MIT
// Threads that differ on purpose: which of them sees positions in another style, and which gives up
// other moves. So a search of several threads is a council that takes no more hardware than a
// search of equals. Used by Searcher; plain values, safe from any thread.
//
// All threads have one transposition table, and that has its price:
// - Scores in it are of whoever wrote them last. A thread believes another one's bound as if it
//   were its own: that is how the members of this council talk, and it makes scores less steady.
//   What a thread finds by itself alone are its own leaves and what was not visited before.
// - Static scores in it are those of the first thread's view alone. Threads of another view neither
//   read nor write them there: they judge a position again whenever they come to it, and so do
//   those of the first view where only others have been.
// - An entry's depth is taken for what it says, though a thread that gives up more gets there with
//   less. That is why variations are small.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "search/tuning.hpp"

namespace gougi::search {

enum class ThreadCouncil : std::uint8_t {
  kNone,     ///< all threads are alike
  kStyles,   ///< some see positions in another style
  kMargins,  ///< some give up other moves, see varied()
  kBoth,
};

/// By the names of the option `ThreadCouncil`.
inline constexpr std::array<std::pair<std::string_view, ThreadCouncil>, 4> kThreadCouncils{
    {{"none", ThreadCouncil::kNone},
     {"styles", ThreadCouncil::kStyles},
     {"margins", ThreadCouncil::kMargins},
     {"both", ThreadCouncil::kBoth}}};

constexpr bool has_styles(ThreadCouncil council) {
  return council == ThreadCouncil::kStyles || council == ThreadCouncil::kBoth;
}
constexpr bool has_margins(ThreadCouncil council) {
  return council == ThreadCouncil::kMargins || council == ThreadCouncil::kBoth;
}

/// Which view thread `number` has (the first is 0): 0 is the engine's own, 1 to `others` are the
/// other ones. Every second thread has its own, so that the styles, of which it is to be the best,
/// do not outnumber it.
constexpr std::size_t view_of_thread(std::size_t number, std::size_t others) {
  return number % 2 == 0 || others == 0 ? 0 : 1 + number / 2 % others;
}

/// Threads repeat their variations after so many.
inline constexpr std::size_t kVariations = 4;

/// What a thread with variation `number` (thread number modulo kVariations) searches with: 0 as
/// `tuning` says, 1 gives up less, 2 gives up more, 3 trusts a pass less and looks at checks
/// earlier. Within the bounds of kTunables.
Tuning varied(const Tuning& tuning, std::size_t number);

}  // namespace gougi::search
