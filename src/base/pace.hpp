// SPDX-License-Identifier: MIT
// How fast long work goes and how long the rest of it takes, in the one form that all commands
// have.
#pragma once

#include <optional>
#include <string>

#include "base/clock.hpp"

namespace gougi::base {

/// "3.40/s, 0:03:10 left", in the language that is spoken: of `done` steps that took `running`, and
/// of those that are left; the rate alone where nobody knows how many. "" where nothing is done.
std::string pace_text(double done, std::optional<double> left, Duration running);

/// "0:03:10 left"; less than nothing is nothing.
std::string left_text(double seconds);

}  // namespace gougi::base
