// SPDX-License-Identifier: MIT
#include "settings/complaint_lines.hpp"

#include <iostream>
#include <string_view>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"

namespace gougi::settings {

std::string place_in(const std::filesystem::path& file, int line) {
  const std::string name = base::to_utf8(file.filename());
  return line > 0 ? fmt::format("{}:{}: ", name, line) : name + ": ";
}

std::vector<std::string> complaint_lines(const base::Error& error) {
  std::vector<std::string> lines;
  for (std::string_view rest = error.message; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    lines.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return lines;
}

std::string in_one_line(const base::Error& error) {
  const auto lines = complaint_lines(error);
  if (lines.size() < 2) return error.message;
  return base::say({"{0} (and {1} more; gougi check shows all)",
                    "{0}(ほかに {1} 件。gougi check ですべて表示します)"},
                   lines.front(), lines.size() - 1);
}

void print_complaints(const std::string& command, const base::Error& error) {
  constexpr std::size_t kMostOfALine = 4000;
  for (const std::string& line : complaint_lines(error)) {
    std::cerr << command << ": " << base::printable(line, kMostOfALine) << "\n";
  }
}

}  // namespace gougi::settings
