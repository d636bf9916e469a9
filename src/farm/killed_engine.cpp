// SPDX-License-Identifier: MIT
#include "farm/killed_engine.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace gougi::farm {
namespace {

// HUP, INT, KILL, TERM and XCPU, as io::ExitStatus tells them.
constexpr std::array<std::string_view, 5> kFromOutside{
    "killed by signal 1 ", "killed by signal 2 ", "killed by signal 9 ", "killed by signal 15 ",
    "killed by signal 24 "};

}  // namespace

bool was_killed_from_outside(std::string_view how) {
  return std::ranges::any_of(kFromOutside,
                             [&](std::string_view begin) { return how.starts_with(begin); });
}

bool was_killed_from_outside(const game::Ending& ending) {
  const bool ended = ending.reason == game::Reason::kCrash ||
                     ending.reason == game::Reason::kNotReady;  // what hung we have killed
  return ended && was_killed_from_outside(std::string_view(ending.detail));
}

}  // namespace gougi::farm
