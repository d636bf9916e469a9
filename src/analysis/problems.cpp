// SPDX-License-Identifier: MIT
#include "analysis/problems.hpp"

#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "notation/sfen.hpp"

namespace gougi::analysis {
namespace {

constexpr const char* kSolution = " # ";
constexpr const char* kActual = ",\"actualMove\":";

std::string usi_line(const std::vector<shogi::Move>& moves) {
  std::string text;
  for (const shogi::Move move : moves) text += (text.empty() ? "" : " ") + notation::to_usi(move);
  return text;
}

// Below this win rate of the mover a position was lost. A little behind is none: councils err.
constexpr double kLost = 0.3;

bool throws_away(const Verdict& before, const MoveReview& move) {
  const bool was_lost = before.win_rate.value_or(1) < kLost;
  return move.fault == Fault::kBlunder && !was_lost && before.move && !before.line.empty();
}

using ProblemJson = nlohmann::ordered_json;

// Without the number of its move, as which one it was stands elsewhere.
std::string sfen_of_problem(const shogi::Position& position) {
  const std::string sfen = notation::to_sfen(position);
  return sfen.substr(0, sfen.rfind(' ')) + " 1";
}

// The value of a position for Black; nothing where nobody gave one.
void add_value(const Verdict& verdict, bool is_black, ProblemJson& to) {
  if (verdict.mate) {
    to["mate"] = is_black ? *verdict.mate : -*verdict.mate;
  } else if (verdict.decided && verdict.win_rate) {
    to["score"] = shown_score(is_black ? *verdict.win_rate : 1 - *verdict.win_rate);
  }
}

// `at`: before the move `number`, from 0.
ProblemJson problem_json(shogi::Game at, const shogi::Game& game, std::size_t number,
                         const std::vector<Verdict>& verdicts) {
  const Verdict& verdict = verdicts[number];
  const Verdict* const behind = number + 1 < verdicts.size() ? &verdicts[number + 1] : nullptr;
  const bool is_black = at.position().side_to_move() == shogi::Color::kBlack;
  ProblemJson best;
  const auto& line = verdict.mate && !verdict.mate_line.empty() ? verdict.mate_line : verdict.line;
  best["usi"] = notation::to_usi(line.front());
  add_value(verdict, is_black, best);
  best["accepted"] = true;
  best["pv"] = ProblemJson::array();
  for (const shogi::Move move : line) best["pv"].push_back(notation::to_usi(move));
  ProblemJson played{{"usi", notation::to_usi(game.moves()[number])}};
  if (behind != nullptr) add_value(*behind, !is_black, played);
  if (played.size() > 1) played["scoreSource"] = "comment";
  ProblemJson json{{"sfen", sfen_of_problem(at.position())},
                   {"candidates", ProblemJson::array({best})},
                   {"actualMove", played}};
  if (number > 0) {
    const std::string previous = notation::to_usi(game.moves()[number - 1]);
    at.undo();
    json["previousMove"] = {{"usi", previous}, {"sfen", sfen_of_problem(at.position())}};
  }
  ProblemJson values = ProblemJson::object();
  if (best.contains("score")) values["scoreBeforeMove"] = best["score"];
  if (played.contains("score")) values["scoreAfterMove"] = played["score"];
  if (!values.empty()) json["analysis"] = values;
  json["source"] = {{"ply", number + 1}};
  return json;
}

// A problem a line, as each was written when its game was through: the library writes all of a list
// in one line, or every member of an object in a line of its own.
std::string collection_of(const std::vector<std::string>& objects) {
  std::string text = R"({"format":"shogihome-next-move","version":1,"problems":[)";
  for (const std::string& object : objects) {
    text += (&object == &objects.front() ? "\n" : ",\n") + object;
  }
  return text + "\n]}\n";
}

}  // namespace

std::vector<Problem> problems_of(std::string_view name, const shogi::Game& game,
                                 const std::vector<Verdict>& verdicts, const GameReview& review) {
  std::vector<Problem> problems;
  shogi::Game at(game.freeze_start());
  for (std::size_t i = 0; i < review.moves.size() && i < verdicts.size(); ++i) {
    const Verdict& verdict = verdicts[i];
    const MoveReview& move = review.moves[i];
    const bool is_mate = move.missed_mate && verdict.proven;
    if (is_mate || throws_away(verdict, move)) {
      const std::string solution =
          is_mate ? "mate in " + std::to_string(*verdict.mate) + ": " + usi_line(verdict.mate_line)
                  : "best: " + usi_line(verdict.line);
      const auto percent = std::lround(100 * move.loss);
      const std::string cost = percent > 0 ? ", -" + std::to_string(percent) + "%" : "";
      problems.push_back({is_mate,
                          notation::to_sfen(at.position()) + kSolution + solution + " (" +
                              std::string(name) + ", move " + std::to_string(i + 1) + ", played " +
                              notation::to_usi(game.moves()[i]) + cost + ")\n",
                          problem_json(at, game, i, verdicts).dump()});
    }
    if (!at.play(game.moves()[i])) break;
  }
  return problems;
}

std::string problem_alone(std::string_view line) {
  if (line.ends_with(',')) line.remove_suffix(1);
  const std::size_t solution = line.find(kSolution);
  if (solution == std::string_view::npos) return std::string(line.substr(0, line.find(kActual)));
  const std::string_view position = line.substr(0, solution);
  line.remove_prefix(solution);
  return std::string(position.substr(0, position.rfind(' '))) +
         std::string(line.substr(0, line.find(" (")));
}

void ProblemSet::add(const Problem& problem) {
  // The move's number is no part of the position.
  const std::string sfen = problem.line.substr(0, problem.line.find(kSolution));
  if (!known_.insert(sfen.substr(0, sfen.rfind(' '))).second) return;
  (problem.is_mate ? mates_ : next_moves_) += problem.line;
  (problem.is_mate ? mate_objects_ : next_move_objects_).push_back(problem.json);
}

std::string ProblemSet::mate_collection() const { return collection_of(mate_objects_); }

std::string ProblemSet::next_move_collection() const { return collection_of(next_move_objects_); }

}  // namespace gougi::analysis
