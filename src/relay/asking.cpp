// SPDX-License-Identifier: MIT
#include "relay/asking.hpp"

#include <algorithm>
#include <utility>

#include "relay/agreement_clock.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;

// A search goes on with the clock that it was told if there is about as much time now: with a tenth
// less it may plan wrongly, but is stopped in time.
bool has_no_less(const usi::ClockTimes& now, const usi::ClockTimes& told, shogi::Color side) {
  const auto enough = [](Milliseconds is, Milliseconds was) { return 10 * is >= 9 * was; };
  return told.given && enough(now.byoyomi, told.byoyomi) &&
         enough(now.of(side).time, told.of(side).time) &&
         enough(now.of(side).increment, told.of(side).increment);
}

// Its mirror, where the engine is not there and that is.
const Child& who_takes_the_seat(const Child& engine) {
  const bool instead =
      !engine.host.ready() && engine.other != nullptr && engine.other->host.ready();
  return instead ? *engine.other : engine;
}

bool is_hopeful_seat(const Child& engine) {
  return engine.hopeful() || (engine.other != nullptr && engine.other->hopeful());
}

}  // namespace

void Asking::seat_everybody() const {
  Poll& poll = work_.poll;
  const auto choose = poll.strategy->seats;
  std::vector<int> chosen;
  if (choose != nullptr) {
    std::vector<int> available;
    for (const auto& child : work_.port.children.all()) {
      if (child->role == Role::kVoter && is_hopeful_seat(*child))
        available.push_back(child->number);
    }
    if (!available.empty()) chosen = choose(poll.facts, available);
  }
  const auto plays = [&](const Child& child) {
    return choose == nullptr || std::ranges::find(chosen, child.number) != chosen.end();
  };
  for (const auto& child : work_.port.children.all()) {
    if (child->role == Role::kVoter && plays(*child)) {
      poll.book.voters.push_back(voter_for(who_takes_the_seat(*child)));
    }
    if (child->role != Role::kSolver || !child->hopeful()) continue;
    ProofSearch& solver = poll.book.solvers.emplace_back();
    solver.child = child->index;
    solver.name = child->display_name();
  }
  share_out_nodes();
}

// Who is not there has none: what it was given would be lost.
void Asking::share_out_nodes() const {
  Poll& poll = work_.poll;
  if (!poll.budget.on()) return;
  const auto& all = work_.port.children.all();
  const auto is_there = [](const auto& child) {
    return child->role == Role::kVoter && is_hopeful_seat(*child);
  };
  const auto there = std::ranges::count_if(all, is_there);
  std::vector<double> shares;
  for (const VoterSearch& voter : poll.book.voters) {
    const Child& child = work_.child_of(voter);
    shares.push_back(child.hopeful() || there == 0 ? child.budget_share() : 0.0);
  }
  // There is nobody whom a strategy could ask after the first.
  const double first_share = there > 1 ? poll.strategy->first_share : 1.0;
  // At least one node, of which the first engine has it: somebody has to vote.
  const Nodes nodes = std::max(Nodes{1}, part_of(poll.budget.sum(), first_share));
  const auto parts = poll.budget.take(nodes, shares);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    VoterSearch& voter = poll.book.voters[i];
    if (work_.child_of(voter).budget_share() > 0) voter.part = parts[i];
  }
}

// Of what those who were to play had, what they are not known to have searched.
Nodes Asking::rest_of_the_budget() const {
  Nodes left = work_.poll.budget.sum() - work_.poll.budget.left();
  for (const VoterSearch& voter : work_.poll.book.voters) left -= std::min(left, voter.searched());
  return std::max(Nodes{1}, left);
}

void Asking::replace_all_but(int number) const {
  SearchBook& book = work_.poll.book;
  for (VoterSearch& voter : book.voters) {
    if (!voter.part || voter.ballot || voter.number == number) continue;
    voter.replaced = true;
    if (MirrorSearch* mirror = book.mirror_of(voter.number)) mirror->replaced = true;
  }
}

