// SPDX-License-Identifier: MIT
// A calibration as one HTML page without network: for each engine what its scores turned out to be
// worth, and the curve that was fitted, with its interval. Pure; used by calibrate_command.cpp.
#pragma once

#include <string>
#include <vector>

#include "relay/score_samples.hpp"

namespace gougi::app {

/// `calibrated` is what relay::calibrate() made of `samples`.
std::string calibrate_html(const relay::ScoreSamples& samples,
                           const std::vector<relay::Calibrated>& calibrated);

}  // namespace gougi::app
