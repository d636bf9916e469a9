// SPDX-License-Identifier: MIT
// The relay's own options, G_… and the like: what they are called, what the GUI may set, and what
// the configuration makes their defaults. One table holds all of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "consensus/strategy.hpp"
#include "settings/relay_settings.hpp"
#include "shogi/declaration.hpp"
#include "usi/option.hpp"

namespace gougi::relay {

/// The relay's own settings that the GUI may change, between games or during one.
struct OwnOptions {
  const consensus::Strategy* strategy = nullptr;
  base::Milliseconds mate_timeout{5000};
  base::Milliseconds pv_mate_timeout{1000};
  base::Milliseconds mate_info_interval{100};
  int mate_info_count = 100;
  base::Milliseconds ready_timeout = settings::kLongestReady;  ///< of `readyok`
  base::Milliseconds info_interval{100};
  bool show_all = false;
  bool vote_lines = true;
  bool explain = false;
  settings::Language language = settings::Language::kAuto;
  settings::TextEncoding encoding = settings::TextEncoding::kAuto;
  shogi::DeclarationRule declaration = shogi::DeclarationRule::k27;
  std::string mate_timeout_reply = "timeout";
  bool ponder = true;
  consensus::RuleNumbers numbers;
  std::uint64_t seed = 0;                    ///< 0: another one each time
  std::optional<base::Milliseconds> margin;  ///< kept back of every move; nothing: auto
  double extend_on_split = 1.0;              ///< factor of the time a move took, 1: never
};

OwnOptions own_options(const settings::RelaySettings& settings);

/// USI_Hash, USI_Ponder and all G_…, with the present values as defaults.
std::vector<usi::Option> declarations(const OwnOptions& own);

/// Sets one of the above but USI_Hash; an error says what is allowed.
base::Result<void> set_own_option(OwnOptions& own, std::string_view name, const std::string& value);

}  // namespace gougi::relay
