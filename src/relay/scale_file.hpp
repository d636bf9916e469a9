// SPDX-License-Identifier: MIT
// Reads the files that engines' `scale:` name. Used where the relay starts, and by `gougi check`;
// blocks.
#pragma once

#include <vector>

#include "base/result.hpp"
#include "consensus/scale.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::relay {

/// Of each engine, in their order; where it names no file, its eval_coef. Nothing at all where no
/// engine names one. In a file an engine is found by its name; a file of one engine is of whoever
/// names it. An error is one line, with the configuration's place and the file's name.
base::Result<std::vector<consensus::PhaseScales>> load_scales(
    const settings::RelaySettings& settings);

}  // namespace gougi::relay
