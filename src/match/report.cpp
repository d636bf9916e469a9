// SPDX-License-Identifier: MIT
#include "match/report.hpp"

#include <fmt/printf.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "match/progress.hpp"
#include "match/rating.hpp"
#include "match/report_data.hpp"
#include "match/report_page.hpp"
#include "match/standing.hpp"
#include "match/strength.hpp"
#include "match/votes.hpp"
#include "report/bars.hpp"
#include "report/chart.hpp"

namespace gougi::match {
namespace {

using report::Bar;
using report::bars;
using report::Chart;
using report::html_text;
using report::page_head;

// A name within a sentence; it is not translated.
std::string name_html(const std::string& name) {
  return "<span class=\"as-it-is\">" + html_text(name) + "</span>";
}

// For whom it is, where it is for some.
std::string manner_html(const ReportFacts& facts, bool EngineManner::*is_on, const char* of_all,
                        const char* of_some) {
  std::string names;
  std::size_t count = 0;
  for (std::size_t i = 0; i < facts.manners.size(); ++i) {
    if (!(facts.manners[i].*is_on)) continue;
    names += (count++ == 0 ? "" : ", ") + name_html(facts.engines[i].name);
  }
  if (count == 0) return "";
  if (count == facts.engines.size()) return std::string("<p>") + of_all + "</p>\n";
  return std::string("<p>") + of_some + " " + names + "</p>\n";
}

std::string manners_html(const ReportFacts& facts) {
  return manner_html(facts, &EngineManner::ponders,
                     "All engines think on the opponent's time (--ponder on).",
                     "Thinks on the opponent's time, alone (--ponder on):") +
         manner_html(facts, &EngineManner::restarts,
                     "All engines are started anew for every game (--restart on).",
                     "Is started anew for every game, alone (--restart on):");
}

std::string crosstable(const ReportFacts& facts, const Standing& standing) {
  const auto sides = facts.rules->sides();
  std::string html = "<table><tr><th class=\"name\">";
  html.append(sides[0].mark).append(sides[1].mark).append("</th>");
  for (std::size_t i = 0; i < standing.engines(); ++i) html += fmt::sprintf("<th>%zu</th>", i + 1);
  html += "<th>points</th><th>games</th><th>%</th></tr>\n";
  for (std::size_t i = 0; i < standing.engines(); ++i) {
    html += fmt::sprintf("<tr><td class=\"name\">%zu. ", i + 1) + html_text(facts.engines[i].name) +
            "</td>";
    for (std::size_t j = 0; j < standing.engines(); ++j) {
      const Trinomial games = standing.games_of(i, j);
      html += i == j || games.games() == 0
                  ? "<td></td>"
                  : fmt::sprintf("<td class=\"score\" title=\"+%llu =%llu -%llu\">%s</td>",
                                 static_cast<unsigned long long>(games.wins),
                                 static_cast<unsigned long long>(games.draws),
                                 static_cast<unsigned long long>(games.losses),
                                 score_text(games).c_str());
    }
    const Trinomial all = standing.games_of(i);
    const std::string score = score_text(all);
    html += "<td>" + score.substr(0, score.find('-')) +
            fmt::sprintf("</td><td>%llu</td><td>%.1f</td></tr>\n",
                         static_cast<unsigned long long>(all.games()), 100 * all.score());
  }
  return html + "</table>\n";
}

std::string rating_table(const ReportFacts& facts, const Standing& standing) {
  const auto table = ratings(standing, facts.anchors);
  if (!table || standing.games() == 0) return "";
  std::vector<std::size_t> order(standing.engines());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return table->players[a].elo.value > table->players[b].elo.value;
  });
  std::string html =
      "<h2>Ratings</h2><table><tr><th class=\"name\">engine</th><th>Elo</th><th>± (95 %)</th>"
      "<th>better than the next</th></tr>\n";
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const Rating& player = table->players[order[rank]];
    html += "<tr><td class=\"name\">" + html_text(facts.engines[order[rank]].name) + "</td><td>" +
            signed_text(player.elo.value) + "</td><td>" + error_text(player.elo.error()) +
            "</td><td>";
    if (rank + 1 < order.size()) {
      const double better = table->superiority(order[rank], order[rank + 1]);
      html += std::isnan(better) ? "?" : fmt::sprintf("%.1f %%", 100 * better);
    }
    html += "</td></tr>\n";
  }
  html +=
      "</table>\n<p>Bradley–Terry, a draw being half a win and half a loss, by maximum "
      "likelihood, ";
  html += facts.anchors.empty() ? "against the mean." : "against the anchors.";
  if (table->black_advantage) {
    html.append(" ").append(facts.rules->sides()[0].name).append(" is worth ");
    html += elo_text(*table->black_advantage) + " Elo.";
  }
  if (table->with_prior) {
    html +=
        " The games alone would give infinite ratings: half a win and half a loss were added for "
        "each.";
  }
  return html + "</p>\n";
}

