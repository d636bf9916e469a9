// SPDX-License-Identifier: MIT
#include "simulation/world.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "base/text.hpp"
#include "simulation/model_settings.hpp"

namespace gougi::simulation {
namespace {

using base::Duration;
using base::Milliseconds;
using base::TimePoint;
using namespace relay;  // events and effects

// Bounds that no sane session comes near.
constexpr int kMostEvents = 100'000;
constexpr int kMostEventsAVoter = 5'000;  // where there are many
// Of bytes, so many pieces lie in the pipe for a while.
constexpr double kLateReads = 0.3;
// Between voters none of whom fails, so long after the last ballot the answer is out.
constexpr Milliseconds kLongestDecision{10};
// An engine that keeps failing is restarted every 30 s.
constexpr std::chrono::seconds kLongestAbsence{42};
// Who ponders on another reply than the GUI does is soon told whether it was right.
constexpr Milliseconds kLongestGuess{5'200};
// A GUI that has waited so long gives up; by then a violation should have been found.
constexpr std::chrono::hours kLongest{48};

// What a relay shows of freezes hangs on its engines'.
bool has_relays(const Scenario& scenario) { return scenario.nested && !scenario.freezes; }

// From a moment to as long as some games have for a move: then most of what happens in a move
// happens at once.
constexpr std::array kTicks{1, 5, 10, 20, 50, 100, 250};
Duration draw_tick(const Scenario& scenario, Chance& dice) {
  return scenario.ticks ? Milliseconds(dice.pick(kTicks)) : Milliseconds(0);
}

// Each pipe has two, who thinks or waits its own.
enum class Way : std::uint8_t { kInto, kOut, kInside, kCount };

int way_of(const Item& item) {
  using Kind = Item::Kind;
  const auto of = [](int who, Way way) {
    return who * static_cast<int>(Way::kCount) + static_cast<int>(way);
  };
  constexpr int kGui = 0;
  const int child = item.child + 1;
  switch (item.kind) {
    case Kind::kHostLine:
    case Kind::kHostBytes:
    case Kind::kHostReads:
    case Kind::kHostClosed:
      return of(kGui, Way::kOut);
    case Kind::kGuiHears:
      return of(kGui, Way::kInto);
    case Kind::kGuiWakes:
      return of(kGui, Way::kInside);
    case Kind::kChildHears:
      return of(child, Way::kInto);
    case Kind::kChildLine:
    case Kind::kChildBytes:
    case Kind::kChildReads:
    case Kind::kChildExited:
      return of(child, Way::kOut);
    case Kind::kChildTask:
    case Kind::kChildDies:
      break;
  }
  return of(child, Way::kInside);
}

}  // namespace

World::World(std::uint64_t seed, const Wanted& wanted, const Scenario& scenario, WorldAbove* above,
             int seat)
    : above_(above),
      seat_(seat),
      start_(above ? above->time() : TimePoint(std::chrono::hours(1))),
      journal_(wanted, report_, now_),
      scenario_(scenario),
      chance_(seed, 0),
      rates_(above && !above->has_faults() ? FaultRates()
                                           : FaultRates::draw(chance_, Chance(seed, 4))),
      slowest_pipe_us_(rates_.calm() ? 200 : chance_.pick(std::array{20, 200, 1'000, 8'000})),
      settings_(draw_settings(chance_, rates_.calm())),
      cast_(seed, scenario, rates_, settings_, *this),
      rules_(settings_, is_calm(scenario)),
      work_rules_(settings_),
      at_once_(seed, 999),
      queue_(above ? above->tick() : draw_tick(scenario, at_once_), seed),
      spin_(scenario.mirrors ? 2 * scenario.voters : scenario.voters, start_),
      ways_(seed, 990),
      cuts_(seed, 996),
      floods_(seed, 981) {
  report_.seed = seed;
  report_.calm = is_calm(scenario);
  scenario_.bytes = scenario.bytes || scenario.full;
  if (scenario.voters > 0 && rates_.calm()) liveness_ = LivenessRules(kLongestDecision);
  draw_scenario(settings_, scenario, seed);
  if (has_relays(scenario)) seat_relays(Chance(seed, 997));
  cast_.add_engines();
  reserve_starts_ = chance_.happens(0.7);
  session_ = std::make_unique<Session>(settings_, cast_.environment(chance_, above != nullptr));
  cast_.add_the_rest(session_->child_count());
  if (above != nullptr) return;
  gui_ = gui_of(scenario, seed, static_cast<int>(settings_.engines.size()), *this);
}

// Where nobody dies, is asked again or stands in for another (who is told what that one has not
// reported), the engines are told no more together than there is.
std::string World::add_up_nodes(const HostSearch* search, const Member& its) {
  if (search == nullptr || !search->has_part(its.rules.character())) return "";
  if (its.mirror) return "";  // it thinks with its engine's
  if (counted_search_ != search->number) told_nodes_ = 0;
  counted_search_ = search->number;
  told_nodes_ += *std::get<usi::SearchLimits>(its.rules.limits().limits).nodes;
  const bool may_stand_in = search->strategy->seats != nullptr;
  if (!report_.calm || search->budget.normalise || may_stand_in) return "";
  const auto sum = static_cast<std::uint64_t>(search->node_budget().sum());
  return told_nodes_ <= sum ? "" : "brings the nodes of the move to " + std::to_string(told_nodes_);
}

Report World::run() {
  carry_out(session_->begin(now_));
  settle();
  after_event(true);
  gui_->begin();
  while (report_.violation.empty() && !finished_) step();
  if (report_.violation.empty()) judge_the_end();
  report_.searches = gui_->searches();
  report_.answers = rules_.answers();
  report_.span = now_ - start_;
  return std::move(report_);
}

void World::advance(TimePoint to) {
  if (to <= now_) return;
  spin_.time_passes();
  now_ = to;
}

// The whole machine: nobody counts that time.
void World::sleep(Duration span) {
  for (auto& [child, below] : below_) {
    below->advance(now_);
    below->sleep(span);
  }
  now_ += span;
  rules_.slept(span);
  liveness_.slept(span);
  for (auto& its : cast_.members()) {
    its->rules.slept(span);
    its->gone_since += span;
  }
}

void World::push(TimePoint at, Item item) {
  const int way = way_of(item);
  queue_.push(at, std::move(item), way);
}

bool World::timer_is_next() {
  if (!timer_due_ || queue_.empty()) return timer_due_.has_value();
  const TimePoint next = std::max(now_, queue_.next_time());
  if (timer_at_ >= next && queue_.has_ticks()) return timer_at_ == next && at_once_.happens(0.5);
  return timer_at_ <= next;
}

void World::step() {
  if (step_below()) return;
  const bool is_timer = timer_is_next();
  if (!is_timer && queue_.empty()) {
    complain("nothing will ever happen again; the GUI waits for " + rules_.owed());
    return;
  }
  if (++report_.events > kMostEvents + kMostEventsAVoter * scenario_.voters) {
    complain("more events than any session needs");
    return;
  }
  if (is_timer) {
    timer();
    return;
  }
  advance(queue_.next_time());
  if (above_ == nullptr && chance_.happens(0.01) && struck_by(Fault::kSuspension)) {
    sleep(chance_.millis(100, 10'000));
  }
  if (now_ - start_ > kLongest) {
    complain("it has taken hours; the GUI waits for " + rules_.owed());
    return;
  }
  happen(queue_.pop());
}

void World::timer() {
  advance(timer_at_);
  timer_due_.reset();
  const int clock = rules_.clocks_begun();
  const auto length = rules_.present_clock();
  const std::uint64_t told = told_;
  note("", "timer", "");
  event(TimePassed{});
  const auto complaint = spin_.timer(now_, clock, length, told_ != told);
  if (!complaint.empty()) complain(complaint);
}

void World::happen(Item item) {
  switch (item.kind) {
    case Item::Kind::kHostLine:
      host_line(item);
      break;
    case Item::Kind::kHostBytes:
      from_gui_.arrived(item.text);
      if (reads_later({.kind = Item::Kind::kHostReads})) break;
      [[fallthrough]];
    case Item::Kind::kHostReads:
      if (read_host()) push(now_, {.kind = Item::Kind::kHostReads});
      break;
    case Item::Kind::kHostClosed:
      from_gui_.arrived(item.text);
      while (read_host()) {
      }
      // What has no line end is a line all the same: so `echo -n quit` ends it.
      from_gui_.end([&](std::string_view half) {
        if (!finished_) host_line({.text = std::string(half)});
      });
      if (finished_) break;
      note("", ">", "(closed)");
      rules_.hung_up();
      event(HostClosed{});
      if (!finished_) complain("the GUI is gone, and the session goes on");
      break;
    case Item::Kind::kGuiHears:
      gui_->hear(item.text, item.number);
      break;
    case Item::Kind::kGuiWakes:
      gui_->wake(item.number);
      break;
    case Item::Kind::kChildHears:
      if (item.number != cast_[item.child].process) break;
      if (is_relay(item.child)) {
        tell_below(item.child, item.text);
      } else {
        cast_[item.child].engine.take(item.text);
      }
      break;
    case Item::Kind::kChildLine:
      note(name_of(item.child), "<", item.text);
      hear_of(item);
      event(ChildLine{item.child, item.text});
      break;
    case Item::Kind::kChildBytes:
      cast_[item.child].says.arrived(item.text);
      if (reads_later({.kind = Item::Kind::kChildReads, .child = item.child})) break;
      [[fallthrough]];
    case Item::Kind::kChildReads:
      if (read_child(item.child)) {
        push(now_, {.kind = Item::Kind::kChildReads, .child = item.child});
      }
      break;
    case Item::Kind::kChildTask:
      if (item.number == cast_[item.child].process) {
        cast_[item.child].engine.wake(std::move(item.task));
      }
      break;
    case Item::Kind::kChildDies:
      if (item.number == cast_[item.child].process && runs(item.child)) {
        end(item.child);
        engine_exits(item.child, "killed");
      }
      break;
    case Item::Kind::kChildExited:
      while (read_child(item.child)) {
      }
      cast_[item.child].says.end([&](std::string_view half) {
        tell(ChildBrokeOff{item.child, half});
      });
      note(name_of(item.child), "<", "(ended: " + item.text + ")");
      cast_[item.child].rules.gone();
      cast_[item.child].gone_since = now_;
      event(ChildExited{item.child, item.text});
      break;
  }
}

// What is behind is read in one go with what comes meanwhile.
bool World::reads_later(Item reads) {
  if (!cuts_.happens(kLateReads)) return false;
  push(now_ + cuts_.micros(1, slowest_pipe_us_), std::move(reads));
  return true;
}

// Of one block; whether there is more.
bool World::read_host() {
  return from_gui_.read(cuts_, [&](std::string_view line, const KnownPositionPtr& position) {
    if (!finished_) host_line({.text = std::string(line), .position = position});
  });
}

// As the shell does: whatever a block holds is told before anything that comes of it is looked at.
bool World::read_child(int child) {
  const bool more = cast_[child].says.read(cuts_, [&](std::string_view line, Origin origin) {
    if (finished_ || !report_.violation.empty()) return;
    note(name_of(child), "<", line);
    hear_of({.child = child, .text = std::string(line), .origin = origin});
    tell(ChildLine{child, line});
  });
  settle();
  after_event(false);
  return more;
}

void World::hear_of(const Item& item) {
  EngineRules& its = cast_[item.child].rules;
  cast_[item.child].told_since_heard = 0;
  if (its.dying()) return;  // who is being ended is not listened to
  const bool of_a_position = item.text.starts_with("info") || item.text.starts_with("bestmove");
  KnownPositionPtr known;
  // Of a search that the GUI has dropped nobody knows the position any more.
  const HostSearch* search = rules_.present();
  const bool present = search != nullptr && its.last_round() == search->number;
  if (of_a_position && present) known = book_.read(its.position());
  const auto heard = its.heard(item.text, now_, known.get(), item.origin);
  if (const auto unused = rules_.unused_by(heard, its.character(), now_)) {
    its.left_unused(*unused, heard.best_move && !rules_.is_released(heard.round));
  }
  rules_.heard_of(item.child, heard);
}

void World::host_line(const Item& item) {
  note("", ">", item.text);
  must_be_heard_ = 0;
  cast_.learn_option(item.text);
  rules_.said(item.text, now_, item.position);
  if (item.text == "quit") rules_.hung_up();
  const HostSearch* search = rules_.present();
  const bool begins = search != nullptr && !search->waits && search->clock_start == now_;
  for (int i = 0; i < cast_.size(); ++i) {
    const EngineRules& its = cast_[i].rules;
    const bool loads = its.state() == EngineRules::State::kLoading;
    if (loads && item.text.starts_with("go")) rules_.fenced(i, cast_[i].engine.character());
    if (begins && its.is_absent()) rules_.absent(i);
  }
  for (auto& its : cast_.members()) {
    if (item.text == "usinewgame") its->rules.game_begins();
    if (item.text.starts_with("gameover")) its->rules.game_ends();
  }
  event(HostLine{item.text});
  if (item.text == "quit" && !finished_) complain("quit was said, and the session goes on");
}

template <class What>
void World::tell(What what) {
  planned_ = deadline_;
  const int answers = rules_.answers();
  const bool many = scenario_.voters > 0;
  const auto begin = many ? std::chrono::steady_clock::now() : TimePoint();
  const std::vector<Effect>& effects = session_->on({now_, what});
  const auto end = many ? std::chrono::steady_clock::now() : TimePoint();
  carry_out(effects);
  if (rules_.answers() > answers) {
    const std::chrono::duration<double, std::milli> took = end - begin;
    report_.slowest_ms = std::max(report_.slowest_ms, took.count());
    report_.most_votes = std::max(report_.most_votes, rules_.votes_of_last());
  }
}

template <class What>
void World::event(What what) {
  tell(what);
  settle();
  after_event(!std::is_same_v<What, ChildLine>);
}

void World::settle() {
  while (!starting_.empty() && report_.violation.empty()) {
    const int child = starting_.front();
    starting_.pop_front();
    Member& its = cast_[child];
    if (runs(child)) {
      note(name_of(child), "<", "(runs)");
      its.rules.runs();
      carry_out(session_->on({now_, ChildStarted{child}}));
    } else {
      note(name_of(child), "<", "(cannot start)");
      its.rules.gone();
      carry_out(session_->on({now_, ChildFailed{child, "no such program"}}));
    }
  }
  deadline_ = session_->deadline();
  if (deadline_ == timer_due_) return;
  timer_due_ = deadline_;
  if (!deadline_) return;
  Duration late = chance_.micros(0, 100);
  if (queue_.has_ticks()) late = Duration(0);
  if (struck_by(Fault::kLateTimer)) late = chance_.millis(1, 8);
  if (struck_by(Fault::kVeryLateTimer)) late = chance_.millis(10, 50);
  timer_at_ = std::max(*deadline_, now_) + late;
}

void World::after_event(bool looked_at_the_clock) {
  if (finished_) return;
  judge_liveness();
  if (!looked_at_the_clock) return;
  const bool ready = std::ranges::all_of(cast_.members(), [](const auto& member) {
    return member->engine.character().role != Role::kVoter || member->rules.ready();
  });
  const std::string complaint = rules_.overdue(now_, ready, deadline_);
  if (!complaint.empty()) complain(complaint);
  const HostSearch* search = rules_.present();
  for (const auto& member : cast_.members()) {
    const Member& its = *member;
    const std::string& who = its.name;
    const bool guesses = its.rules.work() == Work::kGuess && its.rules.round() == rules_.ended() &&
                         now_ - rules_.ended_at() < kLongestGuess;
    const bool useful =
        guesses || (search != nullptr && its.rules.round() == search->number &&
                    (its.rules.work() != Work::kGuess || search->ponder || search->released));
    if (its.rules.searching() && !its.rules.stopped() && !useful) {
      complain(who + " thinks on though nobody waits for it");
    }
    if (its.rules.overdue(now_)) complain(who + " is deaf to stop, and nothing is done about it");
    const bool down = its.process > 0 && its.could_start && !its.rules.alive();
    if (down && now_ - its.gone_since > kLongestAbsence) complain(who + " is not restarted");
  }
}

void World::judge_liveness() {
  const HostSearch* search = rules_.present();
  if (search == nullptr) return;
  workers_.clear();
  // Who shares a seat may be silent for longer: nobody may wait for it.
  const auto shares_a_seat = [](const Member& its) {
    return its.mirror || (its.settings != nullptr && its.settings->mirror);
  };
  for (const auto& its : cast_.members()) {
    workers_.push_back(
        {&its->rules, its->name, its->process > 0 && its->could_start, shares_a_seat(*its)});
  }
  const std::string complaint = liveness_.judge(*search, workers_, now_);
  if (!complaint.empty()) complain(complaint);
}

void World::judge_the_end() {
  if (rules_.some_recorded() && !rules_.all_recorded()) complain("not every move is recorded");
  for (const auto& its : cast_.members()) {
    const EngineRules& rules = its->rules;
    if (rules.alive() && !rules.dying() && !rules.dismissed()) {
      complain(its->name + " was not told to quit");
    }
  }
  // Whatever still comes, it is silent.
  const auto silent = [&](auto what) {
    now_ += Milliseconds(1);
    if (!session_->on({now_, what}).empty()) complain("it speaks after its end");
    if (session_->deadline()) complain("it plans something after its end");
  };
  silent(TimePassed{});
  silent(HostLine{"go infinite"});
  for (int child = 0; child < session_->child_count(); ++child) {
    silent(ChildLine{child, "bestmove 7g7f"});
    silent(ChildExited{child, "exit code 0"});
  }
  silent(HostClosed{});
}

}  // namespace gougi::simulation
