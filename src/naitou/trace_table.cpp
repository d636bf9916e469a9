// SPDX-License-Identifier: MIT
#include "naitou/trace_table.hpp"

#include <algorithm>
#include <utility>

#include "naitou/frame.hpp"
#include "notation/sfen.hpp"

namespace gougi::naitou {
namespace {

std::string labelled(std::string_view name, int value) {
  return " " + std::string(name) + "=" + std::to_string(value);
}

std::string state_text(const State& state) {
  return labelled("level", state.level) + labelled("sub", state.sub_level) +
         labelled("formation", static_cast<int>(state.book.formation)) +
         labelled("bestSrc", state.best_source);
}

std::string root_text(const RootValues& root, const State& before) {
  return "root:" + labelled("Radv", root.adv) + labelled("Rdis", root.dis) +
         labelled("PH", root.power_hum) + labelled("PC", root.power_com) +
         labelled("RBP", root.rbp) + labelled("HK", root.king_hum) + labelled("CK", root.king_com) +
         labelled("pply", before.progress_ply) + state_text(before) +
         labelled("lastDst", before.last_destination);
}

std::string result_text(const Decision& decision, shogi::Color com) {
  if (decision.outcome == Outcome::kSuicide) return "SUICIDE (COM wins)";
  if (!decision.move) return "LOST (resign)";
  return notation::to_usi(from_frame(*decision.move, com)) + (decision.mates ? " (mate)" : "");
}

std::string_view verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kThrowAway:
      return "throw-away";
    case Verdict::kPawnDropMate:
      return "pawn-drop-mate";
    case Verdict::kMate:
      return "mate";
    case Verdict::kCompared:
      break;
  }
  return "";
}

std::string rules_text(const RuleSet& rules) {
  std::string text;
  for (std::size_t i = 0; i < kRuleNames.size(); ++i) {
    if (!rules.has(static_cast<Rule>(i))) continue;
    if (!text.empty()) text += ',';
    text += kRuleNames[i];
  }
  return text;
}

const std::vector<std::string>& column_names() {
  static const std::vector<std::string> kNames{
      "move", "verdict", "cap",       "adv",     "advSq",     "dis",      "disSq",
      "posi", "nega",    "threatH25", "safeC25", "threatC25", "threatC8", "choke",
      "srcC", "dstH",    "dstC",      "hang",    "promo",     "loose",    "rules",
      "cap2", "adv2",    "dis2",      "posi2",   "nega2",     "adopted"};
  return kNames;
}

std::vector<std::string> row_of(const Consideration& seen, shogi::Color com) {
  const Leaf& leaf = seen.leaf;
  std::vector<std::string> row{notation::to_usi(from_frame(leaf.move, com)),
                               std::string(verdict_text(leaf.verdict))};
  const auto add = [&row](int value) { row.push_back(std::to_string(value)); };
  const LeafValues& first = leaf.values;
  for (const int value : {int{first.cap}, int{first.adv}, leaf.adv_square, int{first.dis},
                          leaf.dis_square, int{first.posi}, int{first.nega}}) {
    add(value);
  }
  if (leaf.verdict == Verdict::kCompared || leaf.verdict == Verdict::kMate) {
    for (const int value :
         {int{first.threat_h25}, int{first.safe_c25}, int{first.threat_c25}, int{leaf.threat_c8},
          int{leaf.choke}, int{first.src_c}, int{first.dst_h}, int{leaf.dst_c}, leaf.hang ? 1 : 0,
          int{first.promo}, int{first.loose}}) {
      add(value);
    }
    row.push_back(rules_text(seen.rules));
    const LeafValues& last = seen.corrected;
    for (const Byte value : {last.cap, last.adv, last.dis, last.posi, last.nega}) add(value);
    if (seen.adopted) row.emplace_back("best");
  }
  row.resize(column_names().size());
  return row;
}

std::string aligned(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    line += cells[i] + std::string(widths[i] + 1 - cells[i].size(), ' ');
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

TraceTable trace(const State& state, shogi::Color com, bool may_leave_king) {
  std::vector<Consideration> seen;
  RootValues root;
  State after = state;
  const Decision decision = think(after, {may_leave_king, &seen, &root});
  TraceTable table;
  table.root = root_text(root, state);
  table.columns = column_names();
  for (const Consideration& one : seen) table.rows.push_back(row_of(one, com));
  table.result = "result: " + result_text(decision, com) + "   after:" + state_text(after);
  table.from_book = decision.from_book;
  return table;
}

std::vector<std::string> lines_of(const TraceTable& table) {
  std::vector<std::size_t> widths;
  for (const std::string& name : table.columns) widths.push_back(name.size());
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::vector<std::string> lines{table.root, aligned(table.columns, widths)};
  for (const auto& row : table.rows) lines.push_back(aligned(row, widths));
  lines.push_back(table.result + (table.from_book ? " (from the book)" : ""));
  return lines;
}

}  // namespace gougi::naitou
