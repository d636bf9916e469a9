// SPDX-License-Identifier: MIT
#include "simulation/model_settings.hpp"

#include <algorithm>

#include "consensus/strategy.hpp"

namespace gougi::simulation {
namespace {

using base::Milliseconds;

settings::EngineSettings draw_engine(const std::string& name, Chance& chance) {
  settings::EngineSettings engine;
  engine.name = name;
  engine.command = {"model"};
  if (chance.happens(0.3)) engine.options.emplace_back("Level", "7");
  if (chance.happens(0.1)) engine.options.emplace_back("USI_Hash", "77");
  if (chance.happens(0.3)) engine.weight = 0.5 + chance.unit();
  if (chance.happens(0.1)) {
    engine.phase_weights =
        settings::PhaseWeights{0.5 + chance.unit(), 0.5 + chance.unit(), 0.5 + chance.unit()};
  }
  if (chance.happens(0.2)) engine.eval_coef = chance.between(200, 1'500);
  if (chance.happens(0.1)) engine.margin = Milliseconds(chance.between(0, 50));
  return engine;
}

settings::RuleSettings draw_rules(Chance& chance) {
  settings::RuleSettings rules;
  rules.change_player_plies = chance.between(1, 3);
  if (chance.happens(0.5)) {
    rules.chuuban_start_plies = chance.between(1, 6);
    rules.shuuban_start_plies = rules.chuuban_start_plies + chance.below(6);
  }
  if (chance.happens(0.5)) rules.change_player_score_diff = chance.between(1, 50);
  if (chance.happens(0.3)) rules.temperature = 0.001 + chance.unit();
  if (chance.happens(0.5)) rules.veto_drop_percent = chance.below(4);
  if (chance.happens(0.3)) rules.seed = chance.below(1'000);
  if (chance.happens(0.3)) rules.extend_on_split = 1.0 + 4.0 * chance.unit();
  return rules;
}

void draw_solvers(settings::RelaySettings& drawn, Chance& chance) {
  if (chance.happens(0.3)) drawn.mate_timeout = Milliseconds(chance.between(1, 1'000));
  const int solvers = std::max(0, chance.between(-1, 2));
  for (int i = 1; i <= solvers; ++i) {
    drawn.mate_engines.push_back(draw_engine("M" + std::to_string(i), chance));
  }
  if (chance.happens(0.2)) {
    drawn.mate_pv = settings::MatePv{chance.between(1, 3), Milliseconds(chance.between(1, 500))};
  }
  drawn.mate_threats = chance.happens(0.2);
  if (chance.happens(0.2)) {
    drawn.mate_info = {Milliseconds(chance.between(1, 100)), chance.between(1, 20)};
  }
}

}  // namespace

settings::RelaySettings draw_settings(Chance& chance, bool calm) {
  settings::RelaySettings drawn;
  drawn.name = "simulated";
  drawn.file = "simulated.yaml";
  drawn.consensus = chance.pick(consensus::strategies()).identifier;
  drawn.language = chance.happens(0.7) ? settings::Language::kEnglish : settings::Language::kAuto;
  drawn.show_all = chance.happens(0.2);
  if (chance.happens(0.15)) drawn.ponder = settings::PonderMode::kOff;
  if (chance.happens(0.15)) drawn.ponder = settings::PonderMode::kMulti;
  if (chance.happens(0.2)) drawn.margin = Milliseconds(chance.between(1, 50));
  if (chance.happens(0.2)) drawn.grace = Milliseconds(chance.between(10, 500));
  const int most = chance.happens(0.1) ? 8 : calm ? 4 : 5;
  const int engines = chance.between(1, most);
  for (int i = 1; i <= engines; ++i) {
    drawn.engines.push_back(draw_engine("E" + std::to_string(i), chance));
  }
  if (chance.happens(0.2)) drawn.quorum = chance.between(1, engines);
  if (chance.happens(0.2)) drawn.min_use = chance.unit();
  if (engines % 2 == 1) drawn.ready = Milliseconds(4'500);
  drawn.rules = draw_rules(chance);
  draw_solvers(drawn, chance);
  return drawn;
}

namespace {

void draw_voters(settings::RelaySettings& drawn, int voters, Chance chance) {
  drawn.engines.clear();
  for (int i = 1; i <= voters; ++i) {
    drawn.engines.push_back(draw_engine("E" + std::to_string(i), chance));
  }
  if (drawn.quorum) drawn.quorum = chance.between(1, voters);
}

void draw_freezes(settings::RelaySettings& drawn, Chance dice) {
  if (dice.happens(0.4)) drawn.freeze = settings::Freeze::kEmulate;
  if (dice.happens(0.5)) drawn.freeze_vote = settings::FreezeVote::kPooled;
}

void draw_budget(settings::RelaySettings& drawn, Chance dice) {
  drawn.budget.nodes = dice.between(1, 20'000);
  if (dice.happens(0.3)) drawn.budget.nodes.reset();
  drawn.budget.normalise = dice.happens(0.3);
}

void draw_agreement_clock(settings::RelaySettings& drawn, Chance dice) {
  settings::AgreementClock& numbers = drawn.agreement_clock;
  numbers.enabled = true;
  if (dice.happens(0.5)) return;
  numbers.base = 0.05 + dice.unit();
  numbers.disagreement = 2 * dice.unit();
  numbers.instability = 2 * dice.unit();
  numbers.moves = dice.between(1, 60);
}

void draw_mirrors(settings::RelaySettings& drawn, Chance dice) {
  for (auto& engine : drawn.engines) {
    if (&engine == &drawn.engines.front() || dice.happens(0.7)) engine.mirror.emplace();
  }
}

}  // namespace

void draw_scenario(settings::RelaySettings& drawn, const Scenario& scenario, std::uint64_t seed) {
  if (scenario.voters > 0) draw_voters(drawn, scenario.voters, Chance(seed, 991));
  if (scenario.freezes) draw_freezes(drawn, Chance(seed, 2));
  if (scenario.budget) draw_budget(drawn, Chance(seed, 8));
  if (scenario.agreement) draw_agreement_clock(drawn, Chance(seed, 9));
  if (scenario.mirrors) draw_mirrors(drawn, Chance(seed, 993));
}

}  // namespace gougi::simulation
