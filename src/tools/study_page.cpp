// SPDX-License-Identifier: MIT
#include "tools/study_page.hpp"

#include <fmt/printf.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/say.hpp"
#include "base/text.hpp"
#include "match/progress.hpp"
#include "report/bars.hpp"
#include "report/chart.hpp"
#include "report/result_table.hpp"

namespace gougi::tools {
namespace {

using base::Language;
using report::html_text;
using report::ResultTable;

std::string share(std::size_t part, std::size_t whole) {
  if (whole == 0) return "";
  return fmt::sprintf("%.1f", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

ResultTable agreement_table(const study::StudyResult& result, Language in) {
  ResultTable table;
  table.title = base::said_in(in, {"How often the voters agreed", "投票の一致"});
  const std::size_t split = result.decisions - result.unanimous;
  table.remark = base::say_in(
      in,
      {"{0} decisions with two votes or more: {1} % unanimous, {2} % with a majority against a "
       "minority, {3} % without a majority. Each two voters chose the same move in so many percent "
       "of the decisions in which both had one:",
       "2票以上の決定 {0} 回のうち、全員一致 {1} %、多数派と少数派 {2} %、過半数なし {3} "
       "%。数字は、両者が投票した決定のうち同じ手を選んだ割合(%)です。"},
      result.decisions, share(result.unanimous, result.decisions),
      share(result.majority, result.decisions), share(split - result.majority, result.decisions));
  table.head = {base::said_in(in, {"voter", "投票者"})};
  for (std::size_t i = 0; i < result.voters.size(); ++i)
    table.head.push_back(fmt::sprintf("%zu", i + 1));
  table.head.push_back(base::said_in(in, {"votes", "票数"}));
  table.head.push_back(base::said_in(in, {"played %", "採用 %"}));
  for (std::size_t i = 0; i < result.voters.size(); ++i) {
    const study::StudiedVoter& voter = result.voters[i];
    auto& row = table.rows.emplace_back();
    row.push_back(fmt::sprintf("%zu. ", i + 1) + base::printable(voter.name));
    for (std::size_t j = 0; j < result.voters.size(); ++j) {
      row.push_back(i == j ? "" : share(voter.agreed[j], voter.together[j]));
    }
    row.push_back(fmt::sprintf("%zu", voter.ballots));
    row.push_back(share(voter.played, voter.ballots));
  }
  return table;
}

ResultTable rules_table(const study::StudyResult& result, Language in) {
  ResultTable table;
  table.title =
      base::said_in(in, {"What each rule would have chosen", "ほかの合議ならどの手を選んだか"});
  table.remark = base::said_in(
      in,
      {"Replayed from the same ballots, without playing: how often it would have been the move "
       "that was played, and how often the vote of each voter, in percent.",
       "同じ投票から選び直したもので、対局はしていません。実際の指し手、各投票者の手と一致した割"
       "合(%)です。"});
  table.head = {base::said_in(in, {"rule", "合議"}), base::said_in(in, {"decisions", "決定"}),
                base::said_in(in, {"as played", "実際と同じ"})};
  for (std::size_t i = 0; i < result.voters.size(); ++i) {
    table.head.push_back(base::say_in(in, {"as {0}", "{0} と同じ"}, i + 1));
  }
  table.head.push_back(base::said_in(in, {"without asking", "追加探索なし"}));
  for (const study::StudiedVoter& rule : result.rules) {
    auto& row = table.rows.emplace_back();
    row = {rule.name, fmt::sprintf("%zu", rule.ballots), share(rule.played, rule.ballots)};
    for (std::size_t i = 0; i < result.voters.size(); ++i) {
      row.push_back(share(rule.agreed[i], rule.together[i]));
    }
    row.push_back(rule.asked == 0 ? "" : fmt::sprintf("%zu", rule.asked));
  }
  return table;
}

ResultTable minority_table(const StudyFacts& facts, Language in) {
  ResultTable table;
  table.title = base::said_in(in, {"Whose minority votes were right", "少数意見の正しさ"});
  table.remark = base::say_in(
      in,
      {"Votes alone against at least two that agreed, judged by a search of {0} nodes after each "
       "move. Right and wrong: better and worse than the majority's move by more than {1:.0f} % of "
       "win rate.",
       "2票以上が一致したときの単独票を、各手の後の {0} "
       "ノードの探索で判定しました。「正」「誤」は、多数派の手より勝率が {1:.0f} "
       "% を超えて良い、悪い手です。"},
      facts.nodes, 100 * study::kClearly);
  table.head = {base::said_in(in, {"voter", "投票者"}), base::said_in(in, {"alone", "単独票"}),
                base::said_in(in, {"right", "正"}),     base::said_in(in, {"right %", "正 %"}),
                base::said_in(in, {"wrong", "誤"}),     base::said_in(in, {"wrong %", "誤 %"}),
                base::said_in(in, {"even", "同程度"})};
  for (const study::StudiedVoter& voter : facts.result.voters) {
    table.rows.push_back({base::printable(voter.name), fmt::sprintf("%zu", voter.alone),
                          fmt::sprintf("%zu", voter.right), share(voter.right, voter.alone),
                          fmt::sprintf("%zu", voter.wrong), share(voter.wrong, voter.alone),
                          fmt::sprintf("%zu", voter.alone - voter.right - voter.wrong)});
  }
  return table;
}

std::vector<std::string> loss_row(const study::StudiedVoter& each) {
  const study::StudyMean& loss = each.loss;
  return {base::printable(each.name), fmt::sprintf("%zu", loss.count),
          loss.count == 0 ? "" : fmt::sprintf("%.2f", 100 * loss.value),
          loss.count == 0 ? ""
          : loss.error    ? fmt::sprintf("%.2f", 100 * *loss.error)
                          : "?",
          share(each.best, loss.count)};
}

constexpr base::Text kLossTitle{"What the choices cost", "選択による損失"};

ResultTable loss_table(const StudyFacts& facts, Language in) {
  ResultTable table;
  table.title = base::said_in(in, kLossTitle);
  table.remark = base::say_in(
      in,
      {"In the {0} decisions in dispute that were judged: by how much of win rate (in percent, "
       "with its 95 % error) the chosen move is behind the best of those voted for, and how often "
       "it is that one.",
       "意見が分かれ、判定された決定 {0} "
       "回で、選んだ手が、票の入った最善手より勝率でどれだけ劣るか(%、95 % "
       "誤差つき)と、最善手だった割合です。"},
      facts.result.judged);
  table.head = {base::said_in(in, {"chooser", "選んだもの"}),
                base::said_in(in, {"decisions", "決定"}), base::said_in(in, {"loss", "損失"}), "±",
                base::said_in(in, {"best %", "最善 %"})};
  for (const study::StudiedVoter& voter : facts.result.voters)
    table.rows.push_back(loss_row(voter));
  for (const study::StudiedVoter& rule : facts.result.rules) {
    table.rows.push_back(loss_row(rule));
    if (rule.asked > 0) {
      table.rows.back().front() += base::said_in(in, {" (without asking)", "(追加探索なし)"});
    }
  }
  return table;
}

ResultTable gain_table(const StudyFacts& facts, Language in) {
  ResultTable table;
  table.title =
      base::said_in(in, {"What the councils gained over their members", "合議による棋力の向上"});
  table.remark = base::said_in(
      in, {"Elo of the council against a member that played in the same match (95 %).",
           "同じ連続対局に参加したメンバーに対する合議の Elo 差(95 %)です。"});
  if (!facts.absent.empty()) {
    std::string names;
    for (const std::string& name : facts.absent) {
      names += (names.empty() ? "" : ", ") + base::printable(name);
    }
    table.remark += base::say_in(
        in, {" Not compared, as they did not play: {0}.", " 対局していないため比較なし: {0}。"},
        names);
  }
  table.head = {base::said_in(in, {"council", "合議"}),
                base::said_in(in, {"member", "メンバー"}),
                "Elo",
                "±",
                base::said_in(in, {"stronger %", "強い確率 %"}),
                ""};
  for (const CouncilGain& gain : facts.gains) {
    table.rows.push_back(
        {base::printable(gain.council), base::printable(gain.member),
         match::signed_text(gain.elo.value), match::error_text(gain.elo.error()),
         std::isnan(gain.superiority) ? "?" : fmt::sprintf("%.1f", 100 * gain.superiority),
         gain.is_best ? base::said_in(in, {"its best that played", "参加した最強のメンバー"})
                      : ""});
  }
  return table;
}

// In the place of the tables that rest on the judge.
ResultTable no_judgement(const StudyFacts& facts, Language in) {
  ResultTable table;
  table.title = base::said_in(in, kLossTitle);
  table.remark =
      base::say_in(in, {"No decision was judged: {0}.", "判定された決定はありません: {0}。"},
                   facts.not_judged.in(in));
  return table;
}

std::vector<ResultTable> tables(const StudyFacts& facts, Language in) {
  std::vector<ResultTable> all{agreement_table(facts.result, in), rules_table(facts.result, in)};
  if (facts.result.judged > 0) {
    all.push_back(minority_table(facts, in));
    all.push_back(loss_table(facts, in));
  } else {
    all.push_back(no_judgement(facts, in));
  }
  if (!facts.gains.empty() || !facts.absent.empty()) all.push_back(gain_table(facts, in));
  return all;
}

// A row for each chooser, the best first, with its error.
std::string loss_graph(const study::StudyResult& result) {
  std::vector<std::pair<const study::StudiedVoter*, bool>> choosers;
  for (const auto& voter : result.voters) choosers.emplace_back(&voter, true);
  for (const auto& rule : result.rules) choosers.emplace_back(&rule, false);
  std::erase_if(choosers, [](const auto& each) { return each.first->loss.count == 0; });
  std::stable_sort(choosers.begin(), choosers.end(), [](const auto& a, const auto& b) {
    return a.first->loss.value < b.first->loss.value;
  });
  std::vector<report::IntervalRow> rows;
  for (const auto& [chooser, is_voter] : choosers) {
    const study::StudyMean& loss = chooser->loss;
    const double error = loss.error.value_or(0);  // not known: the point alone
    rows.push_back({base::printable(chooser->name), 100 * (loss.value - error), 100 * loss.value,
                    100 * (loss.value + error), report::kBarColors[is_voter ? 2 : 0]});
  }
  return "<p><span style=\"color:#e66101\">●</span> a voter <span style=\"color:#2166ac\">●</span> "
         "a rule over all of them: loss of win rate in percent, less is better</p>\n" +
         report::intervals(rows);
}

}  // namespace

std::string study_text(const StudyFacts& facts) {
  std::string text;
  for (const ResultTable& table : tables(facts, base::spoken())) text += text_of(table);
  text.pop_back();
  return text;
}

std::string study_html(const StudyFacts& facts) {
  std::string html = report::page_head("Councils and their votes");
  std::string files;
  for (const std::string& file : facts.files) {
    files += (files.empty() ? "" : ", ") + html_text(base::printable(file));
  }
  html += "<p>From <span class=\"as-it-is\">" + files + ".</span></p>\n";
  const std::vector<ResultTable> english = tables(facts, Language::kEnglish);
  const std::vector<ResultTable> japanese = tables(facts, Language::kJapanese);
  for (std::size_t i = 0; i < english.size(); ++i) html += html_of(english[i], japanese[i]);
  if (facts.result.judged > 0) html += loss_graph(facts.result);
  return html + "</body></html>\n";
}

}  // namespace gougi::tools
