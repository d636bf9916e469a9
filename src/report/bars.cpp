// SPDX-License-Identifier: MIT
#include "report/bars.hpp"

#include <fmt/printf.h>

#include <algorithm>
#include <numeric>

#include "report/chart.hpp"

namespace gougi::report {

std::string bars(const std::vector<Bar>& rows) {
  const auto sum = [](const Bar& bar) {
    return std::accumulate(bar.parts.begin(), bar.parts.end(), 0.0);
  };
  double most = 1;
  for (const Bar& bar : rows) most = std::max(most, sum(bar));
  std::string html = "<div class=\"bars\">";
  for (const Bar& bar : rows) {
    html += "<div>" + html_text(bar.name) + "</div><div>";
    for (std::size_t i = 0; i < bar.parts.size(); ++i) {
      html += fmt::sprintf("<i style=\"width:%.1f%%;background:%s\"></i>", 85 * bar.parts[i] / most,
                           kBarColors[i]);
    }
    html += fmt::sprintf("<span>%.0f</span></div>\n", sum(bar));
  }
  return html + "</div>\n";
}

std::string intervals(const std::vector<IntervalRow>& rows) {
  double most = 1e-9;
  for (const IntervalRow& row : rows) most = std::max(most, row.high);
  const auto share = [most](double value) { return 95 * std::clamp(value / most, 0.0, 1.0); };
  std::string html = "<div class=\"bars intervals\">";
  for (const IntervalRow& row : rows) {
    html += "<div class=\"as-it-is\">" + html_text(row.name) +
            fmt::sprintf(
                "</div><div><i style=\"left:%.1f%%;width:%.1f%%;background:%s\"></i>"
                "<b style=\"left:%.1f%%;color:%s\">●</b></div>\n",
                share(row.low), share(row.high) - share(row.low), row.color, share(row.value),
                row.color);
  }
  html += "<div></div><div class=\"ticks\">";
  constexpr std::size_t kMostTicks = 4;
  for (const double tick : round_ticks(0, most, kMostTicks)) {
    html += fmt::sprintf("<span style=\"left:%.1f%%\">%g</span>", share(tick), tick);
  }
  return html + "</div></div>\n";
}

}  // namespace gougi::report
