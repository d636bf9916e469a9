// SPDX-License-Identifier: MIT
// Freeze shogi: what a configuration allows, and whether the bundled engine can be asked for
// freezes now.
#pragma once

#include "relay/children.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::relay {

inline bool plays_freezes(const settings::RelaySettings& settings) {
  return settings.freeze != settings::Freeze::kOff &&
         settings.protocol == settings::GameProtocol::kUsi;
}

/// `freeze: emulate`
inline bool adds_freezes(const settings::RelaySettings& settings) {
  return plays_freezes(settings) && settings.freeze == settings::Freeze::kEmulate;
}

inline bool can_ask_for_freezes(const settings::RelaySettings& settings, const Children& children) {
  const Child& engine = children.reserve();
  return adds_freezes(settings) && engine.role == Role::kReserve && engine.host.ready() &&
         usi::declares_freezes(engine.host.freeze_ability());
}

}  // namespace gougi::relay
