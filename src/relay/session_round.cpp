// SPDX-License-Identifier: MIT
// The round: asking, waiting, deciding.
#include <algorithm>

#include "base/log.hpp"
#include "base/text.hpp"
#include "relay/child.hpp"
#include "relay/session.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;

// When no engine is ready at `go`, those that load have this part of the time (or of this long,
// without a clock) before the reserve is asked: it needs the rest to think.
constexpr Milliseconds kLongestWaitForLoading{10'000};
// … and in a search of hours.
constexpr Milliseconds kLongestBeforeReserve{300'000};
constexpr int kReserveShare = 2;
// MultiPV for strategies that compare every voter's lines: more would cost more depth than it
// tells.
constexpr int kLinesWanted = 4;

// What the reserve engine has where `stop` found no vote that counts. The GUI waits.
constexpr Milliseconds kMostAfterStop{50};

Milliseconds wait_before_reserve(const Round& round) {
  const Milliseconds wait =
      round.plan.decide_after.value_or(kLongestWaitForLoading) / kReserveShare;
  return std::min(wait, kLongestBeforeReserve);
}

}  // namespace

void Session::begin_round(const usi::SearchLimits& limits) {
  round_ = std::make_unique<Round>(game_, limits, now_);
  round_->lines = lines_;
  round_->sfen_lines = sfen_lines_;
  shown_ = {};
  const auto& strategy = *board_.own().strategy;
  round_->strategy = &strategy;
  round_->declaration = board_.own().declaration;
  round_->held = no_answer_before_stop(limits);
  round_->first_share = strategy.first_share;
  round_->pools_freezes = settings_.freeze_vote == settings::FreezeVote::kPooled;
  round_->may_freeze = usi::declares_freezes(freeze_ability());
  round_->freeze_share = share_for_freezes();
  start_clock();
  if (limits.ponder) {  // it starts at ponderhit
    round_->stop_at.reset();
    round_->partials_at.reset();
    round_->decide_at.reset();
    round_->reserve_at.reset();
    probe_at_.reset();
  }
  round_->without_position = !position_error_.empty();
  if (round_->without_position || !game_->position().has_legal_move()) {
    drop_guesses();
    consider();
    return;
  }
  if (!limits.infinite) played_ = true;
  round_->facts = facts();
  std::vector<int> chosen;
  if (strategy.seats != nullptr) {
    std::vector<int> available;
    for (const auto& child : children_) {
      if (child->role == Role::kVoter && child->hopeful()) {
        available.push_back(child->number);
      }
    }
    if (!available.empty()) chosen = strategy.seats(round_->facts, available);
  }
  for (auto& child : children_) {
    if (child->role != Role::kVoter) continue;
    if (strategy.seats != nullptr && std::ranges::find(chosen, child->number) == chosen.end()) {
      continue;
    }
    round_->seats.push_back(seat_for(*child));
  }
  for (auto& child : children_) {
    if (child->role != Role::kSolver || !child->hopeful()) continue;
    round_->solvers.push_back({child->index, child->display_name(), 0, std::nullopt, {}});
  }
  begin_mates();
  if (limits.ponder) spread_over_replies();
  for (Seat& seat : round_->seats) {
    Child& child = *children_[static_cast<std::size_t>(seat.child)];
    if (take_guess(child, seat)) continue;
    if (child.host.ready()) {
      ask_voter(child, seat);
    } else if (child.host.state() == usi::HostSide::State::kDeclared) {
      child.host.request_ready(now_);  // a `go` without `isready`
    }
  }
  for (SolverSeat& solver : round_->solvers) {
    Child& child = *children_[static_cast<std::size_t>(solver.child)];
    if (child.host.ready()) {
      ask_solver(child, solver);
    } else if (child.host.state() == usi::HostSide::State::kDeclared) {
      child.host.request_ready(now_);
    }
  }
  drop_guesses();  // those that were wrong
  consider();
}

// Its search for this round waited behind an older one until there was no time for it: it has what
// is left now.
void Session::join_if_free(Child& child) {
  if (!round_ || round_->kind != Round::Kind::kPlay || round_->stopped || round_->held) return;
  if (child.host.state() != usi::HostSide::State::kIdle) return;
  for (Seat& seat : round_->seats) {
    const bool lost = seat.asked == 1 && seat.search == 0 && !seat.ballot && !seat.elsewhere;
    if (seat.child == child.index && lost) return ask_voter(child, seat);
  }
}

Seat Session::seat_for(const Child& child) const {
  const consensus::RuleNumbers& numbers = board_.own().numbers;
  Seat seat;
  seat.child = child.index;
  seat.number = child.number;
  seat.name = child.display_name();
  seat.was_there = child.hopeful();
  seat.weight = child.settings->weight_at(round_->facts.ply, numbers.chuuban_start_plies,
                                          numbers.shuuban_start_plies);
  seat.eval_coef = child.settings->eval_coef;
  seat.previous = memory_.previous(*game_, child.number);
  return seat;
}

// Where a rule chose who plays and nobody of these has a ballot, the next engine that is ready; of
// a freeze in force one that knows what it is goes first.
bool Session::seat_another() {
  if (round_->strategy->seats == nullptr || round_->stopped || round_->held) return false;
  const auto may_play = [&](const std::unique_ptr<Child>& child) {
    const bool seated = std::ranges::any_of(
        round_->seats, [&](const Seat& seat) { return seat.child == child->index; });
    return child->role == Role::kVoter && !seated && child->host.ready();
  };
  const bool frozen = round_->position().freezes().in_force != shogi::PieceType::kNone;
  const bool somebody_knows =
      frozen && std::ranges::any_of(children_, [&](const auto& child) {
        return may_play(child) && usi::accepts_freezes(child->host.freeze_ability());
      });
  for (auto& child : children_) {
    if (!may_play(child)) continue;
    if (somebody_knows && !usi::accepts_freezes(child->host.freeze_ability())) continue;
    base::log::info(label(*child) + " plays instead");
    const auto place = std::ranges::find_if(round_->seats, [&](const Seat& seat) {
      return seat.reserve || seat.number > child->number;
    });
    ask_voter(*child, *round_->seats.insert(place, seat_for(*child)));
    return true;
  }
  return false;
}

void Session::start_clock() {
  round_->start_clock(now_, clock_rules());
  round_->reserve_at = now_ + wait_before_reserve(*round_);
  set_patience();
  set_probe();
}

consensus::Facts Session::facts() const {
  const OwnOptions& own = board_.own();
  consensus::Facts facts = memory_.facts(*game_);
  facts.numbers = own.numbers;
  facts.engines = static_cast<int>(settings_.engines.size());
  facts.dice = dice_of(own.seed != 0 ? own.seed : surroundings_.seed, *game_);
  facts.may_declare = game_->position().can_declare(own.declaration);
  return facts;
}

void Session::ask_voter(Child& child, Seat& seat) {
  if (seat.asked >= 2 && !seat.pondering) return;
  if (round_->limits.ponder && !child.host.quirks().can_ponder) return;  // it begins at ponderhit
  if (seat.pondering && seat.search != 0 && seat.search == child.host.current()) {
    stop_pondering(child, seat);
    return;
  }
  ++seat.asked;
  set_line_count(child);
  seat.name = child.display_name();
  seat.freezes = child.host.freeze_ability();
  seat.stop_at.reset();
  seat.stopped_at.reset();
  seat.told_until.reset();
  seat.heard_at.reset();
  usi::SearchLimits limits = round_->limits;
  if (limits.ponder) {
    const auto side = round_->position().side_to_move();
    if (limits.clock.given || limits.movetime) {
      limits = told_limits(share_of(std::move(limits), round_->told_share(seat)), side,
                           round_->plan.reserve + stop_lead(child));
    }
  } else {
    if (const auto wanted_at = round_->ballot_at(seat)) plan_search(child, seat, *wanted_at);
    if (round_->strategy->asks_only_if_split && seat.told_until) {
      // It is told the whole time, and stopped before if the votes differ.
      Asked whole;
      plan_search(child, whole, round_->clock_start + *round_->plan.answer_after);
      seat.told_until = whole.told_until;
    }
    limits = limits_for(child, seat, share_of(std::move(limits), round_->told_share(seat)),
                        round_->position().side_to_move(), base::to_ms(now_ - round_->clock_start));
  }
  // What it said before a restart or a ponderhit holds on: it may have no time to say it again.
  seat.pondering = limits.ponder;
  const auto& line = line_for(child, seat.elsewhere ? *seat.elsewhere : round_->lines);
  const shogi::Color side = round_->position().side_to_move();
  limits = seen_limits(rules_.bearable(std::move(limits), side), child.freeze_view());
  seat.search = child.host.search({line, std::move(limits), side}, now_);
  seat.asked_at = now_;
  plan_silence();
}

void Session::stop_pondering(Child& child, Seat& seat) {
  seat.pondering = false;
  seat.begins_anew = true;
  seat.asked = std::min(seat.asked, 1);  // restarts while it pondered cost nothing
  if (const auto wanted_at = round_->ballot_at(seat)) plan_search(child, seat, *wanted_at);
  seat.stopped_at = now_;
  child.host.stop(now_);
}

void Session::ask_solver(Child& child, SolverSeat& seat) {
  usi::MateLimits limits = round_->mate_limits;
  if (round_->kind == Round::Kind::kPlay) {
    limits.time = board_.own().mate_timeout;
    if (round_->plan.decide_after) limits.time = std::min(*limits.time, *round_->plan.decide_after);
    // Who else would look at the threats?
    const bool alone = settings_.mate_threats && !settings_.mate_pv;
    if (alone && round_->plan.decide_after) {
      limits.time =
          std::min(*limits.time, std::max(Milliseconds(1), *round_->plan.decide_after / 2));
    }
  }
  seat.freezes = child.host.freeze_ability();
  seat.search = child.host.search(
      {line_for(child, round_->sfen_lines), limits, round_->position().side_to_move()}, now_);
  seat.heard_at = now_;
  plan_silence();
}

void Session::set_line_count(Child& child) {
  const bool wanted = round_->strategy->wants_lines;
  child.lines_raised = child.lines_raised || wanted;
  if (!child.lines_raised) return;
  if (const auto lines = board_.line_count(child.index, wanted ? kLinesWanted : 1)) {
    child.host.set_option(lines->name, lines->value, now_);
  }
}

bool Session::reserve_may_help() const {
  if (round_->stopped || !round_->position().has_legal_move()) return false;
  const Child& reserve = *children_.back();
  if (!reserve_is_seated()) return reserve.could_start;
  return std::ranges::any_of(round_->seats, [&](const Seat& seat) {
    const Child& child = *children_[static_cast<std::size_t>(seat.child)];
    return !seat.ballot && seat.asked < 2 && child.hopeful() && child.failures < 3;
  });
}

bool Session::no_voter_has_said_anything() const {
  return std::ranges::none_of(round_->seats, [&](const Seat& seat) {
    return !seat.reserve && round_->has_said_something(seat);
  });
}

void Session::call_reserve_if_silent() {
  const base::TimePoint due = *round_->reserve_at;
  round_->reserve_at.reset();
  if (no_voter_has_said_anything() && reserve_may_help()) {
    const bool maybe_only_silent = std::ranges::any_of(round_->seats, [&](const Seat& seat) {
      return seat.awaited() && children_[static_cast<std::size_t>(seat.child)]->answers_in_silence;
    });
    if (maybe_only_silent && !round_->plan.decide_after) return;
    const auto half_time = round_->clock_start + wait_before_reserve(*round_);
    if (maybe_only_silent && due <= half_time) {
      round_->reserve_at = due + (due - round_->clock_start) / 2;  // the last quarter is enough
      return;
    }
    wake_reserve();
  }
  consider();
}

bool Session::somebody_may_join() const {
  return std::ranges::any_of(round_->seats, [&](const Seat& seat) {
    const Child& child = *children_[static_cast<std::size_t>(seat.child)];
    return seat.search == 0 && !seat.ballot && seat.asked < 2 && child.hopeful();
  });
}

bool Session::reserve_is_seated() const {
  return std::ranges::any_of(round_->seats, &Seat::reserve);
}

Seat& Session::seat_reserve() {
  const Child& reserve = *children_.back();
  base::log::warning("no engine has a ballot: the reserve engine is asked");
  Seat seat;
  seat.child = reserve.index;
  seat.number = reserve.number;
  seat.name = reserve.display_name();
  seat.reserve = true;
  return round_->seats.emplace_back(std::move(seat));
}

void Session::wake_reserve() {
  round_->reserve_at.reset();
  if (reserve_is_seated()) return;
  Seat& seat = seat_reserve();
  Child& reserve = *children_.back();
  if (!reserve.process_runs) {
    start_child(reserve);
  } else if (reserve.host.ready()) {
    ask_voter(reserve, seat);
  }
}

// What was stopped may have brought nothing but void votes, as where nobody saw what is frozen.
bool Session::ask_reserve_for_a_moment() {
  Child& reserve = *children_.back();
  if (!round_->answer_owed || round_->forced || reserve_is_seated() || !reserve.host.ready()) {
    return false;
  }
  if (!round_->decide_at || !round_->position().has_legal_move()) return false;
  Seat& seat = seat_reserve();
  ++seat.asked;
  seat.freezes = reserve.host.freeze_ability();
  const Milliseconds moment =
      std::clamp(base::to_ms(*round_->decide_at - now_) / 4, Milliseconds(1), kMostAfterStop);
  seat.stop_at = now_ + 2 * moment;
  usi::SearchLimits limits;
  limits.movetime = moment;
  const shogi::Color side = round_->position().side_to_move();
  seat.search =
      reserve.host.search({line_for(reserve, round_->lines), std::move(limits), side}, now_);
  return true;
}

void Session::end_searches() {
  for (auto& child : children_) {
    if (is_guess(*child)) continue;
    if (child->host.current() != 0 || child->host.search_waits()) child->host.abandon(now_);
  }
}

void Session::drop_round() {
  base::log::info("the search is dropped: the GUI has moved on");
  round_.reset();
  probe_at_.reset();
  end_searches();
}

void Session::force_decision() {
  if (round_->kind == Round::Kind::kMate) {
    consider_mate(true);
    return;
  }
  keep_guesses();
  round_->answer_owed = true;
  round_->forced = true;
  round_->held = false;
  round_->stopped = true;
  end_inquiries();
  for (Seat& seat : round_->seats) {
    if (seat.ballot) continue;
    if (seat.search != 0 || !seat.last.pv.empty()) {
      take_what_there_is(*round_, seat);
    } else {
      round_->take_loss(seat, "no answer", now_);
    }
  }
  consider();
}

void Session::consider() {
  if (!round_ || round_->kind == Round::Kind::kMate || round_->held) return;
  if (round_->without_position) {
    Outcome resigned;
    resigned.reason = "the position is unusable";
    resigned.reason_ja = "局面が正しくない";
    decide(resigned);
    return;
  }
  if (const SolverSeat* solver = round_->proof()) {
    decide(round_->mate_outcome(*solver));
    return;
  }
  take_votes_of_the_lost();
  auto verdict = round_->verdict();
  if (std::holds_alternative<consensus::Decided>(verdict) && take_mates_in_sight()) {
    verdict = round_->verdict();
  }
  while (const auto* ask = std::get_if<consensus::Ask>(&verdict)) {
    begin_inquiries(*ask);  // what it asks in vain, it is not asked again
    verdict = round_->verdict();
  }
  bound_loading();
  if (const auto* decided = std::get_if<consensus::Decided>(&verdict)) {
    if (!round_->threats_until && extend_on_split()) return;
    Outcome outcome = round_->outcome(*decided);
    if (waits_for_threats(outcome) || waits_for_freeze(outcome)) return;
    decide(outcome);
  } else if (std::holds_alternative<consensus::NoBallot>(verdict)) {
    if (seat_another()) return;
    if (reserve_may_help()) {
      if (!somebody_may_join() || now_ >= round_->reserve_at) wake_reserve();
    } else if (!ask_reserve_for_a_moment()) {
      decide(round_->fallback());
    }
  } else {
    hurry_laggards();
    if (round_) plan_silence();
  }
}

// With nobody at work, who loads is not waited for as long as before a game.
void Session::bound_loading() {
  if (round_->anybody_awaited()) return;
  for (const Seat& seat : round_->seats) {
    children_[static_cast<std::size_t>(seat.child)]->host.bound_loading(now_);
  }
}

void Session::take_votes_of_the_lost() {
  // Who died in mid-search is waited for as long as others think; then its last line is its vote.
  if (round_->anybody_awaited()) return;
  const bool decided = std::ranges::any_of(
      round_->seats, [](const Seat& s) { return s.ballot && s.ballot->counts() && !s.reserve; });
  if (!decided && !round_->stopped) return;
  for (Seat& seat : round_->seats) {
    if (seat.search == 0 && !seat.ballot && !seat.last.pv.empty()) round_->take_partial(seat, now_);
  }
}

// Whoever is not waited for any more but sees a mate on the board: that is its vote.
bool Session::take_mates_in_sight() {
  bool taken = false;
  for (Seat& seat : round_->seats) {
    if (!seat.awaited() || seat.elsewhere) continue;
    const Child& child = *children_[static_cast<std::size_t>(seat.child)];
    const usi::BestMoveAnswer* held = child.host.held_answer();
    const auto line = round_->line_of(seat);
    const shogi::FreezeMove move = held != nullptr ? held->move()
                                   : line.empty()  ? shogi::FreezeMove()
                                                   : line.front();
    if (!move || !round_->position().is_legal(move) || !round_->mates(move)) continue;
    take_what_there_is(*round_, seat);
    taken = true;
  }
  return taken;
}

void Session::consider_mate(bool time_is_up) {
  if (const SolverSeat* prover = round_->proof()) {
    answer_questions_first();
    to_host(usi::format(usi::CheckMateAnswer{*prover->answer}));
  } else {
    bool nomate = false;
    bool all_unable = true;
    const auto attacker = static_cast<std::size_t>(index(round_->position().side_to_move()));
    const bool may_mate_by_freezes = round_->position().freezes().left[attacker] > 0;
    for (const SolverSeat& solver : round_->solvers) {
      if (!solver.answer && !time_is_up) return;
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
    answer_questions_first();
    to_host("checkmate " + (nomate       ? "nomate"
                            : all_unable ? "notimplemented"
                                         : board_.own().mate_timeout_reply));
  }
  round_.reset();
  end_searches();
}

void Session::decide(const Outcome& outcome) {
  const std::unique_ptr<Round> round = std::move(round_);
  // Who was not waited for is shown, and recorded, with what it thought so far.
  for (Seat& seat : round->seats) {
    const Child& child = *children_[static_cast<std::size_t>(seat.child)];
    const bool has_said =
        !seat.last.pv.empty() || seat.first_ballot || child.host.held_answer() != nullptr;
    if (seat.awaited() && has_said) take_what_there_is(*round, seat);
  }
  answer_questions_first();
  note_absences(*round);
  show_vote(*round, outcome);
  const bool ponders = board_.own().ponder && settings_.ponder != settings::PonderMode::kOff;
  to_host(
      usi::format(consensus::answer_of(outcome.choice, ponders ? outcome.ponder : std::nullopt)));
  if (record_.on()) {
    effects_.push_back(
        Record{to_json(record_.decision(*round, outcome, round->strategy->identifier, now_))});
  }
  if (!round->limits.infinite) memory_.remember(*round, outcome);
  remember_replies(*round, outcome);
  probe_at_.reset();
  end_searches();
}

}  // namespace gougi::relay
