// SPDX-License-Identifier: MIT
// `gougi check --engine COMMAND`: one engine's protocol, rule by rule, for who writes engines or
// plays matches with them. The rules are in engine_rule.hpp's tables, the engine behind
// engine_examinee.hpp; how a configuration does is check_command.hpp's affair.
#pragma once

#include "settings/command_line.hpp"

namespace gougi::tools {

/// A line a rule on stdout, and their sum. The exit code: 0 if no rule failed, warnings aside, 1 if
/// one did, 2 for wrong usage.
int engine_check(const settings::RunCheck& command);

}  // namespace gougi::tools
