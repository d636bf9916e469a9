// SPDX-License-Identifier: MIT
#include "tools/match_compare.hpp"

#include <fmt/printf.h>

#include <cmath>
#include <iostream>
#include <utility>

#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "cli/app.hpp"
#include "cli/exit_code.hpp"
#include "match/progress.hpp"
#include "match/standing.hpp"
#include "match/store.hpp"
#include "match/strength.hpp"
#include "tools/match_memory.hpp"
#include "tools/match_run.hpp"

namespace gougi::tools {
namespace {

/// What one match says of its first engine against its second.
struct Said {
  std::string file;
  std::string names;
  std::string opponent;
  std::string start;     ///< of the opponent: its command and options
  std::string control;   ///< … its time
  std::string openings;  ///< a file; "" if nobody knows
  match::Trinomial games;
  match::Pentanomial pairs;
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
    return base::fail(base::say({"{0}: is a match of {1} engines; matches of two can be compared",
                                 "{0}: エンジンが {1} 個の対局です。比べられるのは2者の対局です"},
                                file, players->size()));
  }
  match::Standing standing(2);
  const auto read =
      store->for_each_game([&](const match::GameRecord& game) { standing.add(game); }, **rules);
  if (!read) return tl::unexpected(read.error());
  if (standing.games() == 0)
    return base::fail(
        base::say({"{0}: no game was finished", "{0}: 終わった対局がありません"}, file));
  const match::Trinomial games = standing.games_of(0, 1);
  const match::Pentanomial pairs = standing.pairs_of(0, 1);
  MatchOrder order;
  if (const auto memory = MatchMemory::read(*store)) order = memory->order().value_or(order);
  return Said{file,
              (*players)[0].name + " - " + (*players)[1].name,
              (*players)[1].name,
              (*players)[1].command + "\n" + (*players)[1].options,
              (*players)[1].control,
              base::to_utf8(order.openings.filename()),
              games,
              pairs,
              match::strength(pairs, games)};
}

std::string line_of(const Said& said) {
  return base::say({"{0}: {1} {2}, Elo {3}\n", "{0}: {1} {2}、Elo {3}\n"}, said.file, said.names,
                   score_text(said.games), match::elo_text(said.strength.elo, base::spoken()));
}

// Why nobody can tell how far off its Elo may be.
std::string why_unknown(const Said& said) {
  if (std::isfinite(said.strength.elo.error())) return "";
  const bool has_pairs = said.pairs.count() > 0;
  const std::uint64_t count = has_pairs ? said.pairs.count() : said.games.games();
  const auto fewest = static_cast<std::uint64_t>(match::kFewestObservations);
  if (count < fewest) {
    return base::say(
        has_pairs
            ? base::Text{"{0}: has {1} of the {2} pairs that an error needs at least\n",
                         "{0}: 先後を入れ替えた組が {1} 組です。誤差を求めるには {2} 組必要です\n"}
            : base::Text{"{0}: has {1} of the {2} games that an error needs at least\n",
                         "{0}: 対局が {1} 局です。誤差を求めるには {2} 局必要です\n"},
        said.file, count, fewest);
  }
  if (std::isfinite(said.strength.score_error)) {
    return base::say(
        {"{0}: is too one-sided for an error\n", "{0}: 結果が一方的で、誤差を求められません\n"},
        said.file);
  }
  if (said.games.draws == said.games.games()) {
    return base::say({"{0}: all games were drawn, which tells nothing of the error\n",
                      "{0}: すべて引き分けのため、誤差を求められません\n"},
                     said.file);
  }
  return base::say({"{0}: all pairs have the same score, which tells nothing of the error\n",
                    "{0}: どの組の得点も同じため、誤差を求められません\n"},
                   said.file);
}

// The two are independent of each other.
std::string difference(const Said& one, const Said& other) {
  const match::Interval& first = one.strength.elo;
  const match::Interval& second = other.strength.elo;
  const double value = second.value - first.value;
  const double error = std::hypot(first.error(), second.error());
  if (!std::isfinite(value) || !std::isfinite(error)) {
    const std::string known =
        std::isfinite(value)
            ? base::say(
                  {"difference (second less first): Elo {0}\n", "差(2番目 - 1番目): Elo {0}\n"},
                  match::elo_text({value, -INFINITY, INFINITY}, base::spoken()))
            : base::say({"difference: not known\n", "差: 不明\n"});
    return known + why_unknown(one) + (other.file == one.file ? "" : why_unknown(other));
  }
  const double deviations = value / (error / match::kDeviations95);
  const double chance = std::erfc(-deviations / std::sqrt(2.0)) / 2;
  return base::say(
      {"difference (second less first): Elo {0}, likelihood that the second is better {1:.1f} %\n",
       "差(2番目 - 1番目): Elo {0}、2番目のほうが強い確率 {1:.1f} %\n"},
      match::elo_text({value, value - error, value + error}, base::spoken()), 100 * chance);
}

// It means something only against the same opponent, from the same openings, in the same time.
std::string warnings(const Said& one, const Said& other) {
  std::string all;
  if (one.opponent != other.opponent) {
    all +=
        base::say({"the opponents differ, {0} and {1}: the difference is not that of the engines\n",
                   "相手が {0} と {1} で異なるため、差はエンジンの差ではありません\n"},
                  one.opponent, other.opponent);
  }
  if (one.opponent == other.opponent && one.start != other.start) {
    all += base::say({"the opponents are called {0} in both, but were not started alike\n",
                      "相手の名前はどちらも {0} ですが、コマンドかオプションが異なります\n"},
                     one.opponent);
  }
  if (one.control != other.control) {
    all += base::say({"the times differ, {0} and {1}: the difference may be that of the time\n",
                      "持ち時間が {0} と {1} で異なるため、差は持ち時間によるかもしれません\n"},
                     one.control, other.control);
  }
  if (one.openings != other.openings) {
    const std::string none = base::say({"none", "なし"});
    all += base::say(
        {"the openings differ, {0} and {1}: the difference may be that of the openings\n",
         "開始局面が {0} と {1} で異なるため、差は開始局面によるかもしれません\n"},
        one.openings.empty() ? none : one.openings, other.openings.empty() ? none : other.openings);
  }
  return all;
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
  std::cout << line_of(both[0]) << line_of(both[1]) << difference(both[0], both[1])
            << warnings(both[0], both[1]);
  return 0;
}

}  // namespace gougi::tools
