// SPDX-License-Identifier: MIT
#include "tools/analyse_council.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <variant>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "game/game.hpp"
#include "notation/sfen.hpp"
#include "relay/game_memory.hpp"
#include "relay/node_budget.hpp"
#include "relay/own_options.hpp"
#include "relay/position_lines.hpp"
#include "relay/programs.hpp"
#include "relay/scale_file.hpp"
#include "tools/council_job.hpp"

namespace gougi::tools {
namespace {

std::string answer_text(const consensus::Choice& choice) {
  if (const auto* move = std::get_if<usi::Move>(&choice)) return usi::to_text(*move);
  return std::holds_alternative<usi::Resign>(choice) ? "resign" : "win";
}

}  // namespace

base::Result<AnalyseCouncil> AnalyseCouncil::make(settings::RelaySettings settings,
                                                  const AnalyseOrder& order) {
  AnalyseCouncil council;
  council.settings_ = std::move(settings);
  const auto& from = council.settings_;
  if (from.protocol != settings::GameProtocol::kUsi) {
    return base::fail(
        base::say({"{0}: protocol: records are of shogi; a configuration with `usi` is needed",
                   "{0}: protocol: 棋譜は将棋のものです。`usi` の設定ファイルが必要です"},
                  base::to_utf8(from.file)));
  }
  council.strategy_ = consensus::find_strategy(from.consensus);
  auto scales = relay::load_scales(from);
  if (!scales) return tl::unexpected(scales.error());
  council.scales_ = std::move(*scales);
  if (auto taken = council.take_engines(order); !taken) return tl::unexpected(taken.error());
  council.take_members();
  council.numbers_ = relay::own_options(from).numbers;
  return council;
}

void AnalyseCouncil::take_members() {
  for (std::size_t i = 0; i < settings_.engines.size(); ++i) {
    const settings::EngineSettings& engine = settings_.engines[i];
    const settings::PhaseWeights usual{engine.weight, engine.weight, engine.weight};
    const settings::PhaseWeights weights = engine.phase_weights.value_or(usual);
    members_.push_back({.number = static_cast<int>(i) + 1,
                        .scales = i < scales_.size() ? scales_[i]
                                                     : consensus::PhaseScales::all(
                                                           consensus::Scale{engine.eval_coef}),
                        .opening = weights.opening,
                        .middle = weights.middle,
                        .end = weights.end,
                        .name = plan_.names[i]});
  }
}

base::Result<void> AnalyseCouncil::take_engines(const AnalyseOrder& order) {
  const auto specs = relay::find_programs(settings_, relay::rules_of(settings_.protocol));
  if (!specs) return tl::unexpected(specs.error());
  plan_.patience = order.patience;
  plan_.mate_nodes = order.mate_nodes;
  std::vector<double> shares;
  relay::Json key = relay::Json::array({"gougi analyse 2", order.mate_nodes});
  for (std::size_t i = 0; i < settings_.engines.size(); ++i) {
    const settings::EngineSettings& engine = settings_.engines[i];
    const std::string name = engine.name.empty() ? "E" + std::to_string(i + 1) : engine.name;
    if (engine.nested || engine.protocol != settings::Protocol::kUsi) {
      return base::fail(base::say({"{0}:{1}: {2}: only engines that speak USI can analyse",
                                   "{0}:{1}: {2}: 解析に使えるのは USI エンジンだけです"},
                                  base::to_utf8(settings_.file), engine.line, name));
    }
    // One thread each, as more make a search's result a matter of chance.
    auto options = engine.options;
    std::erase_if(options, [](const auto& each) { return base::iequals(each.first, "Threads"); });
    // By their bytes: another program at the same place answers otherwise, the same elsewhere does
    // not.
    farm::Job facts{"engine", {}};
    if (auto added = add_program(facts, name, (*specs)[i], options); !added) return added;
    key.push_back(farm::to_text(facts));
    plan_.names.push_back(name);
    plan_.members.push_back({(*specs)[i], std::move(options)});
    shares.push_back(engine.share);
  }
  for (const relay::Nodes part : relay::shared_out(order.nodes, shares)) {
    usi::SearchLimits& limits = plan_.limits.emplace_back();
    if (order.movetime) {
      limits.movetime = order.movetime;
      key.push_back({"ms", order.movetime->count()});
    } else {
      limits.nodes = static_cast<std::uint64_t>(std::max<relay::Nodes>(part, 1));
      key.push_back(*limits.nodes);
    }
  }
  plan_.key = key.dump(-1, ' ', false, relay::Json::error_handler_t::replace);
  return {};
}

consensus::Council AnalyseCouncil::council_of(const shogi::Position& position, std::size_t plies,
                                              const Judgement& judgement) const {
  consensus::Council council;
  council.facts.ply = position.ply();
  council.facts.own_moves = static_cast<int>(plies / 2);
  council.facts.engines = static_cast<int>(judgement.ballots.size());
  council.facts.may_ask = false;
  council.facts.members = members_;
  council.facts.numbers = numbers_;
  const settings::RuleSettings& rules = settings_.rules;
  for (std::size_t i = 0; i < judgement.ballots.size(); ++i) {
    const settings::EngineSettings& engine = settings_.engines[i];
    consensus::Voter& voter = council.voters.emplace_back();
    voter.number = static_cast<int>(i) + 1;
    voter.ballot = judgement.ballots[i];
    voter.weight =
        engine.weight_at(council.facts.ply, rules.chuuban_start_plies, rules.shuuban_start_plies);
    voter.scale = members_[i].scales.at(council.facts.ply);
  }
  return council;
}

analysis::Verdict AnalyseCouncil::verdict(const shogi::Position& position, std::size_t plies,
                                          const Judgement& judgement) const {
  return analysis::verdict_of(shogi::Game(position), *strategy_,
                              council_of(position, plies, judgement));
}

std::vector<analysis::Verdict> AnalyseCouncil::verdicts(
    const shogi::Game& game, const GameLine& line,
    const std::vector<const Judgement*>& judgements) const {
  std::vector<analysis::Verdict> verdicts;
  relay::GameMemory memory;  // of both sides: each looks back at its own moves alone
  game::Game at = game::game_of(shogi::Game(game.freeze_start()));
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    analysis::Verdict& verdict = verdicts.emplace_back();
    if (judgements[i] != nullptr) {
      const shogi::Position& position = line.position(i);
      consensus::Council council = council_of(position, i, *judgements[i]);
      council.facts.history = memory.facts(at).history;
      std::map<int, usi::Score> scores;
      for (consensus::Voter& voter : council.voters) {
        voter.previous = memory.previous(at, voter.number);
        if (voter.ballot->counts() && voter.ballot->score) {
          scores.emplace(voter.number, *voter.ballot->score);
        }
      }
      verdict = analysis::verdict_of(shogi::Game(position), *strategy_, council);
      memory.remember(at, verdict.member, std::move(scores));
    }
    if (i < game.moves().size()) at.play(game.moves()[i]);
  }
  return verdicts;
}

