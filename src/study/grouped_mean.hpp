// SPDX-License-Identifier: MIT
// The mean of values that come in groups, such as games or pairs of games, whose values depend on
// each other. Values in, values out.
#pragma once

#include <cmath>
#include <cstddef>
#include <map>

namespace gougi::study {

class GroupedMean {
 public:
  void add(std::size_t group, double value) {
    Sum& sum = groups_[group];
    sum.value += value;
    ++sum.count;
    ++count_;
  }
  std::size_t count() const { return count_; }
  std::size_t groups() const { return groups_.size(); }
  /// 0 of nothing.
  double mean() const {
    double sum = 0;
    for (const auto& [group, its] : groups_) sum += its.value;
    return count_ == 0 ? 0.0 : sum / static_cast<double>(count_);
  }
  /// Half of its 95 % interval: groups are what is independent. Of few it is too narrow.
  double half() const {
    if (count_ == 0) return 0.0;
    const double middle = mean();
    double squares = 0;
    for (const auto& [group, its] : groups_) {
      const double off = its.value - middle * static_cast<double>(its.count);
      squares += off * off;
    }
    constexpr double kNormal95 = 1.96;
    return kNormal95 * std::sqrt(squares) / static_cast<double>(count_);
  }

 private:
  struct Sum {
    double value = 0;
    std::size_t count = 0;
  };
  std::map<std::size_t, Sum> groups_;
  std::size_t count_ = 0;
};

}  // namespace gougi::study
