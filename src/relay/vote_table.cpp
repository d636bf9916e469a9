// SPDX-License-Identifier: MIT
#include "relay/vote_table.hpp"

#include <cstdlib>

#include "relay/mate_proof.hpp"

namespace gougi::relay {
namespace {

std::string bestmove_text(const Round& round, const consensus::Choice& choice) {
  const auto* move = std::get_if<shogi::FreezeMove>(&choice);
  if (move != nullptr && *move) return "bestmove " + round.position().move_text(*move);
  return usi::format(consensus::answer_of(choice));
}

// A freeze that was settled or added afterwards is no other move.
bool is_vote_for(const Round& round, const consensus::Choice& choice, const Outcome& outcome) {
  const auto* move = std::get_if<shogi::FreezeMove>(&choice);
  const auto* played = std::get_if<shogi::FreezeMove>(&outcome.choice);
  if (move == nullptr || played == nullptr) return choice == outcome.choice;
  return round.counted(*move) == round.counted(outcome.chosen.value_or(*played));
}

std::string move_name(const Round& round, const consensus::Choice& choice, bool japanese) {
  if (std::holds_alternative<usi::Resign>(choice)) return japanese ? "投了" : "resigns";
  if (std::holds_alternative<usi::DeclareWin>(choice))
    return japanese ? "入玉宣言" : "declares a win";
  const shogi::FreezeMove move = std::get<shogi::FreezeMove>(choice);
  const auto& moves = round.game->moves();
  return round.position().move_name(move, moves.empty() ? shogi::FreezeMove() : moves.back(),
                                    japanese);
}

std::string score_value(const usi::Score& score, bool japanese) {
  if (const auto* cp = std::get_if<usi::Centipawns>(&score.value)) return std::to_string(cp->value);
  const auto& mate = std::get<usi::Mate>(score.value);
  const std::string sign = mate.winning ? "+" : "-";
  const std::string plies = mate.plies ? std::to_string(*mate.plies) : "";
  return japanese ? "詰み " + sign + plies + (plies.empty() ? "" : "手") : "mate " + sign + plies;
}

std::string score_text(const std::optional<usi::Score>& score,
                       const std::optional<usi::Score>& previous, bool japanese) {
  const std::string label = japanese ? "評価値 " : "value ";
  if (!score) return label + (japanese ? "なし" : "none");
  std::string text = label + score_value(*score, japanese);
  if (!previous) return text;
  const auto* now = std::get_if<usi::Centipawns>(&score->value);
  const auto* before = std::get_if<usi::Centipawns>(&previous->value);
  text += (japanese ? " （前回" : " (before ") + score_value(*previous, japanese);
  if (now != nullptr && before != nullptr) {
    text += (japanese ? " 差分" : ", change ") + std::to_string(now->value - before->value);
  }
  return text + (japanese ? "）" : ")");
}

std::string void_text(const std::string& reason, bool japanese) {
  if (!japanese) return "void: " + reason;
  if (reason == "illegal move") return "無効：反則手";
  if (reason == "no answer") return "無効：時間内に回答なし";
  if (reason == "not among the searchmoves") return "無効：指定外の指し手";
  if (reason == "the rules do not allow a declaration") return "無効：宣言の条件を満たさない";
  if (reason == "the engine ended") return "無効：エンジンが終了";
  if (reason == "moves what is frozen") return "無効：フリーズされた駒の手";
  if (reason == "freezes back") return "無効：フリーズ返し";
  if (reason == "no freeze is left") return "無効：フリーズの残りなし";
  if (reason == "freezes what the opponent has not") return "無効：相手にない駒のフリーズ";
  if (reason == "a freeze in ordinary shogi") return "無効：本将棋でのフリーズ";
  return "無効";
}

}  // namespace

std::vector<std::string> vote_table(const Round& round, const Outcome& outcome, bool japanese) {
  std::vector<std::string> lines;
  for (const Seat& seat : round.seats) {
    if (!seat.ballot) {
      if (!seat.awaited()) continue;
      const char* const why = japanese ? "回答を待たずに決定" : "not waited for";
      lines.push_back("[X] [" + std::string(why) + "] [" + seat.name + "]");
      continue;
    }
    const consensus::Ballot& ballot = *seat.ballot;
    const bool agrees = ballot.counts() && is_vote_for(round, ballot.choice, outcome);
    std::string line = agrees ? "[O] " : "[X] ";
    const bool answered = ballot.void_reason.empty() || ballot.void_reason == "illegal move" ||
                          ballot.choice != consensus::Choice{usi::Resign{}};
    if (answered) line += bestmove_text(round, ballot.choice) + " ";
    if (ballot.counts()) {
      line += "[" + move_name(round, ballot.choice, japanese) + "] ";
      line += "[" + score_text(ballot.score, seat.previous, japanese) + "] ";
      if (const auto* move = std::get_if<shogi::FreezeMove>(&ballot.choice)) {
        if (const MateJob* threat = round.threat_after(*move)) {
          const std::string plies = std::to_string(threat->mate.size());
          line += japanese ? "[自玉が" + plies + "手詰み] " : "[is mated in " + plies + "] ";
        }
      }
      if (ballot.partial) line += japanese ? "[読み筋による投票] " : "[from its last line] ";
    } else {
      line += "[" + void_text(ballot.void_reason, japanese) + "] ";
    }
    lines.push_back(line + "[" + seat.name + "]");
  }
  for (const SolverSeat& solver : round.solvers) {
    if (!solver.answer) continue;
    const auto* found = std::get_if<usi::CheckMateFound>(&solver.answer->result);
    if (found == nullptr || found->moves.empty()) continue;
    const shogi::FreezeMove first = found->move(0);
    const bool chosen = outcome.choice == consensus::Choice{first};
    std::string line = chosen ? "[O] " : "[X] ";
    line += bestmove_text(round, first) + " ";
    if (round.position().is_legal(first)) {
      line += "[" + move_name(round, first, japanese) + "] ";
    }
    const std::string plies = std::to_string(found->moves.size());
    line += japanese ? "[詰み " + plies + "手] " : "[mate in " + plies + "] ";
    if (!round.may_freeze && attacker_freezes(moves_of(*found))) {
      line += japanese ? "[FREEZE の宣言なし] " : "[freezes were not announced] ";
    }
    lines.push_back(line + "[" + solver.name + "]");
  }
  return lines;
}

}  // namespace gougi::relay
