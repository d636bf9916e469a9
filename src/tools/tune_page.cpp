// SPDX-License-Identifier: MIT
#include "tools/tune_page.hpp"

#include <fmt/printf.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/say.hpp"
#include "base/width.hpp"
#include "match/progress.hpp"
#include "report/chart.hpp"

namespace gougi::tools {
namespace {

using report::html_text;

constexpr const char* kCurveColor = "#2166ac";

std::string tuning_sum(const match::SpsaSettings& settings, const match::TuningState& state,
                       base::Language language) {
  const match::Trinomial& games = state.games;
  return base::say_in(language,
                      {"iteration {0} of {1}, {2} games of plus against minus: +{3} ={4} -{5}",
                       "反復 {0}/{1}、plus と minus の対局 {2}局: {3}勝{4}分{5}敗"},
                      state.iteration, settings.iterations, games.games(), games.wins, games.draws,
                      games.losses);
}

/// As an engine takes it.
long long whole_value(double value) { return std::llround(value); }

std::string setoption_lines(const match::SpsaSettings& settings, const match::TuningState& state) {
  std::string text;
  for (std::size_t i = 0; i < state.values.size(); ++i) {
    text += "setoption name " + settings.parameters[i].name + " value " +
            std::to_string(whole_value(state.values[i])) + '\n';
  }
  return text;
}

std::string curve(const match::SpsaParameter& parameter, const match::TuningState& state,
                  std::size_t i) {
  double least = parameter.start;
  double most = parameter.start;
  std::vector<std::pair<double, double>> line;
  for (const match::TuningPoint& point : state.curve) {
    line.emplace_back(static_cast<double>(point.iteration), point.values[i]);
    least = std::min(least, point.values[i]);
    most = std::max(most, point.values[i]);
  }
  line.emplace_back(static_cast<double>(state.iteration), state.values[i]);
  least = std::min(least, state.values[i]) - parameter.step;
  most = std::max(most, state.values[i]) + parameter.step;
  const auto last = static_cast<double>(std::max<std::uint64_t>(state.iteration, 1));
  report::Chart chart({0, last}, {least, most});
  chart.level(parameter.start, "#bbb", fmt::sprintf("%.0f", parameter.start));
  for (int part = 0; part <= 4; ++part) {
    const auto at = state.iteration * static_cast<std::uint64_t>(part) / 4;
    chart.mark(static_cast<double>(at), std::to_string(at));
  }
  chart.line(line, kCurveColor);
  return chart.finish(report::InBoth{"iteration; dashed: the start", "横軸は反復、破線は開始値"});
}

}  // namespace

std::string tuning_text(const match::SpsaSettings& settings, const match::TuningState& state) {
  std::size_t width = 6;
  for (const auto& parameter : settings.parameters) {
    width = std::max(width, base::columns_of(parameter.name));
  }
  const auto figure = [](base::Text head) {
    return " " + base::padded_before(base::said(head), 10);
  };
  std::string text = tuning_sum(settings, state, base::spoken()) + "\n\n" +
                     base::padded(base::said({"option", "名前"}), width) +
                     figure({"start", "開始値"}) + figure({"now", "現在"}) +
                     figure({"steps", "歩数"}) + base::said({"  bounds\n", "  範囲\n"});
  for (std::size_t i = 0; i < state.values.size(); ++i) {
    const match::SpsaParameter& parameter = settings.parameters[i];
    text += base::padded(parameter.name, width) +
            base::say({" {0:10.0f} {1:10.1f} {2:+10.2f}  {3:.0f} to {4:.0f}\n",
                       " {0:10.0f} {1:10.1f} {2:+10.2f}  {3:.0f} から {4:.0f}\n"},
                      parameter.start, state.values[i],
                      (state.values[i] - parameter.start) / parameter.step, parameter.least,
                      parameter.most);
  }
  return text + '\n' + setoption_lines(settings, state);
}

std::string tuning_html(const std::string& title, const match::SpsaSettings& settings,
                        const match::TuningState& state) {
  std::string html = report::page_head("Tuning: " + title);
  html += report::html_in_both("p", {tuning_sum(settings, state, base::Language::kEnglish),
                                     tuning_sum(settings, state, base::Language::kJapanese)}) +
          "\n";
  html +=
      "<table><tr><th class=\"name\">option</th><th>start</th><th>now</th><th>steps</th>"
      "<th>least</th><th>most</th></tr>\n";
  for (std::size_t i = 0; i < state.values.size(); ++i) {
    const match::SpsaParameter& parameter = settings.parameters[i];
    html +=
        "<tr><td class=\"name\">" + html_text(parameter.name) +
        fmt::sprintf(
            "</td><td>%.0f</td><td>%.1f</td><td>%+.2f</td><td>%.0f</td><td>%.0f</td></tr>\n",
            parameter.start, state.values[i], (state.values[i] - parameter.start) / parameter.step,
            parameter.least, parameter.most);
  }
  html += "</table>\n<pre class=\"as-it-is\">" + html_text(setoption_lines(settings, state)) +
          "</pre>\n";
  for (std::size_t i = 0; i < state.values.size(); ++i) {
    html += "<h2 class=\"as-it-is\">" + html_text(settings.parameters[i].name) + "</h2>\n" +
            curve(settings.parameters[i], state, i);
  }
  return html + "</body></html>\n";
}

}  // namespace gougi::tools
