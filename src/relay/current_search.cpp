// SPDX-License-Identifier: MIT
#include "relay/current_search.hpp"

#include <algorithm>
#include <utility>

#include "relay/analysis.hpp"
#include "relay/arbiter_json.hpp"
#include "relay/decision_record.hpp"
#include "relay/explanation.hpp"
#include "relay/vote_lines.hpp"
#include "relay/vote_table.hpp"

namespace gougi::relay {
namespace {

std::vector<consensus::Member> members(const Port& port) {
  std::vector<consensus::Member> members;
  for (const auto& child : port.children.all()) {
    if (child->role != Role::kVoter) continue;
    const settings::EngineSettings& engine = *child->settings;
    const settings::PhaseWeights usual{engine.weight, engine.weight, engine.weight};
    const settings::PhaseWeights weights = engine.phase_weights.value_or(usual);
    members.push_back({.number = child->number,
                       .scales = child->scales,
                       .opening = weights.opening,
                       .middle = weights.middle,
                       .end = weights.end,
                       .name = engine.name});
  }
  return members;
}

void explain(Port& port, const Poll& poll, const Outcome& outcome) {
  Outbox& out = port.out;
  if (port.own().explain) {
    for (const auto& line : explanation(poll, outcome, port.now, out.japanese())) out.say(line);
  }
  if (!out.wants_infos()) return;
  for (const auto& line : explanation(poll, outcome, port.now, false)) {
    out.info("decided: " + line);
  }
}

// What the GUI is shown of a round that has ended: who voted how, how the answer came about, and
// the lines behind it.
void show_result(Port& port, const Poll& poll, const Outcome& outcome) {
  Outbox& out = port.out;
  const bool in_japanese = out.japanese();
  for (const std::string& line : vote_table(poll, outcome, in_japanese)) out.say(line);
  explain(port, poll, outcome);
  // The last message: ShogiHome shows no more than that.
  out.say(vote_summary(poll, outcome, in_japanese));
  const auto time = base::to_ms(port.now - poll.clock_start);
  const bool is_analysis = poll.limits.infinite && poll.book.voters.size() > 1;
  for (usi::InfoAnswer& info : vote_lines(poll, outcome, port.own().vote_lines)) {
    info.time_ms = time.count();
    if (is_analysis) add_effort(poll, time, info);
    out.to_host(usi::format(info));
  }
}

}  // namespace

CurrentSearch::CurrentSearch(Port& port, SessionTimers& timers, const GameState& game,
                             const FreezeTalk& freezes, GuiTalk& gui,
                             const Environment& environment)
    : port_(port),
      game_(game),
      freezes_(freezes),
      gui_(gui),
      environment_(environment),
      guesses_(port, timers),
      probe_(timers) {}

consensus::Facts CurrentSearch::facts() const {
  const OwnOptions& own = port_.own();
  const game::Game& game = *game_.game();
  consensus::Facts facts = memory_.facts(game);
  facts.numbers = own.numbers;
  facts.engines = static_cast<int>(port_.settings.engines.size());
  const auto has_map = [](const auto& child) { return child->scales.has_map(); };
  const bool maps_matter =
      own.strategy->wants_maps && std::ranges::any_of(port_.children.all(), has_map);
  if (own.strategy->wants_members || maps_matter) facts.members = members(port_);
  if (own.strategy->wants_model) {
    facts.arbiter = environment_.arbiter ? environment_.arbiter : shipped_arbiter();
  }
  facts.dice = dice_of(own.seed() != 0 ? own.seed() : environment_.seed + games_, game);
  facts.may_declare = game.position().can_declare(own.declaration);
  return facts;
}

Poll CurrentSearch::new_poll(const usi::SearchLimits& limits) const {
  const OwnOptions& own = port_.own();
  Poll poll(game_.game(), limits, port_.now);
  poll.lines = game_.lines();
  poll.sfen_lines = game_.sfen_lines();
  poll.strategy = own.strategy;
  poll.declaration = own.declaration;
  poll.pools_freezes = port_.settings.freeze_vote == settings::FreezeVote::kPooled;
  poll.may_freeze = usi::declares_freezes(freezes_.ability());
  poll.without_position = !game_.is_usable();
  return poll;
}

bool CurrentSearch::is_playable() const {
  return game_.is_usable() && game_.position().has_legal_move();
}

std::unique_ptr<Round> CurrentSearch::new_round(const usi::SearchLimits& limits) {
  Poll poll = new_poll(limits);
  if (is_playable()) poll.facts = facts();
  return std::make_unique<Round>(port_, guesses_, memory_, std::move(poll));
}

bool CurrentSearch::begin(const usi::SearchLimits& limits) {
  round_ = new_round(limits);
  const ClockPlan& plan = round_->begin(probe_.rules(port_.own()));
  probe_.end();
  if (!limits.ponder) probe_.begin(plan, port_.now);
  settle();
  return is_playable() && !limits.infinite;
}

void CurrentSearch::answer_unasked(const usi::GoCommand& command) {
  if (const auto* limits = std::get_if<usi::SearchLimits>(&command.limits)) {
    round_ = new_round(*limits);
    round_->answer_unasked(probe_.rules(port_.own()));
    settle();
  } else {
    answer_mate("checkmate " + port_.own().mate_timeout_reply);
  }
}

void CurrentSearch::begin_mate(const usi::MateLimits& limits) {
  if (!game_.is_usable()) return answer_mate("checkmate " + port_.own().mate_timeout_reply);
  guesses_.drop();
  // The children's solvers look for mates against a defence.
  if (limits.help) return answer_mate("checkmate notimplemented");
  mate_round_ = std::make_unique<MateRound>(port_, game_.game(), game_.sfen_lines(), limits);
  mate_round_->begin();
  settle();
}

void CurrentSearch::ponder_hit(const usi::ClockTimes& clock) {
  if (!is_pondering()) return;
  probe_.begin(round_->ponder_hit(clock, probe_.rules(port_.own())), port_.now);
  settle();
}

void CurrentSearch::stop() {
  if (round_) round_->stop();
  if (mate_round_) mate_round_->force();
  settle();
}

void CurrentSearch::force() {
  if (round_) round_->force();
  if (mate_round_) mate_round_->force();
  settle();
}

void CurrentSearch::drop() {
  port_.out.info("the search is dropped: the GUI has moved on");
  round_.reset();
  mate_round_.reset();
  probe_.end();
  end_searches();
}

void CurrentSearch::make_room() {
  if (round_ && round_->owes_answer()) force();
  if (is_pondering()) round_->keep_guesses();
  if (runs()) drop();
}

void CurrentSearch::take(Child& child, const usi::HostEvent& event) {
  if (const auto* thinks = std::get_if<usi::EngineThinks>(&event)) {
    guesses_.heard(child.index, thinks->id, thinks->info);
  } else if (std::holds_alternative<usi::EngineMoves>(event) && !runs()) {
    child.failures = 0;
  }
  if (round_) round_->take(child, event);
  if (mate_round_) mate_round_->take(child, event);
  settle();
}

void CurrentSearch::child_is_ready(Child& child) {
  if (round_) round_->child_is_ready(child);
  if (mate_round_) mate_round_->child_is_ready(child);
  settle();
}

void CurrentSearch::child_has_come() {
  if (round_) round_->try_to_decide();  // it may have nobody else
  settle();
}

void CurrentSearch::child_has_ended(const Child& child) {
  if (mate_round_ && !child.worth_waiting_for()) mate_round_->child_is_lost(child);
  if (round_) round_->try_to_decide();
  settle();
}

void CurrentSearch::join_if_free(Child& child) {
  if (!round_) return;
  round_->join_if_free(child);
  settle();
}

void CurrentSearch::tick() {
  if (round_) round_->tick();
  if (mate_round_) mate_round_->tick();
  settle();
}

std::optional<base::TimePoint> CurrentSearch::deadline() const {
  if (round_) return round_->deadline();
  return mate_round_ ? mate_round_->deadline() : std::nullopt;
}

void CurrentSearch::settle() {
  Child* const astray = round_ ? round_->take_astray() : nullptr;
  if (round_ && round_->outcome()) close();
  if (astray != nullptr) port_.children.give_up(*astray, "played an illegal move");
  if (!mate_round_ || !mate_round_->answer()) return;
  const std::string line = *mate_round_->answer();
  mate_round_.reset();
  answer_mate(line);
  end_searches();
}

void CurrentSearch::close() {
  const std::unique_ptr<Round> round = std::move(round_);
  const Poll& poll = round->poll();
  const Outcome& outcome = *round->outcome();
  gui_.answer_first();
  show_result(port_, poll, outcome);
  const bool ponders = port_.own().ponders && port_.settings.ponder != settings::PonderMode::kOff;
  port_.out.to_host(
      usi::format(consensus::answer_of(outcome.choice, ponders ? outcome.ponder : std::nullopt)));
  if (record_.on()) {
    port_.out.add(
        Record{to_json(record_.decision(poll, outcome, poll.strategy->identifier, port_.now))});
  }
  if (!poll.limits.infinite) memory_.remember(poll, outcome);
  guesses_.remember_replies(poll, outcome);
  probe_.end();
  end_searches();
}

void CurrentSearch::answer_mate(const std::string& line) {
  gui_.answer_first();
  port_.out.to_host(line);
}

void CurrentSearch::end_searches() {
  for (const auto& child : port_.children.all()) {
    if (guesses_.is_guess(*child)) continue;
    const bool is_busy = child->host.current() != 0 || child->host.search_waits();
    if (is_busy) port_.children.abandon(*child, port_.now);
    child->host.judge_by(nullptr);  // what it still says is of no round
  }
}

}  // namespace gougi::relay
