// SPDX-License-Identifier: MIT
// What follows for a position when everything behind it is settled: of the attacker's checks the
// shortest that mates, or that none does; of the defender's replies one that holds, or how long the
// longest lasts. Both are told of the moves one by one. `position` is the one before the moves.
#pragma once

#include <algorithm>

#include "mate/finding.hpp"
#include "mate/hands.hpp"
#include "shogi/position.hpp"

namespace gougi::mate {

class ChecksSettled {
 public:
  explicit ChecksSettled(const shogi::Position& position)
      : position_(position), safe_hand_(off_board(position)) {}

  void add(shogi::BareMove check, const Finding& behind) {
    if (behind.mates()) {
      if (mated_ != kNever && behind.length >= mated_) return;
      mated_ = behind.length;
      mating_hand_ = behind.hand;
      mating_ = check;
    } else if (mated_ == kNever && behind.fails()) {
      safe_ = std::min(safe_, behind.length);
      lean_.join(behind.lean);
      safe_hand_ = least_of(safe_hand_, hand_before(position_, check, behind.hand));
    }
  }
  Finding finding() const {
    if (mated_ != kNever) {
      return Finding::mate(static_cast<Length>(mated_ + 1),
                           hand_before(position_, mating_, mating_hand_));
    }
    return Finding::no_mate(safe_ == kNever ? kNever : static_cast<Length>(safe_ + 1),
                            safe_hand_of_attack(position_, safe_hand_), lean_);
  }

 private:
  const shogi::Position& position_;
  Length mated_ = kNever;
  shogi::Hand mating_hand_;
  shogi::BareMove mating_;
  Length safe_ = kNever;
  shogi::Hand safe_hand_;
  Lean lean_;
};

class RepliesSettled {
 public:
  explicit RepliesSettled(const shogi::Position& position) : position_(position) {}

  void add(shogi::BareMove reply, const Finding& behind) {
    if (behind.fails()) {
      // Rather one that holds everywhere.
      if (holding_ && (holds_.lean.nowhere() || !behind.lean.nowhere())) return;
      holding_ = reply;
      holds_ = behind;
    } else if (!holding_ && behind.mates()) {
      longest_ = std::max(longest_, behind.length);
      mating_hand_ = most_of(mating_hand_, behind.hand);
    }
  }
  Finding finding() const {
    if (!holding_) {
      return Finding::mate(static_cast<Length>(longest_ + 1),
                           mating_hand_of_defence(position_, mating_hand_));
    }
    const Length safe = holds_.length;
    return Finding::no_mate(safe == kNever ? kNever : static_cast<Length>(safe + 1),
                            safe_hand_of_defence(position_, holding_, holds_.hand), holds_.lean);
  }

 private:
  const shogi::Position& position_;
  shogi::BareMove holding_;
  Finding holds_;
  Length longest_ = 0;
  shogi::Hand mating_hand_;
};

}  // namespace gougi::mate
