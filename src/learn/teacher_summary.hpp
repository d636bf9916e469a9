// SPDX-License-Identifier: MIT
// What files of teacher positions hold, in numbers: scores, results, plies, and what of it agrees.
// Adds up record by record and writes text, and what a page draws; reads no file.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "learn/teacher_position.hpp"

namespace gougi::learn {

class TeacherSummary {
 public:
  void add(const TeacherPosition& teacher);
  std::uint64_t count() const { return count_; }
  /// Some lines, each with its end.
  std::string text() const;

  /// Positions whose scores are alike, by the score for the side to move.
  struct ScoreBin {
    int score = 0;            ///< in its middle; in the first and last also what is beyond
    std::uint64_t count = 0;  ///< not 0
    double won = 0.0;         ///< by the side to move, a draw counting half: 0..1
  };
  std::vector<ScoreBin> score_bins() const;
  /// Positions of plies 1 to kPlyBin, the next ones, and so on; in the last also what is beyond.
  const auto& ply_bins() const { return by_ply_; }
  static constexpr int kPlyBin = 20;

 private:
  // |score| in bins of 200, the last one open.
  static constexpr int kBin = 200;
  static constexpr std::size_t kBins = 11;
  struct Bin {
    std::uint64_t count = 0;
    std::int64_t results = 0;  // for the side that the score favours
  };

  // Scores for the side to move in bins of 100, 0 in the middle.
  static constexpr int kScoreBin = 100;
  static constexpr int kScoreBins = 30;

  std::uint64_t count_ = 0;
  std::array<Bin, 2 * kScoreBins + 1> by_signed_score_{};
  std::array<std::uint64_t, 21> by_ply_{};
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
