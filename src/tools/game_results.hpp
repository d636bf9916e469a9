// SPDX-License-Identifier: MIT
// What an analysis makes of a game, as texts, and the folder that the results of all games are: the
// same whether one run analysed them or several did parts. A part keeps the texts of each game
// until `gougi merge` makes the folder. For one thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/problems.hpp"
#include "base/result.hpp"
#include "io/private_file.hpp"
#include "shogi/game.hpp"

namespace gougi::tools {

struct GameResults {
  std::string name;                          ///< of its files, without an ending
  std::map<std::string, std::string> files;  ///< texts by ending: "jsonl", "kif", "csa", "jkf"
  std::string page;                          ///< its part of the page
  std::vector<analysis::Problem> problems;
  /// What the file of judged positions holds of it, by name.
  std::vector<std::pair<std::string, std::string>> judged;
};

std::string to_text(const GameResults& results);
/// An error where to_text() wrote no such text; the names in it are those of files in a folder.
base::Result<GameResults> game_results_from_text(std::string_view text);

/// What a game's results are told from another's by: its start and moves.
std::string told_by(const shogi::Game& game);
/// The first results in `folder` of another game than any of `games` (told_by() by name). A game
/// that has gone on, or was cut, is the same.
std::optional<std::filesystem::path> results_of_another(
    const std::filesystem::path& folder, const std::map<std::string, std::string>& games);

/// The first file that results of these games, by name, would replace in `folder` and that no
/// analysis made.
std::optional<std::filesystem::path> file_of_others(
    const std::filesystem::path& folder, const std::map<std::string, std::string>& games);
/// The same of a folder of problems.
std::optional<std::filesystem::path> problems_of_others(const std::filesystem::path& folder);

class ResultsFolder {
 public:
  /// `folder` is there. `complain` is told what cannot be written; the rest is written all the
  /// same.
  ResultsFolder(std::filesystem::path folder,
                std::function<void(const std::string& what)> complain);
  ~ResultsFolder();
  ResultsFolder(const ResultsFolder&) = delete;
  ResultsFolder& operator=(const ResultsFolder&) = delete;

  /// The next game's files.
  void add(const GameResults& results);
  /// What is of all games together; `problems`: a folder for them, which is there.
  void finish(const std::optional<std::filesystem::path>& problems);

 private:
  /// Whether it could be written.
  bool write_file(const std::filesystem::path& file, const std::string& text);
  void add_to_page(const std::string& text);

  std::filesystem::path folder_;
  std::function<void(const std::string&)> complain_;
  std::filesystem::path draft_;          ///< of the page, which grows with each game
  std::optional<io::PrivateFile> page_;  ///< nothing: it could not be written
  analysis::ProblemSet problems_;
};

}  // namespace gougi::tools
