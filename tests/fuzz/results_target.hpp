// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as a row of a part of an analysis. Used by the fuzzer
// (results_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "analysis/problems.hpp"
#include "base/path.hpp"
#include "fuzz/said.hpp"
#include "tools/game_results.hpp"

namespace gougi::fuzz {

/// What was broken by `bytes`, or nothing. What is taken has files of its own in one folder alone,
/// and is written as the same again.
inline std::string check_results(std::string_view bytes) {
  const auto results = tools::game_results_from_text(bytes);
  if (!results) return is_said_well(results.error().message) ? "" : "a bad complaint";
  for (const auto& [ending, text] : results->files) {
    const auto file = base::path_from_utf8(results->name + "." + ending);
    if (file != file.filename()) return "a file elsewhere";
  }
  analysis::ProblemSet problems;
  for (const analysis::Problem& problem : results->problems) problems.add(problem);
  problems.mate_collection();
  problems.next_move_collection();
  const std::string text = tools::to_text(*results);
  const auto again = tools::game_results_from_text(text);
  return again && tools::to_text(*again) == text ? "" : "results that change";
}

}  // namespace gougi::fuzz
