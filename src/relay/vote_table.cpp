// SPDX-License-Identifier: MIT
#include "relay/vote_table.hpp"

#include <string_view>

#include "consensus/phrase.hpp"
#include "relay/mate_proof.hpp"
#include "relay/score_text.hpp"

namespace gougi::relay {
namespace {

std::string move_name(const Poll& poll, const consensus::Choice& choice, bool japanese) {
  if (std::holds_alternative<usi::Resign>(choice)) return japanese ? "投了" : "resigns";
  if (std::holds_alternative<usi::DeclareWin>(choice))
    return japanese ? "入玉宣言" : "declares a win";
  const usi::Move move = std::get<usi::Move>(choice);
  const auto& moves = poll.game->moves();
  return poll.position().move_name(move, moves.empty() ? usi::Move() : moves.back(), japanese);
}

std::string value_text(const std::optional<usi::Score>& score,
                       const std::optional<usi::Score>& previous, bool japanese) {
  const std::string label = japanese ? "評価値 " : "value ";
  if (!score) return label + (japanese ? "なし" : "none");
  std::string text = label + score_text(*score, japanese);
  if (!previous) return text;
  text += (japanese ? " （前回" : " (before ") + score_text(*previous, japanese);
  if (const std::string change = change_text(*previous, *score); !change.empty()) {
    text += (japanese ? " 差分" : ", change ") + change;
  }
  return text + (japanese ? "）" : ")");
}

// "[100000 nodes, 412345 a second] " of a budget.
std::string nodes_text(const VoterSearch& voter, bool japanese) {
  if (!voter.part) return "";
  std::string text = "[" + std::to_string(voter.searched()) + (japanese ? "ノード" : " nodes");
  if (voter.engines_nps > 0) {
    const std::string speed = std::to_string(voter.engines_nps);
    text += japanese ? "、毎秒" + speed : ", " + speed + " a second";
  }
  return text + "] ";
}

// "[62.5% of its visits] " where it reports visits.
std::string visits_text(const consensus::Ballot& ballot, bool japanese) {
  double all = 0;
  double its = 0;
  for (const consensus::MoveVisits& each : ballot.visits) {
    all += static_cast<double>(each.visits);
    if (ballot.choice == consensus::Choice{each.move}) its = static_cast<double>(each.visits);
  }
  if (all <= 0) return "";
  const std::string part = consensus::percent(its / all);
  return japanese ? "[訪問数の" + part + "] " : "[" + part + " of its visits] ";
}

// What stands between `start` and `end`, if the text consists of these; else "".
std::string between(std::string_view text, std::string_view start, std::string_view end) {
  if (!text.starts_with(start) || !text.ends_with(end)) return "";
  if (text.size() < start.size() + end.size()) return "";
  return std::string(text.substr(start.size(), text.size() - start.size() - end.size()));
}

std::string void_text(const std::string& reason, bool japanese) {
  if (!japanese) return "void: " + reason;
  if (reason == "illegal move") return "無効：反則手";
  if (reason == "no answer") return "無効：時間内に回答なし";
  if (reason == "not among the searchmoves") return "無効：指定外の指し手";
  if (reason == "the rules do not allow a declaration") return "無効：宣言の条件を満たさない";
  if (reason == "the engine ended") return "無効：エンジンが終了";
  if (reason == "replaced by another") return "無効：別のエンジンが代わりに思考";
  if (reason == "moves what is frozen") return "無効：フリーズされた駒の手";
  if (reason == "freezes back") return "無効：フリーズ返し";
  if (reason == "no freeze is left") return "無効：フリーズの残りなし";
  if (reason == "freezes what the opponent has not") return "無効：相手にない駒のフリーズ";
  if (reason == "a freeze in ordinary shogi") return "無効：本将棋でのフリーズ";
  if (reason == "pondered on another reply") return "無効：予想と違う手での先読み";
  if (reason == "bestmove without a move") return "無効：bestmove に指し手がない";
  if (const auto word = between(reason, "bestmove ", " is no move"); !word.empty()) {
    return "無効：bestmove " + word + " は指し手ではない";
  }
  if (const auto kind = between(reason, "says that ", " is frozen, which it is not");
      !kind.empty()) {
    return "無効：" + kind + " はフリーズされていない";
  }
  return "無効";
}

}  // namespace

bool is_vote_for(const Poll& poll, const consensus::Choice& choice, const Outcome& outcome) {
  const auto* move = std::get_if<usi::Move>(&choice);
  const auto* played = std::get_if<usi::Move>(&outcome.choice);
  if (move == nullptr || played == nullptr) return choice == outcome.choice;
  return poll.counted(*move) == poll.counted(outcome.chosen.value_or(*played));
}

std::vector<std::string> vote_table(const Poll& poll, const Outcome& outcome, bool japanese) {
  std::vector<std::string> lines;
  for (const VoterSearch& voter : poll.book.voters) {
    if (!voter.ballot) {
      if (!voter.awaited()) {
        if (!voter.absence) continue;
        lines.push_back("[-] " + voter.name + ": " +
                        std::string(absence_text(*voter.absence, japanese)));
        continue;
      }
      const char* const why = japanese ? "回答を待たずに決定" : "not waited for";
      lines.push_back("[X] [" + std::string(why) + "] [" + voter.name + "]");
      continue;
    }
    const consensus::Ballot& ballot = *voter.ballot;
    const bool agrees = ballot.counts() && is_vote_for(poll, ballot.choice, outcome);
    std::string line = agrees ? "[O] " : "[X] ";
    const bool answered = ballot.void_reason.empty() || ballot.void_reason == "illegal move" ||
                          ballot.choice != consensus::Choice{usi::Resign{}};
    if (answered) line += usi::format(consensus::answer_of(ballot.choice)) + " ";
    if (ballot.counts()) {
      line += "[" + move_name(poll, ballot.choice, japanese) + "] ";
      line += "[" + value_text(ballot.score, voter.previous, japanese) + "] ";
      if (const auto* move = std::get_if<usi::Move>(&ballot.choice)) {
        if (const ThreatSearch* threat = poll.threat_after(*move)) {
          const std::string plies = std::to_string(threat->mate.size());
          line += japanese ? "[自玉が" + plies + "手詰み] " : "[is mated in " + plies + "] ";
        }
      }
      line += visits_text(ballot, japanese) + nodes_text(voter, japanese);
      if (ballot.partial) line += japanese ? "[読み筋による投票] " : "[from its last line] ";
    } else {
      line += "[" + void_text(ballot.void_reason, japanese) + "] ";
    }
    lines.push_back(line + "[" + voter.name + "]");
  }
  for (const ProofSearch& solver : poll.book.solvers) {
    if (!solver.answer) continue;
    const auto* found = std::get_if<usi::CheckMateFound>(&solver.answer->result);
    if (found == nullptr || found->moves.empty()) continue;
    const usi::Move first = found->moves[0];
    const bool chosen = outcome.choice == consensus::Choice{first};
    std::string line = chosen ? "[O] " : "[X] ";
    line += usi::format(consensus::answer_of(first)) + " ";
    if (poll.position().is_legal(first)) {
      line += "[" + move_name(poll, first, japanese) + "] ";
    }
    const std::string plies = std::to_string(found->moves.size());
    line += japanese ? "[詰み " + plies + "手] " : "[mate in " + plies + "] ";
    if (!poll.may_freeze && attacker_freezes(found->moves)) {
      line += japanese ? "[FREEZE の宣言なし] " : "[freezes were not announced] ";
    }
    lines.push_back(line + "[" + solver.name + "]");
  }
  return lines;
}

}  // namespace gougi::relay
