// SPDX-License-Identifier: MIT
// Sharing one machine's threads, hash and GPUs out among the children of a relay. Pure arithmetic:
// it looks at no machine. Used by reading the configuration; safe from any thread.
//
// Engines and mate engines take part by their `share`, the copies that `mate.pv` makes of mate
// engines like their originals; a share of 0 is for engines on other machines. What an engine's own
// `options` say of threads or hash is its, and the others share the rest. GPUs go to engines only.
#pragma once

#include <optional>
#include <vector>

#include "base/result.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::settings {

/// One child's part. Nothing or an empty list: it is not to be told of it.
struct ResourceShare {
  std::optional<int> threads;  ///< at least 1
  std::optional<int> hash_mb;  ///< at least 16
  std::vector<int> gpus;
  friend bool operator==(const ResourceShare&, const ResourceShare&) = default;
};

struct ResourceSplit {
  std::vector<ResourceShare> engines;       ///< as RelaySettings::engines
  std::vector<ResourceShare> mate_engines;  ///< as RelaySettings::mate_engines
};

/// The sums of threads and hash over all processes never exceed the budget. Fewer GPUs than engines
/// are used by several of them. The error says which budget is too small, and for how many.
base::Result<ResourceSplit> resource_split(const RelaySettings& settings);

/// The fewest threads that resource_split() can share out.
int least_threads(const RelaySettings& settings);

/// Makes `share` the options Threads and USI_Hash and the variable CUDA_VISIBLE_DEVICES of
/// `engine`. What is written there already stays. A nested engine is left alone: its own engines
/// get it.
void give(EngineSettings& engine, const ResourceShare& share);

}  // namespace gougi::settings
