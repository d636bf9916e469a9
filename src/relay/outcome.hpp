// SPDX-License-Identifier: MIT
// What a round comes to: a value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "consensus/council.hpp"

namespace gougi::relay {

struct Outcome {
  consensus::Choice choice = usi::Resign{};
  /// What the vote came to, where `choice` is that move with a freeze that was added.
  std::optional<usi::Move> chosen;
  std::optional<usi::Move> ponder;
  std::vector<usi::Move> pv;  ///< begins with the move
  std::optional<usi::Score> score;
  int depth = 0;
  std::int64_t nodes = 0;
  int voter = 0;  ///< whose ballot it is; 0: nobody's
  std::string reason;
  std::string reason_ja;
};

}  // namespace gougi::relay
