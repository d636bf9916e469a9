// SPDX-License-Identifier: MIT
// What children are told of a game: not every child may be told of its freezes. And which game goes
// with a configuration.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "game/rules.hpp"
#include "settings/relay_settings.hpp"
#include "usi/answer.hpp"

namespace gougi::relay {

/// The rules that go with `protocol:` in a configuration.
const game::Rules& rules_of(settings::GameProtocol protocol);

/// How much of the freezes a child is told with a position. In ordinary shogi all are the same.
enum class FreezeView : std::uint8_t {
  /// Nothing: ordinary shogi, whose history begins behind the last move that froze.
  kNone,
  /// What the side to move froze and may freeze, never what it was frozen by: its history begins
  /// behind the last move that did so. While it is frozen it is told that it has no freeze left.
  kOwn,
  kAll,
};
FreezeView view_of(usi::FreezeAbility ability);

/// The `position` line of the game, as who has this view is told.
std::string position_line(const game::Game& game, FreezeView view);
/// The same without history.
std::string position_sfen_line(const game::Position& position, FreezeView view);

/// One position in the words of every view, for the many that are told of it.
class PositionLines {
 public:
  static PositionLines of(const game::Game& game);
  static PositionLines without_history(const game::Position& position);
  const std::shared_ptr<const std::string>& in(FreezeView view) const {
    return lines_[static_cast<std::size_t>(view)];
  }
  const std::string& all() const { return *in(FreezeView::kAll); }

 private:
  std::array<std::shared_ptr<const std::string>, 3> lines_;
};

/// The limits as who has this view is told: without freezes in searchmoves, or without those that
/// the side to move could not declare.
usi::SearchLimits seen_limits(usi::SearchLimits limits, FreezeView view);

}  // namespace gougi::relay
