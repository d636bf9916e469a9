// SPDX-License-Identifier: MIT
// A calibration as one HTML page without network: for each engine what its scores turned out to be
// worth, and the curve that was fitted, with its interval. Pure; used by calibrate_command.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/language.hpp"
#include "study/score_samples.hpp"
#include "tools/scale_calibration.hpp"

namespace gougi::tools {

/// Engines that are looked at together.
struct CalibratedGroup {
  std::optional<base::Text> title;  ///< nothing: there is one group alone
  const study::ScoreSamples* samples;
  std::vector<study::Calibrated> calibrated;  ///< what study::calibrate() made of the samples
  ScaleFits scales{};                         ///< of --scale; empty: not asked for
};

std::string calibrate_html(const std::vector<CalibratedGroup>& groups);

}  // namespace gougi::tools
