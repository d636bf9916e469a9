// SPDX-License-Identifier: MIT
// Threads for all engines together, shared out as `resources` of the configuration are: by share,
// and what an engine's own options say comes first. Engines that a rule has think at different
// times have in their time what the others leave idle. Pure arithmetic.
#pragma once

#include <optional>
#include <vector>

#include "consensus/strategy.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::relay {

struct ThreadParts {
  /// By child, in the order of roster.hpp; nothing: it is not told any.
  std::vector<std::optional<int>> of_children;
  bool too_few = false;  ///< one each, which is more than the total
};

/// `total` is at least 1; it stands in for `resources.threads`. Mate solvers, who think beside all,
/// have the smallest of the parts that they would have beside each.
ThreadParts share_threads(const settings::RelaySettings& settings, int total,
                          consensus::Company company);

}  // namespace gougi::relay
