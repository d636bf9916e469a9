// SPDX-License-Identifier: MIT
// All that there is in one simulation, and what happens next: the session, its GUI and its engines,
// what is on its way between them, the clock, and the rules that judge. world.cpp has what happens,
// world_effects.cpp what the session wants and what others do. An engine may be a relay: it is a
// world of its own whose GUI is the session above, and whose events are taken in turn with those of
// this (nested_worlds.cpp). Internal to simulate().
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
#include "simulation/simulation.hpp"
#include "simulation/spin_rules.hpp"
#include "simulation/work_rules.hpp"

namespace gougi::simulation {

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

/// What a relay has above it that is no GUI: a world whose engine it is, or who keeps it.
class WorldAbove {
 public:
  virtual ~WorldAbove() = default;
  virtual base::TimePoint time() const = 0;
  virtual base::Duration tick() const = 0;
  virtual bool has_faults() const = 0;
  virtual bool is_calm() const = 0;
  virtual void relay_says(int seat, std::string line, Origin origin) = 0;
  virtual void note_below(int seat, std::string_view who, std::string_view how,
                          std::string_view what) = 0;
  virtual void injected(Fault fault) = 0;
  virtual int unique_score() = 0;
};

class World final : public EngineWorld, public GuiWorld, public WorldAbove {
 public:
  World(std::uint64_t seed, const Wanted& wanted, const Scenario& scenario)
      : World(seed, wanted, scenario, nullptr, 0) {}
  Report run();

  // A relay below another, or below who keeps it: nested_worlds.cpp.
  World(std::uint64_t seed, const Wanted& wanted, const Scenario& scenario, WorldAbove* above,
        int seat);
  /// What it is like stays the same in each of its lives, and what happens to it does not.
  void begin_life(int life);
  void hear_from_above(const std::string& line);
  /// With all that is below.
  std::optional<base::TimePoint> next_time_of_all() const;
  base::TimePoint time() const override { return now_; }
  void advance(base::TimePoint to);
  void sleep(base::Duration span);
  void step();
  bool has_finished() const { return finished_; }
  void judge_the_end();
  const std::string& violation() const { return report_.violation; }

 private:
  // A relay that is an engine of another's: nested_worlds.cpp.
  void seat_relays(Chance dice);
  std::unique_ptr<World> relay_below(int child, int seat);
  bool is_relay(int child) { return cast_[child].engine.character().is_relay(); }
  bool runs(int child) { return below_.contains(child) || cast_[child].engine.runs(); }
  /// Here and in every world around.
  bool is_calm(const Scenario& scenario) const {
    return rates_.calm() && scenario.voters == 0 && !scenario.ticks &&
           (above_ == nullptr || above_->is_calm());
  }
  void start(int child);
  void end(int child);
  void tell_below(int child, const std::string& line);
  std::optional<base::TimePoint> next_time() const;
  bool step_below();
  void look_below(int child);
  std::vector<std::string> options_shown();
  std::string add_up_nodes(const HostSearch* search, const Member& its);
  // EngineWorld, GuiWorld, WorldAbove.
  void engine_says(int child, std::string line, Origin origin) override;
  void engine_says_half(int child, std::string text) override;
  void engine_wakes(int child, base::Duration after, EngineTask task) override;
  void engine_exits(int child, std::string how) override;
  void injected(Fault fault) override;
  int unique_score() override { return above_ ? above_->unique_score() : ++last_score_; }
  PositionBook& book() override { return book_; }
  base::Duration tick() const override { return queue_.tick(); }
  bool has_faults() const override { return !rates_.calm(); }
  bool is_calm() const override { return report_.calm; }
  void relay_says(int seat, std::string line, Origin origin) override {
    engine_says(seat, std::move(line), origin);
  }
  void note_below(int seat, std::string_view who, std::string_view how,
                  std::string_view what) override;
  void gui_says(std::string line, KnownPositionPtr position) override;
  void gui_hangs_up(std::string half) override;
  void gui_wakes(base::Duration after, int token) override;

  // Events.
  void push(base::TimePoint at, Item item);
  bool timer_is_next();
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

  // Effects.
  void carry_out(const std::vector<relay::Effect>& effects);
  void carry_out(const relay::ToHost& effect);
  void carry_out(const relay::ToChild& effect);
  void carry_out(const relay::StartChild& effect);
  void carry_out(const relay::KillChild& effect);
  void carry_out(const relay::Remember& effect);
  void carry_out(const relay::SetEncoding& effect);
  void carry_out(const relay::ShowLive&) {}
  void carry_out(const relay::Record& effect);
  void carry_out(const relay::Note&) {}
  void carry_out(const relay::Finish&);

  const std::string& name_of(int child) { return cast_[child].name; }
  base::TimePoint arrival(base::TimePoint& last);
  base::TimePoint arrival_from_afar(base::TimePoint& last);
  void send_in_pieces(const std::vector<std::string>& pieces, base::TimePoint& last,
                      const Item& item);
  bool struck_by(Fault fault);
  void complain(const std::string& what) { journal_.complain(what); }
  void note(std::string_view who, std::string_view how, std::string_view what);

  WorldAbove* above_;                            ///< nullptr: the GUI is
  int seat_;                                     ///< whose child this is there
  std::map<int, std::unique_ptr<World>> below_;  ///< by child: relays that run
  Report report_;
  base::TimePoint start_;
  base::TimePoint now_ = start_;
  Journal journal_;
  Scenario scenario_;
  Chance chance_;
  FaultRates rates_;
  int slowest_pipe_us_;
  settings::RelaySettings settings_;
  PositionBook book_;
  Cast cast_;
  bool reserve_starts_ = true;
  std::unique_ptr<relay::Session> session_;
  std::unique_ptr<ModelGui> gui_;
  HostRules rules_;
  WorkRules work_rules_;
  LivenessRules liveness_;
  std::vector<LivenessRules::Worker> workers_;  ///< of the moment

  Chance at_once_;  ///< the order of what happens at the same time, with ticks
  EventQueue<Item> queue_;
  std::deque<int> starting_;  ///< told at once, as the shell does
  base::TimePoint to_session_{};
  base::TimePoint to_gui_{};
  std::optional<base::TimePoint> deadline_;  ///< the session's, since the last event
  std::optional<base::TimePoint> planned_;   ///< the session's deadline before the event
  std::optional<base::TimePoint> timer_due_;
  base::TimePoint timer_at_{};
  SpinRules spin_;
  std::uint64_t told_ = 0;  ///< lines to engines
  Chance ways_;             ///< of lines between machines
  Chance cuts_;             ///< of lines into bytes
  Chance floods_;           ///< where pipes are full
  BytePipe<KnownPositionPtr> from_gui_;
  std::size_t must_be_heard_ = 0;  ///< bytes, since the GUI has said something
  int last_score_ = 10;
  int counted_search_ = 0;        ///< of the GUI's
  std::uint64_t told_nodes_ = 0;  ///< for it
  bool finished_ = false;
};

}  // namespace gougi::simulation
