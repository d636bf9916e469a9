// SPDX-License-Identifier: MIT
// What commands that read their words by hand share: the number behind an option, and which options
// there are, which their help says.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/closest.hpp"
#include "base/result.hpp"
#include "base/text.hpp"

namespace gougi::tools {

/// The number behind the option words[i]; an error in one line if there is none or it is out of
/// range.
inline base::Result<std::int64_t> number_behind(
    const std::vector<std::string>& words, std::size_t i, std::int64_t least = 1,
    std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
  const auto number = i + 1 < words.size() ? base::to_int(words[i + 1]) : std::nullopt;
  if (number && *number >= least && *number <= most) return *number;
  const bool is_open = most == std::numeric_limits<std::int64_t>::max();
  return base::fail(words[i] + " wants a number from " + std::to_string(least) +
                    (is_open ? "" : " to " + std::to_string(most)));
}

/// The options that a text of help names, "--games" and so on.
inline std::vector<std::string_view> options_in(std::string_view help) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz-0123456789";
  std::vector<std::string_view> options;
  for (std::size_t at = help.find("--"); at != std::string_view::npos; at = help.find("--", at)) {
    const std::size_t end = std::min(help.find_first_not_of(kLetters, at), help.size());
    options.push_back(help.substr(at, end - at));
    at = end;
  }
  return options;
}

/// "there is no option --nods; did you mean --nodes?".
inline std::string unknown_option(std::string_view word, std::string_view help) {
  return "there is no option " + base::printable(word, 60) +
         base::did_you_mean(word, options_in(help));
}

/// What is wrong, and where help is, in one line.
inline std::string with_way_to_help(std::string what, std::string_view command) {
  const std::string_view mark = what.ends_with('?') ? " " : "; ";
  return what.append(mark).append(command) + " --help lists what there is";
}

/// "there is no such option; did you mean --time? gougi match --help lists what there is", to stand
/// behind the word.
inline std::string no_such_option(std::string_view word, std::string_view help,
                                  std::string_view command) {
  return with_way_to_help("there is no such option" + base::did_you_mean(word, options_in(help)),
                          command);
}

}  // namespace gougi::tools
