// SPDX-License-Identifier: MIT
#include "match/progress.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "match/strength.hpp"

namespace gougi::match {
namespace {

template <class... Values>
std::string formatted(const char* format, Values... values) {
  std::array<char, 256> text{};
  const int size = std::snprintf(text.data(), text.size(), format, values...);
  return std::string(text.data(), static_cast<std::size_t>(
                                      std::clamp(size, 0, static_cast<int>(text.size()) - 1)));
}

std::string half_points(std::uint64_t halves) {
  return std::to_string(halves / 2) + (halves % 2 == 1 ? ".5" : "");
}

std::string time_text(double seconds) {
  const auto whole = static_cast<long long>(seconds);
  return formatted("%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string left_text(const Standing& standing, const ProgressFacts& facts) {
  if (facts.played_now == 0 || standing.games() >= facts.games) return "";
  const double each =
      static_cast<double>(facts.running.count()) / 1000 / static_cast<double>(facts.played_now);
  return "  " + time_text(each * static_cast<double>(facts.games - standing.games())) + " left";
}

std::string test_text(const Standing& standing, const ProgressFacts& facts) {
  const SprtState state =
      facts.in_order ? *facts.in_order : sprt(*facts.sprt, observations(standing.pairs_of(0, 1)));
  return formatted("LLR %.2f (%.2f %.2f)", state.llr, state.lower, state.upper);
}

std::string ratings_text(const Standing& standing, const ProgressFacts& facts) {
  const auto meetings = standing.meetings();
  const auto table = rate(standing.engines(), meetings, ColorEffect::kFitted, facts.anchors);
  if (!table) return "";
  std::vector<std::size_t> order(standing.engines());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return table->players[a].elo.value > table->players[b].elo.value;
  });
  std::string text = facts.anchors.empty() ? "Ratings (Elo against the mean, 95 %):\n"
                                           : "Ratings (Elo against the anchors, 95 %):\n";
  int rank = 0;
  for (const std::size_t i : order) {
    const Rating& player = table->players[i];
    text += formatted("%3d. %+7.1f +- %5.1f  %5.1f %% of %llu  ", ++rank, player.elo.value,
                      player.elo.error(), 100 * player.score,
                      static_cast<unsigned long long>(player.games)) +
            facts.names[i] + "\n";
  }
  if (table->black_advantage) {
    text +=
        std::string(facts.first_side) + " is worth " + elo_text(*table->black_advantage) + " Elo";
    text += formatted("; equals draw %.1f %% of their games\n", 100 * table->draw_rate);
  }
  if (table->with_prior) {
    text +=
        "(the games alone would give infinite ratings; half a win and half a loss were added for "
        "each)\n";
  }
  return text;
}

}  // namespace

std::string error_text(double error) {
  return std::isfinite(error) ? formatted("%.1f", error) : "?";
}

std::string elo_text(const Interval& elo) {
  if (std::isnan(elo.value)) return "?";
  if (!std::isfinite(elo.value)) return elo.value > 0 ? "+inf" : "-inf";
  if (!std::isfinite(elo.low) && !std::isfinite(elo.high)) return formatted("%+.1f ± ?", elo.value);
  if (!std::isfinite(elo.low)) return formatted("%+.1f (below %+.1f)", elo.value, elo.high);
  if (!std::isfinite(elo.high)) return formatted("%+.1f (above %+.1f)", elo.value, elo.low);
  return formatted("%+.1f ± %.1f", elo.value, elo.error());
}

std::string score_text(const Trinomial& games) {
  return half_points(2 * games.wins + games.draws) + "-" +
         half_points(2 * games.losses + games.draws);
}

std::string progress_line(const Standing& standing, const ProgressFacts& facts) {
  std::string line =
      std::to_string(standing.games()) + "/" + std::to_string(facts.games) + " games";
  if (standing.engines() == 2) {
    const Trinomial games = standing.games_of(0, 1);
    const Strength s = strength(standing.pairs_of(0, 1), games);
    line += "  " + facts.names[0] + " " + score_text(games) + " " + facts.names[1] + "  Elo " +
            elo_text(s.elo) + formatted("  LOS %.1f %%", 100 * s.superiority);
    if (facts.sprt) line += "  " + test_text(standing, facts);
  } else {
    std::size_t best = 0;
    for (std::size_t i = 1; i < standing.engines(); ++i) {
      if (standing.games_of(i).score() > standing.games_of(best).score()) best = i;
    }
    line += "  " + facts.names[best] + " leads with " +
            formatted("%.1f %%", 100 * standing.games_of(best).score());
  }
  return line + left_text(standing, facts);
}

