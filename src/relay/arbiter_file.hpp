// SPDX-License-Identifier: MIT
// Reads the file of an arbiter's model. Used where the relay starts, and by `gougi --check`;
// blocks.
#pragma once

#include "base/result.hpp"
#include "consensus/council.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::relay {

/// Of rules.arbiter_model; nothing where that is empty. An error is one line, with both files'
/// names.
base::Result<consensus::SharedArbiterModel> load_arbiter(const settings::RelaySettings& settings);

}  // namespace gougi::relay
