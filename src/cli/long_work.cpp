// SPDX-License-Identifier: MIT
#include "cli/long_work.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/pace.hpp"
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
    const double seconds = std::chrono::duration<double>(running()).count();
    const double part = static_cast<double>(done) / static_cast<double>(std::max(all, done));
    return base::say({"{0:.0f} % done, {1}", "{0:.0f} % 完了、{1}"}, 100 * part,
                     base::left_text(seconds * (1 - part) / std::max(part, 1e-6)));
  });
}

int LongWork::exit_code() const { return was_interrupted_ ? kInterrupted : kFailed; }

void LongWork::run_task(const std::function<void()>& task) {
  began_ = io::EventLoop::now();
  line_.wait(began_);
  io::EventLoop loop;
  const Interruption interruption(loop, [this] {
    was_interrupted_ = true;
    if (on_first_) on_first_();
  });
  std::thread worker([&] {
    task();
    loop.post([&loop] { loop.stop(); });
  });
  loop.run();
  worker.join();
  line_.end();
}

}  // namespace gougi::cli
