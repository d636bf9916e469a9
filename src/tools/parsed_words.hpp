// SPDX-License-Identifier: MIT
// What values of options may be, where CLI11's own checks do not suffice.
#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <sstream>
#include <string>
#include <system_error>

#include "base/say.hpp"

namespace gougi::tools {

/// For a number with a fraction: within a range, and a number at all, which CLI::Range does not ask
/// ("nan" is in every range).
inline CLI::Validator real_in(double least, double most) {
  std::ostringstream range;
  range << "[" << least << " - " << most << "]";
  return {[least, most, said = range.str()](std::string& text) {
            double value = 0.0;
            const bool is_number = CLI::detail::lexical_cast(text, value);
            return is_number && value >= least && value <= most
                       ? std::string()
                       : base::say({"{0} is not in {1}", "{0} は {1} の範囲にありません"}, text,
                                   said);
          },
          "FLOAT in " + range.str()};
}

/// For a number without sign that may be any: CLI takes "-1" and what is too large for others.
inline CLI::Validator whole_number() {
  return {[](std::string& text) {
            std::uint64_t value = 0;
            const char* const end = text.data() + text.size();
            const auto read = std::from_chars(text.data(), end, value);
            return read.ec == std::errc() && read.ptr == end
                       ? std::string()
                       : base::say({"{0} is no number from 0 to 18446744073709551615",
                                    "{0} は 0 から 18446744073709551615 までの数ではありません"},
                                   text);
          },
          "UINT"};
}

}  // namespace gougi::tools
