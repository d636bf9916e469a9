// SPDX-License-Identifier: MIT
#include "io/event_loop.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <vector>

#include "io/event_loop_impl.hpp"

namespace gougi::io {

EventLoop::EventLoop() : impl_(std::make_unique<Impl>()) {}
EventLoop::~EventLoop() = default;

void EventLoop::run() {
  const auto stay = boost::asio::make_work_guard(impl_->context);
  impl_->context.run();
  impl_->context.restart();
}

void EventLoop::stop() { impl_->context.stop(); }

void EventLoop::post(std::function<void()> task) {
  boost::asio::post(impl_->context, std::move(task));
}

TimerId EventLoop::set_timer(base::TimePoint when, std::function<void()> callback) {
  const std::uint64_t id = ++impl_->last_id;
  const auto place = impl_->timers.emplace(Impl::Key{when, id}, std::move(callback)).first;
  impl_->times.emplace(id, when);
  if (place == impl_->timers.begin()) impl_->arm();
  return TimerId{id};
}

void EventLoop::cancel_timer(TimerId timer) {
  const auto found = impl_->times.find(static_cast<std::uint64_t>(timer));
  if (found == impl_->times.end()) return;
  impl_->timers.erase(Impl::Key{found->second, found->first});
  impl_->times.erase(found);
  // The alarm stays as it is: ringing for nobody is cheaper than setting it anew each time.
}

void EventLoop::Impl::arm() {
  if (timers.empty()) return;
  alarm.expires_at(timers.begin()->first.first);
  alarm.async_wait([this](const boost::system::error_code& error) {
    if (!error) fire();
  });
}

void EventLoop::Impl::fire() {
  const base::TimePoint now = EventLoop::now();
  // Only what is due now: a callback may set a timer for a time that has passed, and the loop must
  // come round to everything else before that one fires.
  std::vector<std::uint64_t> due;
  for (auto it = timers.begin(); it != timers.end() && it->first.first <= now; ++it) {
    due.push_back(it->first.second);
  }
  for (const std::uint64_t id : due) {
    const auto time = times.find(id);
    if (time == times.end()) continue;  // cancelled by a callback before it
    auto timer = timers.extract(Key{time->second, id});
    times.erase(time);
    timer.mapped()();
  }
  arm();
}

}  // namespace gougi::io
