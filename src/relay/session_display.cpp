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

namespace gougi::relay {
namespace {

// A pv is shown to this length; nobody reads further, and each ply costs a legality check.
constexpr std::size_t kMostShownPlies = 48;

}  // namespace

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
  round_->analysis_at.reset();
  round_->analysis_shown_at = now_;
  const auto lines = analysis(*round_, shown_.size());
  if (lines.empty()) return;
  const std::string legend = analysis_legend(*round_, lines, japanese());
  if (legend != round_->analysis_legend) say(legend);
  round_->analysis_legend = legend;
  auto& shown = round_->analysis_shown;
  shown.resize(std::max(shown.size(), lines.size()));
  const auto time = base::to_ms(now_ - round_->clock_start).count();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (shown[i] == lines[i].info) continue;
    shown[i] = lines[i].info;
    usi::InfoAnswer info = lines[i].info;
    info.time_ms = time;
    to_host(usi::format(info));
  }
}

void Session::forward_info(const Seat& seat, const usi::InfoView& info) {
  if (info.pv.empty() || !info.score) return;
  if (round_->limits.infinite && round_->seats.size() > 1) {
    const base::TimePoint due = round_->analysis_shown_at + board_.own().info_interval;
    if (now_ >= due) {
      show_analysis();
    } else if (!round_->analysis_at) {
      round_->analysis_at = due;
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
  to_host(usi::format(answer));
}

const Seat& Session::leading_seat() const {
  for (const Seat& seat : round_->seats) {
    if (seat.search != 0 && !seat.elsewhere) return seat;
  }
  return round_->seats.front();
}

}  // namespace gougi::relay
