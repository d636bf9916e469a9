// SPDX-License-Identifier: MIT
// What runs over many positions share whose engines sit at desks: the line of progress, and the end
// that waits for the engines.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/pace.hpp"
#include "base/say.hpp"
#include "io/event_loop.hpp"

namespace gougi::tools {

/// "12/100 positions, 0.40/s, 0:03:40 left". `done_now` of `done`, at least one, took so long.
inline std::string positions_left(std::size_t done, std::size_t all, std::size_t done_now,
                                  base::Duration running) {
  return base::say(
      {"{0}/{1} positions, {2}", "{0}/{1}局面、{2}"}, done, all,
      base::pace_text(static_cast<double>(done_now), static_cast<double>(all - done), running));
}

/// Stops the loop once the engines of all desks have ended, which would outlive us or be cut off
/// otherwise, or at `latest`. `desks` outlive the loop's run.
template <class Desk>
void stop_when_ended(io::EventLoop& loop, const std::vector<std::unique_ptr<Desk>>& desks,
                     base::TimePoint latest) {
  constexpr base::Milliseconds kBetweenLooks{5};
  const auto now = io::EventLoop::now();
  const bool have_ended =
      std::all_of(desks.begin(), desks.end(), [](const auto& desk) { return desk->has_ended(); });
  if (have_ended || now >= latest) return loop.stop();
  loop.set_timer(now + kBetweenLooks,
                 [&loop, &desks, latest] { stop_when_ended(loop, desks, latest); });
}

}  // namespace gougi::tools
