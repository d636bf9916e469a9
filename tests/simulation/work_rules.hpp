// SPDX-License-Identifier: MIT
// What an engine may be set to work on for a search of the GUI's, and for how long: the position
// itself; for a rule of consensus that asks more, the position after a move that somebody voted
// for; for a solver, the positions of a pv; with `ponder: multi`, another reply. And the time it is
// told, which is no more than is left of its part, but for what it is known to leave unused.
#pragma once

#include <string>

#include "base/clock.hpp"
#include "settings/relay_settings.hpp"
#include "simulation/engine_rules.hpp"
#include "simulation/host_search.hpp"

namespace gougi::simulation {

class WorkRules {
 public:
  /// `settings` must outlive it.
  explicit WorkRules(const settings::RelaySettings& settings) : settings_(settings) {}

  struct Judgement {
    Work work = Work::kPosition;
    std::string complaint{};  ///< "" if it is right
    std::string move{};       ///< of Work::kReply: after which
  };
  /// `child` was just told `go`, as it shows; `search` is the GUI's, nullptr if there is none.
  Judgement judge(const HostSearch* search, int index, const EngineRules& child,
                  base::TimePoint now) const;

  /// `child` was just told `ponderhit`.
  static std::string judge_ponder_hit(const HostSearch* search, const EngineRules& child,
                                      base::TimePoint now);

 private:
  Judgement judge_place(const HostSearch& search, int index, const EngineRules& child) const;
  static Judgement judge_freeze_reply(const HostSearch& search, const std::string& line,
                                      relay::FreezeView view);
  bool is_a_freeze_guess(const HostSearch& search, const std::string& line,
                         relay::FreezeView view) const;
  bool is_a_guess(const HostSearch& search, const std::string& line) const;
  bool is_of_a_pv(const HostSearch& search, const std::string& line) const;
  static std::string judge_nodes(const HostSearch& search, const EngineRules& child);
  static std::string judge_time(const HostSearch& search, const EngineRules& child, Work work,
                                base::TimePoint now, double tolerance = 1.0);

  const settings::RelaySettings& settings_;
};

}  // namespace gougi::simulation
