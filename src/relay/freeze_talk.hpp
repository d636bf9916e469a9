// SPDX-License-Identifier: MIT
// Freeze shogi between the GUI and the children: what the whole announces, and what children are
// told of the counts. What is legal the rules know (game/rules.hpp).
#pragma once

#include <optional>

#include "relay/environment.hpp"
#include "relay/port.hpp"

namespace gougi::relay {

class FreezeTalk {
 public:
  FreezeTalk(Port& port, Environment& environment) : port_(port), environment_(environment) {}

  /// Of the whole.
  usi::FreezeAbility ability() const;
  /// Among the answers to `usi`.
  void announce();
  /// Now that the child has declared itself.
  void correct_announced(const Child& child);
  /// `FREEZENUM`, of games whose `position` gives none; false: freezes are switched off.
  bool take_counts(const shogi::FreezeCounts& counts);
  void forget_counts() { counts_ = {}; }
  const shogi::FreezeCounts& counts() const { return counts_; }
  /// A position of a game with freezes, or without, has come.
  void take_position(bool freeze_game);

 private:
  usi::FreezeAbility ability_of(const Child& child) const;
  void tell_counts(const shogi::FreezeCounts& counts);
  /// All votes may be void where engines do not see what is frozen: the bundled engine is started
  /// with the first position of a game with freezes.
  void start_reserve();

  Port& port_;
  Environment& environment_;
  shogi::FreezeCounts counts_{};       ///< FREEZENUM: where `position` gives none
  shogi::FreezeCounts told_counts_{};  ///< what children were told by it last
  /// What the GUI was told of the whole; nothing: not asked yet.
  std::optional<usi::FreezeAbility> announced_;
};

}  // namespace gougi::relay
