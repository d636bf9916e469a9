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

bool was_killed_from_outside(const game::Ending& ending) {
  return ending.reason == game::Reason::kCrash &&
         std::ranges::any_of(kFromOutside, [&](std::string_view begin) {
           return ending.detail.starts_with(begin);
         });
}

}  // namespace gougi::farm
