// SPDX-License-Identifier: MIT
#include "tools/analyse_json.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "notation/sfen.hpp"

namespace gougi::tools {

bool is_lost_for_mover(const shogi::Position& position) {
  return position.king(position.side_to_move()).valid() && !position.has_legal_move();
}

void describe_move(const analysis::MoveReview& move, relay::Json& line) {
  if (move.was_judged) line["loss"] = rounded_rate(move.loss);
  if (move.fault == analysis::Fault::kMistake) line["fault"] = "mistake";
  if (move.fault == analysis::Fault::kBlunder) line["fault"] = "blunder";
  if (move.missed_mate) line["missed_mate"] = true;
  if (move.missed_declaration) line["missed_declaration"] = true;
}

namespace {

std::optional<std::string> date_of(const notation::Record& record) {
  for (const char* const key : {"開始日時", "対局日"}) {
    if (auto date = record.header(key); date && !date->empty()) return date;
  }
  return std::nullopt;
}

// The number of the move that ended the game, and what the record calls that move.
void describe_illegal_move(const notation::Record& record, relay::Json& json) {
  const auto number = record.illegal_move();
  if (!number) return;
  json["illegal_move"] = *number;
  if (const auto text = record.illegal_move_text()) json["illegal_move_text"] = *text;
}

}  // namespace

std::string game_lines(const AnalyseCouncil& council, const GameFacts& facts) {
  relay::Json head{{"format", "gougi analysis 1"}, {"name", facts.name}};
  head["black"] = facts.record.player(shogi::Color::kBlack);
  head["white"] = facts.record.player(shogi::Color::kWhite);
  describe_illegal_move(facts.record, head);
  head["accuracy"] = relay::Json::array();
  for (const auto& each : facts.review.accuracy) {
    head["accuracy"].push_back(each ? relay::Json(rounded_rate(*each)) : relay::Json(nullptr));
  }
  head["turning_points"] = relay::Json::array();
  for (const std::size_t i : facts.review.turning_points) head["turning_points"].push_back(i + 1);
  std::string text = json_line(head);
  for (std::size_t i = 0; i < facts.verdicts.size(); ++i) {
    relay::Json line{{"ply", i + 1}, {"position", notation::to_sfen(facts.line.position(i))}};
    if (i < facts.review.moves.size()) {
      line["played"] = notation::to_usi(facts.game.moves()[i]);
      describe_move(facts.review.moves[i], line);
    }
    if (is_lost_for_mover(facts.line.position(i))) line["mated"] = true;
    if (facts.judgements[i] != nullptr) {
      council.describe(facts.verdicts[i], *facts.judgements[i], line);
    }
    text += json_line(line);
  }
  return text;
}

relay::Json page_game(const std::string& name, const notation::Record& record,
                      const shogi::Game& game) {
  constexpr std::size_t kMostShown = 200;
  relay::Json json{{"name", base::printable(name, kMostShown)}};
  json["black"] = base::printable(record.player(shogi::Color::kBlack), kMostShown);
  json["white"] = base::printable(record.player(shogi::Color::kWhite), kMostShown);
  if (const auto date = date_of(record)) json["date"] = base::printable(*date, kMostShown);
  describe_illegal_move(record, json);
  json["sfen"] = notation::to_sfen(game.freeze_start().position());
  json["moves"] = usi_list(game.moves());
  if (is_lost_for_mover(game.position())) json["mated"] = true;
  return json;
}

relay::Json page_game(const AnalyseCouncil& council, const GameFacts& facts) {
  relay::Json json = page_game(facts.name, facts.record, facts.game);
  json["positions"] = relay::Json::array();
  for (std::size_t i = 0; i < facts.verdicts.size(); ++i) {
    relay::Json position;
    if (facts.judgements[i] != nullptr) {
      council.describe(facts.verdicts[i], *facts.judgements[i], position);
      if (i < facts.review.moves.size()) describe_move(facts.review.moves[i], position);
      // The page has it once.
      for (relay::Json& member : position["members"]) member.erase("name");
    }
    json["positions"].push_back(std::move(position));
  }
  return json;
}

}  // namespace gougi::tools
