// SPDX-License-Identifier: MIT
// How far a merge of parts is. Used by `gougi merge` and by what it calls.
#pragma once

#include <cstdint>
#include <functional>

#include "base/result.hpp"
#include "base/say.hpp"

namespace gougi::tools {

/// Told after each unit how many are done. False: the merge is to be given up.
using UnitsDone = std::function<bool(std::uint64_t units)>;

/// The error of a merge that is given up.
inline base::Result<void> tell_done(const UnitsDone& progress, std::uint64_t units) {
  if (!progress || progress(units)) return {};
  return base::fail(
      base::say({"interrupted; nothing was written", "中断したため、何も書いていません"}));
}

}  // namespace gougi::tools
