// SPDX-License-Identifier: MIT
// What the GUI is shown of a search: lines of whoever leads, the lines of an analysis, and how the
// answer came about.
#include <algorithm>

#include "base/log.hpp"
#include "base/text.hpp"
#include "notation/freeze.hpp"
#include "relay/analysis.hpp"
#include "relay/child.hpp"
#include "relay/explanation.hpp"
#include "relay/mate_proof.hpp"
#include "relay/session.hpp"
#include "relay/vote_lines.hpp"
#include "relay/vote_table.hpp"

namespace gougi::relay {
namespace {

// A pv is shown to this length; nobody reads further, and each ply costs a legality check.
constexpr std::size_t kMostShownPlies = 48;
constexpr int kMostRows = 64;
// Whose the rows of an analysis are is said when all engines have spoken. Who has not by then is
// loading, and is named by what is known of it.
constexpr base::Milliseconds kPatienceForLegend{1000};

}  // namespace

void Session::show_vote(const Round& round, const Outcome& outcome) {
  const bool in_japanese = japanese();
  for (const std::string& line : vote_table(round, outcome, in_japanese)) say(line);
  explain(round, outcome);
  // The last message: ShogiHome shows no more than that.
  say(vote_summary(round, outcome, in_japanese));
  const auto time = base::to_ms(now_ - round.clock_start);
  const bool is_analysis = round.limits.infinite && round.seats.size() > 1;
  for (usi::InfoAnswer& info : vote_lines(round, outcome, board_.own().vote_lines)) {
    info.time_ms = time.count();
    if (is_analysis) add_effort(round, time, info);
    to_host(usi::format(info));
  }
}

void Session::explain(const Round& round, const Outcome& outcome) {
  const auto& own = board_.own();
  if (own.explain) {
    for (const auto& line : explanation(round, outcome, now_, japanese())) say(line);
  }
  if (!base::log::enabled(base::log::Level::kInfo)) return;
  for (const auto& line : explanation(round, outcome, now_, false)) {
    base::log::info("decided: " + line);
  }
}

void Session::show_analysis() {
  Round& round = *round_;
  round.analysis_at.reset();
  round.analysis_shown_at = now_;
  const auto rows = analysis(round, kMostRows);
  if (rows.empty()) return;
  if (round.analysis_width == 0) {
    round.analysis_width = round.seats.size();
    round.analysis_legend_at = now_ + kPatienceForLegend;
  }
  say_analysis_legend();
  const auto time = base::to_ms(now_ - round.clock_start);
  auto& shown = round.analysis_shown;
  bool is_news = false;
  for (const usi::InfoAnswer& row : rows) {  // the consensus is the last of them
    const auto place = static_cast<std::size_t>(*row.multipv) - 1;
    if (shown.size() <= place) shown.resize(place + 1);
    const bool is_consensus = place == 0;
    if (shown[place] == row && !(is_consensus && is_news)) continue;
    is_news = true;
    shown[place] = row;
    usi::InfoAnswer info = row;
    info.time_ms = time.count();
    add_effort(round, time, info);
    show_thought(info);
  }
}

// Once a search: who comes back after a crash has the row it had.
void Session::say_analysis_legend() {
  Round& round = *round_;
  if (round.analysis_legend_said) return;
  if (now_ < round.analysis_legend_at && !everybody_has_spoken(round)) {
    round.analysis_at = round.analysis_legend_at;
    return;
  }
  round.analysis_legend_said = true;
  say(analysis_legend(round, japanese()));
}

void Session::forward_info(const Seat& seat, const usi::InfoView& info) {
  if (info.pv.empty() || !info.score) return;
  if (round_->limits.infinite && round_->seats.size() > 1) {
    const base::TimePoint due = round_->analysis_shown_at + board_.own().info_interval;
    if (now_ >= due) {
      show_analysis();
    } else {
      round_->analysis_at = std::min(round_->analysis_at.value_or(due), due);
    }
    return;
  }
  const auto& own = board_.own();
  std::size_t line = static_cast<std::size_t>(std::max(1, info.multipv.value_or(1)));
  if (own.show_all) {
    if (line != 1) return;
    line = static_cast<std::size_t>(&seat - round_->seats.data()) + 1;
  } else if (&seat != &leading_seat()) {
    return;
  }
  if (line >= shown_.size()) return;
  Shown& shown = shown_[line];
  const int depth = info.depth.value_or(0);
  const bool deeper = depth > shown.depth && info.score->bound == usi::Bound::kExact;
  if (!deeper && now_ - shown.at < own.info_interval) return;

  usi::InfoAnswer answer;
  std::string_view words = info.pv;
  std::vector<shogi::FreezeMove> line_words;
  while (line_words.size() < kMostShownPlies) {
    const auto move = notation::parse_freeze_move(base::next_word(words));
    if (!move) break;
    line_words.push_back(move->move);
  }
  answer.set_pv(legal_prefix(round_->position(), line_words));
  if (answer.pv.empty()) return;
  shown.depth = std::max(shown.depth, depth);
  shown.at = now_;
  answer.depth = info.depth;
  answer.seldepth = info.seldepth;
  answer.time_ms = base::to_ms(now_ - round_->clock_start).count();
  answer.nodes = info.nodes;
  answer.nps = info.nps;
  answer.hashfull = info.hashfull;
  if (info.multipv || own.show_all) answer.multipv = static_cast<int>(line);
  answer.score = info.score;
  show_thought(answer);
}

const Seat& Session::leading_seat() const {
  for (const Seat& seat : round_->seats) {
    if (seat.search != 0 && !seat.elsewhere) return seat;
  }
  return round_->seats.front();
}

}  // namespace gougi::relay
