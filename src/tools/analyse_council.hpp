// SPDX-License-Identifier: MIT
// The council of `gougi analyse`: what its members are asked, and what their ballots amount to by
// the configuration's rule, weights and scales. Values; starts nothing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analysis/game_review.hpp"
#include "base/result.hpp"
#include "consensus/strategy.hpp"
#include "relay/json_reader.hpp"
#include "settings/relay_settings.hpp"
#include "tools/analyse_order.hpp"
#include "tools/council_judgement.hpp"

namespace gougi::tools {

class AnalyseCouncil {
 public:
  /// The error says which part of the configuration cannot analyse.
  static base::Result<AnalyseCouncil> make(settings::RelaySettings settings,
                                           const AnalyseOrder& order);

  const CouncilPlan& plan() const { return plan_; }
  /// What its rule of consensus is called.
  std::string japanese_rule() const {
    return std::string(consensus::spoken_japanese_name(*strategy_));
  }
  /// `position`: after so many moves of its game, of which nothing else is known. The solver's mate
  /// is not in it.
  analysis::Verdict verdict(const shogi::Position& position, std::size_t plies,
                            const Judgement& judgement) const;
  /// Of all positions of `game`, whose line is `line`; null: it was not judged. Rules that look
  /// back have what the council decided for the same side before.
  std::vector<analysis::Verdict> verdicts(const shogi::Game& game, const GameLine& line,
                                          const std::vector<const Judgement*>& judgements) const;
  /// Adds to `line` what docs/analysis.md says of a judged position.
  void describe(const analysis::Verdict& verdict, const Judgement& judgement,
                relay::Json& line) const;

 private:
  base::Result<void> take_engines(const AnalyseOrder& order);
  void take_members();
  consensus::Council council_of(const shogi::Position& position, std::size_t plies,
                                const Judgement& judgement) const;
  relay::Json member_json(std::size_t member, const consensus::Ballot& ballot,
                          const analysis::Verdict& verdict) const;

  settings::RelaySettings settings_;
  CouncilPlan plan_;
  const consensus::Strategy* strategy_ = nullptr;
  std::vector<consensus::PhaseScales> scales_;
  std::vector<consensus::Member> members_;
  consensus::RuleNumbers numbers_;
};

/// To four places.
double rounded_rate(double rate);
relay::Json usi_list(const std::vector<shogi::Move>& moves);
/// In one line, with its end; what is no UTF-8 is replaced.
std::string json_line(const relay::Json& json);

}  // namespace gougi::tools
