// SPDX-License-Identifier: MIT
// The relay's own options, G_… and the like, made of the rows of settings/relay_rows.cpp: what the
// configuration says is their default, and what the GUI sets is the same member.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "consensus/strategy.hpp"
#include "settings/relay_settings.hpp"
#include "usi/option.hpp"

namespace gougi::relay {

/// The settings as the GUI has changed them, between games or during one, and what follows of them.
/// Of those that the GUI cannot change Port::settings is asked; `mate_pv`, too, whether it is
/// there.
struct OwnOptions : settings::RelaySettings {
  const consensus::Strategy* strategy = nullptr;
  consensus::RuleNumbers numbers;
  bool ponders = true;  ///< USI_Ponder

  base::Milliseconds pv_mate_timeout() const {
    return mate_pv.value_or(settings::MatePv{}).timeout;
  }
  std::uint64_t seed() const { return static_cast<std::uint64_t>(rules.seed.value_or(0)); }
};

OwnOptions own_options(const settings::RelaySettings& settings);

/// USI_Hash, USI_Ponder and all G_… that the game has, with the present values as defaults.
std::vector<usi::Option> declarations(const OwnOptions& own);

/// Sets one of the above but USI_Hash; an error says what is allowed. `shown`: what the GUI was
/// shown, and sends back where it means to change nothing.
base::Result<void> set_own_option(OwnOptions& own, std::string_view name, const std::string& value,
                                  const OwnOptions& shown);

}  // namespace gougi::relay
