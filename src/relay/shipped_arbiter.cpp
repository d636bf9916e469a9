// SPDX-License-Identifier: MIT
// The arbiter's model for the three styles of the bundled engine, as `gougi calibrate --arbiter`
// writes it. It is not fitted to anything yet: all weights are 0, and the thresholds of 1 never let
// anybody overrule the anchor.
#include "relay/arbiter_json.hpp"

namespace gougi::relay {
namespace {

constexpr std::string_view kShippedArbiter = R"({
 "format": "gougi arbiter 1",
 "anchor": "balanced",
 "members": [
  {"name": "balanced", "eval_coef": 600, "weights": [0, 0, 0]},
  {"name": "attack", "eval_coef": 600, "weights": [0, 0, 0]},
  {"name": "defence", "eval_coef": 600, "weights": [0, 0, 0]}
 ],
 "weights": {
  "value": 0, "trend": 0, "depth": 0, "steady": 0, "changes": 0, "margin": 0, "listed": 0,
  "others-value": 0, "considered": 0, "common-value": 0, "agreement": 0, "capture": 0,
  "check": 0, "drop": 0, "promotion": 0
 },
 "taus": [1, 1, 1],
 "data": ""
})";

}  // namespace

const consensus::SharedArbiterModel& shipped_arbiter() {
  static const consensus::SharedArbiterModel model = *parse_arbiter(kShippedArbiter);
  return model;
}

}  // namespace gougi::relay
