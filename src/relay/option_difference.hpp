// SPDX-License-Identifier: MIT
// In what two lists of options differ, in short: for the one line to the GUI when a child declares
// other options than the GUI was shown. Values only; used by the session.
#pragma once

#include <string>
#include <vector>

#include "usi/option.hpp"

namespace gougi::relay {

/// Names, each of a bounded length; a changed one with what changed ("Threads default 4 -> 8").
struct OptionDifference {
  std::vector<std::string> added;
  std::vector<std::string> gone;
  std::vector<std::string> changed;
  bool empty() const { return added.empty() && gone.empty() && changed.empty(); }
};

/// Options are the same by name, whatever their order.
OptionDifference difference(const std::vector<usi::Option>& shown,
                            const std::vector<usi::Option>& now);

/// "new A, B; gone C and 3 more; changed D 1..8 -> 1..16": of each list only the first few.
std::string in_words(const OptionDifference& difference, bool japanese);

}  // namespace gougi::relay
