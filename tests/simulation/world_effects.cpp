// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.hpp"
#include "io/child_process.hpp"
#include "io/stdout_writer.hpp"
#include "simulation/world.hpp"

namespace gougi::simulation {
namespace {

using base::Duration;
using base::Milliseconds;
using base::TimePoint;
using namespace relay;  // effects

// Bounds that no sane session comes near.
constexpr std::size_t kMostEffects = 200;
constexpr std::size_t kMostEffectsAVoter = 20;
// A relay that is an engine of another's has its own options, which are shown at once, and those of
// its engines.
constexpr std::size_t kMostEffectsARelay = 200;
// Of many voters: what a line takes on its way, by Pareto's law.
constexpr double kShortestWayUs = 200;
constexpr double kLongestWayUs = 3e6;
constexpr double kTail = 1.3;

// Where pipes are full, so many lines of thought are followed by thousands that say less, in one
// go: more than a block holds.
constexpr double kOfFloods = 0.03;
constexpr int kMostOfAFlood = 9'000;
constexpr std::array<std::string_view, 6> kOfAFlood{
    "", "x", "info depth 3", "info string x", "info nodes 1 score cp", "info currmove 7g7f"};
// So often, likewise, the GUI reads nothing for a while.
constexpr double kOfPauses = 0.02;
constexpr int kLongestPauseMs = 20'000;
// Nothing of this may be lost, so that it waits for a reader who does not read: a small part of
// what such a reader may leave unread before the pipe's writer takes it for dead.
constexpr std::size_t kMostForADeafGui = io::StdoutWriter::kMaxQueuedBytes / 16;
constexpr std::size_t kMostForADeafEngine = io::ChildProcess::kMaxQueuedBytes / 16;

}  // namespace

void World::carry_out(const std::vector<Effect>& effects) {
  const std::size_t most_a_voter = scenario_.nested ? kMostEffectsARelay : kMostEffectsAVoter;
  if (effects.size() > kMostEffects + most_a_voter * cast_.members().size())
    complain("one event has hundreds of effects");
  for (const Effect& effect : effects) {
    if (!report_.violation.empty()) return;
    std::visit([this](const auto& known) { carry_out(known); }, effect);
  }
}

void World::note(std::string_view who, std::string_view how, std::string_view what) {
  if (above_ != nullptr) return above_->note_below(seat_, who, how, what);
  journal_.note(who, how, what);
}

void World::note_below(int seat, std::string_view who, std::string_view how,
                       std::string_view what) {
  note(name_of(seat) + "/" + std::string(who), how, what);
}

void World::injected(Fault fault) {
  if (above_ != nullptr) return above_->injected(fault);
  ++report_.faults[static_cast<std::size_t>(fault)];
}

void World::carry_out(const ToHost& effect) {
  journal_.write_down(effect.may_be_lost ? 1 : 2, 0, effect.line);
  note("", "<", effect.line);
  if (!effect.may_be_lost) must_be_heard_ += effect.line.size() + 1;
  if (must_be_heard_ > kMostForADeafGui) complain("a GUI that reads nothing is told too much");
  if (effect.line.ends_with("(mirror)]")) ++report_.mirrors_spoke;
  const std::string complaint = rules_.told(effect.line, now_, planned_);
  if (!complaint.empty()) complain("\"" + effect.line + "\" " + complaint);
  const bool answer = effect.line.starts_with("bestmove") || effect.line.starts_with("checkmate");
  if (above_ != nullptr) {
    above_->relay_says(seat_, effect.line, {answer ? rules_.answered() : 0, false});
    return;
  }
  if (effect.line.starts_with("info") || effect.line.starts_with("option")) return;
  if (scenario_.full && !rates_.calm() && floods_.happens(kOfPauses)) {
    to_gui_ = std::max(to_gui_, now_ + floods_.millis(1, kLongestPauseMs));
  }
  push(arrival(to_gui_), {.kind = Item::Kind::kGuiHears,
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
  ++told_;
  journal_.write_down(5, effect.child, effect.line);
  note(name_of(effect.child), ">", effect.line);
  Member& its = cast_[effect.child];
  its.told_since_heard += effect.line.size() + 1;
  if (its.told_since_heard > kMostForADeafEngine) {
    complain(name_of(effect.child) + " says nothing, and is told too much");
  }
  const HostSearch* search = rules_.present();
  its.rules.lines_are_wanted(search != nullptr && search->strategy->wants_lines);
  std::string complaint = its.rules.told(effect.line, now_, its.wanted);
  if (complaint.empty() && (effect.line + " ").starts_with("go ")) {
    const auto judged = work_rules_.judge(search, effect.child, its.rules, now_);
    complaint = judged.complaint.empty() ? add_up_nodes(search, its) : judged.complaint;
    if (search != nullptr) its.rules.work_for(search->number, judged.work);
    rules_.asked(effect.child, its.engine.character(), judged, now_);
  }
  if (effect.line == "stop") rules_.stopped(effect.child, now_);
  if (effect.line == "isready") rules_.fenced(effect.child, its.engine.character());
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
  push(arrival_from_afar(its.to_it), {.kind = Item::Kind::kChildHears,
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
  its.told_since_heard = 0;
  const bool reserve = its.engine.character().role == Role::kReserve;
  const bool starts = reserve ? reserve_starts_ : !struck_by(Fault::kCannotStart);
  its.could_start = starts;
  if (starts) start(effect.child);
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
  push(now_ + after,
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
    const Item bytes{.kind = Item::Kind::kChildBytes, .child = child};
    send_in_pieces(its.says.write(line, origin, cuts_), its.from_it, bytes);
    const bool thinks = line.starts_with("info ");
    if (!scenario_.full || !thinks || rates_.calm() || !floods_.happens(kOfFloods)) return;
    injected(Fault::kFlood);
    const int count = floods_.between(1'000, kMostOfAFlood);
    send_in_pieces({its.says.write_many(count, floods_.pick(kOfAFlood), origin)}, its.from_it,
                   bytes);
    return;
  }
  push(arrival_from_afar(cast_[child].from_it),
       {.kind = Item::Kind::kChildLine, .child = child, .text = std::move(line), .origin = origin});
}

// A line without its end is none: the pipe's reader keeps it back, and then there is no more.
void World::engine_says_half(int child, std::string text) {
  note(name_of(child), "<", "(half a line: " + text + ")");
  if (!scenario_.bytes) return;
  send_in_pieces({text}, cast_[child].from_it, {.kind = Item::Kind::kChildBytes, .child = child});
}

void World::engine_wakes(int child, Duration after, EngineTask task) {
  push(now_ + after, {.kind = Item::Kind::kChildTask,
                      .child = child,
                      .number = cast_[child].process,
                      .task = std::move(task)});
}

void World::engine_exits(int child, std::string how) {
  push(arrival(cast_[child].from_it),
       {.kind = Item::Kind::kChildExited, .child = child, .text = std::move(how)});
}

void World::gui_says(std::string line, KnownPositionPtr position) {
  if (scenario_.bytes) {
    send_in_pieces(from_gui_.write(line, std::move(position), cuts_), to_session_,
                   {.kind = Item::Kind::kHostBytes});
    return;
  }
  push(arrival(to_session_),
       {.kind = Item::Kind::kHostLine, .text = std::move(line), .position = std::move(position)});
}

void World::gui_hangs_up(std::string half) {
  if (!half.empty()) note("", ">", "(half a line: " + half + ")");
  push(arrival(to_session_), {.kind = Item::Kind::kHostClosed, .text = std::move(half)});
}

void World::gui_wakes(Duration after, int token) {
  push(now_ + after, {.kind = Item::Kind::kGuiWakes, .number = token});
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
    push(from_child ? arrival_from_afar(last) : arrival(last), std::move(bytes));
  }
}

bool World::struck_by(Fault fault) {
  if (!chance_.happens(rates_.of(fault))) return false;
  injected(fault);
  return true;
}

}  // namespace gougi::simulation
