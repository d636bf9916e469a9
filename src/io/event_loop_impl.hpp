// SPDX-License-Identifier: MIT
// The inside of EventLoop, for this room's own sources alone: here Boost shows.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

#include "io/event_loop.hpp"

namespace gougi::io {

struct EventLoop::Impl {
  using Key = std::pair<base::TimePoint, std::uint64_t>;

  boost::asio::io_context context{1};
  boost::asio::steady_timer alarm{context};  ///< set to the first of `timers`
  std::map<Key, std::function<void()>> timers;
  std::unordered_map<std::uint64_t, base::TimePoint> times;  ///< of the pending timers
  std::uint64_t last_id = 0;

  void arm();
  void fire();
};

}  // namespace gougi::io
