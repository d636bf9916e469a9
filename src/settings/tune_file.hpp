// SPDX-License-Identifier: MIT
// A tuning as a YAML file: which engine, which games, which of its options are tuned between which
// bounds. What games are played becomes arguments of `gougi match`, so that there is one reader for
// both; what those values mean the command judges.
//
//   engine: [gougi-engine, --tunable]
//   time: nodes 4000
//   iterations: 2000
//   parameters:
//     Tune_FutilityMargin: {start: 100, min: 20, max: 400, step: 12}
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "settings/match_file.hpp"

namespace gougi::settings {

struct TuneParameter {
  std::string name;
  std::int64_t start = 0;
  std::int64_t min = 0;
  std::int64_t max = 0;
  double step = 1;             ///< how far from the middle it is tried in the end
  std::optional<double> rate;  ///< how much of a step a net win moves it in the end
};

struct TuneFile {
  /// Of `gougi match`: two engines that are one, times, openings, how games are judged; neither how
  /// many there are, nor --concurrency.
  std::vector<std::string> match_arguments;
  std::uint64_t games = 8;  ///< an iteration, even
  std::uint64_t iterations = 0;
  int concurrency = 1;
  std::uint64_t seed = 1;
  std::vector<TuneParameter> parameters;
};

inline constexpr std::size_t kMostTuned = 200;

/// The error has lines that begin with "NAME:LINE: ".
base::Result<TuneFile> parse_tune_file(std::string_view text, const std::string& name,
                                       const CheckMatchWord& check = any_match_word);

/// Of a file; the error names it.
base::Result<TuneFile> load_tune_file(const std::filesystem::path& file,
                                      const CheckMatchWord& check = any_match_word);

}  // namespace gougi::settings