void AnalyseCouncil::describe(const analysis::Verdict& verdict, const Judgement& judgement,
                              relay::Json& line) const {
  if (verdict.move) line["move"] = notation::to_usi(*verdict.move);
  if (verdict.declares) line["declares"] = true;
  if (verdict.win_rate) line["win_rate"] = rounded_rate(*verdict.win_rate);
  line["reason"] = verdict.reason;
  line["reason_ja"] = verdict.reason_ja;
  line["line"] = usi_list(verdict.line);
  if (verdict.mate) {
    line["mate"] = *verdict.mate;
    line["mate_proven"] = verdict.proven;
    line["mate_line"] = usi_list(verdict.mate_line);
  }
  line["same_move"] = verdict.same_move;
  line["same_plies"] = verdict.same_plies;
  line["members"] = relay::Json::array();
  for (std::size_t member = 0; member < judgement.ballots.size(); ++member) {
    line["members"].push_back(member_json(member, judgement.ballots[member], verdict));
  }
}

relay::Json AnalyseCouncil::member_json(std::size_t member, const consensus::Ballot& ballot,
                                        const analysis::Verdict& verdict) const {
  relay::Json json{{"name", plan_.names[member]}};
  if (!ballot.counts()) {
    json["failed"] = base::printable(ballot.void_reason, 400);
    return json;
  }
  json["answer"] = answer_text(ballot.choice);
  if (ballot.score) json["score"] = usi::to_string(*ballot.score);
  if (verdict.members[member]) json["win_rate"] = rounded_rate(*verdict.members[member]);
  json["depth"] = ballot.depth;
  json["line"] = usi_list(usi::shogi_moves(ballot.pv));
  return json;
}

double rounded_rate(double rate) { return std::round(rate * 10000) / 10000; }

relay::Json usi_list(const std::vector<shogi::Move>& moves) {
  relay::Json list = relay::Json::array();
  for (const shogi::Move move : moves) list.push_back(notation::to_usi(move));
  return list;
}

std::string json_line(const relay::Json& json) {
  return json.dump(-1, ' ', false, relay::Json::error_handler_t::replace) + "\n";
}

}  // namespace gougi::tools
