// SPDX-License-Identifier: MIT
#include "tools/headroom_page.hpp"

#include <fmt/printf.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "base/say.hpp"
#include "base/text.hpp"
#include "report/chart.hpp"
#include "report/result_table.hpp"
#include "study/consensus_study.hpp"

namespace gougi::tools {
namespace {

using base::Language;
using report::ResultTable;
using study::HeadroomBounds;
using study::HeadroomEstimate;
using study::HeadroomGroup;

// A value with its interval in brackets: points of win rate in percent, or rho as it is.
std::string estimate_text(const HeadroomEstimate& estimate, double unit, const char* format,
                          Language in) {
  const auto number = [&](double value) {
    return std::isfinite(value) ? fmt::sprintf(format, unit * value)
                                : base::said_in(in, {"any", "不定"});
  };
  std::string text = number(estimate.value);
  if (!estimate.bounds) return text + " (?)";
  return text + " (" + number(estimate.bounds->low) + "…" + number(estimate.bounds->high) + ")";
}

std::string points_text(const HeadroomEstimate& estimate, Language in) {
  return estimate_text(estimate, 100, "%+.2f", in);
}

std::string rho_text(const HeadroomGroup& group, Language in) {
  return group.rho ? estimate_text(*group.rho, 1, "%.2f", in)
                   : base::said_in(in, {"not known", "不明"});
}

std::string percent(std::size_t part, std::size_t whole) {
  if (whole == 0) return "";
  return fmt::sprintf("%.1f", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

using NamedGroup = std::pair<std::string, const HeadroomGroup*>;

std::vector<NamedGroup> headroom_groups(const HeadroomFacts& facts, Language in) {
  const study::HeadroomResult& result = facts.result;
  const base::Text no_majority = facts.order.engines.size() <= 3
                                     ? base::Text{"all different", "全員不一致"}
                                     : base::Text{"no majority", "過半数なし"};
  return {{base::said_in(in, {"all", "全体"}), &result.all},
          {base::said_in(in, {"opening (moves 1–50)", "序盤(1–50手目)"}), &result.phases[0]},
          {base::said_in(in, {"middle game (51–100)", "中盤(51–100手目)"}), &result.phases[1]},
          {base::said_in(in, {"endgame (101–)", "終盤(101手目–)"}), &result.phases[2]},
          {base::said_in(in, {"all the same", "全員一致"}), &result.agreement[0]},
          {base::said_in(in, {"a majority", "過半数"}), &result.agreement[1]},
          {base::said_in(in, no_majority), &result.agreement[2]}};
}

// What the figures come to, in a sentence.
std::string verdict(const HeadroomFacts& facts, Language in) {
  const HeadroomGroup& all = facts.result.all;
  if (all.positions == 0)
    return base::said_in(in, {"No position was judged.", "判定された局面はありません。"});
  if (!all.price.bounds) {
    return base::say_in(
        in,
        {"rho is not known: {0} games are too few for an interval; {1} are needed.",
         "rho は不明です。区間を求めるには {1} 局が必要ですが、{0} 局しかありません。"},
        all.games, study::kFewestGames);
  }
  if (!all.rho) {
    return base::say_in(
        in,
        {"rho is not known: what the whole hardware is worth to the anchor, {0} points of win "
         "rate, may be nothing; more positions tell.",
         "rho は不明です。全計算資源が anchor にもたらす勝率 {0} "
         "は、0 かもしれません。局面を増やすとわかります。"},
        points_text(all.price, in));
  }
  const HeadroomBounds& bounds = *all.rho->bounds;
  const std::string rho = rho_text(all, in);
  if (bounds.high < 1 && facts.first) {  // a flattered one alone would rule it out
    return base::say_in(
        in,
        {"rho is {0}: what these judges see in these moves does not pay for the hardware that they "
         "share; what they do not see might.",
         "rho は {0} です。判定役に見える限り、これらの手からどう選んでも、計算資源を分け合う損失を"
         "補えません。見落とした分があれば、補えるかもしれません。"},
        rho);
  }
  if (bounds.high < 1) {
    return base::say_in(
        in,
        {"rho is {0}: no arbiter among these moves can pay for the hardware that they share.",
         "rho は {0} です。これらの手からどう選んでも、計算資源を分け合う損失を補えません。"},
        rho);
  }
  if (bounds.low > 1)
    return base::say_in(in,
                        {"rho is {0}: a good enough arbiter could beat the anchor.",
                         "rho は {0} です。うまく選べば anchor を上回れます。"},
                        rho);
  return base::say_in(in,
                      {"rho is {0}: whether any arbiter could pay for the hardware is open; more "
                       "positions tell.",
                       "rho は {0} です。計算資源を分け合う損失を補えるかは、まだわかりません。"
                       "局面を増やすとわかります。"},
                      rho);
}

// Whoever judged, the first in brackets.
std::string judges_text(const HeadroomFacts& facts, Language in) {
  std::string judge = base::printable(facts.order.judge.name);
  if (!facts.first) return judge;
  return judge + base::say_in(in, {" (behind {0}, {1} nodes)", "(その前に {0}、{1} ノード)"},
                              base::printable(facts.first->judge.name), facts.first->judge_nodes);
}

ResultTable headroom_table(const HeadroomFacts& facts, Language in) {
  const study::HeadroomOrder& order = facts.order;
  ResultTable table;
  table.title =
      base::said_in(in, {"Headroom of a council over its anchor", "anchor に対する合議の伸びしろ"});
  table.remark = base::say_in(
      in,
      {"{0} engines with {1} nodes each, of {2} in all; anchor: {3}; judge: {4}; {5} nodes after "
       "each "
       "move; {6} positions of {7} games, seed {8}",
       "エンジン {0}、各 {1} ノード(合計 {2})。anchor: {3}、判定: {4}(各手の後 {5} "
       "ノード)。{7}局 {6}局面、乱数の種 {8}"},
      order.engines.size(), order.nodes / order.engines.size(), order.nodes,
      base::printable(order.engines[order.anchor].name), judges_text(facts, in), order.judge_nodes,
      facts.result.all.positions, facts.result.all.games, order.seed);
  table.remark += facts.left_out == 0 ? base::said_in(in, {". ", "。"})
                                      : base::say_in(in,
                                                     {"; {0} left out, at which an engine failed. ",
                                                      "、エンジンの失敗による除外 {0}。"},
                                                     facts.left_out);
  table.remark += base::said_in(
      in,
      {"Gain: the best of the members' moves over the anchor's with its part; price: the anchor's "
       "with all nodes over the same; in points of win rate in percent, with 95 % intervals by "
       "games. rho is gain / price.",
       "改善: メンバーの最善手と、分け前で読んだ anchor の手との差。代償: 全ノードで読んだ anchor "
       "の手との差。どちらも勝率(%)で、対局単位の 95 % 区間つき。rho は 改善/代償。"});
  table.head = {base::said_in(in, {"positions", "局面"}), base::said_in(in, {"number", "数"}),
                base::said_in(in, {"games", "対局数"}),   base::said_in(in, {"gain", "改善"}),
                base::said_in(in, {"price", "代償"}),     "rho"};
  for (const auto& [name, group] : headroom_groups(facts, in)) {
    if (group->positions == 0) continue;
    table.rows.push_back({name, fmt::sprintf("%zu", group->positions),
                          fmt::sprintf("%zu", group->games), points_text(group->gain, in),
                          points_text(group->price, in), rho_text(*group, in)});
  }
  return table;
}

ResultTable pair_table(const HeadroomFacts& facts, Language in) {
  ResultTable table;
  table.title = base::said_in(in, {"Who differs, and who is right", "手の違いと、その正しさ"});
  table.remark = base::say_in(
      in,
      {"How often two engines chose different moves, and whose was better then by more than "
       "{0:.0f} % of win rate, in percent of the positions where they differ.",
       "2つのエンジンが別の手を選んだ割合と、そのうちどちらの手が勝率 {0:.0f} "
       "% を超えて良かったかの割合(%)です。"},
      100 * study::kClearly);
  table.head = {base::said_in(in, {"engines", "エンジン"}),
                base::said_in(in, {"different", "不一致"}),
                base::said_in(in, {"different %", "不一致 %"}),
                base::said_in(in, {"first right %", "前者が正 %"}),
                base::said_in(in, {"second right %", "後者が正 %"}),
                base::said_in(in, {"even %", "同程度 %"})};
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

ResultTable member_table(const HeadroomFacts& facts, Language in) {
  ResultTable table;
  table.title = base::said_in(in, {"What each engine's moves are worth", "各エンジンの手の価値"});
  table.remark = base::said_in(
      in, {"Over the anchor's with its part of the nodes, in points of win rate in percent.",
           "分け前のノードで読んだ anchor の手との、勝率の差(%)です。"});
  table.head = {base::said_in(in, {"engine", "エンジン"}),
                base::said_in(in, {"over the anchor", "anchor との差"})};
  for (std::size_t i = 0; i < facts.result.members.size(); ++i) {
    const bool is_anchor = i == facts.order.anchor;
    table.rows.push_back({base::printable(facts.order.engines[i].name),
                          is_anchor ? base::said_in(in, {"the anchor", "anchor"})
                                    : points_text(facts.result.members[i], in)});
  }
  return table;
}

// What the study can be made again with.
ResultTable engine_table(const HeadroomFacts& facts, Language in) {
  const study::HeadroomOrder& order = facts.order;
  ResultTable table;
  table.title = base::said_in(in, {"Who took part", "参加エンジン"});
  table.remark = base::say_in(in,
                              {"The games' fingerprint: {0}; the judge's coefficient: {1}",
                               "対局の指紋: {0}、判定の eval_coef: {1}"},
                              base::printable(order.games), order.judge_coef);
  table.head = {base::said_in(in, {"engine", "エンジン"}),
                base::said_in(in, {"command", "コマンド"}),
                base::said_in(in, {"options", "オプション"})};
  const auto add = [&table](const study::HeadroomEngine& engine, const std::string& duty) {
    std::string options;
    for (const auto& [name, value] : engine.options) {
      options += (options.empty() ? "" : ", ") + name + "=" + value;
    }
    table.rows.push_back({base::printable(engine.name) + duty, base::printable(engine.command),
                          base::printable(options)});
  };
  for (std::size_t i = 0; i < order.engines.size(); ++i) {
    add(order.engines[i],
        i == order.anchor ? base::said_in(in, {", the anchor", "(anchor)"}) : std::string());
  }
  if (facts.first) {
    add(facts.first->judge, base::said_in(in, {", who judged first", "(先に判定)"}));
  }
  add(order.judge, base::said_in(in, {", who judged", "(判定)"}));
  return table;
}

std::vector<ResultTable> tables_of(const HeadroomFacts& facts, Language in) {
  if (facts.result.all.positions == 0) return {headroom_table(facts, in)};
  return {headroom_table(facts, in), pair_table(facts, in), member_table(facts, in)};
}

std::vector<std::string> headroom_remarks(const HeadroomFacts& facts, Language in) {
  std::vector<std::string> lines{verdict(facts, in)};
  if (facts.result.all.positions == 0) return lines;
  lines.push_back(base::say_in(
      in,
      {"In {0} % of the positions the best move was nobody's: the judge's own is better by more "
       "than {1:.0f} % of win rate than all members'.",
       "局面の {0} % "
       "では、最善手を誰も選んでいません。判定エンジンの手が、どのメンバーの手より勝率 "
       "{1:.0f} % を超えて良い手です。"},
      estimate_text(facts.result.nobodys, 100, "%.1f", in), 100 * study::kClearly));
  if (facts.first) {
    lines.push_back(base::said_in(
        in, {"The best of the members' moves is chosen by one judge and valued by the other: rho "
             "is not flattered; what the judges do not see makes it rather too small.",
             "メンバーの最善手は一方の判定役が選び、もう一方が評価しています。rho "
             "の過大評価はなく、判定の見落としの分だけ実際より低めです。"}));
    return lines;
  }
  lines.push_back(base::said_in(
      in,
      {"The best of the members' moves is the one that the judge values most, so its noise counts "
       "as gain: rho is flattered, and the truth is rather below it.",
       "メンバーの最善手は判定が最も高く評価した手なので、判定の誤差も改善に数えられます。"
       "実際の rho はこれより低めです。"}));
  return lines;
}

// Gain and price of each group beside each other, with their intervals.
std::string headroom_graph(const HeadroomFacts& facts) {
  std::vector<NamedGroup> groups = headroom_groups(facts, Language::kEnglish);
  std::vector<NamedGroup> japanese = headroom_groups(facts, Language::kJapanese);
  for (auto* const each : {&groups, &japanese}) {
    std::erase_if(*each, [](const NamedGroup& group) { return group.second->positions == 0; });
  }
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
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const auto& [name, group] = groups[i];
    svg += report::html_in_both(fmt::sprintf("text x=\"4\" y=\"%d\"", y + 10),
                                {name, japanese[i].first});
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
  return "<p><span style=\"color:#e66101\">●</span> " +
         report::html_in_both("span", {"gain", "改善"}) +
         " <span style=\"color:#2166ac\">●</span> " +
         report::html_in_both("span", {"price: points of win rate in percent", "代償: 勝率(%)"}) +
         "</p>\n" + svg + "</svg>\n";
}

}  // namespace

std::string headroom_text(const HeadroomFacts& facts) {
  const Language in = base::spoken();
  std::string text;
  for (const ResultTable& table : tables_of(facts, in)) text += text_of(table);
  for (const std::string& line : headroom_remarks(facts, in)) text += line + "\n";
  return text;
}

std::string headroom_html(const HeadroomFacts& facts) {
  std::string html = report::page_head("Headroom of a council");
  const std::vector<std::string> remarks = headroom_remarks(facts, Language::kEnglish);
  const std::vector<std::string> japanese_remarks = headroom_remarks(facts, Language::kJapanese);
  for (std::size_t i = 0; i < remarks.size(); ++i) {
    html += report::html_in_both("p", {remarks[i], japanese_remarks[i]}) + "\n";
  }
  const std::vector<ResultTable> tables = tables_of(facts, Language::kEnglish);
  const std::vector<ResultTable> japanese = tables_of(facts, Language::kJapanese);
  for (std::size_t i = 0; i < tables.size(); ++i) html += html_of(tables[i], japanese[i]);
  if (facts.result.all.positions > 0) html += headroom_graph(facts);
  return html +
         html_of(engine_table(facts, Language::kEnglish),
                 engine_table(facts, Language::kJapanese)) +
         "</body></html>\n";
}

}  // namespace gougi::tools
