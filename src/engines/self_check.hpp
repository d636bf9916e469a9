// SPDX-License-Identifier: MIT
// What `test` typed to the bundled engine does: a look, within seconds, at whether rules,
// evaluation and search of this program on this machine do what they should. It finds a broken
// build, machine or evaluation file, and is no match for the tests. Used by SearchEngine and its
// tests.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "eval/evaluator.hpp"
#include "eval/score_source.hpp"

namespace gougi::engines {

/// Says what it looked at, or as an error what is wrong.
struct Check {
  std::string_view name;
  std::function<base::Result<std::string>()> run;
};

/// A line for each check, what it found and its time by `now`, and one for all. Ends early, and
/// says so, when `stop` says so; the check that was cut off is not judged.
std::vector<std::string> run_checks(std::span<const Check> checks,
                                    const std::function<bool()>& stop,
                                    const std::function<base::TimePoint()>& now);

/// Of the rules, of the search and of the scores that come from `source`, where it has hand-made
/// terms in `style`. They end early when `stop` says so.
std::vector<Check> self_checks(eval::Style style, const eval::ScoreSource& source,
                               const std::function<bool()>& stop);

}  // namespace gougi::engines
