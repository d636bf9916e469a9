// SPDX-License-Identifier: MIT
// What the arbiter goes by: how likely one member's move is better than another's, by weights of
// what their searches say (arbiter_features.hpp), and from which probability on the anchor is
// overruled. It is fitted by `gougi calibrate --arbiter` (study/arbiter_fit.hpp); its text is
// relay/arbiter_json.hpp's. Values; safe from any thread.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "consensus/game_phase.hpp"

namespace gougi::consensus {

/// What is compared of two moves, in the order of ArbiterModel::weights. Each is an advantage of
/// one member over another, of the order of 1.
enum class ArbiterFeature : std::size_t {
  kValue,        ///< logit of the win rate that it gives its move
  kTrend,        ///< how that logit has changed over the last depths of its search
  kDepth,        ///< tens of plies that it searched
  kSteady,       ///< for which share of its search the move has been its best
  kChanges,      ///< how often its best move changed in the last depths
  kMargin,       ///< logit of its move over that of its second line
  kListed,       ///< 1 / the move's rank in the other's lines
  kOthersValue,  ///< logit that the other gives the move, over that of its own
  kConsidered,   ///< the other has had the move as its best, or among its lines
  kCommonValue,  ///< value, times how much their lines have in common (12 plies: 1)
  kAgreement,    ///< share of the rest that plays the move
  kCapture,
  kCheck,
  kDrop,
  kPromotion,
};
inline constexpr std::array<std::string_view, 15> kArbiterFeatures{
    "value",     "trend",   "depth",        "steady",     "changes",
    "margin",    "listed",  "others-value", "considered", "common-value",
    "agreement", "capture", "check",        "drop",       "promotion"};
inline constexpr std::size_t kArbiterFeatureCount = kArbiterFeatures.size();

using ArbiterVector = std::array<double, kArbiterFeatureCount>;
using PhaseNumbers = std::array<double, kGamePhases>;

struct ArbiterMember {
  std::string name;
  int eval_coef = 600;     ///< counts where its voter has no map of its own (scale.hpp)
  PhaseNumbers weights{};  ///< of its being itself
  friend bool operator==(const ArbiterMember&, const ArbiterMember&) = default;
};

struct ArbiterModel {
  std::vector<ArbiterMember> members;
  std::string anchor;  ///< one of them
  ArbiterVector weights{};
  /// By phase: a challenger's move is played if it is better with a larger probability. 1: never.
  PhaseNumbers taus{1, 1, 1};
  std::string data;  ///< fingerprint of what it was fitted to; empty: nothing
  friend bool operator==(const ArbiterModel&, const ArbiterModel&) = default;
};

}  // namespace gougi::consensus
