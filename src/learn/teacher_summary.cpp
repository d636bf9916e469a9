// SPDX-License-Identifier: MIT
#include "learn/teacher_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/say.hpp"

namespace gougi::learn {

void TeacherSummary::add(const TeacherPosition& teacher) {
  const int score = teacher.score;
  least_score_ = count_ == 0 ? score : std::min(least_score_, score);
  most_score_ = count_ == 0 ? score : std::max(most_score_, score);
  ++count_;
  ++results_[static_cast<std::size_t>(teacher.result + 1)];
  const auto bin = std::min(static_cast<std::size_t>(std::abs(score) / kBin), kBins - 1);
  ++by_score_[bin].count;
  by_score_[bin].results += score < 0 ? -teacher.result : teacher.result;
  const int place =
      std::clamp(static_cast<int>(std::lround(score / double{kScoreBin})), -kScoreBins, kScoreBins);
  Bin& side = by_signed_score_[static_cast<std::size_t>(place + kScoreBins)];
  ++side.count;
  side.results += teacher.result;
  const std::size_t ply_bin = static_cast<std::size_t>(std::max<int>(teacher.ply, 1) - 1) / kPlyBin;
  ++by_ply_[std::min(ply_bin, by_ply_.size() - 1)];
  scores_ += score;
  squares_ += static_cast<double>(score) * score;
  plies_ += teacher.ply;
  last_ply_ = std::max<int>(last_ply_, teacher.ply);
  if ((std::to_integer<unsigned>(teacher.position.front()) & 1U) == 0) ++black_to_move_;
}

std::vector<TeacherSummary::ScoreBin> TeacherSummary::score_bins() const {
  std::vector<ScoreBin> bins;
  for (int i = 0; i <= 2 * kScoreBins; ++i) {
    const Bin& bin = by_signed_score_[static_cast<std::size_t>(i)];
    if (bin.count == 0) continue;
    const double mean = static_cast<double>(bin.results) / static_cast<double>(bin.count);
    bins.push_back({(i - kScoreBins) * kScoreBin, bin.count, 0.5 + 0.5 * mean});
  }
  return bins;
}

std::string TeacherSummary::text() const {
  if (count_ == 0) return base::said({"0 positions\n", "0局面\n"});
  const auto n = static_cast<double>(count_);
  const auto percent = [n](std::uint64_t part) { return 100.0 * static_cast<double>(part) / n; };
  const double mean = static_cast<double>(scores_) / n;
  std::string text =
      base::say({"{0} positions, {1:.1f} % with Black to move\n"
                 "results for the side to move: {2:.1f} % won, {3:.1f} % drawn, {4:.1f} % lost\n"
                 "scores: {5} to {6}, mean {7:.1f}, deviation {8:.0f}\n"
                 "plies: mean {9:.1f}, last {10}\n"
                 "   |score|   positions  won by who is ahead\n",
                 "{0}局面、先手番 {1:.1f} %\n"
                 "手番側の結果: 勝ち {2:.1f} %、引き分け {3:.1f} %、負け {4:.1f} %\n"
                 "評価値: {5} から {6}、平均 {7:.1f}、標準偏差 {8:.0f}\n"
                 "手数: 平均 {9:.1f}、最大 {10}\n"
                 " |評価値|      局面数  優勢な側の勝率\n"},
                count_, percent(black_to_move_), percent(results_[2]), percent(results_[1]),
                percent(results_[0]), least_score_, most_score_, mean,
                std::sqrt(std::max(0.0, squares_ / n - mean * mean)),
                static_cast<double>(plies_) / n, last_ply_);
  for (std::size_t i = 0; i < kBins; ++i) {
    const Bin& bin = by_score_[i];
    if (bin.count == 0) continue;
    const int from = static_cast<int>(i) * kBin;
    const double won =
        50.0 + 50.0 * static_cast<double>(bin.results) / static_cast<double>(bin.count);
    const std::string to = i + 1 < kBins ? std::to_string(from + kBin - 1) : "";
    text += fmt::format("{:>4}-{:<5}  {:>9}  {:>6.1f} %\n", from, to, bin.count, won);
  }
  return text;
}

}  // namespace gougi::learn
