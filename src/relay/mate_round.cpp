// SPDX-License-Identifier: MIT
#include "relay/mate_round.hpp"

#include <algorithm>

#include "relay/poll.hpp"
#include "relay/silence.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;

// An answer to `go mate` leaves this long before its time is up.
constexpr Milliseconds kMateMargin{20};

}  // namespace

void MateRound::begin() {
  if (limits_.time) {
    timers_.set(Timer::kDecide, port_.now + std::max(Milliseconds(1), *limits_.time - kMateMargin));
  }
  for (const auto& child : port_.children.all()) {
    if (child->role != Role::kSolver || !child->hopeful()) continue;
    ProofSearch& solver = solvers_.emplace_back();
    solver.child = child->index;
    // Of one that keeps ending nobody waits for the next start.
    const bool is_awaited = child->host.ready() || child->worth_waiting_for();
    if (!is_awaited) solver.answer = usi::CheckMateAnswer{usi::MateNotImplemented{}};
    if (child->host.ready()) {
      ask(solver);
    } else if (child->waits_for_isready()) {
      port_.children.request_ready(*child, port_.now);
    }
  }
  if (solvers_.empty()) answer_ = "checkmate notimplemented";
  look(false);
}

void MateRound::ask(ProofSearch& solver) {
  Child& child = port_.children.at(solver.child);
  solver.freezes = child.host.freeze_ability();
  port_.start(solver, child,
              {lines_.in(child.freeze_view()), limits_, game_->position().side_to_move()});
  solver.heard_at = port_.now;
  plan_silence();
}

void MateRound::take(Child& child, const usi::HostEvent& event) {
  if (answer_) return;
  const auto solver_of = [&](usi::SearchId id) { return find_in(solvers_, child.index, id); };
  if (const auto* thinks = std::get_if<usi::EngineThinks>(&event)) {
    if (ProofSearch* solver = solver_of(thinks->id)) solver->heard_at = port_.now;
  } else if (const auto* mates = std::get_if<usi::EngineMates>(&event)) {
    if (ProofSearch* solver = solver_of(mates->id)) {
      solver->answer = mates->answer;
      look(false);
    }
  } else if (const auto* lost = std::get_if<usi::SearchLost>(&event)) {
    if (ProofSearch* solver = solver_of(lost->id)) {
      solver->answer = usi::CheckMateAnswer{usi::MateUnknown{}};
      look(false);
    }
  }
}

void MateRound::child_is_ready(Child& child) {
  if (answer_) return;
  for (ProofSearch& solver : solvers_) {
    if (solver.child != child.index || solver.id != 0) continue;
    solver.answer.reset();
    ask(solver);
  }
}

void MateRound::child_is_lost(const Child& child) {
  for (ProofSearch& solver : solvers_) {
    if (solver.child == child.index && !solver.answer) {
      solver.answer = usi::CheckMateAnswer{usi::MateUnknown{}};
    }
  }
  look(false);
}

void MateRound::tick() {
  for (std::size_t i = 0; i < kTimers && !answer_; ++i) {
    const auto timer = static_cast<Timer>(i);
    if (timers_.is_due(timer, port_.now)) handle(timer);
  }
}

void MateRound::handle(Timer timer) {
  switch (timer) {
    case Timer::kSilence:
      return watch_silence();
    case Timer::kDecide:
      return force();
  }
}

void MateRound::look(bool time_is_up) {
  if (answer_) return;
  const auto prover = std::ranges::find_if(
      solvers_, [&](const ProofSearch& solver) { return proves_mate(solver, game_->position()); });
  answer_ = prover != solvers_.end() ? usi::format(usi::CheckMateAnswer{*prover->answer})
                                     : answer_without_proof(time_is_up);
}

// Nothing: somebody is waited for.
std::optional<std::string> MateRound::answer_without_proof(bool time_is_up) const {
  bool nomate = false;
  bool all_unable = true;
  const game::Position& position = game_->position();
  const auto attacker = static_cast<std::size_t>(index(position.side_to_move()));
  const bool may_mate_by_freezes = position.freezes().left[attacker] > 0;
  for (const ProofSearch& solver : solvers_) {
    if (!solver.answer && !time_is_up) return std::nullopt;
    if (!solver.answer) {
      all_unable = false;
      continue;
    }
    // Who knows nothing of freezes has not looked for mates by them.
    const bool knows = !may_mate_by_freezes || solver.freezes == usi::FreezeAbility::kOk;
    nomate = nomate || (knows && std::holds_alternative<usi::NoMate>(solver.answer->result));
    all_unable =
        all_unable && std::holds_alternative<usi::MateNotImplemented>(solver.answer->result);
  }
  return "checkmate " + (nomate       ? "nomate"
                         : all_unable ? "notimplemented"
                                      : port_.own().mate_timeout_reply);
}

// Who was given a time for a mate has all of it.
void MateRound::plan_silence() {
  timers_.clear(Timer::kSilence);
  if (limits_.time) return;
  for (const ProofSearch& solver : solvers_) {
    if (!solver.runs() || solver.stopped_at) continue;
    timers_.set_if_sooner(Timer::kSilence, *solver.heard_at + kSilenceOfSolvers);
  }
}

void MateRound::watch_silence() {
  for (std::size_t i = 0; i < solvers_.size() && !answer_; ++i) {
    ProofSearch& solver = solvers_[i];
    if (!solver.runs() || solver.stopped_at) continue;
    if (port_.now < *solver.heard_at + kSilenceOfSolvers) continue;
    solver.stopped_at = port_.now;
    Child& child = port_.children.at(solver.child);
    port_.out.warning(child.full_name() + " has said nothing for long: it is asked for its answer");
    port_.children.stop(child, port_.now);
    while (const auto event = port_.children.next(child)) take(child, *event);
  }
  if (!answer_) plan_silence();
}

}  // namespace gougi::relay
