// SPDX-License-Identifier: MIT
// The threads that the GUI gives to all engines together, shared out as `resources` of the
// configuration are: by share, and what an engine's own options say comes first. Pure arithmetic.
#pragma once

#include <optional>
#include <vector>

#include "settings/relay_settings.hpp"

namespace gougi::relay {

struct ThreadParts {
  /// By child, in the order of roster.hpp; nothing: it is not told any.
  std::vector<std::optional<int>> of_children;
  bool too_few = false;  ///< one each, which is more than the total
};

/// `total` is at least 1; it stands in for `resources.threads`.
ThreadParts share_threads(const settings::RelaySettings& settings, int total);

}  // namespace gougi::relay
