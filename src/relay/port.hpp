// SPDX-License-Identifier: MIT
// What every part of the session works with: it owns none of it, and changes the moment with each
// event. A part that is handed a Port needs no session, in a test either.
#pragma once

#include "base/clock.hpp"
#include "relay/children.hpp"
#include "relay/option_router.hpp"
#include "relay/outbox.hpp"
#include "relay/rules.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::relay {

struct Port {
  const settings::RelaySettings& settings;
  const Rules& rules;
  OptionRouter& options;
  Outbox& out;
  Children& children;
  base::TimePoint now{};

  const OwnOptions& own() const { return options.own(); }
};

}  // namespace gougi::relay
