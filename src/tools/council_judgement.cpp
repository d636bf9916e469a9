// SPDX-License-Identifier: MIT
#include "tools/council_judgement.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "game/shogi_position.hpp"
#include "io/digest.hpp"
#include "notation/sfen.hpp"
#include "relay/ballot_json.hpp"
#include "relay/mate_proof.hpp"
#include "usi/position_text.hpp"

namespace gougi::tools {
namespace {

std::optional<analysis::ProvenMate> read_mate(const relay::Json& list,
                                              const shogi::Position& position) {
  if (!list.is_array() || list.empty()) return std::nullopt;
  analysis::ProvenMate mate;
  shogi::Game game(position);
  for (const auto& word : list) {
    if (!word.is_string()) return std::nullopt;
    const auto move = notation::parse_usi_move(word.get<std::string>());
    if (!move || !game.play(*move)) return std::nullopt;
    mate.line.emplace_back(*move);
  }
  return mate;
}

// Of what a council said the rules were asked when it was kept; who else wrote the file may have
// asked nobody.
bool is_possible(const shogi::Position& position, const consensus::Ballot& ballot) {
  if (!ballot.counts()) return true;
  if (std::holds_alternative<usi::DeclareWin>(ballot.choice)) {
    return shogi::can_declare(position, shogi::DeclarationRule::k27);
  }
  const game::ShogiPosition at(position);
  const auto is_legal = [&at](const auto& of) { return at.is_legal(of.move); };
  const auto* const move = std::get_if<usi::Move>(&ballot.choice);
  return (move == nullptr || at.is_legal(*move)) &&
         relay::legal_prefix(at, ballot.pv).size() == ballot.pv.size() &&
         std::ranges::all_of(ballot.lines, is_legal) &&
         std::ranges::all_of(ballot.visits, is_legal) &&
         std::ranges::all_of(ballot.course, is_legal);
}

}  // namespace

GameLine::GameLine(const shogi::Game& game) : game_(game.freeze_start()) {
  line_ = usi::position_line(game_);
  ends_.push_back(line_.size());
  positions_.push_back(game_.position());
  if (!game.moves().empty()) line_ += " moves";
  for (const shogi::Move move : game.moves()) {
    if (!game_.play(move)) return;
    line_ += ' ';
    notation::append_usi(line_, move);
    ends_.push_back(line_.size());
    positions_.push_back(game_.position());
  }
}

shogi::Game GameLine::game(std::size_t plies) const {
  shogi::Game at = game_;
  while (at.moves().size() > plies) at.undo();
  return at;
}

bool Judgement::has_failures() const {
  return !std::all_of(ballots.begin(), ballots.end(),
                      [](const consensus::Ballot& ballot) { return ballot.counts(); });
}

base::Result<std::string> name_of(const CouncilPlan& plan, std::string_view position) {
  return io::digest(std::string(plan.key).append("\n").append(position));
}

std::string judgement_text(const Judgement& judgement) {
  relay::Json json{{"ballots", relay::Json::array()}};
  for (const auto& ballot : judgement.ballots) {
    json["ballots"].push_back(relay::ballot_json(ballot));
  }
  if (judgement.mate) {
    json["plies"] = judgement.mate->plies;
    json["mate"] = relay::Json::array();
    for (const shogi::Move move : judgement.mate->line) {
      json["mate"].push_back(notation::to_usi(move));
    }
  }
  return json.dump(-1, ' ', false, relay::Json::error_handler_t::replace);
}

std::optional<Judgement> read_judgement(std::string_view text, std::size_t members,
                                        const shogi::Position& position) {
  const auto json = relay::parse_json(text);
  if (!json) return std::nullopt;
  std::string error;
  const relay::JsonReader reader(*json, "", error);
  const relay::Json* const ballots = reader.require("ballots");
  if (ballots == nullptr || !ballots->is_array() || ballots->size() != members) {
    return std::nullopt;
  }
  Judgement judgement;
  for (const auto& each : *ballots) {
    consensus::Ballot& ballot = judgement.ballots.emplace_back();
    relay::read_ballot(relay::JsonReader(each, "ballots", error), ballot);
    if (!error.empty() || !is_possible(position, ballot)) return std::nullopt;
  }
  if (const relay::Json* const mate = reader.find("mate")) {
    judgement.mate = read_mate(*mate, position);
    if (!judgement.mate) return std::nullopt;
    reader.integer("plies", judgement.mate->plies, 1, 10'000);
  }
  if (!error.empty()) return std::nullopt;
  return judgement;
}

}  // namespace gougi::tools
