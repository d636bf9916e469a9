// SPDX-License-Identifier: MIT
// Gathers from records of decisions what calibration needs: each engine's scores with the ends of
// their games, and side by side for the same positions. Analysis (`go infinite`), void ballots,
// mate scores and the reserve are left out. Used by `gougi calibrate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "consensus/calibration.hpp"
#include "relay/decision_record.hpp"
#include "study/record_order.hpp"

namespace gougi::study {

using relay::DecisionRecord;
using relay::GameRecord;
using relay::RecordedVoter;

/// An engine is its number and name together, until merge_names().
struct EngineSamples {
  int number = 1;
  std::string name;
  int eval_coef = 600;  ///< as last recorded
  std::vector<consensus::ScoredPosition> positions;
  consensus::Agreement agreement;
  std::size_t games = 0;  ///< with a result
};

class ScoreSamples {
 public:
  /// In the order of the file, which may hold several runs.
  void take(const DecisionRecord& record);
  void take(const GameRecord& record) { take(record, Counted::kNew); }
  /// Whether this is the end of another game than the one before (which may be of one pair with
  /// it: one opening, both colours), or of the same for its other side.
  enum class Counted : std::uint8_t { kNew, kNewOfPair, kAgain };
  void take(const GameRecord& record, Counted counted);
  /// What has been taken and has no result yet stays without one.
  void end_file() {
    game_.clear();
    order_.end_file();
  }

  /// Once all has been taken: engines of one name become one, the first of them, as a relay finds
  /// an engine's scale by its name. Those without a name stay apart.
  void merge_names();

  const std::vector<EngineSamples>& engines() const { return engines_; }
  /// Both engines' centipawns where both have some.
  std::vector<std::pair<double, double>> pairs(std::size_t first, std::size_t second) const;
  std::size_t games() const { return games_; }
  std::size_t decisions() const { return scores_.size(); }

 private:
  using Scores = std::vector<std::optional<double>>;  // by place in engines_; may be shorter

  std::size_t place_of(const RecordedVoter& voter);

  std::vector<EngineSamples> engines_;
  std::vector<Scores> scores_;     // of all decisions
  std::vector<int> plies_;         // likewise
  std::vector<std::size_t> game_;  // places in scores_ of the game that has no result yet
  RecordOrder order_;
  std::size_t games_ = 0;
  int pairs_ = 0;
};

struct Calibrated {
  double eval_coef = 600;
  std::optional<consensus::CoefficientFit> fit;  ///< by results; nothing: by scale, or as it was
  std::optional<std::size_t> measured_against;   ///< by scale: the engine that it was laid beside
  std::size_t shared_positions = 0;
  std::optional<double> weight;  ///< nothing: too few decisive games
};

/// One entry an engine. Results count from 20 games on. Without a fit to results an engine is laid
/// beside the one with a fit that shares most positions with it; if none has a fit, beside the
/// first engine, which stays as it is.
std::vector<Calibrated> calibrate(const ScoreSamples& samples);

}  // namespace gougi::study
