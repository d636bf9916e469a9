// SPDX-License-Identifier: MIT
#include "simulation/keeper_world.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "relay/keeper.hpp"
#include "simulation/keeper_rules.hpp"
#include "simulation/world.hpp"

namespace gougi::simulation {
namespace {

using base::Duration;
using base::Milliseconds;
using base::TimePoint;
using namespace relay;  // events and effects

// Bounds that no sane keeper comes near.
constexpr int kMostLines = 100'000;
constexpr std::size_t kMostRepeated = 500;  // options are told again
// A GUI that has waited so long gives up; by then a violation should have been found.
constexpr std::chrono::hours kLongestKept{48};

/// Something on its way.
struct KeptItem {
  enum class Kind : std::uint8_t {
    kHostLine,
    kHostClosed,
    kGuiHears,
    kGuiWakes,
    kStarts,
    kFails,
    kRelayHears,
    kRelayReads,
    kRelayLine,
    kDies,
    kExited,
  };
  Kind kind = Kind::kGuiWakes;
  int number = 0;  ///< of the relay's process, of the GUI's plan, of the answered search
  std::string text{};
  KnownPositionPtr position{};
};

class KeeperWorld final : public GuiWorld, public WorldAbove {
 public:
  KeeperWorld(std::uint64_t seed, const Wanted& wanted, const Scenario& scenario);
  Report run();

 private:
  // GuiWorld, WorldAbove.
  void gui_says(std::string line, KnownPositionPtr position) override {
    push(arrival(from_gui_), {.kind = KeptItem::Kind::kHostLine,
                              .text = std::move(line),
                              .position = std::move(position)});
  }
  void gui_hangs_up(std::string half) override {
    push(arrival(from_gui_), {.kind = KeptItem::Kind::kHostClosed, .text = std::move(half)});
  }
  void gui_wakes(Duration after, int token) override {
    push(now_ + after, {.kind = KeptItem::Kind::kGuiWakes, .number = token});
  }
  PositionBook& book() override { return book_; }
  TimePoint time() const override { return now_; }
  Duration tick() const override { return Duration(0); }
  bool has_faults() const override { return !report_.calm; }
  bool is_calm() const override { return report_.calm; }
  void relay_says(int seat, std::string line, Origin origin) override;
  void note_below(int seat, std::string_view who, std::string_view how,
                  std::string_view what) override;
  void injected(Fault fault) override { ++report_.faults[static_cast<std::size_t>(fault)]; }
  int unique_score() override { return ++last_score_; }

  void push(TimePoint at, KeptItem item) { queue_.push(at, std::move(item)); }
  TimePoint arrival(TimePoint& last) {
    last = std::max(last, now_ + chance_.micros(5, slowest_pipe_us_));
    return last;
  }
  std::optional<TimePoint> relays_time() const;
  void step();
  void happen(KeptItem item);
  void relay_starts();
  void relay_reads();
  void look_at_relay();
  void befall();
  void die(Duration after) {
    push(now_ + after, {.kind = KeptItem::Kind::kDies, .number = process_});
  }
  template <class What>
  void event(What what);
  void settle();
  void judge_the_end();

  void carry_out(const std::vector<Effect>& effects);
  void carry_out(const ToHost& effect);
  void carry_out(const ToChild& effect);
  void carry_out(const StartChild& effect);
  void carry_out(const KillChild& effect);
  void carry_out(const Finish& effect);
  template <class Other>
  void carry_out(const Other&) {
    complain("an effect that no keeper has");
  }
  void complain(const std::string& what) { journal_.complain(what); }
  void note(std::string_view who, std::string_view how, std::string_view what) {
    journal_.note(who, how, what);
  }

