// SPDX-License-Identifier: MIT
// What calibration can learn from a match's file: each engine's scores with how its games ended.
// Used by `gougi calibrate`.
#pragma once

#include <filesystem>

#include "base/result.hpp"
#include "relay/score_samples.hpp"

namespace gougi::app {

/// Whether the file is an SQLite database, as `gougi match --file` writes one. False if it cannot
/// be read.
bool is_match_file(const std::filesystem::path& file);

/// Adds every game; engines are numbered in the match's order.
base::Result<void> take_match(const std::filesystem::path& file, relay::ScoreSamples& samples);

}  // namespace gougi::app
