// SPDX-License-Identifier: MIT
#include "simulation/upi_world.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <optional>

#include "base/text.hpp"
#include "consensus/strategy.hpp"
#include "pyonpyon/upi.hpp"
#include "relay/session.hpp"
#include "simulation/event_queue.hpp"
#include "simulation/journal.hpp"
#include "simulation/model_settings.hpp"
#include "simulation/upi_engine.hpp"

namespace gougi::simulation {
namespace {

using base::Duration;
using base::Milliseconds;
using base::TimePoint;
using namespace relay;  // events and effects

constexpr int kMostUpiEvents = 100'000;
constexpr std::size_t kMostUpiEffects = 200;
constexpr Milliseconds kUpiPatience{5'000};

/// A `go` of the GUI's.
struct UpiSearch {
  int number = 0;
  bool infinite = false;
  bool stopped = false;
  std::optional<TimePoint> flag;
};

struct UpiItem {
  enum class Kind : std::uint8_t {
    kHostLine,
    kHostClosed,
    kGuiHears,
    kGuiActs,
    kChildHears,
    kChildLine,
    kChildTask,
    kChildDies,
    kChildExited,
  };
  Kind kind = Kind::kGuiActs;
  int child = 0;
  int number = 0;  ///< of the child's process, of the GUI's plan
  std::string text{};
  UpiTask task{};
};
class UpiWorld final : public UpiEngineWorld {
 public:
  UpiWorld(std::uint64_t seed, const Wanted& wanted);
  Report run();

 private:
  using Kind = UpiItem::Kind;
  struct Member {
    std::unique_ptr<UpiEngine> engine;
    int process = 0;
    TimePoint to_it{};
    TimePoint from_it{};
  };

  void upi_says(int child, std::string line) override;
  void upi_wakes(int child, Duration after, UpiTask task) override;
  void upi_exits(int child, std::string how) override;
  void upi_injected(Fault fault) override { ++report_.faults[static_cast<std::size_t>(fault)]; }

  // The GUI.
  void say(std::string line);
  void plan(Duration after);
  void act();
  void hear(std::string_view line);
  void turn();
  void leave();
  std::string some_limits();

  // What happens.
  void step();
  void happen(const UpiItem& item);
  void host_line(const std::string& line);
  template <class What>
  void event(What what);
  void settle();
  void judge();
  void judge_the_end();

  // What the session wants.
  void carry_out(const std::vector<Effect>& effects);
  void carry_out(const ToHost& effect);
  void carry_out(const ToChild& effect);
  void carry_out(const StartChild& effect);
  void carry_out(const KillChild& effect);
  template <class Other>
  void carry_out(const Other&) {}
  void carry_out(const Finish&) { finished_ = true; }
  std::string judge_answer(std::string_view word);

  TimePoint arrival(TimePoint& last);
  bool struck_by(Fault fault);
  Member& at(int child) { return members_[static_cast<std::size_t>(child)]; }
  std::string name_of(int child) const { return "E" + std::to_string(child + 1); }
  void complain(const std::string& what) { journal_.complain(what); }

  Report report_;
  TimePoint now_{std::chrono::hours(1)};
  Journal journal_;
  Chance chance_;
  Chance gui_;
  FaultRates rates_;
  settings::RelaySettings settings_;
  std::unique_ptr<Session> session_;
  std::vector<Member> members_;
  EventQueue<UpiItem> queue_;
  std::deque<int> starting_;
  TimePoint to_session_{};
  TimePoint to_gui_{};
  std::optional<TimePoint> planned_;  ///< the session's deadline before the event
  std::optional<TimePoint> timer_due_;
  TimePoint timer_at_{};
  bool finished_ = false;

  enum class State : std::uint8_t { kGreets, kPrepares, kPauses, kSearches, kInfinite, kLeft };
  State state_ = State::kGreets;
  int token_ = 0;
  pyonpyon::Game game_;  ///< the GUI's
  int games_left_;
  int turns_left_ = 0;

  pyonpyon::Game told_;  ///< that the session has been told
  std::optional<UpiSearch> search_;
  std::optional<TimePoint> upi_at_;
  std::optional<TimePoint> ready_at_;
};

UpiWorld::UpiWorld(std::uint64_t seed, const Wanted& wanted)
    : journal_(wanted, report_, now_),
      chance_(seed, 0),
      gui_(seed, 1),
      rates_(FaultRates::draw(chance_, Chance(seed, 4))),
      settings_(draw_settings(chance_, rates_.calm())),
      games_left_(gui_.between(1, 3)) {
  report_.seed = seed;
  report_.calm = rates_.calm();
  settings_.protocol = settings::GameProtocol::kUpi;
  settings_.ponder = settings::PonderMode::kOff;
  settings_.mate_engines.clear();
  settings_.mate_pv.reset();
  settings_.mate_threats = false;
  for (auto& engine : settings_.engines) engine.options.clear();
  while (consensus::find_strategy(settings_.consensus)->needs_mate_engine) {
    settings_.consensus = chance_.pick(consensus::strategies()).identifier;
  }
  Environment environment;
  environment.seed = seed;
  session_ = std::make_unique<Session>(settings_, std::move(environment), game::pyonpyon_rules());
  for (int i = 0; i < session_->child_count(); ++i) {
    members_.push_back({std::make_unique<UpiEngine>(
        i, rates_, Chance(seed, static_cast<std::uint64_t>(10 + i)), *this)});
  }
}

Report UpiWorld::run() {
  carry_out(session_->begin(now_));
  settle();
  const TimePoint start = now_;
  say("upi");
  while (report_.violation.empty() && !finished_) step();
  if (report_.violation.empty()) judge_the_end();
  report_.span = now_ - start;
  return std::move(report_);
}

// ---- the GUI ------------------------------------------------------------------------------------

void UpiWorld::say(std::string line) {
  queue_.push(arrival(to_session_), {.kind = Kind::kHostLine, .text = std::move(line)});
}

void UpiWorld::plan(Duration after) {
  queue_.push(now_ + after, {.kind = Kind::kGuiActs, .number = ++token_});
}

void UpiWorld::leave() {
  state_ = State::kLeft;
  const double how = gui_.unit();
  if (how < 0.7) say("quit");
  if (how > 0.6) queue_.push(arrival(to_session_), {.kind = Kind::kHostClosed});
}

std::string UpiWorld::some_limits() {
  switch (gui_.below(8)) {
    case 0:
      return " depth " + std::to_string(gui_.between(1, 9));
    case 1:
      return " nodes " + std::to_string(gui_.between(1, 9'999));
    case 2:
      return " infinite";
    case 3:
      return "";
    case 4:
      return " btime 0 wtime 0 byoyomi " + std::to_string(gui_.between(1, 3'000));
    case 5:
      return " btime 60000 wtime 60000 binc 500 winc 500";
    default:
      return " movetime " + std::to_string(gui_.between(1, 2'000));
  }
}

void UpiWorld::turn() {
  if (turns_left_-- <= 0 || game_.decision()) {
    if (--games_left_ <= 0) return leave();
    if (gui_.happens(0.5)) {
      state_ = State::kPrepares;
      return say("isready");
    }
    game_ = pyonpyon::Game();
    turns_left_ = gui_.between(1, 8);
  }
  constexpr std::array<std::string_view, 8> kTyped{
      "pos",        "xfen",  "undo 2", "do a1a9", "position startpos moves a1a2",
      "go depth 0", "hello", ""};
  while (gui_.happens(0.2)) say(std::string(gui_.pick(kTyped)));
  if (gui_.happens(0.1)) say("setoption name E1_Hash value 16");
  say(pyonpyon::position_line(game_));
  const std::string limits = some_limits();
  say("go" + limits);
  ++report_.searches;
  state_ = limits == " infinite" ? State::kInfinite : State::kSearches;
  const bool endless = limits.find("depth") != limits.npos || limits.find("nodes") != limits.npos;
  if (state_ == State::kInfinite || endless || gui_.happens(0.2)) {
    plan(endless ? gui_.millis(15'000, 40'000) : gui_.millis(0, 1'500));
  }
}

void UpiWorld::act() {
  switch (state_) {
    case State::kSearches:
    case State::kInfinite:
      if (gui_.happens(0.05)) return leave();
      return say("stop");
    case State::kPauses:
      return turn();
    default:
      return;
  }
}

void UpiWorld::hear(std::string_view line) {
  std::string_view rest = line;
  const auto word = base::next_word(rest);
  if (word == "upiok" && state_ == State::kGreets) {
    state_ = State::kPrepares;
    say("isready");
  } else if (word == "readyok" && state_ == State::kPrepares) {
    state_ = State::kPauses;
    game_ = pyonpyon::Game();
    turns_left_ = gui_.between(1, 8);
    plan(gui_.millis(0, 20));
  } else if (word == "bestmove" && (state_ == State::kSearches || state_ == State::kInfinite)) {
    state_ = State::kPauses;
    if (!game_.play_word(base::next_word(rest))) turns_left_ = 0;
    pyonpyon::MoveList moves;
    pyonpyon::generate(game_.position(), moves);
    if (!game_.decision() && moves.begin() != moves.end()) {
      const auto count = static_cast<int>(moves.end() - moves.begin());
      game_.play(*(moves.begin() + gui_.below(count)));
    }
    plan(gui_.millis(0, 50));
  }
}

// ---- what happens -------------------------------------------------------------------------------

bool UpiWorld::struck_by(Fault fault) {
  if (!chance_.happens(rates_.of(fault))) return false;
  upi_injected(fault);
  return true;
}

TimePoint UpiWorld::arrival(TimePoint& last) {
  Duration delay = chance_.micros(5, 200);
  if (struck_by(Fault::kSlowPipe)) delay += chance_.millis(1, 50);
  last = std::max(last, now_ + delay);
  return last;
}

void UpiWorld::step() {
  if (++report_.events > kMostUpiEvents) return complain("more events than any session needs");
  if (timer_due_ && (queue_.empty() || timer_at_ <= std::max(now_, queue_.next_time()))) {
    now_ = std::max(now_, timer_at_);
    timer_due_.reset();
    journal_.note("", "timer", "");
    return event(TimePassed{});
  }
  if (queue_.empty()) return complain("nothing will ever happen again");
  now_ = std::max(now_, queue_.next_time());
  happen(queue_.pop());
}

void UpiWorld::happen(const UpiItem& item) {
  const auto is_same = [&] { return item.number == at(item.child).process; };
  switch (item.kind) {
    case Kind::kHostLine:
      return host_line(item.text);
    case Kind::kHostClosed:
      journal_.note("", ">", "(closed)");
      search_.reset();
      event(HostClosed{});
      if (!finished_) complain("the GUI is gone, and the session goes on");
      return;
    case Kind::kGuiHears:
      return hear(item.text);
    case Kind::kGuiActs:
      if (item.number == token_) act();
      return;
    case Kind::kChildHears:
      if (is_same()) at(item.child).engine->take(item.text);
      return;
    case Kind::kChildLine:
      journal_.note(name_of(item.child), "<", item.text);
      at(item.child).engine->heard(item.text);
      return event(ChildLine{item.child, item.text});
    case Kind::kChildTask:
      if (is_same()) at(item.child).engine->wake(item.task);
      return;
    case Kind::kChildDies:
      if (!is_same() || !at(item.child).engine->runs()) return;
      at(item.child).engine->killed();
      return upi_exits(item.child, "killed");
    case Kind::kChildExited:
      journal_.note(name_of(item.child), "<", "(ended: " + item.text + ")");
      at(item.child).engine->has_ended();
      return event(ChildExited{item.child, item.text});
  }
}

void UpiWorld::host_line(const std::string& line) {
  journal_.note("", ">", line);
  std::string_view rest = line;
  const auto word = base::next_word(rest);
  if (word == "upi") upi_at_ = now_;
  if (word == "isready") ready_at_ = now_;
  if (word == "position") {
    if (const auto game = pyonpyon::read_position(rest)) told_ = *game;
  }
  if (word == "go" && line != "go depth 0") {
    UpiSearch search{report_.answers + 1, base::trim(rest) == "infinite", false, std::nullopt};
    const auto words = base::split_words(line);
    const auto number = [&](std::string_view name) {
      const auto found = std::ranges::find(words, name);
      return found == words.end() ? 0 : base::to_int(*(found + 1)).value_or(0);
    };
    const bool first = told_.moves().size() % 2 == 0;
    const auto own = first ? number("btime") + number("binc") : number("wtime") + number("winc");
    const auto time = number("movetime") + number("byoyomi") + own;
    if (line == "go") search.flag = now_ + Milliseconds(1'000);
    if (time > 0) search.flag = now_ + Milliseconds(time);
    search_ = search;
  }
  if (word == "stop" && search_) {
    search_->stopped = true;
    search_->flag = std::min(search_->flag.value_or(TimePoint::max()), now_ + settings_.grace);
  }
  event(HostLine{line});
  if (line == "quit" && !finished_) complain("quit was said, and the session goes on");
}

template <class What>
void UpiWorld::event(What what) {
  planned_ = session_->deadline();
  carry_out(session_->on({now_, what}));
  settle();
  if (!finished_ && !std::is_same_v<What, ChildLine>) judge();
}

void UpiWorld::settle() {
  while (!starting_.empty() && report_.violation.empty()) {
    const int child = starting_.front();
    starting_.pop_front();
    if (at(child).engine->runs()) {
      journal_.note(name_of(child), "<", "(runs)");
      at(child).engine->has_started();
      carry_out(session_->on({now_, ChildStarted{child}}));
    } else {
      journal_.note(name_of(child), "<", "(cannot start)");
      at(child).engine->has_ended();
      carry_out(session_->on({now_, ChildFailed{child, "no such program"}}));
    }
  }
  const auto due = session_->deadline();
  if (due == timer_due_) return;
  timer_due_ = due;
  if (!due) return;
  Duration late = chance_.micros(0, 100);
  if (struck_by(Fault::kLateTimer)) late = chance_.millis(1, 8);
  if (struck_by(Fault::kVeryLateTimer)) late = chance_.millis(10, 50);
  timer_at_ = std::max(*due, now_) + late;
}

void UpiWorld::judge() {
  if (search_ && search_->flag) {
    const auto plans = session_->deadline();
    if (now_ > *search_->flag) complain("the answer is missing after its time");
    if (!plans || *plans > *search_->flag) complain("nothing is planned within its time");
  }
  if (upi_at_ && now_ > *upi_at_ + kUpiPatience) complain("upiok is missing after 5 s");
  if (ready_at_ && now_ > *ready_at_ + settings_.ready + kUpiPatience) {
    complain("readyok is missing");
  }
  for (const Member& its : members_) {
    const int search = its.engine->works_for();
    const auto child = static_cast<int>(&its - members_.data());
    if (search != 0 && (!search_ || search_->number != search)) {
      complain(name_of(child) + " thinks on though nobody waits for it");
    }
  }
}

void UpiWorld::judge_the_end() {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (!members_[i].engine->dismissed()) {
      complain(name_of(static_cast<int>(i)) + " was not told to quit");
    }
  }
  now_ += Milliseconds(1);
  if (!session_->on({now_, HostLine{"go infinite"}}).empty()) complain("it speaks after its end");
  if (session_->deadline()) complain("it plans something after its end");
}

// ---- what the session wants ---------------------------------------------------------------------

void UpiWorld::carry_out(const std::vector<Effect>& effects) {
  if (effects.size() > kMostUpiEffects) complain("one event has hundreds of effects");
  for (const Effect& effect : effects) {
    if (!report_.violation.empty()) return;
    std::visit([this](const auto& known) { carry_out(known); }, effect);
  }
}

std::string UpiWorld::judge_answer(std::string_view word) {
  if (!search_) return "answers no search";
  if (search_->infinite && !search_->stopped) return "comes before stop";
  const bool in_plan = planned_ && search_->flag && *planned_ <= *search_->flag;
  if (search_->flag && now_ > *search_->flag && !in_plan) return "comes too late";
  pyonpyon::Game after = told_;
  if (!after.play_word(word)) {
    const bool over = told_.decision().has_value() && (word == "resign" || word == "draw");
    return over ? "" : "is no legal move";
  }
  const auto outcome = after.decision();
  const bool is_move = word != "resign" && word != "draw";
  if (is_move && outcome) return "";  // it ends the game at once
  int named = 0;
  bool some_legal = false;  // beyond doubt: its engine has said nothing else
  for (const Member& its : members_) {
    const auto& words = its.engine->named(search_->number);
    if (words.contains(word)) ++named;
    const bool all_legal = std::ranges::all_of(words, [&](const std::string& other) {
      pyonpyon::Game then = told_;
      return other != "resign" && other != "draw" && then.play_word(other);
    });
    some_legal = some_legal || (!words.empty() && all_legal);
  }
  if (!is_move) return named > 0 ? "" : "is what nobody has said";
  return named == 0 && some_legal ? "is a move that nobody has named" : "";
}

void UpiWorld::carry_out(const ToHost& effect) {
  journal_.write_down(effect.may_be_lost ? 1 : 2, 0, effect.line);
  journal_.note("", "<", effect.line);
  std::string_view rest = effect.line;
  const auto word = base::next_word(rest);
  std::string complaint;
  if (word == "usiok") complaint = "is of another protocol";
  if (word == "upiok" && !std::exchange(upi_at_, std::nullopt)) complaint = "answers no upi";
  if (word == "readyok" && !std::exchange(ready_at_, std::nullopt))
    complaint = "answers no isready";
  if (word == "info" && !effect.line.starts_with("info string") && !search_) {
    complaint = "comes though nothing is searched";
  }
  if (word == "bestmove") {
    complaint = judge_answer(base::next_word(rest));
    search_.reset();
    ++report_.answers;
  }
  if (!complaint.empty()) complain("\"" + effect.line + "\" " + complaint);
  if (word == "info" || word == "option" || word == "id") return;
  queue_.push(arrival(to_gui_), {.kind = Kind::kGuiHears, .text = effect.line});
}

void UpiWorld::carry_out(const ToChild& effect) {
  journal_.write_down(5, effect.child, effect.line);
  journal_.note(name_of(effect.child), ">", effect.line);
  Member& its = at(effect.child);
  const int search = search_ ? search_->number : 0;
  const std::string complaint = its.engine->told(effect.line, told_, search);
  if (!complaint.empty()) {
    complain(name_of(effect.child) + ": \"" + effect.line + "\" " + complaint);
  }
  queue_.push(arrival(its.to_it), {.kind = Kind::kChildHears,
                                   .child = effect.child,
                                   .number = its.process,
                                   .text = effect.line});
}

void UpiWorld::carry_out(const StartChild& effect) {
  journal_.write_down(6, effect.child, "");
  journal_.note(name_of(effect.child), ">", "(start)");
  Member& its = at(effect.child);
  if (const auto complaint = its.engine->told_to_start(); !complaint.empty()) {
    return complain(name_of(effect.child) + " " + complaint);
  }
  ++its.process;
  if (!struck_by(Fault::kCannotStart)) its.engine->start();
  starting_.push_back(effect.child);
}

void UpiWorld::carry_out(const KillChild& effect) {
  journal_.write_down(7, effect.child, "");
  journal_.note(name_of(effect.child), ">", "(kill)");
  Member& its = at(effect.child);
  if (const auto complaint = its.engine->told_to_end(); !complaint.empty()) {
    complain(name_of(effect.child) + " " + complaint);
  }
  Duration after = chance_.micros(50, 2'000);
  if (struck_by(Fault::kSlowDeath)) after = chance_.millis(10, 1'500);
  queue_.push(now_ + after,
              {.kind = Kind::kChildDies, .child = effect.child, .number = its.process});
}

void UpiWorld::upi_says(int child, std::string line) {
  queue_.push(arrival(at(child).from_it),
              {.kind = Kind::kChildLine, .child = child, .text = std::move(line)});
}

void UpiWorld::upi_wakes(int child, Duration after, UpiTask task) {
  queue_.push(now_ + after, {.kind = Kind::kChildTask,
                             .child = child,
                             .number = at(child).process,
                             .task = std::move(task)});
}

void UpiWorld::upi_exits(int child, std::string how) {
  queue_.push(arrival(at(child).from_it),
              {.kind = Kind::kChildExited, .child = child, .text = std::move(how)});
}

}  // namespace

Report simulate_upi(std::uint64_t seed, const Wanted& wanted) {
  return UpiWorld(seed, wanted).run();
}

}  // namespace gougi::simulation