std::string game_line(const GameRecord& game, const ProgressFacts& facts) {
  const char* const score = game.ending.result == Result::kBlackWins   ? " 1-0 "
                            : game.ending.result == Result::kWhiteWins ? " 0-1 "
                                                                       : " ½-½ ";
  return "game " + std::to_string(game.number + 1) + ": " + facts.names[game.black] + score +
         facts.names[game.white] + ", " + std::string(to_text(game.ending.reason)) + " after " +
         std::to_string(game.moves.size()) + (game.moves.size() == 1 ? " move" : " moves");
}

std::string summary(const Standing& standing, const ProgressFacts& facts) {
  std::string text;
  for (std::size_t i = 0; i < standing.engines(); ++i) {
    for (std::size_t j = i + 1; j < standing.engines(); ++j) {
      const Trinomial games = standing.games_of(i, j);
      if (games.games() == 0) continue;
      const Pentanomial pairs = standing.pairs_of(i, j);
      const Strength s = strength(pairs, games);
      text += facts.names[i] + " - " + facts.names[j] + ": " + score_text(games);
      text +=
          formatted(" (+%llu =%llu -%llu), %.1f %% ± ", static_cast<unsigned long long>(games.wins),
                    static_cast<unsigned long long>(games.draws),
                    static_cast<unsigned long long>(games.losses), 100 * s.score) +
          error_text(100 * s.score_error) + "\n";
      const std::uint64_t alone = games.games() - 2 * pairs.count();
      if (alone > 0 && pairs.count() > 0) {
        text += formatted("  by %llu pairs; %llu without its other game %s for the score alone\n",
                          static_cast<unsigned long long>(pairs.count()),
                          static_cast<unsigned long long>(alone), alone == 1 ? "counts" : "count");
      }
      text += "  Elo " + elo_text(s.elo) + ", normalized " + elo_text(s.normalized_elo) +
              formatted(", likelihood of superiority %.1f %%\n", 100 * s.superiority);
      text += formatted("  pairs 0-2 %llu, 0.5-1.5 %llu, 1-1 %llu, 1.5-0.5 %llu, 2-0 %llu\n",
                        static_cast<unsigned long long>(pairs.pairs[0]),
                        static_cast<unsigned long long>(pairs.pairs[1]),
                        static_cast<unsigned long long>(pairs.pairs[2]),
                        static_cast<unsigned long long>(pairs.pairs[3]),
                        static_cast<unsigned long long>(pairs.pairs[4]));
    }
  }
  if (facts.sprt && standing.engines() == 2) {
    const SprtState state = sprt(*facts.sprt, observations(standing.pairs_of(0, 1)));
    text += test_text(standing, facts) +
            formatted(" of H1 %+g Elo against H0 %+g: ", facts.sprt->elo1, facts.sprt->elo0) +
            (state.verdict == SprtVerdict::kH1   ? "H1 is accepted"
             : state.verdict == SprtVerdict::kH0 ? "H0 is accepted"
                                                 : "not decided") +
            "\n";
  }
  const bool are_rated = standing.engines() > 2 || !facts.anchors.empty();
  if (are_rated && standing.games() > 0) text += ratings_text(standing, facts);
  if (standing.games() == 0) return text + "No game was finished.\n";
  const Trinomial& black = standing.black();
  text +=
      std::string(facts.first_side) + formatted(" won %llu, drew %llu, lost %llu. Games ended by",
                                                static_cast<unsigned long long>(black.wins),
                                                static_cast<unsigned long long>(black.draws),
                                                static_cast<unsigned long long>(black.losses));
  const char* before = " ";
  for (const auto& entry : standing.reasons()) {
    text += before + std::string(to_text(entry.first)) + " " + std::to_string(entry.second);
    before = ", ";
  }
  text += "\n";
  for (const auto& entry : standing.faults()) {
    text += facts.names[entry.first.first] + " lost " + std::to_string(entry.second) + " by " +
            std::string(to_text(entry.first.second)) + "\n";
  }
  return text;
}

}  // namespace gougi::match
