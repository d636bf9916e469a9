// SPDX-License-Identifier: MIT
// What a tuning came to, as text for a terminal and as an HTML page without network. Pure; used by
// `gougi tune`.
#pragma once

#include <string>

#include "match/spsa.hpp"
#include "match/tuning_state.hpp"

namespace gougi::tools {

/// A table of what the numbers were and are, and the lines that give them to an engine.
std::string tuning_text(const match::SpsaSettings& settings, const match::TuningState& state);

/// `title`: the name of the tuning's file.
std::string tuning_html(const std::string& title, const match::SpsaSettings& settings,
                        const match::TuningState& state);

}  // namespace gougi::tools
