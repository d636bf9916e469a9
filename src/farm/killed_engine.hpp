// SPDX-License-Identifier: MIT
// Whether an engine failed by itself, or was ended from outside: a scheduler that ends a part may
// end its engines first, and no game of a part is lost by that. Pure.
#pragma once

#include <string_view>

#include "game/ending.hpp"

namespace gougi::farm {

/// By a signal with which programs are ended by others: a terminal that is gone, Ctrl-C, kill, a
/// limit of memory or of processor time.
bool was_killed_from_outside(const game::Ending& ending);
/// `how`: an engine ended, as io::ExitStatus tells it.
bool was_killed_from_outside(std::string_view how);

}  // namespace gougi::farm
