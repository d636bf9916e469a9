// SPDX-License-Identifier: MIT
// What a configuration asks for that cannot come to pass, though the relay would play: told once,
// at the relay's start and by `gougi check`. What makes playing impossible is settings' to refuse.
#pragma once

#include <optional>
#include <string>

#include "consensus/council.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::relay {

/// In one line, where the consensus decides between engines and there are too few of them.
std::optional<std::string> too_few_engines(const settings::RelaySettings& settings);

/// In one line, which members of the file of `rules: {arbiter_model: FILE}` no engine is called
/// after: their part of the model is never asked.
std::optional<std::string> unmatched_members(const settings::RelaySettings& settings,
                                             const consensus::SharedArbiterModel& model);

}  // namespace gougi::relay
