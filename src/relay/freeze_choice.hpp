// SPDX-License-Identifier: MIT
// Freeze shogi with `freeze: emulate`: the freezes that the bundled engine adds to the moves of
// voters that know nothing of them. How votes with different freezes go together is
// consensus/pooling.hpp's.
#pragma once

#include <string>
#include <vector>

#include "relay/outcome.hpp"
#include "relay/round_work.hpp"

namespace gougi::relay {

/// Of a move's whole time, what a question for a freeze needs; 0: none will be asked.
double share_for_freezes(const Port& port, const game::Position& position);

class FreezeChoice {
 public:
  explicit FreezeChoice(RoundWork& work) : work_(work) {}

  /// Whether the round's answer waits for a freeze; if not, the freeze has been added to it.
  bool waits_for(Outcome& outcome) const;
  void answered(const usi::BestMoveAnswer& answer) const;
  void unanswered() const;
  bool is_open() const { return open_question() != nullptr; }
  /// The GUI said `stop`. What comes of it is for the round to take.
  void hurry() const;
  /// Stops the question if it is time for that; true: it is not waited for any more. What comes of
  /// it is for the round to take, first.
  bool look_at_clock() const;
  /// The timer follows the question.
  void set_timer() const;

 private:
  FreezeSearch* open_question() const;
  bool asks_for(const Outcome& outcome) const;
  bool resigns_blindly(const Outcome& outcome) const;
  void mate_instead_of_resigning(Outcome& outcome) const;
  std::vector<usi::Move> freezes_to_ask(usi::Move move) const;
  bool add_mate(Outcome& outcome, const std::vector<usi::Move>& among) const;
  void ask(usi::Move move, const std::vector<usi::Move>& among) const;
  void take(Outcome& outcome) const;
  void add(Outcome& outcome, const std::vector<usi::Move>& line, const std::string& why,
           const std::string& why_ja) const;
  void go_without(Outcome& outcome) const;

  RoundWork& work_;
};

}  // namespace gougi::relay
