// SPDX-License-Identifier: MIT
// What is going to happen in a simulation, by time; at the same time in the order of entry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <queue>
#include <utility>
#include <vector>

#include "base/clock.hpp"

namespace gougi::simulation {

template <class Item>
class EventQueue {
 public:
  void push(base::TimePoint at, Item item) {
    std::size_t slot = items_.size();
    if (free_.empty()) {
      items_.push_back(std::move(item));
    } else {
      slot = free_.back();
      free_.pop_back();
      items_[slot] = std::move(item);
    }
    order_.push({at, ++entered_, slot});
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
  struct Entry {
    base::TimePoint at;
    std::uint64_t number;
    std::size_t slot;
    friend bool operator>(const Entry& a, const Entry& b) {
      return a.at != b.at ? a.at > b.at : a.number > b.number;
    }
  };
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> order_;
  std::vector<Item> items_;
  std::vector<std::size_t> free_;
  std::uint64_t entered_ = 0;
};

}  // namespace gougi::simulation
