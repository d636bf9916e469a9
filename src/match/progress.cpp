// SPDX-License-Identifier: MIT
#include "match/progress.hpp"

#include <fmt/printf.h>

#include <algorithm>
#include <cmath>

#include "base/counted.hpp"
#include "base/pace.hpp"
#include "base/say.hpp"
#include "game/ending.hpp"
#include "match/strength.hpp"

namespace gougi::match {
namespace {

std::string half_points(std::uint64_t halves) {
  return std::to_string(halves / 2) + (halves % 2 == 1 ? ".5" : "");
}

std::string pace_of(const Standing& standing, const ProgressFacts& facts) {
  if (facts.played_now == 0 || standing.games() >= facts.games) return "";
  return "  " + base::pace_text(static_cast<double>(facts.played_now),
                                static_cast<double>(facts.games - standing.games()), facts.running);
}

std::string test_text(const Standing& standing, const ProgressFacts& facts) {
  const SprtState state =
      facts.in_order ? *facts.in_order : sprt(*facts.sprt, observations(standing.pairs_of(0, 1)));
  return fmt::sprintf("LLR %.2f (%.2f %.2f)", state.llr, state.lower, state.upper);
}

// Those of ぴょんぴょん are called by their signs.
std::string_view side_name(std::string_view name, base::Language language) {
  if (language == base::Language::kEnglish || name != "Black") return name;
  return "先手";
}

std::string ratings_text(const Standing& standing, const ProgressFacts& facts,
                         base::Language language) {
  const auto table = ratings(standing, facts.anchors);
  if (!table) return "";
  std::vector<std::size_t> order(standing.engines());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return table->players[a].elo.value > table->players[b].elo.value;
  });
  std::string text =
      facts.anchors.empty()
          ? base::say_in(language, {"Ratings (Elo against the mean, 95 %):\n",
                                    "レーティング(平均との Elo 差、95 %):\n"})
          : base::say_in(language, {"Ratings (Elo against the anchors, 95 %):\n",
                                    "レーティング(基準のエンジンに対する Elo、95 %):\n"});
  int rank = 0;
  for (const std::size_t i : order) {
    const Rating& player = table->players[i];
    text += base::say_in(language,
                         {"{0:3}. {1:>7} ± {2:>5}  {3:5.1f} % of {4}  {5}\n",
                          "{0:3}. {1:>7} ± {2:>5}  {4}局の{3:5.1f} %  {5}\n"},
                         ++rank, signed_text(player.elo.value), error_text(player.elo.error()),
                         100 * player.score, player.games, facts.names[i]);
  }
  if (table->black_advantage) {
    text += base::say_in(language, {"{0} is worth {1} Elo\n", "{0}の有利は {1} Elo\n"},
                         side_name(facts.first_side, language),
                         elo_text(*table->black_advantage, language));
  }
  if (table->with_prior) {
    text += base::say_in(
        language,
        {"(the games alone would give infinite ratings; half a win and half a loss were added for "
         "each)\n",
         "(対局だけではレーティングが無限大になるため、それぞれに 0.5 勝 0.5 "
         "敗を加えました)\n"});
  }
  return text;
}

