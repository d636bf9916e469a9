// SPDX-License-Identifier: MIT
// Which of an engine's options the GUI is shown, and under what name the engine stands before them.
// Values only; used by the option board.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "settings/relay_settings.hpp"
#include "usi/option.hpp"

namespace gougi::relay {

bool is_shown(const usi::Option& option, const settings::Exposure& expose);

/// The names of `expose` that none of the options has.
std::vector<std::string> unknown_names(const settings::Exposure& expose,
                                       const std::vector<usi::Option>& options);

/// A combo with the one choice `engine`, made one word that every GUI takes.
usi::Option heading(const std::string& option_name, std::string_view engine);

}  // namespace gougi::relay
