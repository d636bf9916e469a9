// SPDX-License-Identifier: MIT
// `gougi import OLD.config [--output NEW.yaml]`: an old configuration as a commented YAML file. It
// never writes over a file.
#pragma once

#include "settings/command_line.hpp"

namespace gougi::tools {

/// Returns the exit code; complaints go to stderr, one line each.
int import_command(const settings::RunImport& command);

}  // namespace gougi::tools
