// SPDX-License-Identifier: MIT
// What decides the results of an analysis, as the job that its parts share (farm/job.hpp), and the
// folder that its parts give together.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "farm/job.hpp"
#include "farm/merge.hpp"
#include "settings/relay_settings.hpp"
#include "tools/analyse_order.hpp"
#include "tools/units_done.hpp"

namespace gougi::tools {

/// The kind of such a job.
inline constexpr const char* kAnalysis = "analyse";

/// Records, programs and what they read are known by their bytes. The error says which file cannot
/// be read.
base::Result<farm::Job> analysis_job(const AnalyseOrder& order,
                                     const settings::RelaySettings& settings,
                                     const std::vector<std::filesystem::path>& records);

/// The folder `to`, which is made where there is none; what is there stays until all is written.
/// `problems`: a folder for them. `progress` is told of games, of which it is not known how many
/// there are; where it gives up, that is an error.
base::Result<farm::Merged> merge_analyses(const std::filesystem::path& to,
                                          std::vector<farm::RowPart>& parts, bool partial,
                                          const std::optional<std::filesystem::path>& problems,
                                          const UnitsDone& progress = {});

}  // namespace gougi::tools
