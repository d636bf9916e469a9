// SPDX-License-Identifier: MIT
#include "tools/study_page.hpp"

#include <fmt/printf.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "match/progress.hpp"
#include "report/bars.hpp"
#include "report/chart.hpp"
#include "report/result_table.hpp"

namespace gougi::tools {
namespace {

using report::html_text;
using report::ResultTable;

std::string share(std::size_t part, std::size_t whole) {
  if (whole == 0) return "";
  return fmt::sprintf("%.1f", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

ResultTable agreement_table(const study::StudyResult& result) {
  ResultTable table;
  table.title = "How often the voters agreed";
  const std::size_t split = result.decisions - result.unanimous;
  table.remark = fmt::sprintf(
      "%zu decisions with two votes or more: %s %% unanimous, %s %% with a "
      "majority against a minority, %s %% without a majority. Each two voters "
      "chose the same move in so many percent of the decisions in which both "
      "had one:",
      result.decisions, share(result.unanimous, result.decisions).c_str(),
      share(result.majority, result.decisions).c_str(),
      share(split - result.majority, result.decisions).c_str());
  table.head = {"voter"};
  for (std::size_t i = 0; i < result.voters.size(); ++i)
    table.head.push_back(fmt::sprintf("%zu", i + 1));
  for (const char* const head : {"votes", "played %"}) table.head.emplace_back(head);
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

ResultTable rules_table(const study::StudyResult& result) {
  ResultTable table;
  table.title = "What each rule would have chosen";
  table.remark =
      "Replayed from the same ballots, without playing: how often it would have been the move that "
      "was played, and how often the vote of each voter, in percent.";
  table.head = {"rule", "decisions", "as played"};
  for (std::size_t i = 0; i < result.voters.size(); ++i) {
    table.head.push_back(fmt::sprintf("as %zu", i + 1));
  }
  table.head.emplace_back("without asking");
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

ResultTable minority_table(const StudyFacts& facts) {
  ResultTable table;
  table.title = "Whose minority votes were right";
  table.remark = fmt::sprintf(
      "Votes alone against at least two that agreed, judged by a search of %llu nodes after each "
      "move. Right and wrong: better and worse than the majority's move by more than %.0f %% of "
      "win rate.",
      static_cast<unsigned long long>(facts.nodes), 100 * study::kClearly);
  table.head = {"voter", "alone", "right", "right %", "wrong", "wrong %", "even"};
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
          loss.count == 0 ? "" : fmt::sprintf("%.2f", 100 * loss.error),
          share(each.best, loss.count)};
}

ResultTable loss_table(const StudyFacts& facts) {
  ResultTable table;
  table.title = "What the choices cost";
  table.remark = fmt::sprintf(
      "In the %zu decisions in dispute that were judged: by how much of win rate (in percent, with "
      "its 95 %% error) the chosen move is behind the best of those voted for, and how often it is "
      "that one.",
      facts.result.judged);
  table.head = {"chooser", "decisions", "loss", "±", "best %"};
  for (const study::StudiedVoter& voter : facts.result.voters)
    table.rows.push_back(loss_row(voter));
  for (const study::StudiedVoter& rule : facts.result.rules) {
    table.rows.push_back(loss_row(rule));
    if (rule.asked > 0) table.rows.back().front() += " (without asking)";
  }
  return table;
}

ResultTable gain_table(const StudyFacts& facts) {
  ResultTable table;
  table.title = "What the councils gained over their members";
  table.remark = "Elo of the council against a member that played in the same match (95 %).";
  if (!facts.absent.empty()) {
    std::string names;
    for (const std::string& name : facts.absent) {
      names += (names.empty() ? "" : ", ") + base::printable(name);
    }
    table.remark += " Not compared, as they did not play: " + names + ".";
  }
  table.head = {"council", "member", "Elo", "±", "stronger %", ""};
  for (const CouncilGain& gain : facts.gains) {
    table.rows.push_back(
        {base::printable(gain.council), base::printable(gain.member),
         fmt::sprintf("%+.1f", gain.elo.value), fmt::sprintf("%.1f", gain.elo.error()),
         fmt::sprintf("%.1f", 100 * gain.superiority), gain.is_best ? "its best that played" : ""});
  }
  return table;
}

// In the place of the tables that rest on the judge.
ResultTable no_judgement(const StudyFacts& facts) {
  ResultTable table;
  table.title = "What the choices cost";
  table.remark = "No decision was judged: " + facts.not_judged + ".";
  return table;
}

std::vector<ResultTable> tables(const StudyFacts& facts) {
  std::vector<ResultTable> all{agreement_table(facts.result), rules_table(facts.result)};
  if (facts.result.judged > 0) {
    all.push_back(minority_table(facts));
    all.push_back(loss_table(facts));
  } else {
    all.push_back(no_judgement(facts));
  }
  if (!facts.gains.empty() || !facts.absent.empty()) all.push_back(gain_table(facts));
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
    rows.push_back({base::printable(chooser->name), 100 * (loss.value - loss.error),
                    100 * loss.value, 100 * (loss.value + loss.error),
                    report::kBarColors[is_voter ? 2 : 0]});
  }
  return "<p><span style=\"color:#e66101\">●</span> a voter <span style=\"color:#2166ac\">●</span> "
         "a rule over all of them: loss of win rate in percent, less is better</p>\n" +
         report::intervals(rows);
}

}  // namespace

std::string study_text(const StudyFacts& facts) {
  std::string text;
  for (const ResultTable& table : tables(facts)) text += text_of(table);
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
  for (const ResultTable& table : tables(facts)) html += html_of(table);
  if (facts.result.judged > 0) html += loss_graph(facts.result);
  return html + "</body></html>\n";
}

}  // namespace gougi::tools
