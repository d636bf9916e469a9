// SPDX-License-Identifier: MIT
// What runs over many positions share whose engines sit at desks: the line of progress, and the end
// that waits for the engines.
#pragma once

#include <fmt/printf.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/say.hpp"
#include "io/event_loop.hpp"

namespace gougi::tools {

/// "12/100 positions, 0:03:10 left". `done_now` of `done`, at least one, took so long.
inline std::string positions_left(std::size_t done, std::size_t all, std::size_t done_now,
                                  base::Duration running) {
  const double seconds = std::max(std::chrono::duration<double>(running).count(), 1e-3);
  const auto left = static_cast<unsigned long long>(static_cast<double>(all - done) * seconds /
                                                    static_cast<double>(done_now));
  return base::say(
      {"{0}/{1} positions, {2}:{3:02}:{4:02} left", "{0}/{1}局面、残り {2}:{3:02}:{4:02}"}, done,
      all, left / 3600, left / 60 % 60, left % 60);
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
