// SPDX-License-Identifier: MIT
#include "tools/match_compare.hpp"

#include <cmath>
#include <iostream>
#include <utility>

#include "base/language.hpp"
#include "base/path.hpp"
#include "cli/app.hpp"
#include "cli/exit_code.hpp"
#include "match/progress.hpp"
#include "match/standing.hpp"
#include "match/store.hpp"
#include "match/strength.hpp"
#include "report/chart.hpp"
#include "tools/match_run.hpp"

namespace gougi::tools {
namespace {

/// What one match says of its first engine against its second.
struct Said {
  std::string names;
  match::Trinomial games;
  match::Strength strength;
};

base::Result<Said> said_by(const std::string& file) {
  auto store = match::Store::open_to_read(base::path_from_utf8(file));
  if (!store) return tl::unexpected(store.error());
  const auto players = store->players();
  if (!players) return tl::unexpected(players.error());
  const auto rules = store->rules();
  if (!rules) return base::fail(file + ": " + rules.error().message);
  if (players->size() != 2) {
    return base::fail(file + ": is a match of " + std::to_string(players->size()) +
                      " engines; matches of two can be compared");
  }
  match::Standing standing(2);
  const auto read =
      store->for_each_game([&](const match::GameRecord& game) { standing.add(game); }, **rules);
  if (!read) return tl::unexpected(read.error());
  if (standing.games() == 0) return base::fail(file + ": no game was finished");
  const match::Trinomial games = standing.games_of(0, 1);
  return Said{(*players)[0].name + " - " + (*players)[1].name, games,
              match::strength(standing.pairs_of(0, 1), games)};
}

std::string line_of(const std::string& file, const Said& said) {
  return file + ": " + said.names + " " + score_text(said.games) + ", Elo " +
         match::elo_text(said.strength.elo) + "\n";
}

// The two are independent of each other.
std::string difference(const match::Interval& first, const match::Interval& second) {
  const double value = second.value - first.value;
  const double error = std::hypot(first.error(), second.error());
  if (!std::isfinite(value) || !std::isfinite(error)) {
    return "difference: not known; one of the two has too few games, or won or lost them all\n";
  }
  const double deviations = value / (error / match::kDeviations95);
  const double chance = std::erfc(-deviations / std::sqrt(2.0)) / 2;
  return "difference (second less first): Elo " +
         match::elo_text({value, value - error, value + error}) +
         report::printed(", likelihood that the second is better %.1f %%\n", 100 * chance);
}

}  // namespace

int compare_matches(const std::vector<std::string>& words) {
  cli::App app({"Two matches side by side, and what the difference of their results is worth.",
                "2つの対局ファイルを並べ、結果の差にどれだけの意味があるかを示します。"},
               "gougi match compare");
  std::vector<std::string> files(2);
  app.add_option("A.db", files[0], base::said({"a match of two engines", "2者の対局のファイル"}))
      ->required();
  app.add_option("B.db", files[1], base::said({"another", "もう1つ"}))->required();
  if (const auto exit_code = cli::parse_words(app, words)) return *exit_code;
  std::vector<Said> both;
  for (const std::string& file : files) {
    auto said = said_by(file);
    if (!said) return refuse_match(said.error().message, cli::kFailed);
    both.push_back(std::move(*said));
  }
  std::cout << line_of(files[0], both[0]) << line_of(files[1], both[1])
            << difference(both[0].strength.elo, both[1].strength.elo);
  return 0;
}

}  // namespace gougi::tools