// Some hundred points are enough for the eye.
constexpr std::size_t kPoints = 500;

struct Pairing {
  std::size_t first = 0;
  std::size_t second = 0;
};

/// The games of each two engines, in their order; the lower engine is named first.
using GamesByPairing =
    std::map<std::pair<std::size_t, std::size_t>, std::vector<const GameRecord*>>;

GamesByPairing by_pairing(const std::vector<GameRecord>& games) {
  GamesByPairing result;
  for (const GameRecord& game : games) result[std::minmax(game.black, game.white)].push_back(&game);
  return result;
}

const std::vector<const GameRecord*>& games_of(const GamesByPairing& games, Pairing pairing) {
  static const std::vector<const GameRecord*> kNone;
  const auto found = games.find({pairing.first, pairing.second});
  return found == games.end() ? kNone : found->second;
}

std::vector<Pairing> pairings_of(const Standing& standing) {
  std::vector<Pairing> pairings;
  for (std::size_t i = 0; i < standing.engines(); ++i) {
    for (std::size_t j = i + 1; j < standing.engines(); ++j) {
      if (standing.games_of(i, j).games() > 0) pairings.push_back({i, j});
    }
  }
  return pairings;
}

std::string title_of(const ReportFacts& facts, Pairing pairing) {
  return html_text(facts.engines[pairing.first].name) + " – " +
         html_text(facts.engines[pairing.second].name);
}

/// One pairing's games, seen from its first engine.
struct PairingCurves {
  double games = 0;
  double reach = 20;
  std::vector<std::pair<double, double>> elo;
  std::vector<std::array<double, 3>> errors;
  std::vector<std::pair<double, double>> llr;  ///< where there is a test
};

PairingCurves curves_of(const ReportFacts& facts, const GamesByPairing& all_games,
                        Pairing pairing) {
  PairingCurves curves;
  Standing standing(facts.engines.size());
  const std::vector<const GameRecord*>& games = games_of(all_games, pairing);
  const auto all = static_cast<double>(games.size());
  const std::size_t step = std::max<std::size_t>(1, static_cast<std::size_t>(all) / kPoints);
  for (const GameRecord* const game : games) {
    standing.add(*game);
    const double count = ++curves.games;
    if (standing.games() % step != 0 && count != all) continue;
    const Pentanomial pairs = standing.pairs_of(pairing.first, pairing.second);
    if (pairs.count() == 0) continue;
    const Strength s = strength(observations(pairs));
    if (std::isfinite(s.elo.low) && std::isfinite(s.elo.high)) {
      curves.elo.emplace_back(count, s.elo.value);
      curves.errors.push_back({count, s.elo.low, s.elo.high});
      if (count > all / 10) {
        curves.reach = std::max({curves.reach, std::abs(s.elo.low), std::abs(s.elo.high)});
      }
    }
    if (facts.sprt) curves.llr.emplace_back(count, sprt(*facts.sprt, observations(pairs)).llr);
  }
  return curves;
}

std::string elo_chart(const PairingCurves& curves) {
  if (curves.elo.empty()) {
    return "<p>Nothing to show yet: there are fewer than five pairs, or they are too one-sided for "
           "an interval with two ends.</p>\n";
  }
  Chart chart({0, curves.games}, {-curves.reach, curves.reach});
  chart.level_rounds();
  chart.band(curves.errors, "#2166ac");
  chart.line(curves.elo, "#2166ac");
  chart.mark_rounds();
  return chart.finish("games; the band is the 95 % interval");
}

