// SPDX-License-Identifier: MIT
// What `gougi calibrate --scale` says and writes of the maps of scores that it has fitted. Pure;
// used by calibrate_command.cpp and its page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "study/scale_fit.hpp"
#include "study/score_samples.hpp"

namespace gougi::tools {

/// Of each engine, in their order; nothing: too few games, or scores that mean nothing.
using ScaleFits = std::vector<std::optional<study::ScaleFit>>;
ScaleFits fit_scales_of(const study::ScoreSamples& samples);

/// Whether the map is worth using, or the coefficient stays, with the figures; lines for a
/// configuration, which is to name `file` as YAML has it.
std::string scale_lines(const std::optional<study::ScaleFit>& fit, const std::string& file);

/// "0.0071 ± 0.0012"
std::string gain_text(const study::HeldOut& held_out);

/// The file that an engine's `scale: FILE` reads: of who has no map that is worth using, the
/// coefficient of `calibrated`. An error where it could not be read: names that are two engines'.
base::Result<std::string> scale_file_text(const study::ScoreSamples& samples,
                                          const std::vector<study::Calibrated>& calibrated,
                                          const ScaleFits& fits);

}  // namespace gougi::tools
