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
  /// The same seed and the same positions give the same moves. `favourites`: it chooses from so
  /// many that the position alone determines; 0: from all legal ones.
  explicit LegalPlayer(std::uint64_t seed, int favourites = 0);
  ~LegalPlayer();

  /// Takes a whole `position` line; what it cannot read leaves the position as far as it got.
  void set_position(std::string_view line);
  /// A legal move in USI text, or "resign".
  std::string choose();
  /// A legal reply to `move`; "" if there is none, or it is no legal move.
  std::string reply_to(std::string_view move);
  bool is_blacks_turn() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gougi::tests
