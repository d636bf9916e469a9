// SPDX-License-Identifier: MIT
// Mates beyond the present position: solvers that have nothing else to do work through the
// positions of the voters' pvs. A mate of the opponent's after a voter's move speaks against that
// move, and the answer waits a moment for a solver's word on it; any mate is told to the engines
// that understand mateinfo.
#include <algorithm>

#include "base/log.hpp"
#include "relay/child.hpp"
#include "relay/mate_proof.hpp"
#include "relay/session.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;

// How often idle solvers look for new positions: pvs change with every iteration.
constexpr Milliseconds kLook{25};
// A pv is worked through so far; behind that its moves are guesses.
constexpr std::size_t kMostPvPlies = 24;
// Of one round: an analysis may run for a night.
constexpr std::size_t kMostJobs = 10'000;
// `go mate` with less is not worth the lines; for the answer's own threat any is.
constexpr Milliseconds kLeastTime{10};
constexpr Milliseconds kLeastTimeForThreat{1};
constexpr Milliseconds kLeastNewsInterval{10};
// Of a main time that must last for the game, for a look at the threats: this part of what the
// voters took, or of all that is left if that is more. Solvers find most short mates in
// milliseconds; larger costs the game its clock, smaller finds nothing on a busy machine.
constexpr int kThreatShareOfTaken = 4;
constexpr int kThreatShareOfMain = 50;

bool could_mate(const Board& position) {
  return std::ranges::any_of(position.legal_moves(), [&](const shogi::FreezeMove move) {
    return position.threatens_to_win(move);
  });
}

}  // namespace

bool Session::pv_is_solved() const {
  return settings_.mate_pv.has_value() || round_->strategy->solves_pv;
}

void Session::begin_mates() {
  if (!pv_is_solved() && !settings_.mate_threats) return;
  for (auto& child : children_) {
    if (child->is_voter() || !child->hopeful()) continue;
    round_->solves_lines = true;
    // A `go` without `isready`; mate engines that are asked about the position are told anyway.
    const bool waits = child->host.state() == usi::HostSide::State::kDeclared;
    if (child->role == Role::kPvSolver && waits) child->host.request_ready(now_);
  }
}

void Session::look_for_mates_soon() {
  if (!round_ || !round_->solves_lines || round_->stopped) return;
  const base::TimePoint soon = now_ + kLook;
  if (round_->mates_at && *round_->mates_at <= soon) return;
  const bool some =
      std::ranges::any_of(children_, [&](const auto& child) { return is_idle_solver(*child); });
  if (some) round_->mates_at = soon;
}

bool Session::is_idle_solver(const Child& child) const {
  if (child.is_voter() || child.host.state() != usi::HostSide::State::kIdle) return false;
  if (child.host.search_waits()) return false;
  return std::ranges::none_of(round_->solvers, [&](const SolverSeat& solver) {
    return solver.child == child.index && !solver.answer;
  });
}

std::optional<MateJob> Session::next_mate_job() const {
  if (round_->mate_jobs.size() >= kMostJobs) return std::nullopt;
  const auto known = [&](std::uint64_t key) {
    return std::ranges::find(round_->mate_jobs, key, &MateJob::key) != round_->mate_jobs.end();
  };
  std::vector<std::vector<shogi::FreezeMove>> lines;
  if (round_->threat_of) lines.push_back({*round_->threat_of});
  for (const Seat& seat : round_->seats) {
    if (!seat.elsewhere) lines.push_back(round_->line_of(seat));
  }
  // What the opponent could do at once goes before what comes later.
  const std::size_t deepest = pv_is_solved() ? kMostPvPlies : 1;
  for (std::size_t plies = 1; plies <= deepest; ++plies) {
    for (const auto& line : lines) {
      if (line.size() < plies) continue;
      MateJob job;
      job.path.assign(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(plies));
      const auto position = after(round_->position(), job.path);
      job.key = position->key();
      if (!known(job.key) && could_mate(*position)) return job;
    }
  }
  return std::nullopt;
}

void Session::feed_solvers() {
  if (!round_ || !round_->solves_lines) return;
  round_->mates_at.reset();
  if (round_->stopped && !round_->threat_of) return;
  usi::MateLimits limits;
  limits.time = board_.own().pv_mate_timeout;
  const auto end = round_->threat_of ? round_->threats_until : round_->stop_at;
  if (end) limits.time = std::min(*limits.time, base::to_ms(*end - now_));
  const Milliseconds least = round_->threat_of ? kLeastTimeForThreat : kLeastTime;
  for (auto& child : children_) {
    if (*limits.time < least || !is_idle_solver(*child)) continue;
    auto job = next_mate_job();
    if (!job) break;
    const auto position = after(round_->position(), job->path);
    job->child = child->index;
    job->stop_at = now_ + *limits.time + settings_.grace;
    job->search = child->host.search(
        {std::make_shared<const std::string>(position_sfen_line(*position, child->freeze_view())),
         limits, position->side_to_move()},
        now_);
    round_->mate_jobs.push_back(std::move(*job));
  }
  stop_overdue_solvers();
}