std::string over_games(const ReportFacts& facts, const GamesByPairing& games) {
  const PairingCurves curves = curves_of(facts, games, {0, 1});
  std::string html = "<h2>Elo over the games</h2>\n" + elo_chart(curves);
  if (!facts.sprt) return html;
  const SprtState bounds = sprt(*facts.sprt, observations(Pentanomial{}));
  const double most = 1.3 * std::max(bounds.upper, -bounds.lower);
  html += "<h2>Log-likelihood ratio over the games</h2>\n";
  Chart test({0, curves.games}, {-most, most});
  test.level(0, "#888", "0");
  test.level(bounds.upper, "#1a7837", "H1");
  test.level(bounds.lower, "#b2182b", "H0");
  test.line(curves.llr, "#762a83");
  test.mark_rounds();
  return html + test.finish("games");
}

constexpr std::array<const char*, 8> kCurveColors{"#2166ac", "#e66101", "#1a7837", "#b2182b",
                                                  "#762a83", "#8c510a", "#01aab4", "#777777"};

/// The ratings of all engines, each time of all games up to there.
struct RatingCurves {
  double games = 0;
  double middle = 0;                                        ///< the mean of the anchors, or of all
  double reach = 20;                                        ///< from there
  std::vector<std::vector<std::pair<double, double>>> elo;  ///< by engine
  std::vector<Interval> last;                               ///< by engine; empty: there are none

  void reach_to(double value) {
    if (std::isfinite(value)) reach = std::max(reach, 1.1 * std::abs(value - middle));
  }
};

RatingCurves rating_curves(const ReportFacts& facts, const std::vector<GameRecord>& games) {
  const std::size_t engines = facts.engines.size();
  RatingCurves curves;
  curves.elo.resize(engines);
  for (const Anchor& anchor : facts.anchors) {
    curves.middle += anchor.elo / static_cast<double>(facts.anchors.size());
  }
  Standing standing(engines);
  // A fit costs more than a mean; and before everybody has played, ratings are of chance alone.
  const std::size_t step = std::max<std::size_t>(1, games.size() / (kPoints / 5));
  const auto all = static_cast<double>(games.size());
  for (const GameRecord& game : games) {
    standing.add(game);
    const double count = ++curves.games;
    if (count < all / 20 || (standing.games() % step != 0 && count != all)) continue;
    const auto table = rate(engines, standing.matchups(), facts.anchors);
    if (!table) continue;
    curves.last.clear();
    for (std::size_t i = 0; i < engines; ++i) {
      const Rating& player = table->players[i];
      curves.last.push_back(player.elo);
      if (player.games == 0) continue;
      curves.elo[i].emplace_back(count, player.elo.value);
      if (count > all / 10) curves.reach_to(player.elo.value);
    }
  }
  for (const Interval& elo : curves.last) {
    curves.reach_to(elo.low);
    curves.reach_to(elo.high);
  }
  return curves;
}

// One curve an engine; and, to be opened, what two engines have against each other.
std::string over_games_of_many(const ReportFacts& facts, const std::vector<GameRecord>& games,
                               const GamesByPairing& games_of_two,
                               const std::vector<Pairing>& pairings) {
  const RatingCurves curves = rating_curves(facts, games);
  std::string html = "<h2>Elo over the games</h2>\n";
  if (!curves.last.empty()) {
    html += "<p>";
    Chart chart({0, 1.05 * curves.games},
                {curves.middle - curves.reach, curves.middle + curves.reach});
    chart.level_rounds();
    for (std::size_t i = 0; i < curves.last.size(); ++i) {
      const char* const color = kCurveColors[i % kCurveColors.size()];
      html += fmt::sprintf("<span style=\"color:%s\">■</span> ", color) +
              html_text(facts.engines[i].name) + " " + elo_text(curves.last[i]) + " &nbsp; ";
      chart.line(curves.elo[i], color);
      const double beside =
          0.05 * static_cast<double>(i + 1) / static_cast<double>(curves.last.size() + 1);
      chart.dot((1 + beside) * curves.games, curves.last[i].value,
                {curves.last[i].low, curves.last[i].high}, color);
    }
    chart.mark_rounds();
    html +=
        "</p>\n" +
        chart.finish(facts.anchors.empty()
                         ? "games; ratings against the mean, at the end with their 95 % interval"
                         : "games; ratings against the anchors, at the end with their 95 % "
                           "interval");
  }
  for (const Pairing pairing : pairings) {
    html += "<details><summary>" + title_of(facts, pairing) + "</summary>\n" +
            elo_chart(curves_of(facts, games_of_two, pairing)) + "</details>\n";
  }
  return html;
}

