// SPDX-License-Identifier: MIT
#include "tools/farm_words.hpp"

#include <filesystem>
#include <system_error>
#include <variant>

#include "base/path.hpp"
#include "base/say.hpp"
#include "cli/app.hpp"
#include "settings/command_line.hpp"
#include "tools/analyse_order.hpp"
#include "tools/book_command.hpp"
#include "tools/headroom_order.hpp"
#include "tools/match_order.hpp"
#include "tools/mate_solve_command.hpp"
#include "tools/selfplay_command.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;
using FarmWords = std::vector<std::string>;
using Files = base::Result<std::vector<fs::path>>;

tl::unexpected<base::Error> asks_for_help() { return cli::no_work({}); }

Files as_paths(const base::Result<FarmWords>& names) {
  if (!names) return tl::unexpected(names.error());
  std::vector<fs::path> files;
  for (const std::string& name : *names) files.push_back(base::path_from_utf8(name));
  return files;
}

Files files_of_match(const FarmWords& words) {
  const auto order = read_match_order(words);
  if (!order) return tl::unexpected(order.error());
  if (!order->answer.empty()) return asks_for_help();
  return std::vector<fs::path>{order->openings, order->book};
}

Files files_of_analysis(const FarmWords& words) {
  const auto order = read_analyse_order(words);
  if (!order) return tl::unexpected(order.error());
  if (!order->help.empty()) return asks_for_help();
  std::vector<fs::path> files = order->files;
  files.push_back(order->config.value_or(fs::path()));
  return files;
}

Files files_of_headroom(const FarmWords& words) {
  const auto read = read_headroom_words(words);
  if (!read) return tl::unexpected(read.error());
  if (!read->answer.empty()) return asks_for_help();
  std::vector<fs::path> files = read->games;
  files.push_back(read->again);
  return files;
}

Files files_of_study(FarmWords words) {
  words.insert(words.begin(), "study");
  const auto command = settings::parse_command_line(words);
  if (const auto* const study = std::get_if<settings::RunStudy>(&command)) return study->files;
  if (const auto* const headroom = std::get_if<settings::RunHeadroom>(&command)) {
    return files_of_headroom(headroom->arguments);
  }
  const auto* const answer = std::get_if<settings::PrintAndExit>(&command);
  if (answer == nullptr || answer->exit_code == 0) return asks_for_help();
  std::string what = answer->text.substr(0, answer->text.find('\n'));
  const std::string name = "gougi study: ";
  return base::fail(what.starts_with(name) ? what.substr(name.size()) : what);
}

// The part's file was put behind the first word.
Files files_of_book(const FarmWords& words, const std::string& part_file) {
  if (words.front().starts_with('-') || words.front() == part_file) {
    return base::fail(base::say({"the games stand first behind book think",
                                 "book think のすぐ後ろに棋譜を書いてください"}));
  }
  return as_paths(files_of_book_think(words));
}

Files files_of(const FarmWords& names, const FarmWords& words, const std::string& part_file) {
  const std::string& name = names.front();
  if (name == "match") return files_of_match(words);
  if (name == "mate") return as_paths(files_of_mate_solve(words));
  if (name == "analyse") return files_of_analysis(words);
  if (name == "book") return files_of_book(words, part_file);
  if (name == "study") return files_of_study(words);
  return as_paths(files_of_selfplay(words));
}

}  // namespace

base::Result<void> check_farmed_words(const FarmWords& names, const FarmWords& words,
                                      const std::string& part_file) {
  const auto files = files_of(names, words, part_file);
  if (!files) return tl::unexpected(files.error());
  for (const fs::path& file : *files) {
    std::error_code ignored;
    const std::string name = base::to_utf8(file);
    if (file.empty() || name == part_file || fs::exists(file, ignored)) continue;
    return base::fail(base::say({"{0}: no such file", "{0}: ファイルがありません"}, name));
  }
  return {};
}

}  // namespace gougi::tools
