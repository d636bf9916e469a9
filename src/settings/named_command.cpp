// SPDX-License-Identifier: MIT
#include "settings/named_command.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/closest.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "cli/complaint.hpp"

namespace gougi::settings {
namespace {

using cli::Words;

constexpr std::string_view kHeadroom = "--headroom";

bool holds(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

const std::vector<CommandName>& command_names() {
  static const std::vector<CommandName> all{
      {"check"},
      {"demo"},
      {"import"},
      {"keep"},
      {"perft"},
      {"mate", {"solve", "generate"}},
      {"book", {"from_sfen", "think", "merge", "sort", "stat", "lookup"}},
      {"match", {"report", "compare", "--legacy"}},
      {"merge"},
      {"farm", {"slurm", "parallel", "ssh"}},
      {"watch"},
      {"data", {"list", "add", "verify", "shuffle"}},
      {"nnue", {"info", "copy", "random"}},
      {"selfplay", {"stat", "merge", "shuffle", "split"}},
      {"learn"},
      {"tune"},
      {"record"},
      {"analyse"},
      {"replay"},
      {"calibrate"},
      {"study", {kHeadroom}},
      {"completion", {"bash", "zsh", "fish"}},
      {"default-yaml"}};
  return all;
}

std::size_t named_by(const Words& words) {
  const auto& all = command_names();
  const auto found =
      words.empty() ? all.end() : std::ranges::find(all, words[0], &CommandName::name);
  if (found == all.end()) return 0;
  const bool has_task =
      words.size() > 1 && std::ranges::find(found->tasks, words[1]) != found->tasks.end();
  return has_task ? 2 : 1;
}

// Wherever help is asked for, the same words ask for it: the command's name and --help.
Words with_plain_help(Words words) {
  if (!words.empty() && words[0] == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  if (words.size() > 2 && words[1] == "help") std::swap(words[1], words[2]);  // match help compare
  const std::size_t named = named_by(words);
  if (named == 0 && !words.empty() && !words[0].starts_with("-")) return words;
  const bool asks = (named < words.size() && words[named] == "help") || holds(words, "--help") ||
                    holds(words, "-h");
  if (!asks) return words;
  const bool is_headroom = words[0] == "study" && holds(words, kHeadroom);
  words.resize(is_headroom ? 1 : named);
  if (is_headroom) words.emplace_back(kHeadroom);
  words.emplace_back("--help");
  return words;
}

// What is no command's name is none of the relay's options either, which begin with a dash.
std::optional<PrintAndExit> unknown_command(const Words& words) {
  if (words.empty() || words[0].starts_with("-") || named_by(words) > 0) return std::nullopt;
  std::vector<std::string_view> names{"help"};
  for (const CommandName& each : command_names()) names.push_back(each.name);
  const std::string what = base::say({"there is no command {0}", "{0} というコマンドはありません"},
                                     base::printable(words[0], 60));
  const std::string config = cli::did_you_mean_config(words[0]);
  const std::string meant = config.empty() ? base::did_you_mean(words[0], names) : config;
  return PrintAndExit{"gougi: " + cli::with_way_to_help(what + meant, "gougi") + "\n", 2};
}

// `gougi help data lits`: help is asked for of what there is not.
std::optional<PrintAndExit> unknown_topic(const Words& given) {
  if (given.size() < 3 || given[0] != "help") return std::nullopt;
  const Words topic(given.begin() + 1, given.end());
  const std::size_t named = named_by(topic);
  if (named == 0 || named == topic.size() || topic[named].starts_with("-")) return std::nullopt;
  const auto known = std::ranges::find(command_names(), topic[0], &CommandName::name);
  const std::string command = "gougi " + topic[0];
  return PrintAndExit{
      command + ": " + cli::no_such_task(command, topic[named], known->tasks) + "\n", 2};
}

// What `gougi study --headroom` is given; the place of its words counts, as with `gougi match`, so
// it reads them itself. Nothing: it is another command.
std::optional<RunHeadroom> headroom_words(const Words& words) {
  if (words.empty() || words[0] != "study" || !holds(words, kHeadroom)) return std::nullopt;
  RunHeadroom command{{words.begin() + 1, words.end()}};
  command.arguments.erase(std::ranges::find(command.arguments, kHeadroom));
  return command;
}

}  // namespace gougi::settings
