// SPDX-License-Identifier: MIT
#include "cli/long_work.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/say.hpp"
#include "cli/exit_code.hpp"
#include "cli/interruption.hpp"
#include "io/event_loop.hpp"

namespace gougi::cli {

bool LongWork::goes_on(const std::function<std::string()>& text) {
  line_.show(io::EventLoop::now(), text);
  return !was_interrupted_;
}

bool LongWork::goes_on(std::uint64_t done, std::uint64_t all) {
  return goes_on([&] {
    const auto seconds = std::chrono::duration<double>(io::EventLoop::now() - began_).count();
    const double part = static_cast<double>(done) / static_cast<double>(std::max(all, done));
    const auto left = static_cast<std::uint64_t>(seconds * (1 - part) / std::max(part, 1e-6));
    return base::say({"{0:.0f} % done, {1} h {2} min left", "{0:.0f} % 完了、残り {1}時間{2}分"},
                     100 * part, left / 3600, left / 60 % 60);
  });
}

int LongWork::exit_code() const { return was_interrupted_ ? kInterrupted : kFailed; }

void LongWork::run_task(const std::function<void()>& task) {
  began_ = io::EventLoop::now();
  line_.wait(began_);
  io::EventLoop loop;
  const Interruption interruption(loop, [this] { was_interrupted_ = true; });
  std::thread worker([&] {
    task();
    loop.post([&loop] { loop.stop(); });
  });
  loop.run();
  worker.join();
  line_.end();
}

}  // namespace gougi::cli
