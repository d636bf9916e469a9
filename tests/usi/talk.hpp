// SPDX-License-Identifier: MIT
// An engine behind the protocol's engine side and what it said, without processes.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "usi/engine_side.hpp"

namespace gougi::usi {

/// All members may be called from one thread; the engine answers from its own.
class Talk {
 public:
  explicit Talk(std::unique_ptr<Engine> engine)
      : side_(std::move(engine), [this](std::string_view line) { take(line); }) {}

  void say(std::string_view line) { side_.on_line(line); }

  /// The first line that begins with `start` and was not waited for before.
  std::string wait_for(std::string_view start) {
    std::unique_lock lock(mutex_);
    std::string found;
    const bool came = came_.wait_for(lock, std::chrono::seconds(60), [&] {
      while (next_ < lines_.size()) {
        const std::string& line = lines_[next_++];
        if (line.starts_with(start)) {
          found = line;
          return true;
        }
      }
      return false;
    });
    EXPECT_TRUE(came) << "no " << start;
    return found;
  }

  std::string ask(std::string_view position, std::string_view go, std::string_view answer) {
    say(position);
    say(go);
    return wait_for(answer);
  }

  /// What was said since the beginning, or since forget().
  std::vector<std::string> lines() {
    const std::lock_guard lock(mutex_);
    return lines_;
  }

  void forget() {
    const std::lock_guard lock(mutex_);
    lines_.clear();
    next_ = 0;
  }

 private:
  void take(std::string_view line) {
    const std::lock_guard lock(mutex_);
    lines_.emplace_back(line);
    came_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable came_;
  std::vector<std::string> lines_;
  std::size_t next_ = 0;
  EngineSide side_;  // last: speaks until it is gone
};

}  // namespace gougi::usi
