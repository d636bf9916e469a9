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
#include <variant>
#include <vector>

#include "usi/live_engine.hpp"

namespace gougi::usi {

/// For one thread; the engine thinks on its own.
class Talk {
 public:
  explicit Talk(std::unique_ptr<Engine> engine) : engine_(std::move(engine), [this] { wake(); }) {}

  void say(std::string_view line) {
    engine_.line(line);
    hear();
  }

  /// The first line that begins with `start` and was not waited for before.
  std::string wait_for(std::string_view start) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (true) {
      hear();
      while (next_ < lines_.size()) {
        const std::string& line = lines_[next_++];
        if (line.starts_with(start)) return line;
      }
      std::unique_lock lock(mutex_);
      if (!woken_.wait_until(lock, until, [&] { return has_news_; })) break;
    }
    ADD_FAILURE() << "no " << start;
    return {};
  }

  std::string ask(std::string_view position, std::string_view go, std::string_view answer) {
    say(position);
    say(go);
    return wait_for(answer);
  }

  /// What was said since the beginning, or since forget().
  std::vector<std::string> lines() {
    hear();
    return lines_;
  }

  void forget() {
    lines_.clear();
    next_ = 0;
  }

 private:
  void wake() {
    const std::lock_guard lock(mutex_);
    has_news_ = true;
    woken_.notify_all();
  }

  void hear() {
    {
      const std::lock_guard lock(mutex_);
      has_news_ = false;
    }
    while (const auto event = engine_.next()) {
      if (const auto* said = std::get_if<ToGui>(&*event)) lines_.push_back(said->line);
    }
  }

  std::mutex mutex_;
  std::condition_variable woken_;
  bool has_news_ = false;  // under mutex_
  std::vector<std::string> lines_;
  std::size_t next_ = 0;
  LiveEngine engine_;  // last: wakes until it is gone
};

}  // namespace gougi::usi
