// SPDX-License-Identifier: MIT
// What the session is told about the machine it runs on. Values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "relay/decision_record.hpp"
#include "usi/answer.hpp"
#include "usi/option.hpp"

namespace gougi::relay {

struct Environment {
  bool japanese_locale = false;  ///< what G_Language=auto means
  /// Options of each child's last start (empty: none known): the GUI is shown them at once.
  std::vector<std::vector<usi::Option>> remembered_options;
  /// Children that had no option at all at their last start, by index.
  std::vector<int> without_options;
  /// What they said of Freeze shogi there, by index; beyond the end: nothing.
  std::vector<usi::FreezeAbility> remembered_freezes;
  /// Their id names there, likewise.
  std::vector<std::string> remembered_names;
  /// "" if none is known.
  std::string remembered_name(int child) const;
  /// What is known of the child's last start; nullptr: nothing.
  const std::vector<usi::Option>* remembered(int child) const;
  consensus::SharedArbiterModel arbiter;  ///< of `rules: {arbiter_model: FILE}`; nothing: ours
  /// Of the engines, as load_scales() has them; empty: their eval_coef says it all.
  std::vector<consensus::PhaseScales> scales;
  std::uint64_t seed = 1;  ///< of the chances in strategies, where G_Seed sets none
  /// The wall clock at begin(); set: every decision gives a Record effect, if `records` or while a
  /// page shows it.
  std::optional<WallTime> record_since;
  bool records = true;
  /// Note effects of this level and above are wanted.
  base::log::Level notes_from = base::log::Level::kOff;
};

}  // namespace gougi::relay
