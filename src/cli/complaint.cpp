// SPDX-License-Identifier: MIT
#include "cli/complaint.hpp"

#include <algorithm>
#include <array>
#include <regex>

#include "base/closest.hpp"
#include "base/say.hpp"
#include "base/text.hpp"

namespace gougi::cli {
namespace {

using base::say;

constexpr std::size_t kLongest = 400;

std::string meant_option(const std::string& word, const CLI::App& app) {
  std::vector<std::string> names;
  const auto add_options_of = [&names](const CLI::App& each) {
    for (const CLI::Option* const option : each.get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  };
  add_options_of(app);
  for (const CLI::App* const chosen : app.get_subcommands()) add_options_of(*chosen);
  const std::vector<std::string_view> known(names.begin(), names.end());
  return base::did_you_mean(word.substr(0, word.find('=')), known);
}

// What CLI11 says of a value, in our words.
std::string value_complaint(const std::string& what) {
  std::smatch parts;
  static const std::regex range("(.*): Value (.*) not in range (.*) to (.*)");
  if (std::regex_match(what, parts, range)) {
    return say(
        {"{0}: {1} is not in the range {2} to {3}", "{0}: {1} は {2} から {3} の範囲にありません"},
        parts.str(1), parts.str(2), parts.str(3), parts.str(4));
  }
  static const std::regex member("(.*): (.*) not in \\{(.*)\\}");
  if (!std::regex_match(what, parts, member)) return what;
  const std::string value = parts.str(2);
  const std::string all = parts.str(3);
  std::vector<std::string_view> known;
  for (std::string_view rest = all; !rest.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    known.push_back(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return say({"{0}: {1} is none of {2}{3}", "{0}: {1} は {2} のどれでもありません{3}"},
             parts.str(1), value, fmt::format("{}", fmt::join(known, ", ")),
             base::did_you_mean(value, known));
}

std::string words_of_error(const CLI::ParseError& error) {
  std::string what = base::printable(error.what(), kLongest);
  std::smatch parts;
  const auto matches = [&](const char* pattern) {
    return std::regex_match(what, parts, std::regex(pattern));
  };
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    if (matches("(.*): 1 required .* missing")) {
      return say({"{0} lacks its value", "{0} の値がありません"}, parts.str(1));
    }
    if (matches("(.*): At Most 1 required but received (.*)")) {
      return say({"{0} may stand once, not {1} times", "{0} は1回だけ指定できます({1}回あります)"},
                 parts.str(1), parts.str(2));
    }
  } else if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    if (matches("(.*) is required")) {
      return say({"{0} is required", "{0} が必要です"}, parts.str(1));
    }
  } else if (dynamic_cast<const CLI::RequiresError*>(&error) != nullptr) {
    if (matches("(.*) requires (.*)")) {
      return say({"{0} requires {1}", "{0} には {1} も必要です"}, parts.str(1), parts.str(2));
    }
  } else if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr) {
    if (matches("(.*) excludes (.*)")) {
      return say({"{0} excludes {1}", "{0} と {1} は一緒に使えません"}, parts.str(1), parts.str(2));
    }
  } else if (dynamic_cast<const CLI::ValidationError*>(&error) != nullptr) {
    return value_complaint(what);
  } else if (matches("Could not convert: (.*) = (.*)")) {
    return say({"{0}: {1} is no such value", "{0}: {1} は値として読めません"}, parts.str(1),
               parts.str(2));
  }
  return what;
}

}  // namespace

std::string complaint(const std::string& command, const CLI::App& app,
                      const CLI::ParseError& error) {
  const bool has_extras = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  // CLI11's own words would be "A subcommand is required".
  const auto all_tasks = app.get_subcommands({});
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr && !all_tasks.empty() &&
      app.get_subcommands().empty() && app.get_require_subcommand_min() > 0) {
    std::vector<std::string> names;
    for (const CLI::App* const task : all_tasks) names.push_back(task->get_name());
    const std::vector<std::string_view> known(names.begin(), names.end());
    const std::vector<std::string> rest = app.remaining(true);
    if (rest.empty()) return missing_task(command, known);
    if (!rest.front().starts_with("-")) return no_such_task(command, rest.front(), known);
  }
  // A word may be missing because the one before it was mistyped.
  if (has_extras || dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    const std::vector<std::string> rest = app.remaining(true);
    const auto option =
        std::ranges::find_if(rest, [](const std::string& word) { return word.starts_with("-"); });
    if (option != rest.end()) {
      return with_way_to_help(say({"there is no option {0}", "オプション {0} はありません"},
                                  base::printable(*option, kLongest)) +
                                  meant_option(*option, app),
                              command);
    }
    if (has_extras && !rest.empty()) {
      std::vector<std::string> tasks;
      for (const CLI::App* const task : app.get_subcommands({})) tasks.push_back(task->get_name());
      const std::vector<std::string_view> known(tasks.begin(), tasks.end());
      const bool has_config = app.get_option_no_throw("--config") != nullptr;
      return with_way_to_help(say({"{0} is not expected here", "ここに {0} は置けません"},
                                  base::printable(rest.front(), kLongest)) +
                                  (has_config ? did_you_mean_config(rest.front()) : "") +
                                  base::did_you_mean(rest.front(), known),
                              command);
    }
  }
  return with_way_to_help(words_of_error(error), command);
}

std::string did_you_mean_config(std::string_view word) {
  if (!word.ends_with(".yaml") && !word.ends_with(".yml")) return "";
  const std::string meant = "--config " + std::string(word);
  const std::array<std::string_view, 1> known{meant};
  return base::did_you_mean(word, known);
}

std::string missing_task(const std::string& command, const std::vector<std::string_view>& tasks) {
  return with_way_to_help(say({"the task is missing: {0}", "作業の指定がありません: {0}"},
                              fmt::format("{}", fmt::join(tasks, ", "))),
                          command);
}

std::string no_such_task(const std::string& command, std::string_view word,
                         const std::vector<std::string_view>& tasks) {
  std::vector<std::string_view> known = tasks;
  known.emplace_back("help");
  return with_way_to_help(
      say({"there is no task {0}", "{0} という作業はありません"}, base::printable(word, 60)) +
          base::did_you_mean(word, known),
      command);
}

std::string with_way_to_help(std::string what, std::string_view command) {
  const bool is_question = what.ends_with('?');
  if (base::spoken() == base::Language::kJapanese) {
    what += is_question ? " " : "。";
  } else {
    what += is_question ? " " : "; ";
  }
  return what + say({"{0} --help lists what there is", "使い方は {0} --help"}, command);
}

}  // namespace gougi::cli
