// SPDX-License-Identifier: MIT
// What files of teacher positions hold, in numbers: scores, results, plies, and what of it agrees.
// Adds up record by record and writes text; reads no file.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "learn/teacher_position.hpp"

namespace gougi::learn {

class TeacherSummary {
 public:
  void add(const TeacherPosition& teacher);
  std::uint64_t count() const { return count_; }
  /// Some lines, each with its end.
  std::string text() const;

 private:
  // |score| in bins of 200, the last one open.
  static constexpr int kBin = 200;
  static constexpr std::size_t kBins = 11;
  struct Bin {
    std::uint64_t count = 0;
    std::int64_t results = 0;  // for the side that the score favours
  };

  std::uint64_t count_ = 0;
  std::array<std::uint64_t, 3> results_{};  // lost, drawn, won
  std::array<Bin, kBins> by_score_{};
  std::int64_t scores_ = 0;
  double squares_ = 0.0;
  int least_score_ = 0;
  int most_score_ = 0;
  std::uint64_t plies_ = 0;
  int last_ply_ = 0;
  std::uint64_t black_to_move_ = 0;
};

}  // namespace gougi::learn
