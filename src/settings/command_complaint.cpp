// SPDX-License-Identifier: MIT
#include "settings/command_complaint.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/closest.hpp"
#include "base/text.hpp"

namespace gougi::settings {
namespace {

// "; did you mean --timeout?", or "".
std::string meant_option(const std::string& word, const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* const option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  return base::did_you_mean(word.substr(0, word.find('=')), known);
}

}  // namespace

std::string command_complaint(const std::string& command, const CLI::App& app,
                              const CLI::ParseError& error) {
  constexpr std::size_t kLongest = 400;
  std::string what = base::printable(error.what(), kLongest);
  std::string hint;
  const bool has_extras = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  // A word may be missing because the one before it was mistyped.
  if (has_extras || dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    const std::vector<std::string> rest = app.remaining(true);
    const auto option =
        std::ranges::find_if(rest, [](const std::string& word) { return word.starts_with("-"); });
    if (option != rest.end()) {
      what = "there is no option " + base::printable(*option, kLongest);
      hint = meant_option(*option, app);
    } else if (has_extras && !rest.empty()) {
      what = base::printable(rest.front(), kLongest) + " is not expected here";
    }
  }
  return what + (hint.empty() ? ";" : hint) + " " + command + " --help lists what there is";
}

}  // namespace gougi::settings
