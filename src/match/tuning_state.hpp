// SPDX-License-Identifier: MIT
// Where a tuning stands, as text: lines of words and numbers with a check sum at the end. A file of
// it comes from wherever; reading checks every number and starts nothing. Pure; who calls reads and
// writes the file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "match/spsa.hpp"
#include "match/tally.hpp"

namespace gougi::match {

/// The values behind an iteration, for the curves: six digits.
struct TuningPoint {
  std::uint64_t iteration = 0;
  std::vector<double> values;
};

struct TuningState {
  std::uint64_t settings = 0;   ///< settings_hash() of what it belongs to
  std::uint64_t iteration = 0;  ///< done
  Trinomial games;              ///< of plus against minus
  std::vector<double> values;   ///< as Spsa::values()
  std::vector<TuningPoint> curve;
};

/// The largest that is read.
inline constexpr std::size_t kMostStateBytes = std::size_t{4} << 20U;

/// Of anything: FNV-1a, 64 bits.
std::uint64_t settings_hash(std::string_view text);

/// Takes the values behind an iteration into the curve, if that is one of those that are kept: the
/// first, the last and some hundred between.
void add_point(TuningState& state, const SpsaSettings& settings);

/// The iteration that comes is played: `round` is what its games came to.
void end_iteration(TuningState& state, Spsa& spsa, const Trinomial& round);

std::string to_text(const TuningState& state, const SpsaSettings& settings);

/// The error says what is wrong in one line, and what can be done. `settings_hash`: of the settings
/// at hand; a state of others is refused.
base::Result<TuningState> parse_tuning_state(std::string_view text, const SpsaSettings& settings,
                                             std::uint64_t settings_hash);

}  // namespace gougi::match
