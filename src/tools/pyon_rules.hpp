// SPDX-License-Identifier: MIT
// ぴょんぴょん for the relay's session, and UPI on its wire; and the table of the games that the
// relay knows. Inside, the board is the upper left corner of one of shogi: b5c3 travels as the move
// from 2e to 3c, and the claim of a draw, which competes with moves for votes, as a drop that
// shogi's children could not mean here. Thread-safe.
#pragma once

#include <optional>
#include <string>

#include "pyonpyon/position.hpp"
#include "relay/rules.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::tools {

/// Lives for ever.
const relay::Rules& pyon_rules();
/// Moves and the claim of a draw as they are inside, and back; nothing: it is none of this game.
shogi::BareMove pyon_move_inside(pyonpyon::Move move);
shogi::BareMove pyon_draw_inside();
std::optional<pyonpyon::Move> pyon_move_outside(shogi::BareMove move);
/// As it is outside: "b5c3", "draw".
std::string pyon_move_text(shogi::BareMove move);
/// A relay::RulesOf.
const relay::Rules& rules_of(settings::GameProtocol protocol);

}  // namespace gougi::tools
