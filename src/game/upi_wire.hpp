// SPDX-License-Identifier: MIT
// The Universal Pyon Interface on the wire: its lines differ from USI's in the name of the game's
// start (`pfen`, `challenge`), in `upi` and `upiok`, and in what it answers at once. Internal to
// the room.
#pragma once

#include "game/rules.hpp"

namespace gougi::game {

class UpiWire final : public Wire {
 public:
  std::string_view name() const override { return "UPI"; }
  std::string_view from_host(std::string_view line, std::string& buffer) const override;
  std::string_view from_child(std::string_view line, std::string& buffer) const override;
  std::string to_host(std::string line) const override;
  std::optional<std::string> to_child(std::string_view line) const override;
  bool has_ponder() const override { return false; }
  std::optional<Reply> answer(std::string_view line, const Game& game) const override;
  bool keeps_last_position() const override { return true; }
  std::string complaint(const std::string& why) const override { return "error: " + why; }
};

}  // namespace gougi::game
