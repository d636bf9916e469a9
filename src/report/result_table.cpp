// SPDX-License-Identifier: MIT
#include "report/result_table.hpp"

#include <algorithm>
#include <string_view>

#include "base/width.hpp"
#include "report/chart.hpp"

namespace gougi::report {

std::string text_of(const ResultTable& table) {
  std::vector<std::size_t> widths(table.head.size());
  if (table.head.empty()) return table.title + "\n" + table.remark + "\n\n";
  auto lines = table.rows;
  lines.insert(lines.begin(), table.head);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i)
      widths[i] = std::max(widths[i], base::columns_of(line[i]));
  }
  std::string text = table.title + "\n" + table.remark + "\n";
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      text += "  ";
      text += i == 0 ? base::padded(line[i], widths[i]) : base::padded_before(line[i], widths[i]);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text + "\n";
}

std::string html_of(const ResultTable& table) {
  std::string html =
      "<h2>" + html_text(table.title) + "</h2>\n<p>" + html_text(table.remark) + "</p>\n";
  if (table.head.empty()) return html;
  html += "<table>";
  auto lines = table.rows;
  lines.insert(lines.begin(), table.head);
  for (std::size_t row = 0; row < lines.size(); ++row) {
    const std::string_view cell = row == 0 ? "th" : "td";
    html += "<tr>";
    for (std::size_t i = 0; i < lines[row].size(); ++i) {
      html.append("<").append(cell).append(i == 0 ? " class=\"name\">" : ">");
      html.append(html_text(lines[row][i])).append("</").append(cell).append(">");
    }
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

}  // namespace gougi::report
