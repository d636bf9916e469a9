// SPDX-License-Identifier: MIT
// ぴょんぴょん for the match server, and the table of the games that `gougi match` knows. Moves
// are inside as pyon_rules.hpp has them; in files and on the wire they are UPI's. There is an
// arbiter: the third occurrence of a position ends a game without anybody's claim. Thread-safe.
#pragma once

#include "base/result.hpp"
#include "match/rules.hpp"
#include "match/store.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::tools {

/// Lives for ever.
const match::Rules& pyon_match_rules();
/// They live for ever.
const match::Rules& match_rules_of(settings::GameProtocol protocol);

/// Under this name a match's settings say of which game it is; a file without it is of shogi.
inline constexpr const char* kGameSetting = "game";
/// Of the game that the file holds; an error for one that nobody here knows.
base::Result<const match::Rules*> match_rules_in(match::Store& store);

}  // namespace gougi::tools