// Of a freeze in force one that knows what it is goes first.
VoterSearch* Asking::seat_another() const {
  auto& voters = work_.poll.book.voters;
  if (work_.poll.strategy->seats == nullptr || work_.poll.stopped) return nullptr;
  if (!work_.poll.position().has_legal_move()) return nullptr;
  const auto may_play = [&](const std::unique_ptr<Child>& child) {
    const bool has_a_seat = std::ranges::any_of(voters, [&](const VoterSearch& voter) {
      return !voter.reserve && voter.number == child->number;
    });
    return child->role == Role::kVoter && !has_a_seat && who_takes_the_seat(*child).host.ready();
  };
  const auto accepts = [](const std::unique_ptr<Child>& child) {
    return usi::accepts_freezes(child->host.freeze_ability());
  };
  const auto& all = work_.port.children.all();
  const bool frozen = work_.poll.position().freezes().in_force != shogi::PieceType::kNone;
  const bool somebody_knows = frozen && std::ranges::any_of(all, [&](const auto& child) {
                                return may_play(child) && accepts(child);
                              });
  const auto next = std::ranges::find_if(all, [&](const auto& child) {
    return may_play(child) && (!somebody_knows || accepts(child));
  });
  if (next == all.end()) return nullptr;
  work_.port.out.info(who_takes_the_seat(**next).full_name() + " plays instead");
  const auto place = std::ranges::find_if(voters, [&](const VoterSearch& voter) {
    return voter.reserve || voter.number > (*next)->number;
  });
  VoterSearch voter = voter_for(who_takes_the_seat(**next));
  voter.stands_in = true;
  if (work_.poll.budget.on() && (*next)->budget_share() > 0) {
    voter.part = rest_of_the_budget();
    replace_all_but(voter.number);
  }
  return &*voters.insert(place, std::move(voter));
}

VoterSearch* Asking::let_back() const {
  SearchBook& book = work_.poll.book;
  if (work_.poll.stopped || work_.held) return nullptr;
  const auto may_come = [&](const VoterSearch& voter) {
    return !voter.ballot && voter.asked < 2 && work_.child_of(voter).hopeful();
  };
  const bool somebody_may_join = std::ranges::any_of(book.voters, [&](const VoterSearch& voter) {
    return !voter.reserve && !voter.is_asked_no_more() && may_come(voter);
  });
  const auto back = std::ranges::find_if(book.voters, [&](const VoterSearch& voter) {
    return voter.replaced && !voter.left_out && may_come(voter);
  });
  if (somebody_may_join || back == book.voters.end()) return nullptr;
  const Nodes rest = rest_of_the_budget();
  // It is told its part without what it has searched, which is not in the rest.
  const auto has_again = [&](VoterSearch& search) {
    search.part = rest + search.searched();
    search.replaced = false;
  };
  has_again(*back);
  replace_all_but(back->number);
  if (MirrorSearch* mirror = book.mirror_of(back->number)) {
    has_again(*mirror);
    if (mirror->ballot) mirror->id = 0;
    mirror->ballot.reset();  // it was void, or would have had the seat
  }
  return &*back;
}

// With the same clock, or about as much.
bool Asking::take_guess(VoterSearch& voter) const {
  if (voter.part) return false;  // what it has searched is no part of this move's nodes
  const usi::SearchLimits& limits = work_.poll.limits;
  Child& child = work_.child_of(voter);
  const auto fits = [&](const PonderGuess& guess) {
    if (!child.host.is_pondering()) return false;  // it has answered, unasked
    if (!limits.clock.given || no_answer_before_stop(limits)) return false;
    if (limits.depth || limits.nodes || limits.movetime) return false;
    return limits.search_moves.empty() && may_go_on(child, guess.clock, limits.clock);
  };
  auto guess = guesses_.take(child, *work_.poll.lines.in(child.freeze_view()), fits);
  if (!guess) return false;
  work_.port.out.info(child.full_name() + " has pondered on this move");
  voter.id = guess->id;
  voter.asked_at = guess->asked_at;
  voter.heard_at = guess->heard_at;
  voter.freezes = guess->freezes;
  voter.last = std::move(guess->last);
  voter.asked = 1;
  child.host.judge_by(work_.judge);
  go_on_from_ponder(voter, child.host.quirks().ponderhit_time ? limits.clock : usi::ClockTimes{});
  return true;
}

