// SPDX-License-Identifier: MIT
#include "tools/calibrate_page.hpp"

#include <fmt/printf.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

#include "base/say.hpp"
#include "base/text.hpp"
#include "consensus/win_rate.hpp"
#include "report/chart.hpp"
#include "study/grouped_mean.hpp"

namespace gougi::tools {
namespace {

using report::Chart;
using report::html_text;

constexpr double kMostShown = 1500;
constexpr double kBin = 150;
// Fewer positions are an anecdote.
constexpr std::size_t kLeastInBin = 20;

double curve_at(double cp, double coef) { return 1 / (1 + std::exp(-cp / coef)); }

/// Results of the positions whose scores are alike.
struct Bin {
  study::GroupedMean results;  // by games
  double cp = 0;

  void add(const consensus::ScoredPosition& position) {
    results.add(static_cast<std::size_t>(position.game), position.result);
    cp += position.cp;
  }
};

constexpr std::array kPhaseColours{"#1b7837", "#762a83", "#b35806"};

// The maps that were found worth using; one, where it is of the whole game.
void draw_maps(const study::ScaleFit& fit, Chart& chart) {
  for (std::size_t phase = 0; phase < consensus::kGamePhases; ++phase) {
    const consensus::Scale& scale = fit.scales.of.at(phase);
    if (phase > 0 && scale == fit.scales.of.front()) continue;
    std::vector<std::pair<double, double>> line;
    for (int cp = -1500; cp <= 1500; cp += 25) {
      line.emplace_back(cp, consensus::win_rate(usi::Score::cp(cp), scale));
    }
    chart.line(line, kPhaseColours.at(phase));
  }
}

std::string plot(const study::EngineSamples& engine, const consensus::CoefficientFit& fit,
                 const std::optional<study::ScaleFit>& scale) {
  std::map<int, Bin> bins;
  for (const auto& position : engine.positions) {
    if (std::abs(position.cp) > kMostShown) continue;
    bins[static_cast<int>(std::lround(position.cp / kBin))].add(position);
  }
  Chart chart({-kMostShown, kMostShown}, {0, 1});
  for (const double level : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    chart.level(level, "#bbb", fmt::sprintf("%.0f %%", 100 * level));
  }
  for (int cp = -1500; cp <= 1500; cp += 500)
    chart.mark(cp, cp == 0 ? "0" : fmt::sprintf("%+d", cp));
  std::vector<std::pair<double, double>> line;
  std::vector<std::array<double, 3>> band;
  for (double cp = -kMostShown; cp <= kMostShown; cp += 25) {
    line.emplace_back(cp, curve_at(cp, fit.coef));
    const double a = curve_at(cp, fit.low);
    const double b = std::isfinite(fit.high) ? curve_at(cp, fit.high) : 0.5;
    band.push_back({cp, std::min(a, b), std::max(a, b)});
  }
  chart.band(band, "#2166ac");
  chart.line(line, "#2166ac");
  if (scale && scale->kind != study::ScaleKind::kLogistic) draw_maps(*scale, chart);
  for (const auto& entry : bins) {
    const Bin& bin = entry.second;
    const auto count = bin.results.count();
    if (count < kLeastInBin) continue;
    const double mean = bin.results.mean();
    const double half = bin.results.half();
    chart.dot(bin.cp / static_cast<double>(count), mean, {mean - half, mean + half}, "#e66101");
  }
  return chart.finish("score in centipawns, and how the games ended");
}

std::string coefficient(const study::Calibrated& to) {
  if (!to.fit) return fmt::sprintf("%.0f", to.eval_coef);
  const std::string high = std::isfinite(to.fit->high) ? fmt::sprintf("%.0f", to.fit->high) : "∞";
  return fmt::sprintf("%.0f (%.0f…", to.fit->coef, to.fit->low) + high + ")";
}

std::string_view japanese_name(study::ScaleKind kind) {
  switch (kind) {
    case study::ScaleKind::kLogistic:
      break;
    case study::ScaleKind::kLogisticByPhase:
      return "ロジスティック(局面の段階別)";
    case study::ScaleKind::kIsotonic:
      return "単調回帰";
    case study::ScaleKind::kIsotonicByPhase:
      return "単調回帰(局面の段階別)";
  }
  return "ロジスティック";
}

// How the kinds of scale did on games held out.
std::string held_out_html(const study::ScaleFit& fit) {
  std::string html =
      "<table><tr><th class=\"name\">scale</th><th>log loss on games held out</th>"
      "<th>gain (95 %)</th><th>used</th></tr>\n";
  for (std::size_t i = 0; i < study::kScaleKinds; ++i) {
    const auto kind = static_cast<study::ScaleKind>(i);
    html += "<tr>" +
            report::html_in_both("td class=\"name\"", {std::string(study::to_text(kind)),
                                                       std::string(japanese_name(kind))}) +
            fmt::sprintf("<td>%.4f</td><td>", fit.of(kind).log_loss) +
            (i == 0 ? "" : gain_text(fit.of(kind))) + "</td><td>" +
            (kind == fit.kind ? "yes" : "") + "</td></tr>\n";
  }
  return html + "</table>\n";
}

std::string group_html(const CalibratedGroup& group) {
  std::string html;
  if (group.title) {
    html += report::html_in_both("h2", {base::said_in(base::Language::kEnglish, *group.title),
                                        base::said_in(base::Language::kJapanese, *group.title)}) +
            "\n";
  }
  html +=
      "<table><tr><th class=\"name\">engine</th><th>eval_coef (95 %)</th><th>positions</th>"
      "<th>games</th><th>mean log loss</th><th>weight</th></tr>\n";
  const auto& engines = group.samples->engines();
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const study::Calibrated& to = group.calibrated[i];
    html +=
        "<tr><td class=\"name\">" +
        html_text(fmt::sprintf("E%d ", engines[i].number) + base::printable(engines[i].name)) +
        "</td><td>" + coefficient(to) +
        fmt::sprintf("</td><td>%zu</td><td>%zu</td><td>",
                     to.fit ? to.fit->positions : engines[i].positions.size(), engines[i].games) +
        (to.fit ? fmt::sprintf("%.3f", to.fit->log_loss) : "") + "</td><td>" +
        (to.weight ? fmt::sprintf("%.2f", *to.weight) : "") + "</td></tr>\n";
  }
  html += "</table>\n";
  for (std::size_t i = 0; i < engines.size(); ++i) {
    if (!group.calibrated[i].fit) continue;
    const std::optional<study::ScaleFit> scale =
        group.scales.empty() ? std::nullopt : group.scales[i];
    html += "<h2 class=\"as-it-is\">" + html_text(base::printable(engines[i].name)) + "</h2>\n" +
            plot(engines[i], *group.calibrated[i].fit, scale) +
            (scale ? held_out_html(*scale) : "");
  }
  return html;
}

}  // namespace

std::string calibrate_html(const std::vector<CalibratedGroup>& groups) {
  std::string html = report::page_head("What scores are worth");
  html +=
      "<p>Win rate = 1/(1+exp(-score/eval_coef)). Points are what became of positions with such "
      "scores, lines the likeliest coefficient, both with their 95 % intervals; games, not "
      "positions, are taken as independent.</p>\n";
  const auto has_scales = [](const CalibratedGroup& group) { return !group.scales.empty(); };
  if (std::ranges::any_of(groups, has_scales)) {
    html +=
        "<p>A map (green; by phase: green up to move 50, violet up to 100, brown later) takes the "
        "curve's place where it is better on games that it was not fitted to, by more than chance "
        "would have it.</p>\n";
  }
  for (const CalibratedGroup& group : groups) html += group_html(group);
  return html + "</body></html>\n";
}

}  // namespace gougi::tools
