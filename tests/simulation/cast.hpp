// SPDX-License-Identifier: MIT
// Who takes part in a simulation: the engines of its settings, in the session's order, each a model
// and what it may be told; solvers' copies, mirrors, the reserve. By dice of their own, so that
// nobody changes for another's sake.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "relay/session.hpp"
#include "simulation/byte_pipe.hpp"
#include "simulation/engine_rules.hpp"
#include "simulation/faults.hpp"
#include "simulation/model_engine.hpp"
#include "simulation/simulation.hpp"

namespace gougi::simulation {

/// One child and what is known of it.
struct Member {
  Member(int index, Character character, const FaultRates& rates, Chance chance, Chance oddities,
         EngineWorld& world)
      : engine(index, std::move(character), rates, chance, oddities, world),
        rules(engine.character()) {}
  ModelEngine engine;
  EngineRules rules;
  std::string name;                                    ///< "E1"
  const settings::EngineSettings* settings = nullptr;  ///< nothing: the reserve
  bool mirror = false;
  EngineRules::Options wanted;  ///< what the session has been told to set
  int process = 0;
  bool could_start = true;
  base::TimePoint gone_since{};
  base::TimePoint to_it{};  ///< when the last line on the pipe arrives
  base::TimePoint from_it{};
  BytePipe<Origin> says;             ///< where there are bytes
  std::size_t told_since_heard = 0;  ///< bytes
};

class Cast {
 public:
  /// All that is given must outlive it; the settings learn what their engines are able to do.
  Cast(std::uint64_t seed, const Scenario& scenario, const FaultRates& rates,
       settings::RelaySettings& settings, EngineWorld& world);

  /// Those that the session knows by their settings: the first to be cast.
  void add_engines();
  /// The others, of `children` in all.
  void add_the_rest(int children);
  /// Before add_engines(): this one is a relay with these options.
  void seat_relay(int child, std::vector<std::string> options) {
    relays_.emplace(child, std::move(options));
  }
  /// What the session remembers of those that have been cast, and of the user; `all`: of everybody.
  relay::Environment environment(Chance& chance, bool all) const;

  Member& operator[](int child) { return *members_[static_cast<std::size_t>(child)]; }
  const std::vector<std::unique_ptr<Member>>& members() const { return members_; }
  int size() const { return static_cast<int>(members_.size()); }

  /// What the GUI wants of its engines from now on.
  void learn_option(std::string_view line);

 private:
  void add(Role role, std::string name, const settings::EngineSettings* its);
  void add(Character character, Chance dice, std::string name, const settings::EngineSettings* its);
  void add_mirror(std::size_t engine);

  std::uint64_t seed_;
  bool freezes_;
  const FaultRates& rates_;
  double oddity_ = 0;  ///< so often an engine has manners of its own
  settings::RelaySettings& settings_;
  EngineWorld& world_;
  std::vector<std::unique_ptr<Member>> members_;
  std::map<int, std::vector<std::string>> relays_;
};

}  // namespace gougi::simulation
