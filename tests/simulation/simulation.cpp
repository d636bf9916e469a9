// SPDX-License-Identifier: MIT
#include "simulation/simulation.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "base/text.hpp"
#include "relay/session.hpp"
#include "simulation/byte_pipe.hpp"
#include "simulation/cast.hpp"
#include "simulation/engine_rules.hpp"
#include "simulation/event_queue.hpp"
#include "simulation/host_rules.hpp"
#include "simulation/journal.hpp"
#include "simulation/liveness_rules.hpp"
#include "simulation/model_engine.hpp"
#include "simulation/model_gui.hpp"
#include "simulation/model_settings.hpp"
#include "simulation/spin_rules.hpp"
#include "simulation/work_rules.hpp"

namespace gougi::simulation {
namespace {

using base::Duration;
using base::Milliseconds;
using base::TimePoint;
using namespace relay;  // events and effects

// Bounds that no sane session comes near.
constexpr int kMostEvents = 100'000;
constexpr int kMostEventsAVoter = 5'000;  // where there are many
constexpr std::size_t kMostEffects = 200;
constexpr std::size_t kMostEffectsAVoter = 20;
// Of bytes, so many pieces lie in the pipe for a while.
constexpr double kLateReads = 0.3;
// Of many voters: what a line takes on its way, by Pareto's law.
constexpr double kShortestWayUs = 200;
constexpr double kLongestWayUs = 3e6;
constexpr double kTail = 1.3;
// Between voters none of whom fails, so long after the last ballot the answer is out.
constexpr Milliseconds kLongestDecision{10};
// An engine that keeps failing is restarted every 30 s.
constexpr std::chrono::seconds kLongestAbsence{42};
// Who ponders on another reply than the GUI does is soon told whether it was right.
constexpr Milliseconds kLongestGuess{5'200};
// A GUI that has waited so long gives up; by then a violation should have been found.
constexpr std::chrono::hours kLongest{48};

/// Something on its way.
struct Item {
  enum class Kind : std::uint8_t {
    kHostLine,
    kHostBytes,
    kHostReads,
    kHostClosed,
    kGuiHears,
    kGuiWakes,
    kChildHears,
    kChildLine,
    kChildBytes,
    kChildReads,
    kChildTask,
    kChildDies,
    kChildExited,
  };
  Kind kind = Kind::kGuiWakes;
  int child = 0;
  int number = 0;  ///< of the child's process, of the GUI's plan, of the answered search
  std::string text{};
  EngineTask task{};
  Origin origin{};  ///< of a child's line
  KnownPositionPtr position{};
};

class World final : public EngineWorld, public GuiWorld {
 public:
  World(std::uint64_t seed, const Wanted& wanted, const Scenario& scenario);
  Report run();

 private:
  std::string add_up_nodes(const HostSearch* search, const Member& its);
  // EngineWorld, GuiWorld.
  void engine_says(int child, std::string line, Origin origin) override;
  void engine_says_half(int child, std::string text) override;
  void engine_wakes(int child, Duration after, EngineTask task) override;
  void engine_exits(int child, std::string how) override;
  void injected(Fault fault) override { ++report_.faults[static_cast<std::size_t>(fault)]; }
  int unique_score() override { return ++last_score_; }
  PositionBook& book() override { return book_; }
  void gui_says(std::string line, KnownPositionPtr position) override;
  void gui_hangs_up() override;
  void gui_wakes(Duration after, int token) override;

  // Events.
  void step();
  void happen(Item item);
  void timer();
  bool reads_later(Item reads);
  bool read_host();
  bool read_child(int child);
  void hear_of(const Item& item);
  void host_line(const Item& item);
  template <class What>
  void tell(What what);
  template <class What>
  void event(What what);
  void settle();
  void after_event(bool looked_at_the_clock);
  void judge_liveness();
  void judge_the_end();

  // Effects.
  void carry_out(const std::vector<Effect>& effects);
  void carry_out(const ToHost& effect);
  void carry_out(const ToChild& effect);
  void carry_out(const StartChild& effect);
  void carry_out(const KillChild& effect);
  void carry_out(const Remember& effect);
  void carry_out(const SetEncoding& effect);
  void carry_out(const ShowLive&) {}
  void carry_out(const Record& effect);
  void carry_out(const Note&) {}
  void carry_out(const Finish&);

  const std::string& name_of(int child) { return cast_[child].name; }
  TimePoint arrival(TimePoint& last);
  TimePoint arrival_from_afar(TimePoint& last);
  void send_in_pieces(const std::vector<std::string>& pieces, TimePoint& last, const Item& item);
  bool struck_by(Fault fault);
  void complain(const std::string& what) { journal_.complain(what); }
  void note(std::string_view who, std::string_view how, std::string_view what) {
    journal_.note(who, how, what);
  }

  Report report_;
  TimePoint start_{std::chrono::hours(1)};
  TimePoint now_ = start_;
  Journal journal_;
  Scenario scenario_;
  Chance chance_;
  FaultRates rates_;
  int slowest_pipe_us_;
  settings::RelaySettings settings_;
  PositionBook book_;
  Cast cast_;
  bool reserve_starts_ = true;
  std::unique_ptr<Session> session_;
  std::unique_ptr<ModelGui> gui_;
  HostRules rules_;
  WorkRules work_rules_;
  LivenessRules liveness_;
  std::vector<LivenessRules::Worker> workers_;  ///< of the moment

  EventQueue<Item> queue_;
  std::deque<int> starting_;  ///< told at once, as the shell does
  TimePoint to_session_{};
  TimePoint to_gui_{};
  std::optional<TimePoint> deadline_;  ///< the session's, since the last event
  std::optional<TimePoint> planned_;   ///< the session's deadline before the event
  std::optional<TimePoint> timer_due_;
  TimePoint timer_at_{};
  SpinRules spin_;
  Chance ways_;  ///< of lines between machines
  Chance cuts_;  ///< of lines into bytes
  BytePipe<KnownPositionPtr> from_gui_;
  int last_score_ = 10;
  int counted_search_ = 0;        ///< of the GUI's
  std::uint64_t told_nodes_ = 0;  ///< for it
  bool finished_ = false;
};

World::World(std::uint64_t seed, const Wanted& wanted, const Scenario& scenario)
    : journal_(wanted, report_, now_),
      scenario_(scenario),
      chance_(seed, 0),
      rates_(FaultRates::draw(chance_, Chance(seed, 4))),
      slowest_pipe_us_(rates_.calm() ? 200 : chance_.pick(std::array{20, 200, 1'000, 8'000})),
      settings_(draw_settings(chance_, rates_.calm())),
      cast_(seed, scenario, rates_, settings_, *this),
      rules_(settings_, rates_.calm() && scenario.voters == 0),
      work_rules_(settings_),
      spin_(scenario.voters, start_),
      ways_(seed, 990),
      cuts_(seed, 996) {
  report_.seed = seed;
  report_.calm = rates_.calm() && scenario.voters == 0;
  if (scenario.voters > 0 && rates_.calm()) liveness_ = LivenessRules(kLongestDecision);
  draw_scenario(settings_, scenario, seed);
  cast_.add_engines();
  reserve_starts_ = chance_.happens(0.7);
  session_ = std::make_unique<Session>(settings_, cast_.environment(chance_));
  cast_.add_the_rest(session_->child_count());
  std::optional<Chance> dice;
  if (scenario.freezes) dice.emplace(seed, 3);
  std::optional<Chance> bursts;
  if (scenario.bursts) bursts.emplace(seed, 992);
  std::optional<Chance> rude;
  if (scenario.rude) rude.emplace(seed, 994);
  gui_ = std::make_unique<ModelGui>(static_cast<int>(settings_.engines.size()), Chance(seed, 1),
                                    Chance(seed, 6), *this, scenario.clock, dice, bursts, rude);
}

// Where nobody dies, is asked again or stands in for another (who is told what that one has not
// reported), the engines are told no more together than there is.
std::string World::add_up_nodes(const HostSearch* search, const Member& its) {
  if (search == nullptr || !work_rules_.is_of_a_budget(*search, its.rules)) return "";
  if (its.mirror) return "";  // it thinks with its engine's
  if (counted_search_ != search->number) told_nodes_ = 0;
  counted_search_ = search->number;
  told_nodes_ += *std::get<usi::SearchLimits>(its.rules.limits().limits).nodes;
  const bool may_stand_in = search->strategy->seats != nullptr;
  if (!report_.calm || settings_.budget.normalise || may_stand_in) return "";
  const auto sum = static_cast<std::uint64_t>(work_rules_.budget_of(*search).sum());
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

void World::step() {
  const bool timer_is_next =
      timer_due_ && (queue_.empty() || timer_at_ <= std::max(now_, queue_.next_time()));
  if (!timer_is_next && queue_.empty()) {
    complain("nothing will ever happen again; the GUI waits for " + rules_.owed());
    return;
  }
  if (++report_.events > kMostEvents + kMostEventsAVoter * scenario_.voters) {
    complain("more events than any session needs");
    return;
  }
  if (timer_is_next) {
    timer();
    return;
  }
  if (queue_.next_time() > now_) spin_.time_passes();
  now_ = std::max(now_, queue_.next_time());
  if (chance_.happens(0.01) && struck_by(Fault::kSuspension)) {
    const Duration span = chance_.millis(100, 10'000);
    now_ += span;
    rules_.slept(span);
    liveness_.slept(span);
    for (auto& its : cast_.members()) {
      its->rules.slept(span);
      its->gone_since += span;
    }
  }
  if (now_ - start_ > kLongest) {
    complain("it has taken hours; the GUI waits for " + rules_.owed());
    return;
  }
  happen(queue_.pop());
}

void World::timer() {
  if (timer_at_ > now_) spin_.time_passes();
  now_ = std::max(now_, timer_at_);
  timer_due_.reset();
  const auto complaint = spin_.timer(now_, rules_.clocks_begun(), rules_.present_clock());
  if (!complaint.empty()) complain(complaint);
  note("", "timer", "");
  event(TimePassed{});
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
      if (read_host()) queue_.push(now_, {.kind = Item::Kind::kHostReads});
      break;
    case Item::Kind::kHostClosed:
      while (read_host()) {
      }
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
      if (item.number == cast_[item.child].process) cast_[item.child].engine.take(item.text);
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
        queue_.push(now_, {.kind = Item::Kind::kChildReads, .child = item.child});
      }
      break;
    case Item::Kind::kChildTask:
      if (item.number == cast_[item.child].process) {
        cast_[item.child].engine.wake(std::move(item.task));
      }
      break;
    case Item::Kind::kChildDies:
      if (item.number == cast_[item.child].process && cast_[item.child].engine.runs()) {
        cast_[item.child].engine.killed();
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
  queue_.push(now_ + cuts_.micros(1, slowest_pipe_us_), std::move(reads));
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
  if (its.dying()) return;  // who is being ended is not listened to
  const bool of_a_position = item.text.starts_with("info") || item.text.starts_with("bestmove");
  KnownPositionPtr known;
  // Of a search that the GUI has dropped nobody knows the position any more.
  const HostSearch* search = rules_.present();
  const bool present = search != nullptr && its.last_round() == search->number;
  if (of_a_position && present) known = book_.read(its.position());
  const auto heard = its.heard(item.text, now_, known.get(), item.origin);
  if (const auto unused = rules_.unused_by(heard, now_)) {
    its.left_unused(*unused, heard.best_move && !rules_.is_released(heard.round));
  }
  rules_.heard_of(item.child, heard);
}

void World::host_line(const Item& item) {
  note("", ">", item.text);
  cast_.learn_option(item.text);
  rules_.said(item.text, now_, item.position);
  if (item.text == "quit") rules_.hung_up();
  const HostSearch* search = rules_.present();
  const bool begins = search != nullptr && !search->waits && search->clock_start == now_;
  for (int i = 0; i < cast_.size(); ++i) {
    const EngineRules& its = cast_[i].rules;
    const bool loads = its.state() == EngineRules::State::kLoading;
    if (loads && item.text.starts_with("go")) rules_.fenced(i);
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
    if (its.engine.runs()) {
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

void World::carry_out(const std::vector<Effect>& effects) {
  if (effects.size() > kMostEffects + kMostEffectsAVoter * cast_.members().size())
    complain("one event has hundreds of effects");
  for (const Effect& effect : effects) {
    if (!report_.violation.empty()) return;
    std::visit([this](const auto& known) { carry_out(known); }, effect);
  }
}

void World::carry_out(const ToHost& effect) {
  journal_.write_down(effect.may_be_lost ? 1 : 2, 0, effect.line);
  note("", "<", effect.line);
  if (effect.line.ends_with("(mirror)]")) ++report_.mirrors_spoke;
  const std::string complaint = rules_.told(effect.line, now_, planned_);
  if (!complaint.empty()) complain("\"" + effect.line + "\" " + complaint);
  if (effect.line.starts_with("info") || effect.line.starts_with("option")) return;
  const bool answer = effect.line.starts_with("bestmove") || effect.line.starts_with("checkmate");
  queue_.push(arrival(to_gui_), {.kind = Item::Kind::kGuiHears,
                                 .number = answer ? rules_.answered() : 0,
                                 .text = effect.line});
}

void World::carry_out(const Remember& effect) {
  for (const std::string& line : effect.lines) journal_.write_down(3, effect.child, line);
}

void World::carry_out(const SetEncoding& effect) {
  journal_.write_down(4, static_cast<int>(effect.encoding), "");
}

void World::carry_out(const ToChild& effect) {
  journal_.write_down(5, effect.child, effect.line);
  note(name_of(effect.child), ">", effect.line);
  Member& its = cast_[effect.child];
  const HostSearch* search = rules_.present();
  its.rules.lines_are_wanted(search != nullptr && search->strategy->wants_lines);
  std::string complaint = its.rules.told(effect.line, now_, its.wanted);
  if (complaint.empty() && (effect.line + " ").starts_with("go ")) {
    const auto judged = work_rules_.judge(search, effect.child, its.rules, now_);
    complaint = judged.complaint.empty() ? add_up_nodes(search, its) : judged.complaint;
    if (search != nullptr) its.rules.work_for(search->number, judged.work);
    rules_.asked(effect.child, its.engine.character(), judged);
  }
  if (effect.line == "stop") rules_.stopped(effect.child, now_);
  if (effect.line == "isready") rules_.fenced(effect.child);
  if (complaint.empty() && effect.line.starts_with("ponderhit")) {
    complaint = WorkRules::judge_ponder_hit(search, its.rules, now_);
    if (search != nullptr && its.rules.round() != search->number) {
      rules_.guessed(effect.child);
      its.rules.work_for(search->number, Work::kPosition);
    }
  }
  if (!complaint.empty()) {
    complain(name_of(effect.child) + ": \"" + effect.line + "\" " + complaint);
  }
  queue_.push(arrival_from_afar(its.to_it), {.kind = Item::Kind::kChildHears,
                                             .child = effect.child,
                                             .number = its.process,
                                             .text = effect.line});
}

void World::carry_out(const StartChild& effect) {
  journal_.write_down(6, effect.child, "");
  note(name_of(effect.child), ">", "(start)");
  Member& its = cast_[effect.child];
  if (const auto complaint = its.rules.is_started(); !complaint.empty()) {
    complain(name_of(effect.child) + ": " + complaint);
    return;
  }
  ++its.process;
  const bool reserve = its.engine.character().role == Role::kReserve;
  const bool starts = reserve ? reserve_starts_ : !struck_by(Fault::kCannotStart);
  its.could_start = starts;
  if (starts) its.engine.start();
  starting_.push_back(effect.child);
}

void World::carry_out(const KillChild& effect) {
  journal_.write_down(7, effect.child, "");
  note(name_of(effect.child), ">", "(kill)");
  Member& its = cast_[effect.child];
  if (const auto complaint = its.rules.is_killed(); !complaint.empty()) {
    complain(name_of(effect.child) + ": " + complaint);
  }
  Duration after = chance_.micros(50, 2'000);
  if (struck_by(Fault::kSlowDeath)) after = chance_.millis(10, 1'500);
  queue_.push(now_ + after,
              {.kind = Item::Kind::kChildDies, .child = effect.child, .number = its.process});
}

void World::carry_out(const Record& effect) {
  journal_.write_down(8, 0, effect.line);
  const std::string complaint = rules_.recorded(effect.line);
  if (!complaint.empty()) complain("the record " + effect.line + " " + complaint);
}

void World::carry_out(const Finish&) {
  journal_.write_down(9, 0, "");
  note("", "<", "(finish)");
  finished_ = true;
}

void World::engine_says(int child, std::string line, Origin origin) {
  if (scenario_.bytes) {
    Member& its = cast_[child];
    send_in_pieces(its.says.write(line, origin, cuts_), its.from_it,
                   {.kind = Item::Kind::kChildBytes, .child = child});
    return;
  }
  queue_.push(
      arrival_from_afar(cast_[child].from_it),
      {.kind = Item::Kind::kChildLine, .child = child, .text = std::move(line), .origin = origin});
}

// A line without its end is none: the pipe's reader keeps it back, and then there is no more.
void World::engine_says_half(int child, std::string text) {
  note(name_of(child), "<", "(half a line: " + text + ")");
  if (!scenario_.bytes) return;
  send_in_pieces({text}, cast_[child].from_it, {.kind = Item::Kind::kChildBytes, .child = child});
}

void World::engine_wakes(int child, Duration after, EngineTask task) {
  queue_.push(now_ + after, {.kind = Item::Kind::kChildTask,
                             .child = child,
                             .number = cast_[child].process,
                             .task = std::move(task)});
}

void World::engine_exits(int child, std::string how) {
  queue_.push(arrival(cast_[child].from_it),
              {.kind = Item::Kind::kChildExited, .child = child, .text = std::move(how)});
}

void World::gui_says(std::string line, KnownPositionPtr position) {
  if (scenario_.bytes) {
    send_in_pieces(from_gui_.write(line, std::move(position), cuts_), to_session_,
                   {.kind = Item::Kind::kHostBytes});
    return;
  }
  queue_.push(
      arrival(to_session_),
      {.kind = Item::Kind::kHostLine, .text = std::move(line), .position = std::move(position)});
}

void World::gui_hangs_up() { queue_.push(arrival(to_session_), {.kind = Item::Kind::kHostClosed}); }

void World::gui_wakes(Duration after, int token) {
  queue_.push(now_ + after, {.kind = Item::Kind::kGuiWakes, .number = token});
}

TimePoint World::arrival(TimePoint& last) {
  Duration delay = chance_.micros(5, slowest_pipe_us_);
  if (struck_by(Fault::kSlowPipe)) delay += chance_.millis(1, 50);
  last = std::max(last, now_ + delay);
  return last;
}

// On a child's pipe.
TimePoint World::arrival_from_afar(TimePoint& last) {
  if (scenario_.voters == 0) return arrival(last);
  const double way = kShortestWayUs * std::pow(1 - ways_.unit(), -1 / kTail);
  const auto us = static_cast<std::int64_t>(std::min(way, kLongestWayUs));
  last = std::max(arrival(last), now_ + std::chrono::microseconds(us));
  return last;
}

void World::send_in_pieces(const std::vector<std::string>& pieces, TimePoint& last,
                           const Item& item) {
  for (const std::string& piece : pieces) {
    if (&piece != &pieces.front()) last += cuts_.micros(1, slowest_pipe_us_);
    Item bytes = item;
    bytes.text = piece;
    const bool from_child = item.kind == Item::Kind::kChildBytes;
    queue_.push(from_child ? arrival_from_afar(last) : arrival(last), std::move(bytes));
  }
}

bool World::struck_by(Fault fault) {
  if (!chance_.happens(rates_.of(fault))) return false;
  injected(fault);
  return true;
}

}  // namespace

Report simulate(std::uint64_t seed, const Wanted& wanted, const Scenario& scenario) {
  return World(seed, wanted, scenario).run();
}

}  // namespace gougi::simulation
