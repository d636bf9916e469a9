// SPDX-License-Identifier: MIT
#include "relay/thread_parts.hpp"

#include <cstddef>
#include <utility>

#include "base/text.hpp"
#include "relay/roster.hpp"
#include "settings/resource_split.hpp"

namespace gougi::relay {
namespace {

// More than any sum of what options can say.
constexpr int kPlenty = 1'000'000'000;

// The settings as they were before `resources.threads` was shared out.
settings::RelaySettings with_budget(const settings::RelaySettings& settings, int threads) {
  settings::RelaySettings budget;
  budget.engines = settings.engines;
  budget.mate_engines = settings.mate_engines;
  budget.mate_pv = settings.mate_pv;
  budget.resources.threads = threads;
  for (auto* engines : {&budget.engines, &budget.mate_engines}) {
    for (settings::EngineSettings& engine : *engines) {
      if (!engine.threads_are_a_share) continue;
      std::erase_if(engine.options,
                    [](const auto& option) { return base::iequals(option.first, "Threads"); });
    }
  }
  return budget;
}

using settings::ResourceShare;
using settings::ResourceSplit;

void take_smaller(ResourceShare& part, const ResourceShare& other) {
  if (!part.threads || (other.threads && *other.threads < *part.threads)) part = other;
}

// The engines that think at the same time, by their places.
std::vector<std::vector<std::size_t>> companies(std::size_t engines, consensus::Company company) {
  std::vector<std::vector<std::size_t>> together(1);
  for (std::size_t i = 0; i < engines; ++i) {
    const bool begins_another = i > 0 && (company == consensus::Company::kInTurn ||
                                          (company == consensus::Company::kFirstApart && i == 1));
    if (begins_another) together.emplace_back();
    together.back().push_back(i);
  }
  return together;
}

// Each company has the whole budget.
base::Result<ResourceSplit> split_among(const settings::RelaySettings& budget,
                                        consensus::Company company) {
  ResourceSplit split;
  split.engines.resize(budget.engines.size());
  split.mate_engines.resize(budget.mate_engines.size());
  for (const auto& places : companies(budget.engines.size(), company)) {
    settings::RelaySettings some = budget;
    some.engines.clear();
    for (const std::size_t place : places) some.engines.push_back(budget.engines[place]);
    const auto parts = settings::resource_split(some);
    if (!parts) return tl::unexpected(parts.error());
    for (std::size_t i = 0; i < places.size(); ++i) split.engines[places[i]] = parts->engines[i];
    for (std::size_t i = 0; i < split.mate_engines.size(); ++i) {
      take_smaller(split.mate_engines[i], parts->mate_engines[i]);
    }
  }
  return split;
}

}  // namespace

ThreadParts share_threads(const settings::RelaySettings& settings, int total,
                          consensus::Company company) {
  ThreadParts parts;
  auto split = split_among(with_budget(settings, total), company);
  if (!split) {
    parts.too_few = true;
    split = split_among(with_budget(settings, kPlenty), company);
  }
  if (!split) return parts;
  for (const RosterEntry& entry : roster(settings)) {
    auto& part = parts.of_children.emplace_back();
    if (entry.role == Role::kReserve) continue;
    const auto master = static_cast<std::size_t>(entry.twin_of);
    const std::size_t engines = split->engines.size();
    part = master < engines ? split->engines[master].threads
                            : split->mate_engines[master - engines].threads;
    if (part && parts.too_few) part = 1;
  }
  return parts;
}

}  // namespace gougi::relay