  Scenario scenario_;
  Report report_;
  TimePoint start_{std::chrono::hours(1)};
  TimePoint now_ = start_;
  Journal journal_;
  Chance chance_;
  double often_ = 0;   ///< it dies at a line
  double frozen_ = 0;  ///< likewise
  int slowest_pipe_us_;
  PositionBook book_;
  EventQueue<KeptItem> queue_;
  Keeper keeper_;
  KeeperRules rules_;
  std::unique_ptr<ModelGui> gui_;
  std::unique_ptr<World> relay_;    ///< while it runs
  std::deque<std::string> unread_;  ///< by it
  int process_ = 0;
  bool is_started_ = false;  ///< and has not ended yet, as far as the keeper knows
  TimePoint from_gui_{};
  TimePoint to_gui_{};
  TimePoint to_relay_{};
  TimePoint from_relay_{};
  std::optional<TimePoint> deadline_;  ///< the keeper's, since the last event
  std::optional<TimePoint> planned_;   ///< … before it
  std::optional<TimePoint> timer_due_;
  TimePoint timer_at_{};
  int last_score_ = 10;
  bool finished_ = false;
};

KeeperWorld::KeeperWorld(std::uint64_t seed, const Wanted& wanted, const Scenario& scenario)
    : scenario_(scenario), journal_(wanted, report_, now_), chance_(seed, 980) {
  report_.seed = seed;
  report_.calm = chance_.happens(0.1);
  if (!report_.calm) {
    often_ = chance_.pick(std::array{0.0, 0.01, 0.05, 0.2});
    frozen_ = chance_.pick(std::array{0.0, 0.0, 0.01, 0.05});
  }
  slowest_pipe_us_ = report_.calm ? 200 : chance_.pick(std::array{20, 200, 1'000, 8'000});
  // Ticks are of one queue, and the councils of many machines of another matter.
  scenario_.keeper = scenario_.ticks = false;
  scenario_.voters = 0;
  gui_ = gui_of(scenario, seed, 3, *this);
}

Report KeeperWorld::run() {
  carry_out(keeper_.begin(now_));
  settle();
  gui_->begin();
  while (report_.violation.empty() && !finished_) step();
  if (report_.violation.empty()) judge_the_end();
  report_.searches = gui_->searches();
  report_.answers = rules_.answers();
  report_.span = now_ - start_;
  return report_;
}

// A relay that is frozen has the time at which it wakes.
std::optional<TimePoint> KeeperWorld::relays_time() const {
  const auto next = relay_ ? relay_->next_time_of_all() : std::nullopt;
  return next ? std::optional(std::max(*next, relay_->time())) : std::nullopt;
}

void KeeperWorld::step() {
  if (++report_.events > kMostLines) return complain("more events than any keeper needs");
  if (now_ - start_ > kLongestKept) {
    return complain("it has taken hours; the GUI waits for " + rules_.owed());
  }
  const auto timer = timer_due_ ? std::optional(timer_at_) : std::nullopt;
  const auto queued = queue_.empty() ? std::nullopt : std::optional(queue_.next_time());
  const auto relays = relays_time();
  const auto is_first = [&](const auto& one) {
    return one && (!timer || *one <= *timer) && (!queued || *one <= *queued) &&
           (!relays || *one <= *relays);
  };
  if (is_first(timer)) {
    now_ = std::max(now_, *timer);
    timer_due_.reset();
    note("", "timer", "");
    event(TimePassed{});
  } else if (is_first(queued)) {
    now_ = std::max(now_, *queued);
    happen(queue_.pop());
  } else if (is_first(relays)) {
    now_ = std::max(now_, *relays);
    relay_->advance(now_);
    relay_->step();
    look_at_relay();
  } else {
    complain("nothing will ever happen again; the GUI waits for " + rules_.owed());
  }
}

void KeeperWorld::look_at_relay() {
  if (!relay_) return;
  if (relay_->has_finished() && relay_->violation().empty()) relay_->judge_the_end();
  if (!relay_->violation().empty()) return complain("the relay: " + relay_->violation());
  if (!relay_->has_finished()) return;
  relay_.reset();
  push(arrival(from_relay_), {.kind = KeptItem::Kind::kExited, .text = "exit code 0"});
}

void KeeperWorld::happen(KeptItem item) {
  using Kind = KeptItem::Kind;
  const bool is_of_it = item.number == process_;
  switch (item.kind) {
    case Kind::kHostLine:
      note("", ">", item.text);
      rules_.said(item.text, now_, item.position);
      if (item.text == "quit") rules_.hung_up();
      event(HostLine{item.text});
      if (item.text == "quit" && !finished_) complain("quit was said, and the keeper goes on");
      break;
    case Kind::kHostClosed:
      if (!item.text.empty()) {
        note("", ">", item.text);
        rules_.said(item.text, now_, nullptr);
        if (item.text == "quit") rules_.hung_up();
        event(HostLine{item.text});
      }
      if (finished_) break;
      note("", ">", "(closed)");
      rules_.hung_up();
      event(HostClosed{});
      if (!finished_) complain("the GUI is gone, and the keeper goes on");
      break;
    case Kind::kGuiHears:
      gui_->hear(item.text, item.number);
      break;
    case Kind::kGuiWakes:
      gui_->wake(item.number);
      break;
    case Kind::kStarts:
      relay_starts();
      break;
    case Kind::kFails:
      is_started_ = false;
      note("", "|", "(the relay cannot start)");
      rules_.relay_ended();
      event(ChildFailed{0, "no such program"});
      break;
    case Kind::kRelayHears:
      if (!is_of_it || !relay_) break;
      unread_.push_back(std::move(item.text));
      [[fallthrough]];
    case Kind::kRelayReads:
      if (is_of_it && relay_) relay_reads();
      break;
    case Kind::kRelayLine:
      note("", "|", item.text);
      event(ChildLine{0, item.text});
      break;
    case Kind::kDies:
      if (!is_of_it || !relay_) break;
      relay_.reset();
      push(arrival(from_relay_), {.kind = Kind::kExited, .text = "killed by signal 9"});
      break;
    case Kind::kExited:
      is_started_ = false;
      note("", "|", "(the relay ended: " + item.text + ")");
      rules_.relay_ended();
      event(ChildExited{0, item.text});
      break;
  }
}

void KeeperWorld::relay_starts() {
  note("", "|", "(the relay runs)");
  relay_ = std::make_unique<World>(report_.seed, Wanted{.hashes = false}, scenario_, this, 0);
  unread_.clear();
  relay_->begin_life(process_);
  look_at_relay();
  if (chance_.happens(often_)) die(chance_.millis(0, 3'000));
  event(ChildStarted{0});
}

// Who is frozen reads when it wakes.
void KeeperWorld::relay_reads() {
  if (relay_->time() > now_) {
    return push(relay_->time(), {.kind = KeptItem::Kind::kRelayReads, .number = process_});
  }
  relay_->advance(now_);
  while (relay_ && !unread_.empty()) {
    relay_->hear_from_above(unread_.front());
    unread_.pop_front();
    look_at_relay();
  }
}

void KeeperWorld::relay_says(int, std::string line, Origin) {
  push(arrival(from_relay_), {.kind = KeptItem::Kind::kRelayLine, .text = std::move(line)});
}

void KeeperWorld::note_below(int, std::string_view who, std::string_view how,
                             std::string_view what) {
  note("K/" + std::string(who), how, what);
}

// Something has just been said to the relay, or by it.
void KeeperWorld::befall() {
  if (chance_.happens(often_)) {
    die(chance_.happens(0.5) ? chance_.micros(0, 2'000) : chance_.millis(0, 2'000));
  }
  if (!chance_.happens(frozen_) || !relay_) return;
  // Not for ever: nobody but the GUI can tell that from a search that has no clock.
  const int longest = chance_.pick(std::array{50, 1'000, 5'000, 40'000});
  relay_->advance(now_);
  relay_->sleep(chance_.millis(1, longest));
  injected(Fault::kFreeze);
}

template <class What>
void KeeperWorld::event(What what) {
  planned_ = deadline_;
  carry_out(keeper_.on({now_, what}));
  settle();
}

void KeeperWorld::settle() {
  deadline_ = keeper_.deadline();
  if (!finished_) {
    const auto complaint = rules_.overdue(now_, deadline_);
    if (!complaint.empty()) complain(complaint);
  }
  if (deadline_ == timer_due_) return;
  timer_due_ = deadline_;
  if (!deadline_) return;
  Duration late = chance_.micros(0, 100);
  if (!report_.calm && chance_.happens(0.05)) late = chance_.millis(1, 50);
  timer_at_ = std::max(*deadline_, now_) + late;
}

void KeeperWorld::judge_the_end() {
  if (!rules_.has_hung_up() && !(keeper_.has_given_up() && rules_.has_often_died())) {
    complain("it ends, and nobody has asked for that");
  }
  const auto silent = [&](auto what) {
    now_ += Milliseconds(1);
    if (!keeper_.on({now_, what}).empty()) complain("it speaks after its end");
    if (keeper_.deadline()) complain("it plans something after its end");
  };
  silent(TimePassed{});
  silent(HostLine{"go infinite"});
  silent(ChildLine{0, "bestmove 7g7f"});
  silent(ChildExited{0, "exit code 0"});
  silent(HostClosed{});
}

void KeeperWorld::carry_out(const std::vector<Effect>& effects) {
  if (effects.size() > kMostRepeated) complain("one event has hundreds of effects");
  for (const Effect& effect : effects) {
    if (!report_.violation.empty()) return;
    std::visit([this](const auto& known) { carry_out(known); }, effect);
  }
}

void KeeperWorld::carry_out(const ToHost& effect) {
  journal_.write_down(effect.may_be_lost ? 1 : 2, 0, effect.line);
  note("", "<", effect.line);
  const std::string complaint = rules_.told(effect.line, now_, planned_);
  if (!complaint.empty()) complain("\"" + effect.line + "\" " + complaint);
  if (effect.line.starts_with("info") || effect.line.starts_with("option")) return;
  const bool answer = effect.line.starts_with("bestmove") || effect.line.starts_with("checkmate");
  push(arrival(to_gui_), {.kind = KeptItem::Kind::kGuiHears,
                          .number = answer ? rules_.answered() : 0,
                          .text = effect.line});
  if (!effect.line.empty()) befall();  // nor of minutes of loading
}

void KeeperWorld::carry_out(const ToChild& effect) {
  journal_.write_down(5, effect.child, effect.line);
  note("", "|>", effect.line);
  if (!is_started_) complain("\"" + effect.line + "\" is told to nobody");
  const std::string complaint = rules_.passed_on(effect.line, now_);
  if (!complaint.empty()) complain("\"" + effect.line + "\" to the relay " + complaint);
  push(arrival(to_relay_),
       {.kind = KeptItem::Kind::kRelayHears, .number = process_, .text = effect.line});
  // Of many options that are told again it would die for ever.
  if (!effect.line.starts_with("setoption")) befall();
}

void KeeperWorld::carry_out(const StartChild&) {
  journal_.write_down(6, 0, "");
  note("", "|>", "(start)");
  if (is_started_) complain("it is started while it runs");
  is_started_ = true;
  rules_.relay_started();
  ++process_;
  const bool fails = rules_.knows_who_it_is() && chance_.happens(often_ / 2);
  const int slowest = chance_.happens(0.9) ? 20 : 3'000;
  push(now_ + chance_.millis(0, slowest),
       {.kind = fails ? KeptItem::Kind::kFails : KeptItem::Kind::kStarts});
}

void KeeperWorld::carry_out(const KillChild&) {
  journal_.write_down(7, 0, "");
  note("", "|>", "(kill)");
  if (!is_started_) complain("nobody is killed");
  die(chance_.happens(0.9) ? chance_.micros(50, 2'000) : chance_.millis(10, 1'500));
}

void KeeperWorld::carry_out(const Finish&) {
  journal_.write_down(9, 0, "");
  note("", "<", "(finish)");
  finished_ = true;
}

}  // namespace

Report simulate_keeper(std::uint64_t seed, const Wanted& wanted, const Scenario& scenario) {
  return KeeperWorld(seed, wanted, scenario).run();
}

}  // namespace gougi::simulation
