// SPDX-License-Identifier: MIT
#include "relay/threats.hpp"

#include <algorithm>
#include <utility>

#include "relay/mate_proof.hpp"

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

bool could_mate(const game::Position& position) {
  return std::ranges::any_of(position.legal_moves(),
                             [&](const usi::Move move) { return position.threatens_to_win(move); });
}

}  // namespace

bool Threats::pv_is_solved() const {
  return work_.port.settings.mate_pv.has_value() || work_.poll.strategy->solves_pv;
}

void Threats::begin() {
  if (!pv_is_solved() && !work_.port.settings.mate_threats) return;
  for (const auto& child : work_.port.children.all()) {
    if (child->is_voter() || !child->hopeful()) continue;
    solves_lines_ = true;
    // A `go` without `isready`; mate engines that are asked about the position are told anyway.
    if (child->role == Role::kPvSolver && child->waits_for_isready()) {
      work_.port.children.request_ready(*child, work_.now());
    }
  }
}

void Threats::look_soon() const {
  if (!solves_lines_ || work_.poll.stopped) return;
  const base::TimePoint soon = work_.now() + kLook;
  const auto& planned = work_.timers.at(RoundTimer::kMates);
  if (planned && *planned <= soon) return;
  const bool some = std::ranges::any_of(work_.port.children.all(),
                                        [&](const auto& child) { return is_idle_solver(*child); });
  if (some) work_.timers.set(RoundTimer::kMates, soon);
}

bool Threats::is_idle_solver(const Child& child) const {
  if (child.is_voter() || child.host.state() != usi::HostSide::State::kIdle) return false;
  if (child.host.search_waits()) return false;
  return std::ranges::none_of(work_.poll.book.solvers, [&](const ProofSearch& solver) {
    return solver.child == child.index && !solver.answer;
  });
}

const ThreatSearch* Threats::job_at(std::uint64_t key) const {
  const auto& jobs = work_.poll.book.threats;
  const auto found = std::ranges::find(jobs, key, &ThreatSearch::key);
  return found == jobs.end() ? nullptr : &*found;
}

std::optional<ThreatSearch> Threats::next_job() const {
  const Poll& poll = work_.poll;
  if (poll.book.threats.size() >= kMostJobs) return std::nullopt;
  std::vector<std::vector<usi::Move>> lines;
  if (of_) lines.push_back({*of_});
  for (const VoterSearch& voter : poll.book.voters) {
    if (!voter.own_ponder_position) lines.push_back(poll.line_of(voter));
  }
  // What the opponent could do at once goes before what comes later.
  const std::size_t deepest = pv_is_solved() ? kMostPvPlies : 1;
  for (std::size_t plies = 1; plies <= deepest; ++plies) {
    for (const auto& line : lines) {
      if (line.size() < plies) continue;
      ThreatSearch job;
      job.path.assign(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(plies));
      const auto position = after(poll.position(), job.path);
      job.key = position->key();
      if (job_at(job.key) == nullptr && could_mate(*position)) return job;
    }
  }
  return std::nullopt;
}

void Threats::feed() {
  if (!solves_lines_) return;
  work_.timers.clear(RoundTimer::kMates);
  if (work_.poll.stopped && !of_) return;
  usi::MateLimits limits;
  limits.time = work_.port.own().pv_mate_timeout();
  const auto& end = of_ ? until_ : work_.timers.at(RoundTimer::kStop);
  if (end) limits.time = std::min(*limits.time, base::to_ms(*end - work_.now()));
  const Milliseconds least = of_ ? kLeastTimeForThreat : kLeastTime;
  for (const auto& child : work_.port.children.all()) {
    if (*limits.time < least || !is_idle_solver(*child)) continue;
    auto job = next_job();
    if (!job) break;
    give(*child, std::move(*job), limits);
  }
  stop_overdue();
  // Who is free again without an answer does not say so.
  if (of_ && job_at(after(work_.poll.position(), {*of_})->key()) == nullptr) {
    work_.timers.set_if_sooner(RoundTimer::kMates, work_.now() + kLook);
  }
}

void Threats::give(Child& child, ThreatSearch job, const usi::MateLimits& limits) const {
  const auto position = after(work_.poll.position(), job.path);
  // Some know `go mate` but no time limit.
  job.stop_at = work_.now() + *limits.time + work_.port.settings.grace;
  std::string line = position_sfen_line(*position, child.freeze_view());
  work_.port.start(
      job, child,
      {std::make_shared<const std::string>(std::move(line)), limits, position->side_to_move()});
  work_.poll.book.threats.push_back(std::move(job));
}

void Threats::stop_overdue() {
  for (ThreatSearch& job : work_.poll.book.threats) {
    if (job.id == 0 || !job.stop_at) continue;
    if (job.is_due(work_.now())) {
      job.stop_at.reset();
      stopped_ = true;
      work_.port.children.stop(work_.child_of(job), work_.now());
    } else {
      work_.timers.set_if_sooner(RoundTimer::kMates, *job.stop_at);
    }
  }
}

