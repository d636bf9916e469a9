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

}  // namespace

ThreadParts share_threads(const settings::RelaySettings& settings, int total) {
  ThreadParts parts;
  auto split = settings::resource_split(with_budget(settings, total));
  if (!split) {
    parts.too_few = true;
    split = settings::resource_split(with_budget(settings, kPlenty));
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
