// SPDX-License-Identifier: MIT
// ぴょんぴょん for the relay's session, and UPI on its wire; and the table of the games that the
// relay knows. Inside, the board is the upper left corner of one of shogi: b5c3 travels as the move
// from 2e to 3c, and the claim of a draw, which competes with moves for votes, as a drop that
// shogi's children could not mean here. Thread-safe.
#pragma once

#include "relay/rules.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::app {

/// Lives for ever.
const relay::Rules& pyon_rules();
/// A relay::RulesOf.
const relay::Rules& rules_of(settings::GameProtocol protocol);

}  // namespace gougi::app
