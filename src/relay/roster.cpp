// SPDX-License-Identifier: MIT
#include "relay/roster.hpp"

namespace gougi::relay {

std::string RosterEntry::label() const {
  switch (role) {
    case Role::kVoter:
      return "E" + std::to_string(number);
    case Role::kSolver:
      return "M" + std::to_string(number);
    case Role::kPvSolver:
      return "P" + std::to_string(number);
    case Role::kMirror:
      return "E" + std::to_string(number) + "m";
    case Role::kReserve:
      break;
  }
  return "reserve";
}

std::vector<RosterEntry> roster(const settings::RelaySettings& settings) {
  std::vector<RosterEntry> all;
  const auto add = [&](Role role, int number, const settings::EngineSettings* its) {
    all.push_back({role, number, its, static_cast<int>(all.size())});
  };
  int number = 0;
  for (const auto& engine : settings.engines) add(Role::kVoter, ++number, &engine);
  const int reserve = number + 1;
  number = 0;
  for (const auto& engine : settings.mate_engines) add(Role::kSolver, ++number, &engine);
  const int copies = settings.mate_pv && number > 0 ? settings.mate_pv->count : 0;
  for (int i = 0; i < copies; ++i) {
    const auto copied = static_cast<std::size_t>(i % number);
    add(Role::kPvSolver, i + 1, &settings.mate_engines[copied]);
    all.back().twin_of = static_cast<int>(settings.engines.size() + copied);
  }
  for (std::size_t i = 0; i < settings.engines.size(); ++i) {
    if (!settings.engines[i].mirror) continue;
    add(Role::kMirror, static_cast<int>(i) + 1, &settings.engines[i]);
    all.back().twin_of = static_cast<int>(i);
  }
  add(Role::kReserve, reserve, nullptr);
  return all;
}

}  // namespace gougi::relay
