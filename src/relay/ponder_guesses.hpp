// SPDX-License-Identifier: MIT
// `ponder: multi`: each voter ponders on the reply that it expects itself. What they expect is
// remembered from one move to the next, and a search that ponders on though its round has ended is
// kept for a moment: it may be right.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "relay/outcome.hpp"
#include "relay/poll.hpp"
#include "relay/port.hpp"
#include "relay/timers.hpp"

namespace gougi::relay {

/// A search that ponders on though its round has ended.
struct PonderGuess : Search {
  std::shared_ptr<const std::string> position_line;
  usi::ClockTimes clock;
  usi::FreezeAbility freezes = usi::FreezeAbility::kNone;  ///< when it was asked
};

class PonderGuesses {
 public:
  PonderGuesses(Port& port, SessionTimers& timers) : port_(port), timers_(timers) {}

  /// The move is played: what its voters expect after it.
  void remember_replies(const Poll& poll, const Outcome& outcome);
  /// Gives voters of a new ponder round the positions that they expect themselves.
  void spread(Poll& poll) const;
  /// The GUI ends the ponder round: who ponders elsewhere may be right.
  void keep(Poll& poll);
  /// The child ponders on for nobody yet.
  bool is_guess(const Child& child) const;
  /// The child's guess, if it is of this very position and `fits`; it is no guess any more.
  template <class Fits>
  std::optional<PonderGuess> take(const Child& child, const std::string& line, Fits fits) {
    for (auto guess = guesses_.begin(); guess != guesses_.end(); ++guess) {
      if (!is_of(*guess, child) || *guess->position_line != line) continue;
      if (!fits(*guess)) return std::nullopt;
      PonderGuess taken = std::move(*guess);
      guesses_.erase(guess);
      return taken;
    }
    return std::nullopt;
  }
  void heard(int child, usi::SearchId id, const usi::InfoView& info);
  void drop();

 private:
  static bool is_of(const PonderGuess& guess, const Child& child) {
    return guess.child == child.index && guess.id == child.host.current();
  }

  Port& port_;
  SessionTimers& timers_;
  std::uint64_t expected_after_ = 0;                ///< the key of the position
  std::vector<std::pair<int, usi::Move>> replies_;  ///< expected, by child
  std::vector<PonderGuess> guesses_;
};

}  // namespace gougi::relay