std::string opening_fields(const GamesByPairing& games, Pairing pairing) {
  struct Opening {
    int half_points = 0;  // of the pairing's first engine
    int games = 0;
  };
  std::map<std::uint64_t, Opening> openings;
  for (const GameRecord* const game : games_of(games, pairing)) {
    Opening& opening = openings[game->opening];
    opening.half_points += static_cast<int>(game->points_of_engine(pairing.first));
    ++opening.games;
  }
  std::string html = "<div class=\"pairs\">";
  for (const auto& entry : openings) {
    const Opening& opening = entry.second;
    if (opening.games != 2) continue;
    html += fmt::sprintf("<span class=\"p%d\" title=\"opening %llu: %g of 2\"></span>",
                         opening.half_points, static_cast<unsigned long long>(entry.first + 1),
                         opening.half_points / 2.0);
  }
  return html + "</div>\n";
}

std::string by_opening(const ReportFacts& facts, const GamesByPairing& games,
                       const std::vector<Pairing>& pairings) {
  const bool has_many = facts.engines.size() > 2;
  std::string html =
      "<h2>Score by opening</h2>\n<p>One field an opening, in their order: points of " +
      (has_many ? "the engine that is named first" : name_html(facts.engines[0].name)) +
      " with both colours: <span class=\"key p0\">0</span> <span class=\"key p1\">½</span> "
      "<span class=\"key p2\">1</span> <span class=\"key p3\">1½</span> "
      "<span class=\"key p4\">2</span></p>\n";
  for (const Pairing pairing : pairings) {
    if (has_many) html += "<p class=\"pairing\">" + title_of(facts, pairing) + "</p>";
    html += opening_fields(games, pairing);
  }
  return html;
}

std::string histograms(const ReportFacts& facts, const std::vector<GameRecord>& games) {
  std::map<std::size_t, Bar> lengths;
  std::map<Reason, Bar> reasons;
  constexpr std::size_t kPlies = 20;
  for (const GameRecord& game : games) {
    const std::size_t part = game.ending.result == Result::kBlackWins ? 0
                             : game.ending.result == Result::kDraw    ? 1
                                                                      : 2;
    ++lengths[game.moves.size() / kPlies].parts[part];
    ++reasons[game.ending.reason].parts[part];
  }
  std::vector<Bar> rows;
  if (!lengths.empty()) {
    for (std::size_t i = lengths.begin()->first; i <= lengths.rbegin()->first; ++i) {
      Bar bar = lengths[i];
      bar.name = fmt::sprintf("%zu–%zu", i * kPlies, i * kPlies + kPlies - 1);
      rows.push_back(bar);
    }
  }
  const auto sides = facts.rules->sides();
  std::string html =
      "<h2>Length in plies</h2>\n<p><span style=\"color:#2166ac\">■</span> " +
      std::string(sides[0].name) +
      " won <span style=\"color:#bbb\">■</span> drawn <span style=\"color:#e66101\">■</span> " +
      std::string(sides[1].name) + " won</p>\n" + bars(rows);
  rows.clear();
  for (const auto& entry : reasons) {
    rows.push_back(entry.second);
    rows.back().name = std::string(to_text(entry.first));
  }
  return html + "<h2>How games ended</h2>\n" + bars(rows);
}