bool Threats::done(ThreatSearch& threat, const usi::CheckMateAnswer& answer) {
  threat.id = 0;
  const auto* found = std::get_if<usi::CheckMateFound>(&answer.result);
  game::Game game(*work_.poll.game);
  for (const usi::Move move : threat.path) game.play(move);
  const game::Position& position = game.position();
  const Child& prover = work_.child_of(threat);
  if (found == nullptr || !is_proof(position, found->moves, prover.host.freeze_ability()) ||
      ends_too_soon(game, found->moves)) {
    return is_waited_for();
  }
  threat.mate = found->moves;
  std::string line = "mateinfo " + position_sfen_line(position, FreezeView::kAll) + " checkmate";
  for (const usi::Move move : threat.mate) line += " " + usi::to_text(move);
  work_.port.out.info("mate in the pv: " + line);
  news_.push_back({std::move(line), work_.port.own().mate_info.count, work_.now()});
  tell_news();
  return true;
}

base::Duration Threats::time() const {
  const Milliseconds most = work_.port.own().pv_mate_timeout();
  const ClockPlan& plan = work_.clock.plan;
  if (!plan.decide_after || work_.clock.is_fixed()) return most;
  return std::min<base::Duration>(most,
                                  std::max<base::Duration>(work_.elapsed() / kThreatShareOfTaken,
                                                           plan.most / kThreatShareOfMain));
}

void Threats::wait_no_longer() {
  of_.reset();
  work_.timers.clear(RoundTimer::kThreats);
}

// Who says `stop` wants the answer now; after the voters' time there is still what must be left in
// case one of them does not answer.
bool Threats::may_be_waited_for(usi::Move move) const {
  const auto& decide_at = work_.timers.at(RoundTimer::kDecide);
  if (!work_.port.settings.mate_threats || !solves_lines_) return false;
  if (work_.answer_owed || (work_.poll.stopped && !decide_at)) return false;
  if (until_ && work_.now() >= *until_) return false;
  const Poll& poll = work_.poll;
  return std::ranges::any_of(poll.book.voters, [&](const VoterSearch& voter) {
    if (voter.awaited()) return true;
    const auto line = poll.line_of(voter);
    return voter.ballot && !line.empty() && line.front() != move &&
           poll.threat_after(line.front()) == nullptr;
  });
}

bool Threats::waits_for(const Outcome& outcome) {
  const auto* move = std::get_if<usi::Move>(&outcome.choice);
  if (move == nullptr || !may_be_waited_for(*move)) return false;
  const auto next = after(work_.poll.position(), {*move});
  if (!could_mate(*next)) return false;
  const ThreatSearch* job = job_at(next->key());
  if (job != nullptr && job->id == 0) return false;  // it has been looked at
  if (!until_) until_ = sooner(work_.now() + time(), work_.timers.at(RoundTimer::kDecide));
  of_ = *move;
  work_.timers.set(RoundTimer::kThreats, until_);
  feed();
  return job_at(next->key()) != nullptr || is_freeing_a_solver();
}

// All solvers search something else, or are about to end it: one of them is wanted. False: nobody
// is there, or it is too late.
bool Threats::is_freeing_a_solver() {
  if (*until_ - work_.now() < kLeastTimeForThreat) return false;
  Child* last = nullptr;  // copies, which have but the pv to look at, come behind
  for (const auto& child : work_.port.children.all()) {
    if (!child->is_voter() && child->host.ready()) last = child.get();
  }
  if (last == nullptr) return false;
  if (last->host.current() != 0) {
    stopped_ = true;
    work_.port.children.stop(*last, work_.now());
  }
  return true;
}

void Threats::tell_news() {
  work_.timers.clear(RoundTimer::kMateNews);
  std::vector<Child*> listeners;
  for (const VoterSearch& voter : work_.poll.book.voters) {
    Child& child = work_.child_of(voter);
    const bool sees_all =
        !work_.poll.game->is_freeze_game() || child.freeze_view() == FreezeView::kAll;
    const bool listens = child.host.quirks().mateinfo && !voter.own_ponder_position;
    if (listens && sees_all) listeners.push_back(&child);
  }
  if (listeners.empty()) return;
  const auto interval = std::max(kLeastNewsInterval, work_.port.own().mate_info.interval);
  for (News& news : news_) {
    if (news.left > 0 && work_.now() >= news.at) {
      --news.left;
      news.at = work_.now() + interval;
      // Heard by who searches.
      for (Child* child : listeners) work_.port.children.tell(*child, news.line);
    }
    if (news.left > 0) work_.timers.set_if_sooner(RoundTimer::kMateNews, news.at);
  }
}

}  // namespace gougi::relay