void Session::stop_overdue_solvers() {
  // Some know `go mate` but no time limit.
  for (MateJob& job : round_->mate_jobs) {
    if (job.search == 0 || !job.stop_at) continue;
    if (now_ >= *job.stop_at) {
      job.stop_at.reset();
      children_[static_cast<std::size_t>(job.child)]->host.stop(now_);
    } else if (!round_->mates_at || *job.stop_at < *round_->mates_at) {
      round_->mates_at = job.stop_at;
    }
  }
}

MateJob* Session::mate_job_of(const Child& child, usi::SearchId search) {
  const auto found = std::ranges::find_if(round_->mate_jobs, [&](const MateJob& job) {
    return search != 0 && job.child == child.index && job.search == search;
  });
  return found == round_->mate_jobs.end() ? nullptr : &*found;
}

void Session::mate_job_done(MateJob& job, const usi::CheckMateAnswer& answer) {
  job.search = 0;
  const auto* found = std::get_if<usi::CheckMateFound>(&answer.result);
  const auto position = after(round_->position(), job.path);
  const auto& prover = *children_[static_cast<std::size_t>(job.child)];
  if (found != nullptr && is_proof(*position, moves_of(*found), prover.host.freeze_ability())) {
    job.mate = moves_of(*found);
    std::string news = "mateinfo " + position_sfen_line(*position) + " checkmate";
    for (const shogi::FreezeMove move : job.mate) news += " " + position->move_text(move);
    base::log::info("mate in the pv: " + news);
    round_->mate_news.push_back({std::move(news), board_.own().mate_info_count, now_});
    tell_mate_news();
    consider();
  } else if (round_->threat_of) {
    consider();
  }
  feed_solvers();
}

base::Duration Session::time_for_threats() const {
  const Round& round = *round_;
  const Milliseconds most = board_.own().pv_mate_timeout;
  const auto side = round.position().side_to_move();
  if (!round.plan.decide_after || is_fixed_time(round.limits, side)) return most;
  const base::Duration taken = now_ - round.clock_start;
  return std::min<base::Duration>(
      most,
      std::max<base::Duration>(taken / kThreatShareOfTaken, round.plan.most / kThreatShareOfMain));
}

bool Session::waits_for_threats(const Outcome& outcome) {
  Round& round = *round_;
  const auto* move = std::get_if<shogi::FreezeMove>(&outcome.choice);
  if (!settings_.mate_threats || !round.solves_lines || move == nullptr) return false;
  // Who says `stop` wants the answer now; after the voters' time there is still what must be left
  // in case one of them does not answer.
  if (round.answer_owed || (round.stopped && !round.decide_at)) return false;
  if (round.threats_until && now_ >= *round.threats_until) return false;
  const bool another_may_remain = std::ranges::any_of(round.seats, [&](const Seat& seat) {
    if (seat.awaited()) return true;
    const auto line = round.line_of(seat);
    return seat.ballot && !line.empty() && line.front() != *move &&
           round.threat_after(line.front()) == nullptr;
  });
  if (!another_may_remain) return false;
  const auto next = after(round.position(), {*move});
  if (!could_mate(*next)) return false;
  const auto job = [&] { return std::ranges::find(round.mate_jobs, next->key(), &MateJob::key); };
  const auto none = [&] { return round.mate_jobs.end(); };
  if (job() != none() && job()->search == 0) return false;  // it has been looked at
  if (!round.threats_until) {
    round.threats_until = now_ + time_for_threats();
    if (round.decide_at) round.threats_until = std::min(*round.threats_until, *round.decide_at);
  }
  round.threat_of = *move;
  feed_solvers();
  return job() != none() || is_freeing_a_solver();
}

// All solvers search something else, or are about to end it: one of them is wanted. False: nobody
// is there, or it is too late.
bool Session::is_freeing_a_solver() {
  Round& round = *round_;
  if (*round.threats_until - now_ < kLeastTimeForThreat) return false;
  Child* last = nullptr;  // copies, which have but the pv to look at, come behind
  for (auto& child : children_) {
    if (!child->is_voter() && child->host.ready() && !child->doomed) last = child.get();
  }
  if (last == nullptr) return false;
  if (last->host.current() != 0) last->host.stop(now_);
  round.mates_at = std::min(round.mates_at.value_or(now_ + kLook), now_ + kLook);
  return true;
}

void Session::tell_mate_news() {
  round_->mate_news_at.reset();
  std::vector<Child*> listeners;
  for (const Seat& seat : round_->seats) {
    Child& child = *children_[static_cast<std::size_t>(seat.child)];
    const bool sees_all =
        !round_->game->is_freeze_game() || child.freeze_view() == FreezeView::kAll;
    if (child.host.quirks().mateinfo && !seat.elsewhere && sees_all) listeners.push_back(&child);
  }
  if (listeners.empty()) return;
  const auto interval = std::max(kLeastNewsInterval, board_.own().mate_info_interval);
  for (MateNews& news : round_->mate_news) {
    if (news.left > 0 && now_ >= news.at) {
      --news.left;
      news.at = now_ + interval;
      for (Child* child : listeners) child->host.tell(news.line);  // heard by who searches
    }
    if (news.left == 0) continue;
    round_->mate_news_at = std::min(round_->mate_news_at.value_or(news.at), news.at);
  }
}

}  // namespace gougi::relay
