// SPDX-License-Identifier: MIT
#include <algorithm>

#include "simulation/world.hpp"

namespace gougi::simulation {
namespace {

using base::TimePoint;

// Beside the first engine, which always is one, so many are relays.
constexpr double kMoreRelays = 0.2;

}  // namespace

// They are what they are over all restarts, and their options are those that they show.
void World::seat_relays(Chance dice) {
  for (std::size_t i = 0; i < settings_.engines.size(); ++i) {
    if (i > 0 && !dice.happens(kMoreRelays)) continue;
    settings_.engines[i].options.clear();
    const int child = static_cast<int>(i);
    cast_.seat_relay(child, relay_below(child, child)->options_shown());
  }
}

// A mirror is as its engine, whose seat is its own.
std::unique_ptr<World> World::relay_below(int child, int seat) {
  Scenario inner = scenario_;
  inner.nested = false;
  inner.voters = 0;
  const std::uint64_t seed = report_.seed + 7'919 * static_cast<std::uint64_t>(seat + 1);
  return std::unique_ptr<World>(new World(seed, {.hashes = false}, inner, this, child));
}

std::vector<std::string> World::options_shown() {
  std::vector<std::string> lines;
  session_->begin(now_);
  for (const relay::Effect& effect : session_->on({now_, relay::HostLine{"usi"}})) {
    const auto* said = std::get_if<relay::ToHost>(&effect);
    if (said != nullptr && said->line.starts_with("option ")) lines.push_back(said->line);
  }
  return lines;
}

void World::start(int child) {
  Member& its = cast_[child];
  if (!is_relay(child)) return its.engine.start();
  below_[child] = relay_below(child, its.engine.character().seat);
  below_[child]->begin_life(1'000 * (child + 1) + its.process);
}

void World::begin_life(int life) {
  chance_ = Chance(report_.seed, static_cast<std::uint64_t>(life));
  carry_out(session_->begin(now_));
  settle();
  after_event(true);
}

void World::end(int child) {
  if (below_.erase(child) == 0) cast_[child].engine.killed();
}

void World::tell_below(int child, const std::string& line) {
  const auto found = below_.find(child);
  if (found == below_.end()) return;
  found->second->advance(now_);
  found->second->hear_from_above(line);
  look_below(child);
}

void World::hear_from_above(const std::string& line) {
  host_line({.text = line, .position = line.starts_with("position") ? book_.read(line) : nullptr});
}

std::optional<TimePoint> World::next_time() const {
  std::optional<TimePoint> next;
  if (timer_due_) next = timer_at_;
  if (!queue_.empty()) next = std::min(next.value_or(queue_.next_time()), queue_.next_time());
  return next;
}

std::optional<TimePoint> World::next_time_of_all() const {
  std::optional<TimePoint> next = next_time();
  for (const auto& [child, below] : below_) next = relay::sooner(next, below->next_time_of_all());
  return next;
}

// If what comes next happens there.
bool World::step_below() {
  int first = -1;
  std::optional<TimePoint> next = next_time();
  for (const auto& [child, below] : below_) {
    const auto its = below->next_time();
    if (!its || (next && *next <= *its)) continue;
    next = its;
    first = child;
  }
  if (first < 0) return false;
  World& below = *below_.at(first);
  advance(*next);
  below.advance(now_);
  below.step();
  look_below(first);
  return true;
}

void World::look_below(int child) {
  World& below = *below_.at(child);
  if (below.finished_ && below.report_.violation.empty()) below.judge_the_end();
  if (!below.report_.violation.empty()) complain(name_of(child) + ": " + below.report_.violation);
  if (!below.finished_) return;
  end(child);
  engine_exits(child, "exit code 0");
}

}  // namespace gougi::simulation
