// SPDX-License-Identifier: MIT
// The part of the scripted engine that knows the rules: tracks `position` and picks a legal move.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace gougi::tests {

class LegalPlayer {
 public:
  /// The same seed and the same positions give the same moves.
  explicit LegalPlayer(std::uint64_t seed);
  ~LegalPlayer();

  /// Takes a whole `position` line; what it cannot read leaves the position as far as it got.
  void set_position(std::string_view line);
  /// A legal move in USI text, or "resign".
  std::string choose();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gougi::tests