// Score, Elo and pairs of two engines.
std::string pairing_text(const Standing& standing, const ProgressFacts& facts, std::size_t i,
                         std::size_t j, base::Language language) {
  const Trinomial games = standing.games_of(i, j);
  const Pentanomial pairs = standing.pairs_of(i, j);
  const Strength s = strength(pairs, games);
  std::string text =
      base::say_in(language,
                   {"{0} - {1}: {2} (+{3} ={4} -{5}), {6:.1f} % ± {7}\n",
                    "{0} 対 {1}: {2}({3}勝{4}分{5}敗)、得点率 {6:.1f} % ± {7}\n"},
                   facts.names[i], facts.names[j], score_text(games), games.wins, games.draws,
                   games.losses, 100 * s.score, error_text(100 * s.score_error));
  const std::uint64_t alone = games.games() - 2 * pairs.count();
  if (games.games() > 0 && pairs.count() == 0) {
    text +=
        base::said_in(language, {"  no pair is whole yet: what follows rests on single games\n",
                                 "  先後1組がまだ揃わないため、以下は1局ごとの得点によります\n"});
  } else if (alone > 0) {
    text += base::counted_in(language, pairs.count(), {"  by {0} pair; ", "  {0}組による。"},
                             {"  by {0} pairs; ", "  {0}組による。"}) +
            base::counted_in(language, alone,
                             {"{0} game without its other counts for the score alone\n",
                              "対になる局のない {0}局は得点だけに数える\n"},
                             {"{0} games without their other count for the score alone\n",
                              "対になる局のない {0}局は得点だけに数える\n"});
  }
  text += base::say_in(language,
                       {"  Elo {0}, normalized {1}, likelihood of superiority {2:.1f} %\n",
                        "  Elo {0}、正規化 Elo {1}、強い確率 {2:.1f} %\n"},
                       elo_text(s.elo, language), elo_text(s.normalized_elo, language),
                       100 * s.superiority);
  return text + base::say_in(
                    language,
                    {"  pairs 0-2 {0}, 0.5-1.5 {1}, 1-1 {2}, 1.5-0.5 {3}, 2-0 {4}\n",
                     "  先後1組の得点 0-2: {0}、0.5-1.5: {1}、1-1: {2}、1.5-0.5: {3}、2-0: {4}\n"},
                    pairs.pairs[0], pairs.pairs[1], pairs.pairs[2], pairs.pairs[3], pairs.pairs[4]);
}

std::string time_text(const TimeUse& time, const std::string& name, base::Language language) {
  const auto mean = [](base::Milliseconds all, std::uint64_t of) {
    return static_cast<double>(all.count()) / static_cast<double>(of);
  };
  std::string text =
      time.moves == 1
          ? base::say_in(language, {"{0}: 1 move in {1} ms", "{0}: 1手、{1} ms"}, name,
                         time.took.count())
          : base::say_in(language,
                         {"{0}: {1} moves, {2:.1f} ms each, {3} ms at most",
                          "{0}: {1}手、1手平均 {2:.1f} ms、最長 {3} ms"},
                         name, time.moves, mean(time.took, time.moves), time.longest.count());
  if (time.told > 0) {
    text += base::say_in(
        language, {"; latency {0:.1f} ms, {1} ms at most", "、遅延は平均 {0:.1f} ms、最大 {1} ms"},
        mean(time.latency, time.told), time.longest_latency.count());
  }
  return text + "\n";
}

}  // namespace

std::string error_text(double error) {
  return std::isfinite(error) ? fmt::sprintf("%.1f", error) : "?";
}

std::string signed_text(double value) {
  const std::string text = fmt::sprintf("%+.1f", value);
  return text == "-0.0" ? "+0.0" : text;
}

std::string elo_text(const Interval& elo, base::Language language) {
  if (std::isnan(elo.value)) return "?";
  if (!std::isfinite(elo.value)) return elo.value > 0 ? "+inf" : "-inf";
  if (!std::isfinite(elo.low) && !std::isfinite(elo.high)) return signed_text(elo.value) + " ± ?";
  if (!std::isfinite(elo.low)) {
    return base::say_in(language, {"{0} (below {1})", "{0}({1} 未満)"}, signed_text(elo.value),
                        signed_text(elo.high));
  }
  if (!std::isfinite(elo.high)) {
    return base::say_in(language, {"{0} (above {1})", "{0}({1} より上)"}, signed_text(elo.value),
                        signed_text(elo.low));
  }
  return signed_text(elo.value) + fmt::sprintf(" ± %.1f", elo.error());
}

std::string score_text(const Trinomial& games) {
  return half_points(2 * games.wins + games.draws) + "-" +
         half_points(2 * games.losses + games.draws);
}