VoterSearch Asking::voter_for(const Child& child) const {
  const consensus::RuleNumbers& numbers = work_.port.own().numbers;
  VoterSearch voter;
  voter.child = child.index;
  voter.number = child.number;
  voter.name = child.display_name();
  voter.was_there = child.hopeful();
  voter.weight = child.settings->weight_at(work_.poll.facts.ply, numbers.chuuban_start_plies,
                                           numbers.shuuban_start_plies);
  voter.scale = child.scales.at(work_.poll.facts.ply);
  voter.lines_tell_visits = child.lines_tell_visits;
  voter.previous = memory_.previous(*work_.poll.game, child.number);
  return voter;
}

VoterSearch& Asking::seat_reserve() const {
  const Child& reserve = work_.port.children.reserve();
  work_.port.out.warning("no engine has a ballot: the reserve engine is asked");
  VoterSearch voter;
  voter.child = reserve.index;
  voter.number = reserve.number;
  voter.name = reserve.display_name();
  voter.reserve = true;
  return work_.poll.book.voters.emplace_back(std::move(voter));
}

// By the agreement clock it is stopped when what it is told is up, whether or not anybody shows a
// line by which all are.
void Asking::plan(const Child& child, VoterSearch& voter, base::TimePoint wanted_at) const {
  work_.clock.plan_search(child, voter, wanted_at, work_.now());
  if (!work_.poll.agreement || voter.reserve) return;
  voter.stop_at = sooner(voter.stop_at, work_.now() + AgreementClock(work_).left_for(voter));
}

void Asking::ask(VoterSearch& voter) const {
  Child& child = work_.child_of(voter);
  const Poll& poll = work_.poll;
  if (voter.left_out || voter.replaced) return;
  if (voter.asked >= 2 && !voter.pondering && !work_.held) return;
  // Whoever was greeted after the places were given may turn out to understand no `go nodes`.
  if (voter.part && child.budget_share() <= 0) voter.part.reset();
  if (voter.part == 0) return;
  // It begins at ponderhit. Of a budget, thoughts in the opponent's time would be an addition.
  if (poll.limits.ponder && (!child.host.quirks().can_ponder || voter.part)) return;
  if (voter.pondering && voter.id != 0 && voter.id == child.host.current()) {
    return stop_pondering(child, voter);
  }
  ++voter.asked;
  work_.set_line_count(child, true);
  voter.name = child.display_name();
  voter.freezes = child.host.freeze_ability();
  voter.stop_at.reset();
  voter.stopped_at.reset();
  voter.promised_end.reset();
  voter.heard_at.reset();
  usi::SearchLimits limits =
      poll.limits.ponder ? pondering_limits(child, voter) : thinking_limits(child, voter);
  // What it said before a restart or a ponderhit holds on: it may have no time to say it again.
  voter.pondering = limits.ponder;
  const auto& elsewhere = voter.own_ponder_position;
  const PositionLines& lines = elsewhere ? elsewhere->lines : poll.lines;
  limits =
      seen_limits(work_.port.rules.bearable(std::move(limits), poll.side()), child.freeze_view());
  work_.port.start(voter, child,
                   {lines.in(child.freeze_view()), std::move(limits), poll.side(),
                    elsewhere ? std::make_shared<PositionJudge>(elsewhere->board) : work_.judge});
  Silence(work_).plan();
}

usi::SearchLimits Asking::pondering_limits(const Child& child, const VoterSearch& voter) const {
  const usi::SearchLimits& limits = work_.poll.limits;
  if (!limits.clock.given && !limits.movetime) return limits;
  return told_limits(share_of(limits, work_.clock.told_share(voter)), work_.poll.side(),
                     work_.clock.plan.reserve + work_.clock.stop_lead(child));
}

