// SPDX-License-Identifier: MIT
#include "report/result_table.hpp"

#include <algorithm>

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

std::string html_of(const ResultTable& english, const ResultTable& japanese) {
  std::string html = html_in_both("h2", {english.title, japanese.title}) + "\n" +
                     html_in_both("p", {english.remark, japanese.remark}) + "\n";
  if (english.head.empty()) return html;
  const auto line = [](const std::string& cell, const std::vector<std::string>& in_english,
                       const std::vector<std::string>& in_japanese) {
    std::string text = "<tr>";
    for (std::size_t i = 0; i < in_english.size(); ++i) {
      text +=
          html_in_both(i == 0 ? cell + " class=\"name\"" : cell, {in_english[i], in_japanese[i]});
    }
    return text + "</tr>\n";
  };
  html += "<table>" + line("th", english.head, japanese.head);
  for (std::size_t row = 0; row < english.rows.size(); ++row) {
    html += line("td", english.rows[row], japanese.rows[row]);
  }
  return html + "</table>\n";
}

}  // namespace gougi::report
