// SPDX-License-Identifier: MIT
// Runs a loop until a condition holds. The limit is for a broken program only: no test's outcome
// depends on how long anything takes.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <functional>

#include "io/event_loop.hpp"

namespace gougi::io {

class LoopTest : public ::testing::Test {
 protected:
  /// Serves the loop until `done()`, asked after every event that calls wake(), holds.
  bool run_until(std::function<bool()> done) {
    done_ = std::move(done);
    bool gave_up = false;
    const TimerId limit =
        loop_.set_timer(EventLoop::now() + std::chrono::seconds(20), [this, &gave_up] {
          gave_up = true;
          loop_.stop();
        });
    loop_.post([this] { wake(); });
    loop_.run();
    loop_.cancel_timer(limit);
    done_ = nullptr;
    return !gave_up;
  }

  /// Something happened: looks whether what run_until() waits for holds now.
  void wake() {
    if (done_ && done_()) loop_.stop();
  }

  EventLoop loop_;

 private:
  std::function<bool()> done_;
};

}  // namespace gougi::io