std::string progress_line(const Standing& standing, const ProgressFacts& facts) {
  std::string line = base::say({"{0}/{1} games", "{0}/{1}局"}, standing.games(), facts.games);
  if (standing.engines() == 2) {
    const Trinomial games = standing.games_of(0, 1);
    const Strength s = strength(standing.pairs_of(0, 1), games);
    line += base::say(
        {"  {0} {1} {2}  Elo {3}  LOS {4:.1f} %", "  {0} {1} {2}  Elo {3}  強い確率 {4:.1f} %"},
        facts.names[0], score_text(games), facts.names[1], elo_text(s.elo, base::spoken()),
        100 * s.superiority);
    if (facts.sprt) line += "  " + test_text(standing, facts);
  } else {
    std::size_t best = 0;
    for (std::size_t i = 1; i < standing.engines(); ++i) {
      if (standing.games_of(i).score() > standing.games_of(best).score()) best = i;
    }
    line += base::say({"  {0} leads with {1:.1f} %", "  首位 {0} {1:.1f} %"}, facts.names[best],
                      100 * standing.games_of(best).score());
  }
  return line + pace_of(standing, facts);
}

std::string game_line(const GameRecord& game, const ProgressFacts& facts) {
  const char* const score = game.ending.result == Result::kBlackWins   ? "1-0"
                            : game.ending.result == Result::kWhiteWins ? "0-1"
                                                                       : "½-½";
  const auto text = [&](base::Text form) {
    return base::say(form, game.number + 1, facts.names[game.black], score, facts.names[game.white],
                     base::said(game::words_of(game.ending.reason)), game.moves.size());
  };
  return game.moves.size() == 1 ? text({"game {0}: {1} {2} {3}, {4} after {5} move",
                                        "第{0}局: {1} {2} {3}、{5}手で{4}"})
                                : text({"game {0}: {1} {2} {3}, {4} after {5} moves",
                                        "第{0}局: {1} {2} {3}、{5}手で{4}"});
}

std::string summary(const Standing& standing, const ProgressFacts& facts, base::Language language) {
  std::string text;
  for (std::size_t i = 0; i < standing.engines(); ++i) {
    for (std::size_t j = i + 1; j < standing.engines(); ++j) {
      if (standing.games_of(i, j).games() > 0)
        text += pairing_text(standing, facts, i, j, language);
    }
  }
  if (facts.sprt && standing.engines() == 2) {
    const SprtState state = sprt(*facts.sprt, observations(standing.pairs_of(0, 1)));
    const auto verdict =
        state.verdict == SprtVerdict::kH1   ? base::Text{"H1 is accepted", "H1 を採択"}
        : state.verdict == SprtVerdict::kH0 ? base::Text{"H0 is accepted", "H0 を採択"}
                                            : base::Text{"not decided", "決まらず"};
    text += base::say_in(
        language, {"{0} of H1 {1} Elo against H0 {2}: {3}\n", "{0}、H1 {1} Elo と H0 {2}: {3}\n"},
        test_text(standing, facts), fmt::sprintf("%+g", facts.sprt->elo1),
        fmt::sprintf("%+g", facts.sprt->elo0), verdict.in(language));
  }
  const bool are_rated = standing.engines() > 2 || !facts.anchors.empty();
  if (are_rated && standing.games() > 0) text += ratings_text(standing, facts, language);
  if (standing.games() == 0) {
    return text +
           base::say_in(language, {"No game was finished.\n", "終わった対局はありません。\n"});
  }
  const Trinomial& black = standing.black();
  text += base::say_in(
      language,
      {"{0} won {1}, drew {2}, lost {3}. Games ended by", "{0}の{1}勝{2}分{3}敗。終局の理由:"},
      side_name(facts.first_side, language), black.wins, black.draws, black.losses);
  std::string_view before = " ";
  for (const auto& entry : standing.reasons()) {
    text.append(before).append(game::words_of(entry.first).in(language));
    text += " " + std::to_string(entry.second);
    before = base::Text{", ", "、"}.in(language);
  }
  text += "\n";
  for (const auto& entry : standing.faults()) {
    text += base::say_in(language, {"{0} lost {1} by {2}\n", "{0} は{2}で{1}敗\n"},
                         facts.names[entry.first.first], entry.second,
                         game::words_of(entry.first.second).in(language));
  }
  for (std::size_t i = 0; i < standing.engines(); ++i) {
    const TimeUse& time = standing.time_of(i);
    if (time.moves > 0) text += time_text(time, facts.names[i], language);
  }
  return text;
}

}  // namespace gougi::match
