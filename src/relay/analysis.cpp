// SPDX-License-Identifier: MIT
#include "relay/analysis.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "consensus/win_rate.hpp"
#include "notation/freeze.hpp"
#include "relay/mate_proof.hpp"

namespace gougi::relay {
namespace {

// A pv is shown to this length; nobody reads further, and each ply costs a legality check.
constexpr std::size_t kMostLinePlies = 48;

AnalysisLine line_of(const Round& round, const Seat& seat, const std::optional<usi::Score>& score,
                     int depth, std::string_view words) {
  AnalysisLine line;
  line.seat = &seat;
  line.info.depth = depth;
  line.info.score = score;
  std::vector<shogi::FreezeMove> moves;
  while (moves.size() < kMostLinePlies) {
    const auto move = notation::parse_freeze_move(base::next_word(words));
    if (!move) break;
    moves.push_back(move->move);
  }
  line.info.set_pv(legal_prefix(round.position(), moves));
  return line;
}

void add_lines(const Round& round, const Seat& seat, std::vector<AnalysisLine>& lines) {
  const auto add = [&](AnalysisLine line) {
    if (!line.info.pv.empty()) lines.push_back(std::move(line));
  };
  const bool ranked = std::ranges::any_of(seat.last.lines, [](const auto& l) { return !!l; });
  if (!ranked) {
    add(line_of(round, seat, seat.last.score, seat.last.depth, seat.last.pv));
    return;
  }
  for (const auto& seen : seat.last.lines) {
    if (seen) add(line_of(round, seat, seen->score, seen->depth, seen->pv));
  }
}

bool is_better(const AnalysisLine& a, const AnalysisLine& b) {
  if (!a.info.score || !b.info.score) return a.info.score.has_value() && !b.info.score;
  return consensus::compare(*a.info.score, a.seat->eval_coef, *b.info.score, b.seat->eval_coef) > 0;
}

// Whose thoughts the strategy would play if all voted now.
int leader(const Round& round) {
  Round now = round;
  now.facts.may_ask = false;
  for (Seat& seat : now.seats) {
    if (!seat.ballot) now.take_partial(seat, round.clock_start);
    seat.search = 0;
  }
  const auto verdict = now.verdict();
  const auto* decided = std::get_if<consensus::Decided>(&verdict);
  return decided != nullptr ? decided->voter : 0;
}

}  // namespace

std::vector<AnalysisLine> analysis(const Round& round, std::size_t most) {
  std::vector<AnalysisLine> lines;
  for (const Seat& seat : round.seats) add_lines(round, seat, lines);
  if (lines.empty()) return lines;
  std::ranges::stable_sort(lines, is_better);
  const int voter = leader(round);
  const auto chosen =
      std::ranges::find_if(lines, [&](const AnalysisLine& l) { return l.seat->number == voter; });
  lines.insert(lines.begin(), AnalysisLine(chosen != lines.end() ? *chosen : lines.front()));
  if (lines.size() > most) lines.resize(most);
  for (std::size_t i = 0; i < lines.size(); ++i) lines[i].info.multipv = static_cast<int>(i) + 1;
  return lines;
}

std::string analysis_legend(const Round& round, const std::vector<AnalysisLine>& lines,
                            bool japanese) {
  std::string legend =
      std::string(japanese ? "読み筋: 1 " : "lines: 1 ") +
      std::string(japanese ? round.strategy->japanese_name : round.strategy->identifier);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    legend += ", " + std::to_string(i + 1) + " " + lines[i].seat->name;
  }
  return legend;
}

}  // namespace gougi::relay
