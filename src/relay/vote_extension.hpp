// SPDX-License-Identifier: MIT
// Longer when they disagree: while the vote is split and the clock allows, every voter is given a
// part of the time again (G_ExtendOnSplit), and what it said before stands if nothing better comes.
#pragma once

#include <optional>

#include "relay/round_work.hpp"

namespace gougi::relay {

class VoteExtension {
 public:
  explicit VoteExtension(RoundWork& work) : work_(work) {}

  /// Whether the voters think on; at most once a round.
  bool begin() const;

 private:
  /// So much longer; nothing: not at all.
  std::optional<base::Duration> more() const;
  void ask_again(VoterSearch& voter, base::TimePoint until) const;

  RoundWork& work_;
};

/// Whether no move has more than half of the weight of the votes. A declaration, and a mate on the
/// board, is played whatever the others say, and more time changes no majority that resigns.
bool is_split(const Poll& poll);

}  // namespace gougi::relay
