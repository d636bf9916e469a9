// SPDX-License-Identifier: MIT
// A command of one of our programs: options by CLI11, with the help, the version and the language
// that all of them have. Used by whatever reads words behind a program's name.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/language.hpp"
#include "base/result.hpp"
#include "cli/words.hpp"

namespace gougi::cli {

/// A CLI::App that speaks the language of base::spoken().
class App : public CLI::App {
 public:
  /// `name` is what is typed, "gougi match"; its first word is the program's.
  App(base::Text about, const std::string& name);

  /// An option with one value, kept as it stands; it may come several times. See words_in_order.
  CLI::Option& add_word(const std::string& name, const std::string& type, base::Text text);
  /// As CLI::App::add_flag, of which words_in_order tells, too.
  CLI::Option& add_sign(const std::string& name, base::Text text);
  /// A word that may stand first, with an App of its own somewhere else: for the help alone.
  void add_task(const std::string& name, base::Text text);
  bool is_task(const std::string& word) const { return tasks_.contains(word); }
  /// Options that are declared from now on stand under this title.
  void begin_group(base::Text title);

 private:
  std::set<std::string> tasks_;
};

/// What every App has, for commands that CLI11 made by itself: --lang, which spoken_words has
/// taken, and --version.
void declare_language(CLI::App& app);
void declare_version(CLI::App& app, const std::string& version);

/// Help, version or a complaint, with which a program ends.
struct Answer {
  std::string text;  ///< of a complaint without the command's name and the end of the line
  int exit_code = 0;
};

/// What words say, or with what the program ends instead.
template <class Order>
using Parsed = tl::expected<Order, Answer>;

/// Prints it, a complaint on stderr behind the command's name. The exit code.
int tell(const std::string& command, const Answer& answer);

/// For whoever asks whether words make sense, and runs nothing: help is no work either.
tl::unexpected<base::Error> no_work(const Answer& answer);

/// Fills the options of `app`. Nothing: go on.
std::optional<Answer> read_words(CLI::App& app, const Words& words);

/// As read_words, and prints the answer, a complaint on stderr. The exit code: 0, or 2 for wrong
/// usage.
std::optional<int> parse_words(CLI::App& app, const Words& words);

/// As read_words for options that stand before words of another kind, which stay in `words`.
std::optional<Answer> read_leading_words(CLI::App& app, Words& words);

/// What was read, each option with its value and each word without an option (whose name is that of
/// its place) in the order in which they stood: for options that belong to the one before them.
std::vector<std::pair<std::string, std::string>> words_in_order(const CLI::App& app);

}  // namespace gougi::cli
