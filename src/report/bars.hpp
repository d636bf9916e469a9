// SPDX-License-Identifier: MIT
// Graphs of named rows, as HTML that gives way on a narrow screen as text does: bars of several
// parts, and values with their intervals. Pure functions, for the pages.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace gougi::report {

struct Bar {
  std::string name;
  std::array<double, 3> parts{};  ///< each in the colour of its place; their sum stands behind
};
/// Blue, grey, orange.
inline constexpr std::array<const char*, 3> kBarColors{"#2166ac", "#bbb", "#e66101"};
std::string bars(const std::vector<Bar>& rows);

struct IntervalRow {
  std::string name;
  double low = 0;
  double value = 0;
  double high = 0;
  const char* color = kBarColors[0];
};
/// From 0 on, with round numbers below; what is less is cut.
std::string intervals(const std::vector<IntervalRow>& rows);

}  // namespace gougi::report
