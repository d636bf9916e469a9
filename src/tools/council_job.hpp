// SPDX-License-Identifier: MIT
// Engines as facts of a job (farm/job.hpp): programs, networks and books by their bytes, wherever
// they lie, so that parts that were done with others are told apart. Of a council that is all that
// its configuration names, to any depth. Reads the files, starts nothing.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "farm/job.hpp"
#include "io/child_process.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::tools {

using EngineOptions = std::vector<std::pair<std::string, std::string>>;

/// The files that arguments and options name, as the engine would find them: from its working
/// folder, or from its program's; by EvalDir and BookDir, too. The error says which cannot be read.
base::Result<void> add_program(farm::Job& job, const std::string& which,
                               const io::LaunchSpec& launch, const EngineOptions& options);

/// The configuration's text, and all that it starts or reads.
base::Result<void> add_council(farm::Job& job, const std::string& which,
                               const settings::RelaySettings& settings);

/// The configuration that this program would read if it were started so; nothing where it is no
/// relay of ours. An error where that configuration cannot be read.
base::Result<std::optional<settings::RelaySettings>> council_of(const io::LaunchSpec& launch);

}  // namespace gougi::tools