usi::SearchLimits Asking::thinking_limits(const Child& child, VoterSearch& voter) const {
  const RoundClock& clock = work_.clock;
  if (const auto wanted_at = clock.ballot_at(voter)) plan(child, voter, *wanted_at);
  if (voter.part) return nodes_for(child, voter);
  if (work_.poll.strategy->asks_only_if_split && voter.promised_end) {
    // It is told the whole time, and stopped before if the votes differ.
    Search whole;
    clock.plan_search(child, whole, work_.poll.clock_start + *clock.plan.answer_after, work_.now());
    voter.promised_end = whole.promised_end;
  }
  return told_part(child, voter);
}

// Asked again after a restart, it has what it had not come to.
usi::SearchLimits Asking::nodes_for(const Child& child, VoterSearch& voter) const {
  const Nodes whole = work_.told_nodes(child, *voter.part);
  voter.spent = voter.searched();
  voter.last.nodes = 0;
  voter.told_nodes = std::max(Nodes{1}, whole - std::min(whole, voter.spent));
  voter.promised_end.reset();  // nodes promise no time
  return with_nodes(work_.poll.limits, voter.told_nodes);
}

usi::SearchLimits Asking::told_part(const Child& child, const VoterSearch& voter) const {
  const RoundClock& clock = work_.clock;
  if (work_.poll.agreement && !voter.reserve) {
    usi::SearchLimits limits = work_.poll.limits;
    limits.clock = {.given = true, .byoyomi = AgreementClock(work_).left_for(voter)};
    limits.wait_stop = child.host.quirks().wait_stop;
    return limits;
  }
  return clock.limits_for(child, voter, share_of(work_.poll.limits, clock.told_share(voter)),
                          work_.poll.side(), base::to_ms(work_.elapsed()), work_.now());
}

void Asking::stop_pondering(const Child& child, VoterSearch& voter) const {
  voter.pondering = false;
  voter.restarts_after_stop = true;
  voter.asked = std::min(voter.asked, 1);  // restarts while it pondered cost nothing
  if (const auto wanted_at = work_.clock.ballot_at(voter)) plan(child, voter, *wanted_at);
  voter.stopped_at = work_.now();
  work_.port.children.stop(work_.child_of(voter), work_.now());
}

bool Asking::may_go_on(const Child& child, const usi::ClockTimes& told,
                       const usi::ClockTimes& now) const {
  if (!now.given || child.host.quirks().ponderhit_time) return true;
  // A search that has not begun is told the new clocks whatever it knows.
  return child.host.search_waits() || has_no_less(now, told, work_.poll.side());
}

void Asking::go_on_from_ponder(VoterSearch& voter, const usi::ClockTimes& clock) const {
  Child& child = work_.child_of(voter);
  voter.pondering = false;
  if (const auto wanted_at = work_.clock.ballot_at(voter)) plan(child, voter, *wanted_at);
  const auto told = told_part(child, voter);
  const bool tells = clock.given || child.host.search_waits();
  work_.port.children.ponder_hit(child, tells ? told.clock : usi::ClockTimes{}, work_.now());
}

void Asking::ask(ProofSearch& solver) const {
  Child& child = work_.child_of(solver);
  const ClockPlan& plan = work_.clock.plan;
  const settings::RelaySettings& settings = work_.port.settings;
  usi::MateLimits limits;
  limits.time = work_.port.own().mate_timeout;
  if (plan.decide_after) limits.time = std::min(*limits.time, *plan.decide_after);
  // Who else would look at the threats?
  const bool alone = settings.mate_threats && !settings.mate_pv;
  if (alone && plan.decide_after) {
    limits.time = std::min(*limits.time, std::max(Milliseconds(1), *plan.decide_after / 2));
  }
  solver.freezes = child.host.freeze_ability();
  work_.port.start(solver, child,
                   {work_.poll.sfen_lines.in(child.freeze_view()), limits, work_.poll.side()});
  solver.heard_at = work_.now();
  Silence(work_).plan();
}

void Asking::bound_loading() const {
  const SearchBook& book = work_.poll.book;
  if (book.anybody_awaited()) return;
  for (const VoterSearch& voter : book.voters)
    work_.child_of(voter).host.bound_loading(work_.now());
}

}  // namespace gougi::relay
