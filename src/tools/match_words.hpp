// SPDX-License-Identifier: MIT
// The options of `gougi match` and their texts, as its help shows them. What they mean says
// match_order.hpp.
#pragma once

#include <string_view>
#include <vector>

#include "cli/app.hpp"

namespace gougi::tools {

/// Declares all of them, and the tasks beside them.
void declare_match_words(cli::App& app);

/// The options that shape a match, "--games" and so on: as keys, a match's file has them, too.
std::vector<std::string_view> match_options();

}  // namespace gougi::tools
