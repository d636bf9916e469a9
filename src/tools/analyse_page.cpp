// SPDX-License-Identifier: MIT
#include "tools/analyse_page.hpp"

#include <fmt/printf.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "notation/thought.hpp"
#include "report/chart.hpp"
#include "report/result_table.hpp"

namespace gougi::tools {
namespace {

using report::ResultTable;

constexpr std::size_t kMostDisagreements = 10;
constexpr std::size_t kMostTurningPoints = 50;
constexpr const char* kWinRateColor = "#2563eb";
constexpr const char* kLevelColor = "#888";

// The game's parts by number of the move, as the study of headroom has them.
std::size_t part_of(std::size_t move) { return std::min<std::size_t>(move / 50, 2); }

bool is_blacks(const shogi::Game& game, std::size_t move) {
  const bool black_begins = game.freeze_start().position().side_to_move() == shogi::Color::kBlack;
  return (move % 2 == 0) == black_begins;
}

ResultTable accuracy_table(const AnalysedPageGame& facts) {
  ResultTable table;
  table.title = "Accuracy";
  table.remark = "100 less the mean loss of win rate in percent, in the whole game and its parts.";
  table.head = {"side", "game",     "moves 1–50", "51–100",
                "101–", "mistakes", "blunders",   "mates missed"};
  for (const bool black : {true, false}) {
    std::array<double, 4> lost{};
    std::array<std::size_t, 4> made{};
    std::array<std::size_t, 3> faults{};
    for (std::size_t i = 0; i < facts.review.moves.size(); ++i) {
      if (is_blacks(facts.game, i) != black) continue;
      const analysis::MoveReview& move = facts.review.moves[i];
      for (const std::size_t part : {std::size_t{0}, 1 + part_of(i)}) {
        lost.at(part) += move.loss;
        ++made.at(part);
      }
      if (move.fault == analysis::Fault::kMistake) ++faults[0];
      if (move.fault == analysis::Fault::kBlunder) ++faults[1];
      if (move.missed_mate) ++faults[2];
    }
    std::vector<std::string> row{black ? "☗ Black" : "☖ White"};
    for (std::size_t part = 0; part < 4; ++part) {
      const auto count = static_cast<double>(made.at(part));
      row.push_back(count == 0 ? "" : fmt::sprintf("%.1f", 100 * (1 - lost.at(part) / count)));
    }
    for (const std::size_t count : faults) row.push_back(fmt::sprintf("%zu", count));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string win_rate_graph(const AnalysedPageGame& facts) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 0; i < facts.verdicts.size(); ++i) {
    const analysis::Verdict& verdict = facts.verdicts[i];
    if (!verdict.decided && !verdict.declares) continue;
    const double rate = is_blacks(facts.game, i) ? verdict.win_rate : 1 - verdict.win_rate;
    points.emplace_back(static_cast<double>(i), 100 * rate);
  }
  report::Chart chart({0, static_cast<double>(facts.game.moves().size())}, {0, 100});
  for (const int level : {0, 50, 100})
    chart.level(level, kLevelColor, fmt::sprintf("%d %%", level));
  for (const std::size_t i : facts.review.turning_points) {
    if (facts.review.moves[i].fault != analysis::Fault::kBlunder) continue;
    chart.mark(static_cast<double>(i + 1), fmt::sprintf("%zu", i + 1));
  }
  chart.line(points, kWinRateColor);
  return "<p>Black's win rate; blunders are marked below.</p>\n" + chart.finish("moves");
}

std::string fault_name(const analysis::MoveReview& move) {
  std::string name = move.fault == analysis::Fault::kBlunder ? "blunder" : "mistake";
  if (move.missed_mate) name += ", missed mate";
  if (move.missed_declaration) name += ", missed declaration";
  return name;
}

std::string better_text(const analysis::Verdict& verdict, const shogi::Position& position) {
  if (verdict.declares) return "declare the win";
  return notation::moves_text(position, verdict.mate ? verdict.mate_line : verdict.line);
}

std::vector<shogi::Position> positions_of(const shogi::Game& game) {
  shogi::Game at(game.freeze_start());
  std::vector<shogi::Position> positions{at.position()};
  for (const shogi::Move move : game.moves()) {
    if (!at.play(move)) break;
    positions.push_back(at.position());
  }
  return positions;
}

ResultTable turning_table(const AnalysedPageGame& facts,
                          const std::vector<shogi::Position>& positions) {
  ResultTable table;
  table.title = "Turning points";
  table.remark = facts.review.turning_points.empty()
                     ? "None: no move cost enough of the win rate."
                     : "Moves by loss of the mover's win rate, the greatest first.";
  if (facts.review.turning_points.empty()) return table;
  table.head = {"move", "played", "what", "loss %", "win rate before %", "better"};
  for (const std::size_t i : facts.review.turning_points) {
    if (table.rows.size() == kMostTurningPoints) break;
    const analysis::Verdict& verdict = facts.verdicts[i];
    table.rows.push_back(
        {fmt::sprintf("%zu", i + 1), notation::moves_text(positions[i], {facts.game.moves()[i]}),
         fault_name(facts.review.moves[i]), fmt::sprintf("%.1f", 100 * facts.review.moves[i].loss),
         fmt::sprintf("%.1f", 100 * verdict.win_rate), better_text(verdict, positions[i])});
  }
  return table;
}

// How far the members' win rates are apart.
double spread_of(const analysis::Verdict& verdict) {
  double low = 1;
  double high = 0;
  for (const auto& rate : verdict.members) {
    if (!rate) continue;
    low = std::min(low, *rate);
    high = std::max(high, *rate);
  }
  return std::max(0.0, high - low);
}

ResultTable disagreement_table(const AnalysedPageGame& facts,
                               const std::vector<shogi::Position>& positions) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < facts.verdicts.size() && i < positions.size(); ++i) {
    if (facts.verdicts[i].members.size() > 1 && spread_of(facts.verdicts[i]) > 0) {
      order.push_back(i);
    }
  }
  std::stable_sort(order.begin(), order.end(), [&facts](std::size_t a, std::size_t b) {
    return spread_of(facts.verdicts[a]) > spread_of(facts.verdicts[b]);
  });
  if (order.size() > kMostDisagreements) order.resize(kMostDisagreements);
  ResultTable table;
  table.title = "Disagreement";
  table.remark = order.empty() ? "None: the members gave the same values."
                               : "Positions where the members' win rates are furthest apart.";
  if (order.empty()) return table;
  table.head = {"move", "consensus", "chosen by", "apart %", "plies in common"};
  for (const std::size_t i : order) {
    const analysis::Verdict& verdict = facts.verdicts[i];
    table.rows.push_back(
        {fmt::sprintf("%zu", i + 1),
         verdict.move ? notation::moves_text(positions[i], {*verdict.move}) : std::string(),
         fmt::sprintf("%zu of %zu", verdict.same_move, verdict.members.size()),
         fmt::sprintf("%.1f", 100 * spread_of(verdict)), fmt::sprintf("%zu", verdict.same_plies)});
  }
  return table;
}

}  // namespace

std::string analysed_game_html(const AnalysedPageGame& facts) {
  const auto positions = positions_of(facts.game);
  return "<h2>" + report::html_text(facts.title) + "</h2>\n" + win_rate_graph(facts) +
         report::html_of(accuracy_table(facts)) + report::html_of(turning_table(facts, positions)) +
         report::html_of(disagreement_table(facts, positions));
}

std::string analysis_page_head() { return report::page_head("Records analysed by a council"); }

std::string analysis_page_foot() { return "</body></html>\n"; }

}  // namespace gougi::tools
