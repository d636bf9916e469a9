// SPDX-License-Identifier: MIT
#include "relay/thought_display.hpp"

#include <algorithm>

#include "relay/analysis.hpp"

namespace gougi::relay {
namespace {

// A pv is shown to this length; nobody reads further, and each ply costs a legality check.
constexpr std::size_t kMostShownPlies = 48;
constexpr int kMostRows = 64;
// Whose the rows of an analysis are is said when all engines have spoken. Who has not by then is
// loading, and is named by what is known of it.
constexpr base::Milliseconds kPatienceForLegend{1000};

}  // namespace

void ThoughtDisplay::show_analysis() {
  Poll& poll = work_.poll;
  work_.timers.clear(RoundTimer::kAnalysis);
  analysis_shown_at_ = work_.now();
  const auto rows = analysis(poll, kMostRows);
  if (rows.empty()) return;
  if (poll.analysis_width == 0) {
    poll.analysis_width = poll.book.voters.size();
    legend_at_ = work_.now() + kPatienceForLegend;
  }
  say_legend();
  const auto time = base::to_ms(work_.elapsed());
  auto& shown = poll.analysis_shown;
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
    add_effort(poll, time, info);
    work_.port.out.show_thought(info);
  }
}

// Once a search: who comes back after a crash has the row it had.
void ThoughtDisplay::say_legend() {
  if (legend_said_) return;
  if (work_.now() < legend_at_ && !everybody_has_spoken(work_.poll)) {
    work_.timers.set(RoundTimer::kAnalysis, legend_at_);
    return;
  }
  legend_said_ = true;
  work_.port.out.say(analysis_legend(work_.poll, work_.port.out.japanese()));
}

void ThoughtDisplay::forward(const VoterSearch& voter, const usi::InfoView& info) {
  if (info.pv.empty() || !info.score) return;
  if (work_.poll.limits.infinite && work_.poll.book.voters.size() > 1) {
    const base::TimePoint due = analysis_shown_at_ + work_.port.own().info_interval;
    if (work_.now() >= due) {
      show_analysis();
    } else {
      work_.timers.set_if_sooner(RoundTimer::kAnalysis, due);
    }
    return;
  }
  const std::size_t row = row_of(voter, info);
  if (row == 0 || row >= shown_.size()) return;
  const Shown& shown = shown_[row];
  const bool deeper =
      info.depth.value_or(0) > shown.depth && info.score->bound == usi::Bound::kExact;
  if (deeper || work_.now() - shown.at >= work_.port.own().info_interval) show(info, row);
}

std::size_t ThoughtDisplay::row_of(const VoterSearch& voter, const usi::InfoView& info) const {
  const int line = std::max(1, info.multipv.value_or(1));
  if (work_.port.own().show_all) {
    const auto place = &voter - work_.poll.book.voters.data();
    return line == 1 ? static_cast<std::size_t>(place) + 1 : 0;
  }
  return &voter == &leader() ? static_cast<std::size_t>(line) : 0;
}

void ThoughtDisplay::show(const usi::InfoView& info, std::size_t row) {
  Shown& shown = shown_[row];
  const auto& line = shown.line.take(work_.poll.position(), info.pv, kMostShownPlies);
  if (line.empty()) return;
  usi::InfoAnswer answer;
  answer.pv = line;
  shown.depth = std::max(shown.depth, info.depth.value_or(0));
  shown.at = work_.now();
  answer.depth = info.depth;
  answer.seldepth = info.seldepth;
  answer.time_ms = base::to_ms(work_.elapsed()).count();
  answer.nodes = info.nodes;
  answer.nps = info.nps;
  answer.hashfull = info.hashfull;
  if (info.multipv || work_.port.own().show_all) answer.multipv = static_cast<int>(row);
  answer.score = info.score;
  add_budgets_nodes(work_.poll, answer);
  work_.port.out.show_thought(answer);
}

const VoterSearch& ThoughtDisplay::leader() const {
  const auto& voters = work_.poll.book.voters;
  for (const VoterSearch& voter : voters) {
    if (voter.id != 0 && !voter.own_ponder_position) return voter;
  }
  return voters.front();
}

}  // namespace gougi::relay
