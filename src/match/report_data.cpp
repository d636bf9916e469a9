// SPDX-License-Identifier: MIT
#include "match/report_data.hpp"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>

#include "match/move_columns.hpp"
#include "match/votes.hpp"

namespace gougi::match {
namespace {

// A page of thousands of games shows the lines of moves and the votes of the first of them.
constexpr std::size_t kMostLineBytes = 8 << 20;

using Json = nlohmann::ordered_json;

// Fit to stand within <script>, which "</script>" would end.
std::string script_text(const Json& json) {
  std::string text;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

// The councils' votes by ply: [[ply, [[1 if it was played, move, score, voter], …]], …].
Json votes_of(const GameRecord& game) {
  Json all = Json::array();
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    Json votes = Json::array();
    for (const Vote& vote : parse_votes(game.moves[i].note)) {
      votes.push_back({vote.for_played ? 1 : 0, vote.move, score_word(vote.score), vote.voter});
    }
    if (!votes.empty()) all.push_back({i + 1, std::move(votes)});
  }
  return all;
}

}  // namespace

std::string report_data(const ReportFacts& facts, const std::vector<GameRecord>& games) {
  std::size_t line_bytes = 0;
  const auto sides = facts.rules->sides();
  Json names = Json::array();
  for (const auto& engine : facts.engines) names.push_back(engine.name);
  Json all = Json::array();
  for (const GameRecord& game : games) {
    const MoveColumns columns = to_columns(game.moves);
    const int result = game.ending.result == Result::kDraw        ? 0
                       : game.ending.result == Result::kBlackWins ? 1
                                                                  : -1;
    line_bytes += columns.lines.size();
    const bool has_lines = line_bytes <= kMostLineBytes;
    const Json votes = votes_of(game);
    line_bytes += script_text(votes).size();
    all.push_back({game.number, game.black, game.white, result, to_text(game.ending.reason),
                   game.ending.detail, columns.opening_plies, game.start.text(), columns.moves,
                   columns.scores, columns.times, has_lines ? columns.lines : "",
                   line_bytes > kMostLineBytes ? Json::array() : votes});
  }
  return script_text(Json::object({{"sides", {sides[0].mark, sides[1].mark}},
                                   {"engines", std::move(names)},
                                   {"games", std::move(all)}}));
}

}  // namespace gougi::match
