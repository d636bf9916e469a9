// SPDX-License-Identifier: MIT
// What commands that declare their options share: reading their words.
#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "settings/command_complaint.hpp"

namespace gougi::tools {

/// For a number with a fraction: within a range, and a number at all, which CLI::Range does not ask
/// ("nan" is in every range).
inline CLI::Validator real_in(double least, double most) {
  std::ostringstream range;
  range << "in [" << least << " - " << most << "]";
  return {[least, most, said = range.str()](std::string& text) {
            double value = 0.0;
            const bool is_number = CLI::detail::lexical_cast(text, value);
            return is_number && value >= least && value <= most ? std::string()
                                                                : text + " is not " + said;
          },
          "FLOAT " + range.str()};
}

/// For a number without sign that may be any: CLI takes "-1" and what is too large for others.
inline CLI::Validator whole_number() {
  return {[](std::string& text) {
            std::uint64_t value = 0;
            const char* const end = text.data() + text.size();
            const auto read = std::from_chars(text.data(), end, value);
            return read.ec == std::errc() && read.ptr == end
                       ? std::string()
                       : text + " is no number from 0 to 18446744073709551615";
          },
          "UINT"};
}

/// Fills the options of `app` from `words`. Nothing: go on; else help or a complaint was printed,
/// and this is the exit code: 0, or 2 for wrong usage.
inline std::optional<int> parse_words(CLI::App& app, const std::vector<std::string>& words) {
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream ignored;
    if (app.exit(error, out, ignored) == 0) {
      std::cout << out.str();
      return 0;
    }
    std::cerr << app.get_name() << ": " << settings::command_complaint(app.get_name(), app, error)
              << "\n";
    return 2;
  }
}

}  // namespace gougi::tools