// The councils of relays whose votes were kept.
std::string councils(const ReportFacts& facts, const std::vector<GameRecord>& games) {
  std::string html;
  for (std::size_t engine = 0; engine < facts.engines.size(); ++engine) {
    const VoteCount count = count_votes(games, engine);
    if (count.decisions == 0) continue;
    html += "<h2>Votes of " + name_html(facts.engines[engine].name) + "</h2>\n<p>" +
            fmt::sprintf("%zu decisions, %.1f %% of them unanimous.", count.decisions,
                         100.0 * static_cast<double>(count.unanimous) /
                             static_cast<double>(count.decisions)) +
            " Two voters chose the same move in so many percent:</p>\n<table><tr>"
            "<th class=\"name\">voter</th>";
    for (std::size_t i = 0; i < count.voters.size(); ++i)
      html += fmt::sprintf("<th>%zu</th>", i + 1);
    html += "<th>its move was played</th></tr>\n";
    const auto percent = [](std::size_t part, std::size_t whole) {
      return whole == 0 ? std::string()
                        : fmt::sprintf("%.1f", 100.0 * static_cast<double>(part) /
                                                   static_cast<double>(whole));
    };
    for (std::size_t i = 0; i < count.voters.size(); ++i) {
      html += fmt::sprintf("<tr><td class=\"name\">%zu. ", i + 1) + html_text(count.voters[i]) +
              "</td>";
      for (std::size_t j = 0; j < count.voters.size(); ++j) {
        html += "<td>" + (i == j ? "" : percent(count.agreements[i][j], count.together[i][j])) +
                "</td>";
      }
      html += "<td>" + percent(count.for_played[i], count.votes[i]) + "</td></tr>\n";
    }
    html += "</table>\n";
  }
  return html;
}

constexpr const char* kViewer =
    "<th></th><th class=\"name\">by</th><th>plies</th></tr></thead><tbody "
    "id=\"rows\"></tbody></table></div>\n"
    "<h3 id=\"title\" class=\"as-it-is\"></h3>\n<div id=\"evaluation\"></div>\n<div "
    "id=\"view\"><div>"
    "<div class=\"hand\" id=\"whitehand\"></div><table id=\"board\"></table>"
    "<div class=\"hand\" id=\"blackhand\"></div><div id=\"buttons\">"
    "<button id=\"first\">|◀</button> <button id=\"back\">◀</button> "
    "<button id=\"next\">▶</button> <button id=\"last\">▶|</button> <a id=\"link\" "
    "href=\"#\">link</a></div></div><div id=\"beside\"><div id=\"line\"></div>"
    "<div id=\"votes\"></div></div><div id=\"moves\"></div></div>\n<noscript>The single games "
    "need JavaScript.</noscript>\n";

}  // namespace

std::string report_html(const ReportFacts& facts, const std::vector<GameRecord>& games) {
  Standing standing(facts.engines.size());
  for (const GameRecord& game : games) standing.add(game);
  std::string title;
  for (const StoredEngine& engine : facts.engines) {
    title += (title.empty() ? "" : " – ") + engine.name;
  }
  if (facts.engines.size() == 2 && standing.games() > 0) {
    title += " " + score_text(standing.games_of(0, 1));
  }
  std::string html = page_head(title);
  html +=
      "<table><tr><th class=\"name\">engine</th><th class=\"name\">command</th>"
      "<th class=\"name\">options</th>" +
      // The word alone is the reason of a game that was lost on time.
      report::html_in_both("th class=\"name\"", {"time", "時間"}) + "</tr>\n";
  for (const StoredEngine& engine : facts.engines) {
    html += "<tr><td class=\"name\">" + html_text(engine.name) + "</td><td class=\"name\">" +
            html_text(engine.command) + "</td><td class=\"name\">" + html_text(engine.options) +
            "</td><td class=\"name\">" + html_text(engine.control) + "</td></tr>\n";
  }
  html += "</table>\n" + manners_html(facts) + report::html_in_both("pre", facts.summary) +
          "\n<h2>Scores</h2>\n";
  html += crosstable(facts, standing) + rating_table(facts, standing);
  const std::vector<Pairing> pairings = pairings_of(standing);
  const GamesByPairing games_of_two = by_pairing(games);
  html += facts.engines.size() == 2 ? over_games(facts, games_of_two)
                                    : over_games_of_many(facts, games, games_of_two, pairings);
  html += by_opening(facts, games_of_two, pairings);
  html += histograms(facts, games) + councils(facts, games);
  html += "<h2>Games</h2>\n<div id=\"games\"><table><thead><tr><th>#</th>";
  for (const game::Rules::Side& side : facts.rules->sides()) {
    html.append("<th class=\"name\">").append(side.mark).append("</th>");
  }
  html += kViewer;
  html +=
      "<script type=\"application/json\" id=\"data\">" + report_data(facts, games) + "</script>\n";
  return html.append("<script>")
      .append(page_script_of(*facts.rules))
      .append(kReportScript)
      .append("</script>\n</body></html>\n");
}

}  // namespace gougi::match
