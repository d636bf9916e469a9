// SPDX-License-Identifier: MIT
// A thread that nobody waits for.
#pragma once

#include <future>
#include <memory>
#include <thread>
#include <utility>

namespace gougi::io {

/// Runs `body` in a thread of its own, and returns once it runs. One that is detached before it
/// runs may never run with mingw-w64's winpthreads. Throws std::system_error where no thread can be
/// had.
template <class Body>
void run_detached(Body body) {
  const auto running = std::make_shared<std::promise<void>>();
  std::thread thread([running, body = std::move(body)]() mutable {
    running->set_value();
    body();
  });
  running->get_future().wait();
  thread.detach();
}

}  // namespace gougi::io
