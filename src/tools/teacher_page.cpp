// SPDX-License-Identifier: MIT
#include "tools/teacher_page.hpp"

#include <fmt/printf.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/language.hpp"
#include "eval/nnue_file.hpp"
#include "report/chart.hpp"

namespace gougi::tools {
namespace {

using report::Chart;
using report::html_in_both;

constexpr double kMostScoreShown = 3000;
constexpr const char* kLineColor = "#2166ac";
constexpr const char* kOtherColor = "#e66101";

void mark_scores(Chart& chart) {
  for (int score = -3000; score <= 3000; score += 1000) {
    chart.mark(score, score == 0 ? "0" : fmt::sprintf("%+d", score));
  }
}

std::string results_by_score(const std::vector<learn::TeacherSummary::ScoreBin>& bins) {
  Chart chart({-kMostScoreShown, kMostScoreShown}, {0, 1});
  for (const double level : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    chart.level(level, "#bbb", fmt::sprintf("%.0f %%", 100 * level));
  }
  mark_scores(chart);
  std::vector<std::pair<double, double>> taught;
  for (double score = -kMostScoreShown; score <= kMostScoreShown; score += 50) {
    taught.emplace_back(score, 1 / (1 + std::exp(-score / eval::kMirroredScore)));
  }
  chart.line(taught, kLineColor);
  for (const auto& bin : bins) chart.dot(bin.score, bin.won, {bin.won, bin.won}, kOtherColor);
  return chart.finish(
      report::InBoth{"score for the side to move; points: how its games ended, line: the win rate "
                     "that is taught for a score",
                     "横軸は手番側の評価値。点はその対局の結果、線はその評価値で教える勝率です。"});
}

std::string counts_by_score(const std::vector<learn::TeacherSummary::ScoreBin>& bins) {
  std::uint64_t most = 1;
  std::vector<std::pair<double, double>> line;
  for (const auto& bin : bins) {
    most = std::max(most, bin.count);
    line.emplace_back(bin.score, static_cast<double>(bin.count));
  }
  Chart chart({-kMostScoreShown, kMostScoreShown}, {0, static_cast<double>(most)});
  chart.level(static_cast<double>(most), "#bbb", std::to_string(most));
  mark_scores(chart);
  chart.line(line, kLineColor);
  return chart.finish(
      report::InBoth{"positions by score, in steps of 100", "評価値ごとの局面数(100 刻み)"});
}

std::string counts_by_ply(const learn::TeacherSummary& summary) {
  const auto& bins = summary.ply_bins();
  constexpr int kWidth = learn::TeacherSummary::kPlyBin;
  const std::uint64_t most = std::max<std::uint64_t>(1, *std::ranges::max_element(bins));
  Chart chart({0, static_cast<double>(bins.size()) * kWidth}, {0, static_cast<double>(most)});
  chart.level(static_cast<double>(most), "#bbb", std::to_string(most));
  std::vector<std::pair<double, double>> line;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    line.emplace_back((static_cast<double>(i) + 0.5) * kWidth, static_cast<double>(bins[i]));
    if (i % 5 == 0)
      chart.mark(static_cast<double>(i) * kWidth, fmt::sprintf("%d", static_cast<int>(i) * kWidth));
  }
  chart.line(line, kLineColor);
  return chart.finish(report::InBoth{"positions by ply", "手数ごとの局面数"});
}

std::string summary_in(const learn::TeacherSummary& summary, base::Language language) {
  const base::SpokenHere here(language);
  return summary.text();
}

}  // namespace

std::string teacher_html(const learn::TeacherSummary& summary) {
  std::string html = report::page_head("Teacher positions");
  html += html_in_both("pre", {summary_in(summary, base::Language::kEnglish),
                               summary_in(summary, base::Language::kJapanese)}) +
          "\n";
  if (summary.count() > 0) {
    const auto bins = summary.score_bins();
    html += html_in_both("h2", {"What scores turned out to be worth", "評価値と実際の結果"}) +
            "\n" + results_by_score(bins) + html_in_both("h2", {"Scores", "評価値"}) + "\n" +
            counts_by_score(bins) + html_in_both("h2", {"Plies", "手数"}) + "\n" +
            counts_by_ply(summary);
  }
  return html + "</body></html>\n";
}

std::string learning_html(const report::InBoth& settings, const std::vector<LearntEpoch>& epochs,
                          std::optional<double> terms) {
  std::string html = report::page_head("Learning");
  html += html_in_both("p", settings) + "\n";
  if (epochs.empty()) return html + "</body></html>\n";
  double least = terms.value_or(epochs.front().loss);
  double most = least;
  std::vector<std::pair<double, double>> learnt;
  std::vector<std::pair<double, double>> held_out;
  for (std::size_t i = 0; i < epochs.size(); ++i) {
    const LearntEpoch& epoch = epochs[i];
    least = std::min(least, epoch.loss);
    most = std::max(most, epoch.loss);
    learnt.emplace_back(i + 1, epoch.loss);
    if (!terms) continue;
    least = std::min(least, epoch.held_out);
    most = std::max(most, epoch.held_out);
    held_out.emplace_back(i + 1, epoch.held_out);
  }
  const double room = std::max(1e-4, most - least) * 0.05;
  Chart chart({1, std::max(2.0, static_cast<double>(epochs.size()))}, {least - room, most + room});
  chart.level(least, "#bbb", fmt::sprintf("%.4f", least));
  chart.level(most, "#bbb", fmt::sprintf("%.4f", most));
  if (terms) chart.level(*terms, "#4dac26", "");  // said below: there is no room beside
  const std::size_t step = std::max<std::size_t>(1, epochs.size() / 10);
  for (std::size_t i = 0; i < epochs.size(); i += step) {
    chart.mark(static_cast<double>(i + 1), std::to_string(i + 1));
  }
  chart.line(learnt, kLineColor);
  if (terms) chart.line(held_out, kOtherColor);
  const std::string of_terms = terms ? fmt::sprintf("%.4f", *terms) : "";
  html += chart.finish(
      terms ? report::InBoth{"epoch; mean loss in nats, blue on what is learnt from, "
                             "orange on what is held out, green: the hand-made terms "
                             "on the latter, " +
                                 of_terms,
                             "横軸はエポック、縦軸は平均損失(ナット)。青は学習用、橙は検証用"
                             "の局面、緑は検証用での手作りの評価関数(" +
                                 of_terms + ")です。"}
            : report::InBoth{"epoch; mean loss in nats on what is learnt from; "
                             "nothing is held out",
                             "横軸はエポック、縦軸は学習用の局面の平均損失(ナット)です。"
                             "検証用の局面はありません。"});
  html += std::string("<table><tr><th>epoch</th><th>loss</th>") +
          (terms ? "<th>held out</th>" : "") + "</tr>\n";
  for (std::size_t i = 0; i < epochs.size(); ++i) {
    html += fmt::sprintf("<tr><td>%d</td><td>%.5f</td>", static_cast<int>(i + 1), epochs[i].loss);
    if (terms) html += fmt::sprintf("<td>%.5f</td>", epochs[i].held_out);
    html += "</tr>\n";
  }
  return html + "</table></body></html>\n";
}

}  // namespace gougi::tools
