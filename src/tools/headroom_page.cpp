// SPDX-License-Identifier: MIT
#include "tools/headroom_page.hpp"

#include <fmt/printf.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "report/chart.hpp"
#include "report/result_table.hpp"
#include "study/consensus_study.hpp"

namespace gougi::tools {
namespace {

using report::html_text;
using report::ResultTable;
using study::HeadroomBounds;
using study::HeadroomEstimate;
using study::HeadroomGroup;

// A value with its interval in brackets: points of win rate in percent, or rho as it is.
std::string estimate_text(const HeadroomEstimate& estimate, double unit, const char* format) {
  const auto number = [&](double value) {
    return std::isfinite(value) ? fmt::sprintf(format, unit * value) : std::string("any");
  };
  std::string text = number(estimate.value);
  if (!estimate.bounds) return text + " (?)";
  return text + " (" + number(estimate.bounds->low) + "…" + number(estimate.bounds->high) + ")";
}

std::string points_text(const HeadroomEstimate& estimate) {
  return estimate_text(estimate, 100, "%+.2f");
}

std::string rho_text(const HeadroomGroup& group) {
  return group.rho ? estimate_text(*group.rho, 1, "%.2f") : "not known";
}

std::string percent(std::size_t part, std::size_t whole) {
  if (whole == 0) return "";
  return fmt::sprintf("%.1f", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

using NamedGroup = std::pair<std::string, const HeadroomGroup*>;

std::vector<NamedGroup> headroom_groups(const HeadroomFacts& facts) {
  const study::HeadroomResult& result = facts.result;
  const bool is_all_different = facts.order.engines.size() <= 3;
  return {{"all", &result.all},
          {"opening (moves 1–50)", &result.phases[0]},
          {"middle game (51–100)", &result.phases[1]},
          {"endgame (101–)", &result.phases[2]},
          {"all the same", &result.agreement[0]},
          {"a majority", &result.agreement[1]},
          {is_all_different ? "all different" : "no majority", &result.agreement[2]}};
}

// What the figures come to, in a sentence.
std::string verdict(const HeadroomGroup& all) {
  if (all.positions == 0) return "No position was judged.";
  if (!all.price.bounds) {
    return fmt::sprintf("rho is not known: %zu games are too few for an interval; %zu are needed.",
                        all.games, study::kFewestGames);
  }
  if (!all.rho) {
    return "rho is not known: what the whole hardware is worth to the anchor, " +
           points_text(all.price) + " points of win rate, may be nothing; more positions tell.";
  }
  const HeadroomBounds& bounds = *all.rho->bounds;
  const std::string rho = "rho is " + rho_text(all) + ": ";
  if (bounds.high < 1) {
    return rho + "no arbiter among these moves can pay for the hardware that they share.";
  }
  if (bounds.low > 1) return rho + "a good enough arbiter could beat the anchor.";
  return rho + "whether any arbiter could pay for the hardware is open; more positions tell.";
}

ResultTable headroom_table(const HeadroomFacts& facts) {
  const study::HeadroomOrder& order = facts.order;
  ResultTable table;
  table.title = "Headroom of a council over its anchor";
  table.remark =
      fmt::sprintf("%zu engines with %llu nodes each, of %llu in all; the anchor is ",
                   order.engines.size(),
                   static_cast<unsigned long long>(order.nodes / order.engines.size()),
                   static_cast<unsigned long long>(order.nodes)) +
      base::printable(order.engines[order.anchor].name) + "; judged by " +
      base::printable(order.judge.name) +
      fmt::sprintf(" with %llu nodes after each move. %zu positions of %zu games, seed %llu",
                   static_cast<unsigned long long>(order.judge_nodes), facts.result.all.positions,
                   facts.result.all.games, static_cast<unsigned long long>(order.seed)) +
      (facts.left_out == 0
           ? std::string(".")
           : fmt::sprintf("; %zu left out, at which an engine failed.", facts.left_out)) +
      " Gain: the best of the members' moves over the anchor's with its part; price: the anchor's "
      "with all nodes over the same; in points of win rate in percent, with 95 % intervals by "
      "games. rho is gain / price.";
  table.head = {"positions", "number", "games", "gain", "price", "rho"};
  for (const auto& [name, group] : headroom_groups(facts)) {
    if (group->positions == 0) continue;
    table.rows.push_back({name, fmt::sprintf("%zu", group->positions),
                          fmt::sprintf("%zu", group->games), points_text(group->gain),
                          points_text(group->price), rho_text(*group)});
  }
  return table;
}

ResultTable pair_table(const HeadroomFacts& facts) {
  ResultTable table;
  table.title = "Who differs, and who is right";
  table.remark = fmt::sprintf(
      "How often two engines chose different moves, and whose was better then by more than %.0f %% "
      "of win rate, in percent of the positions where they differ.",
      100 * study::kClearly);
  table.head = {"engines", "different", "different %", "first right %", "second right %", "even %"};
  const auto name = [&](std::size_t i) { return base::printable(facts.order.engines[i].name); };
  for (const study::HeadroomPair& pair : facts.result.pairs) {
    table.rows.push_back(
        {name(pair.first) + " – " + name(pair.second), fmt::sprintf("%zu", pair.different),
         percent(pair.different, facts.result.all.positions),
         percent(pair.first_right, pair.different), percent(pair.second_right, pair.different),
         percent(pair.different - pair.first_right - pair.second_right, pair.different)});
  }
  return table;
}

ResultTable member_table(const HeadroomFacts& facts) {
  ResultTable table;
  table.title = "What each engine's moves are worth";
  table.remark = "Over the anchor's with its part of the nodes, in points of win rate in percent.";
  table.head = {"engine", "over the anchor"};
  for (std::size_t i = 0; i < facts.result.members.size(); ++i) {
    const bool is_anchor = i == facts.order.anchor;
    table.rows.push_back({base::printable(facts.order.engines[i].name),
                          is_anchor ? "the anchor" : points_text(facts.result.members[i])});
  }
  return table;
}

// What the study can be made again with.
ResultTable engine_table(const HeadroomFacts& facts) {
  const study::HeadroomOrder& order = facts.order;
  ResultTable table;
  table.title = "Who took part";
  table.remark = "The games' fingerprint is " + base::printable(order.games) +
                 fmt::sprintf(", the judge's coefficient %d.", order.judge_coef);
  table.head = {"engine", "command", "options"};
  const auto add = [&table](const study::HeadroomEngine& engine, const std::string& duty) {
    std::string options;
    for (const auto& [name, value] : engine.options) {
      options += (options.empty() ? "" : ", ") + name + "=" + value;
    }
    table.rows.push_back({base::printable(engine.name) + duty, base::printable(engine.command),
                          base::printable(options)});
  };
  for (std::size_t i = 0; i < order.engines.size(); ++i) {
    add(order.engines[i], i == order.anchor ? ", the anchor" : "");
  }
  add(order.judge, ", who judged");
  return table;
}

std::vector<ResultTable> tables_of(const HeadroomFacts& facts) {
  if (facts.result.all.positions == 0) return {headroom_table(facts)};
  return {headroom_table(facts), pair_table(facts), member_table(facts)};
}

std::vector<std::string> headroom_remarks(const HeadroomFacts& facts) {
  std::vector<std::string> lines{verdict(facts.result.all)};
  if (facts.result.all.positions == 0) return lines;
  lines.push_back(
      "In " + estimate_text(facts.result.nobodys, 100, "%.1f") +
      fmt::sprintf(" %% of the positions the best move was nobody's: the judge's own is "
                   "better by more than %.0f %% of win rate than all members'.",
                   100 * study::kClearly));
  lines.emplace_back(
      "The best of the members' moves is the one that the judge values most, so its noise counts "
      "as gain: rho is flattered, and the truth is rather below it.");
  return lines;
}

// Gain and price of each group beside each other, with their intervals.
std::string headroom_graph(const HeadroomFacts& facts) {
  std::vector<NamedGroup> groups = headroom_groups(facts);
  std::erase_if(groups, [](const NamedGroup& each) { return each.second->positions == 0; });
  double low = 0;
  double high = 1e-3;
  for (const auto& [name, group] : groups) {
    for (const HeadroomEstimate& each : {group->gain, group->price}) {
      const HeadroomBounds bounds = each.bounds.value_or(HeadroomBounds{each.value, each.value});
      low = std::min(low, bounds.low);
      high = std::max(high, bounds.high);
    }
  }
  const auto x = [&](double value) { return 200 + 530 * (value - low) / (high - low); };
  const int height = 26 + 34 * static_cast<int>(groups.size());
  std::string svg = fmt::sprintf("<svg viewBox=\"0 0 760 %d\" width=\"760\">", height);
  svg += fmt::sprintf(
      "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\" stroke=\"#999\" "
      "stroke-dasharray=\"4\"/>",
      x(0), x(0), height - 20);
  int y = 10;
  for (const auto& [name, group] : groups) {
    svg += fmt::sprintf("<text x=\"4\" y=\"%d\">", y + 10) + html_text(name) + "</text>";
    for (const auto& [estimate, color] :
         {std::pair(group->gain, "#e66101"), std::pair(group->price, "#2166ac")}) {
      const HeadroomBounds bounds =
          estimate.bounds.value_or(HeadroomBounds{estimate.value, estimate.value});
      svg += fmt::sprintf(
          "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"%s\"/>"
          "<circle cx=\"%.1f\" cy=\"%d\" r=\"4\" fill=\"%s\"/>",
          x(bounds.low), x(bounds.high), y, y, color, x(estimate.value), y, color);
      y += 12;
    }
    y += 10;
  }
  std::vector<double> marks{0, high};
  if (x(0) - x(low) > 40) marks.push_back(low);  // else the two would overlap
  for (const double value : marks) {
    svg += fmt::sprintf("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.2f</text>", x(value),
                        height - 4, 100 * value);
  }
  return "<p><span style=\"color:#e66101\">●</span> gain <span style=\"color:#2166ac\">●</span> "
         "price: points of win rate in percent</p>\n" +
         svg + "</svg>\n";
}

}  // namespace

std::string headroom_text(const HeadroomFacts& facts) {
  std::string text;
  for (const ResultTable& table : tables_of(facts)) text += text_of(table);
  for (const std::string& line : headroom_remarks(facts)) text += line + "\n";
  return text;
}

std::string headroom_html(const HeadroomFacts& facts) {
  std::string html = report::page_head("Headroom of a council");
  for (const std::string& line : headroom_remarks(facts))
    html += "<p>" + html_text(line) + "</p>\n";
  for (const ResultTable& table : tables_of(facts)) html += html_of(table);
  if (facts.result.all.positions > 0) html += headroom_graph(facts);
  return html + html_of(engine_table(facts)) + "</body></html>\n";
}

}  // namespace gougi::tools
