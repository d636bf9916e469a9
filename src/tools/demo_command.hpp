// SPDX-License-Identifier: MIT
// `gougi demo`: a short game between two relays, each move printed with its votes.
#pragma once

#include <filesystem>

#include "settings/command_line.hpp"

namespace gougi::tools {

/// Plays on stdout; returns the exit code. `config` is the configuration that both relays use.
int demo_command(const settings::RunDemo& demo, const std::filesystem::path& config);

}  // namespace gougi::tools
