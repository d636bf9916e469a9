// SPDX-License-Identifier: MIT
#include "io/child_launcher.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "base/language.hpp"

namespace gougi::io {

struct ChildLauncher::Order {
  LaunchSpec spec;
  ChildProcess::Callbacks callbacks;
  Done done;
  base::Language language;
};

/// Outlives the launcher where the loop still has something to hand over.
struct ChildLauncher::Work : std::enable_shared_from_this<ChildLauncher::Work> {
  explicit Work(EventLoop& its_loop) : loop(its_loop) {}

  void run();
  void carry_out(Order order);

  EventLoop& loop;
  std::size_t pending = 0;  ///< for the loop's thread alone
  std::mutex mutex;         ///< of what follows
  std::condition_variable news;
  std::deque<Order> orders;
  bool ends = false;
  std::thread thread;  ///< from the first order on; for the loop's thread alone
};

void ChildLauncher::Work::run() {
  std::unique_lock lock(mutex);
  while (true) {
    news.wait(lock, [this] { return ends || !orders.empty(); });
    if (ends) return;
    Order order = std::move(orders.front());
    orders.pop_front();
    lock.unlock();
    carry_out(std::move(order));
    lock.lock();
  }
}

void ChildLauncher::Work::carry_out(Order order) {
  const base::SpokenHere spoken(order.language);
  auto started = ChildProcess::start(loop, std::move(order.spec), std::move(order.callbacks));
  // Shared, as tasks can be copied, and moved, as it is not to end here.
  auto result = std::make_shared<decltype(started)>(std::move(started));
  loop.post([self = shared_from_this(), result = std::move(result), done = std::move(order.done)] {
    --self->pending;
    done(std::move(*result).map(&ChildProcess::take_up));
  });
}

ChildLauncher::ChildLauncher(EventLoop& loop) : work_(std::make_shared<Work>(loop)) {}

ChildLauncher::~ChildLauncher() {
  forget_waiting();
  {
    const std::scoped_lock lock(work_->mutex);
    work_->ends = true;
  }
  work_->news.notify_one();
  if (work_->thread.joinable()) work_->thread.join();
}

void ChildLauncher::launch(LaunchSpec spec, ChildProcess::Callbacks callbacks, Done done) {
  ++work_->pending;
  {
    const std::scoped_lock lock(work_->mutex);
    work_->orders.push_back(
        {std::move(spec), std::move(callbacks), std::move(done), base::spoken()});
  }
  work_->news.notify_one();
  if (work_->thread.joinable()) return;
  try {
    work_->thread = std::thread([work = work_.get()] { work->run(); });
  } catch (const std::system_error&) {  // no more threads: then it is started here
    Order order = std::move(work_->orders.back());
    work_->orders.pop_back();
    work_->carry_out(std::move(order));
  }
}

void ChildLauncher::forget_waiting() {
  const std::scoped_lock lock(work_->mutex);
  work_->pending -= work_->orders.size();
  work_->orders.clear();
}

std::size_t ChildLauncher::pending() const { return work_->pending; }

}  // namespace gougi::io
