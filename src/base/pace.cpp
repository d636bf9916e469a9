// SPDX-License-Identifier: MIT
#include "base/pace.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "base/say.hpp"

namespace gougi::base {
namespace {

// Three digits or so: neither 0.00/s nor 123456.78/s.
std::string rate_text(double rate) {
  const int decimals = rate >= 100 ? 0 : rate >= 10 ? 1 : rate >= 0.1 ? 2 : 4;
  return say({"{0}/s", "毎秒 {0}"}, fmt::format("{:.{}f}", rate, decimals));
}

}  // namespace

std::string pace_text(double done, std::optional<double> left, Duration running) {
  if (done <= 0) return "";
  const double seconds = std::max(std::chrono::duration<double>(running).count(), 1e-3);
  const std::string rate = rate_text(done / seconds);
  return left ? say({"{0}, {1}", "{0}、{1}"}, rate, left_text(*left * seconds / done)) : rate;
}

std::string left_text(double seconds) {
  constexpr double kMost = 1e9;  // beyond what anybody waits for
  const auto whole = static_cast<std::uint64_t>(std::clamp(seconds, 0.0, kMost));
  return say({"{0}:{1:02}:{2:02} left", "残り {0}:{1:02}:{2:02}"}, whole / 3600, whole / 60 % 60,
             whole % 60);
}

}  // namespace gougi::base
