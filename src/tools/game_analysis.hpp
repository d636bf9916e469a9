// SPDX-License-Identifier: MIT
// A game analysed: which positions a council is to judge for it, and what its judgements make of
// it. Asks no engine (tools/council_run.hpp does); the mate solver is asked here. For one thread.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/game_review.hpp"
#include "analysis/judged_positions.hpp"
#include "analysis/mate_proofs.hpp"
#include "relay/json_reader.hpp"
#include "tools/analyse_council.hpp"
#include "tools/analysed_game.hpp"
#include "tools/council_run.hpp"
#include "tools/game_results.hpp"

namespace gougi::tools {

struct GameVerdict {
  GameResults results;
  analysis::GameReview review;
  relay::Json page;        ///< what the page is told of it
  std::string summary;     ///< a line for people
  bool is_judged = false;  ///< all its positions were
  bool is_whole = false;   ///< and by all members
};

class GameAnalysis {
 public:
  /// All outlive this. `complain` is told what cannot be kept.
  GameAnalysis(const AnalyseOrder& order, const AnalyseCouncil& council,
               analysis::JudgedPositions& judged,
               std::function<void(const std::string& what)> complain);

  /// The positions of the game.
  static void add_positions(CouncilRun& run, const AnalysedGame& analysed);
  /// Whether those are judged.
  static bool has_all_positions(const CouncilRun& run, const AnalysedGame& analysed);
  /// Once those are judged. What a move seems to cost may be what a search sees one move later: so
  /// where there is a fault the position behind the council's move is judged as well, as that
  /// behind the played one was.
  void add_doubted(CouncilRun& run, AnalysedGame& analysed);
  /// Once those are judged, too. Writes comments and variations into the record.
  GameVerdict verdict(const CouncilRun& run, AnalysedGame& analysed);

 private:
  // What was found of a game, in its order.
  struct Found {
    std::vector<analysis::Verdict> verdicts;
    std::vector<const Judgement*> judgements;
  };
  Found found_of(const CouncilRun& run, const AnalysedGame& analysed);
  std::optional<bool> is_mated(const shogi::Position& position);

  const AnalyseOrder& order_;
  const AnalyseCouncil& council_;
  analysis::JudgedPositions& judged_;
  std::function<void(const std::string&)> complain_;
  analysis::MateProofs proofs_;
  /// What verdict() met of the file of judged positions.
  std::vector<std::pair<std::string, std::string>> met_;
};

}  // namespace gougi::tools
