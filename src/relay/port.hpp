// SPDX-License-Identifier: MIT
// What every part of the session works with: it owns none of it, and changes the moment with each
// event. A part that is handed a Port needs no session, in a test either.
#pragma once

#include <utility>

#include "base/clock.hpp"
#include "relay/children.hpp"
#include "relay/option_router.hpp"
#include "relay/outbox.hpp"
#include "relay/position_lines.hpp"
#include "relay/searches.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::relay {

struct Port {
  const settings::RelaySettings& settings;
  const game::Rules& rules;
  OptionRouter& options;
  Outbox& out;
  Children& children;
  base::TimePoint now{};

  const OwnOptions& own() const { return options.own(); }
  /// Every search is begun here.
  void start(Search& search, Child& child, usi::SearchRequest request) const {
    search.child = child.index;
    search.id = children.search(child, std::move(request), now);
    search.asked_at = now;
  }
};

}  // namespace gougi::relay
