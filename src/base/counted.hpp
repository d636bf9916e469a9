// SPDX-License-Identifier: MIT
// A number with what it counts, as a reader has it: "1 game", "2 games".
#pragma once

#include <string>

#include "base/say.hpp"

namespace gougi::base {

/// `one` of 1, `several` of any other number.
template <class Count>
std::string counted_in(Language language, Count count, Form<1> one, Form<1> several) {
  return say_in(language, count == 1 ? one : several, count);
}
template <class Count>
std::string counted(Count count, Form<1> one, Form<1> several) {
  return counted_in(spoken(), count, one, several);
}

}  // namespace gougi::base
