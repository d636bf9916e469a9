// SPDX-License-Identifier: MIT
// The scales of engines as text: JSON of a few kilobytes, which `gougi calibrate --scale` writes
// and an engine's `scale: FILE` reads; logs and records of decisions hold parts of it. Whoever
// wrote it, it is data: what does not fit is refused with what is wrong. No file is touched here.
//
//   {
//    "format": "gougi scale 1",
//    "engines": [
//     {"name": "balanced", "games": 812, "positions": 34012, "kind": "isotonic",
//      "log_loss": {"logistic": 0.5912, "logistic by phase": 0.5907, …},
//      "scale": {
//       "all": {"eval_coef": 612, "knots": [[31, 0.512], [90, 0.55], …]}}},
//     …
//
// A scale is of "all" the game, or of its "opening", "middle" and "end"; without knots it is the
// coefficient alone. What "games", "positions", "kind" and "log_loss" say is for people.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "consensus/scale.hpp"
#include "relay/json_reader.hpp"

namespace gougi::relay {

/// More than hundreds of engines have; a larger file is refused.
inline constexpr std::size_t kMostScaleBytes = 512U << 10U;

struct EngineScale {
  std::string name;
  consensus::PhaseScales scales;
  // For people; of an engine that was read, nothing.
  std::size_t games = 0;
  std::size_t positions = 0;
  std::string kind;
  std::vector<std::pair<std::string, double>> log_losses;  ///< of games held out, by kind
};

/// One engine's, in all phases.
Json scales_json(const consensus::PhaseScales& scales);
/// What does not fit is kept in the reader's error.
void read_scales(const JsonReader& from, consensus::PhaseScales& to);

/// [[cp, win rate], …]
Json knots_json(const std::vector<consensus::ScaleKnot>& knots);
/// The list at `key`, which must be there; as read_scales.
void read_knots(const JsonReader& from, std::string_view key,
                std::vector<consensus::ScaleKnot>& to);

/// As a file, ending in a line end; the names are different ones.
std::string scale_text(const std::vector<EngineScale>& engines);
/// An error goes behind the file's name.
base::Result<std::vector<EngineScale>> parse_scale(std::string_view text);
/// One engine's, as scales_json() is dumped.
base::Result<consensus::PhaseScales> parse_scales(std::string_view text);

}  // namespace gougi::relay
