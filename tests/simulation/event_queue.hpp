// SPDX-License-Identifier: MIT
// What is going to happen in a simulation, by time; at the same time in the order of entry. Or all
// of it at whole ticks, so that much happens at the same time: then in any order, but what comes by
// the same way stays in its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/random.hpp"

namespace gougi::simulation {

template <class Item>
class EventQueue {
 public:
  EventQueue() = default;
  /// 0: without ticks. `seed` is that of the order.
  EventQueue(base::Duration tick, std::uint64_t seed) : tick_(tick), seed_(seed) {}
  base::Duration tick() const { return tick_; }
  bool has_ticks() const { return tick_.count() > 0; }
  /// `way` counts where there are ticks, which it then waits for.
  void push(base::TimePoint at, Item item, int way = 0) {
    std::uint64_t rank = 0;
    if (has_ticks()) {
      const base::Duration::rep ticks = ticks_until(at);
      at = base::TimePoint(tick_ * ticks);
      rank = base::Random::of(seed_ + static_cast<std::uint64_t>(ticks),
                              static_cast<std::uint64_t>(way))
                 .next();
    }
    std::size_t slot = items_.size();
    if (free_.empty()) {
      items_.push_back(std::move(item));
    } else {
      slot = free_.back();
      free_.pop_back();
      items_[slot] = std::move(item);
    }
    order_.push({at, rank, ++entered_, slot});
  }
  bool empty() const { return order_.empty(); }
  base::TimePoint next_time() const { return order_.top().at; }
  Item pop() {
    const std::size_t slot = order_.top().slot;
    order_.pop();
    free_.push_back(slot);
    return std::move(items_[slot]);
  }

 private:
  base::Duration::rep ticks_until(base::TimePoint at) const {
    return (at.time_since_epoch() + tick_ - base::Duration(1)) / tick_;
  }
  struct Entry {
    base::TimePoint at;
    std::uint64_t rank;
    std::uint64_t number;
    std::size_t slot;
    friend bool operator>(const Entry& a, const Entry& b) {
      return std::tie(a.at, a.rank, a.number) > std::tie(b.at, b.rank, b.number);
    }
  };
  base::Duration tick_{};
  std::uint64_t seed_ = 0;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> order_;
  std::vector<Item> items_;
  std::vector<std::size_t> free_;
  std::uint64_t entered_ = 0;
};

}  // namespace gougi::simulation
