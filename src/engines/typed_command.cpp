// SPDX-License-Identifier: MIT
#include "engines/typed_command.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <variant>

#include "base/closest.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "usi/command.hpp"

namespace gougi::engines {
namespace {

// Behind these stands nothing.
constexpr std::array<std::string_view, 13> kBareWords{
    "usi",  "isready", "usinewgame", "stop", "quit", "d",       "sfen",
    "side", "moves",   "key",        "eval", "test", "compiler"};

base::Result<void> judge_option(const usi::SetOptionCommand& command,
                                const std::vector<usi::Option>& options) {
  std::vector<std::string> names;
  for (const usi::Option& option : options) names.push_back(usi::to_wire_name(option.name));
  const std::string name = usi::to_wire_name(command.name);
  const auto known = std::ranges::find_if(
      names, [&](const std::string& each) { return base::iequals(each, name); });
  if (known == names.end()) {
    const std::vector<std::string_view> all(names.begin(), names.end());
    const std::string meant = base::did_you_mean(name, all);
    // GUIs set these whether there are any or not, and so do the scripts of their users.
    if (meant.empty() && name.starts_with("USI_")) return {};
    return base::fail(base::say(
        {"setoption: there is no option {0}{1}", "setoption: {0} というオプションはありません{1}"},
        base::printable(name, 60), meant));
  }
  const auto value = usi::normalise_value(options[static_cast<std::size_t>(known - names.begin())],
                                          command.value.value_or(""));
  if (!value) return base::fail("setoption: " + value.error().message);
  return {};
}

}  // namespace

base::Result<void> judge_typed(std::string_view line, const std::vector<usi::Option>& options) {
  std::string_view rest = line;
  const std::string_view word = base::next_word(rest);
  const std::string_view more = base::trim(rest);
  if (!more.empty() && std::ranges::find(kBareWords, word) != kBareWords.end()) {
    return base::fail(base::say({"{0}: {1} is not expected here", "{0}: ここに {1} は置けません"},
                                word, base::printable(more, 60)));
  }
  if ((word == "bench" && !more.empty()) || word == "perft") {
    const auto depth = base::to_int(more);
    if (!depth || *depth < 1) {
      return base::fail(base::say(
          {"{0}: a depth is expected, not \"{1}\"", "{0}: 深さが必要です(\"{1}\" ではなく)"}, word,
          base::printable(more, 60)));
    }
  }
  std::string warning;
  const auto command = usi::parse_command(line, &warning);
  if (!command) return tl::unexpected(command.error());
  if (!warning.empty()) return base::fail(std::string(word) + ": " + warning);
  const auto* const option = std::get_if<usi::SetOptionCommand>(&*command);
  return option == nullptr ? base::Result<void>() : judge_option(*option, options);
}

}  // namespace gougi::engines
