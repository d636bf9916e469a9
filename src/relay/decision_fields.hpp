// SPDX-License-Identifier: MIT
// The fields of a decision's record, each named once: what writes a record as JSON and what reads
// it back are handed these lists, in this order. A new field is a line here. Private to
// decision_json.cpp.
//
// `Visitor` is RecordWriter or RecordReader there; `_if_there` may be missing when it is read.
#pragma once

#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "relay/decision_record.hpp"
#include "settings/relay_rows.hpp"

namespace gougi::relay {

inline constexpr int kMostInt = std::numeric_limits<int>::max();
inline constexpr int kLeastInt = std::numeric_limits<int>::min();

inline constexpr std::array<std::pair<usi::GameResult, std::string_view>, 3> kResultWords{
    {{usi::GameResult::kWin, "win"},
     {usi::GameResult::kLose, "lose"},
     {usi::GameResult::kDraw, "draw"}}};

template <class Visitor, class RankedLine>
void line_fields(const Visitor& v, RankedLine& line) {
  v.move("move", line.move);
  v.score("score", line.score);
  v.flag("walks_into_mate", line.walks_into_mate);
}

template <class Visitor, class MoveVisits>
void visits_fields(const Visitor& v, MoveVisits& each) {
  v.move("move", each.move);
  v.integer("visits", each.visits, std::int64_t{0}, std::numeric_limits<std::int64_t>::max());
}

/// `scale` is its voter's; nullptr: not known.
template <class Visitor, class Ballot>
void ballot_fields(const Visitor& v, Ballot& ballot, const consensus::Scale* scale) {
  v.choice("choice", ballot.choice);
  v.score_if_there("score", ballot.score);
  v.win_rate("win_rate", ballot.score, scale);
  v.moves("pv", ballot.pv);
  v.objects("lines", ballot.lines, [](const auto& inner, auto& line) { line_fields(inner, line); });
  v.objects_if_any("visits", ballot.visits,
                   [](const auto& inner, auto& each) { visits_fields(inner, each); });
  v.course_if_any("course", ballot.course);
  v.move_if_there("ponder", ballot.ponder);
  v.move_if_there("voted", ballot.voted);
  v.integer("depth", ballot.depth, kLeastInt, kMostInt);
  v.integer("nodes", ballot.nodes, std::numeric_limits<std::int64_t>::min(),
            std::numeric_limits<std::int64_t>::max());
  v.ms("elapsed_ms", ballot.elapsed);
  v.boolean("partial", ballot.partial);
  v.text_if_any("void", ballot.void_reason);
}

template <class Visitor, class Weight>
void weight_field(const Visitor& v, const char* key, Weight& weight) {
  v.number(key, weight);
  v.demand(weight > 0, key, {"is not above 0", "0 より大きくありません"});
}

template <class Visitor, class Recorded>
void voter_fields(const Visitor& v, Recorded& recorded) {
  auto& voter = recorded.voter;
  v.integer("number", voter.number, 1, kMostInt);
  v.text("name", recorded.name);
  weight_field(v, "weight", voter.weight);
  v.integer("eval_coef", voter.scale.eval_coef, 1, kMostInt);
  v.knots_if_any("knots", voter.scale.knots);
  v.score_if_there("previous", voter.previous);
  v.boolean("awaited", voter.awaited);
  v.boolean("walks_into_mate", voter.walks_into_mate);
  v.boolean_if_there("mates", voter.mates);
  v.boolean_if_there("absent", voter.absent);
  v.flag("declares_freezes", voter.declares_freezes);
  v.flag("captures", voter.captures);
  v.flag("checks", voter.checks);
  v.object_if_there("ballot", voter.ballot, [&](const auto& inner, auto& ballot) {
    ballot_fields(inner, ballot, &voter.scale);
  });
}

/// No more than a configuration can have: what they weigh is summed in whole numbers.
template <class Visitor, class Voters>
void voters_field(const Visitor& v, const char* key, Voters& voters) {
  v.objects(key, voters, [](const auto& inner, auto& each) { voter_fields(inner, each); });
  static_assert(settings::kMaxEngines == 1024);
  v.demand(voters.size() <= settings::kMaxEngines, key,
           {"holds more than 1024 engines", "エンジンが 1024 を超えています"});
}

template <class Visitor, class OwnMove>
void own_move_fields(const Visitor& v, OwnMove& own) {
  v.integer("ply", own.ply, 1, kMostInt);
  v.integer("voter", own.voter, 0, kMostInt);
  v.score_if_there("score", own.score);
}

template <class Visitor, class Member>
void member_fields(const Visitor& v, Member& member) {
  v.integer("number", member.number, 1, kMostInt);
  v.scales("eval_coef", "scale", member.scales);
  weight_field(v, "opening", member.opening);
  weight_field(v, "middle", member.middle);
  weight_field(v, "end", member.end);
  v.text_if_any("name", member.name);
}

template <class Visitor, class Numbers>
void number_fields(const Visitor& v, Numbers& numbers) {
  v.integer("change_player_plies", numbers.change_player_plies, 1, kMostInt);
  v.integer("chuuban_start_plies", numbers.chuuban_start_plies, kLeastInt, kMostInt);
  v.integer("shuuban_start_plies", numbers.shuuban_start_plies, kLeastInt, kMostInt);
  v.integer("change_player_score_diff", numbers.change_player_score_diff, 1, kMostInt);
  v.number("temperature", numbers.temperature);
  v.number("veto_drop", numbers.veto_drop);
  v.number_if_there("verify_margin", numbers.verify_margin);
  v.integer_if_there("progress_decided", numbers.progress_decided, 0, kMostInt);
  v.integer_if_there("progress_hysteresis", numbers.progress_hysteresis, 0, kMostInt);
}

template <class Visitor, class Facts>
void fact_fields(const Visitor& v, Facts& facts) {
  v.integer("ply", facts.ply, 1, kMostInt);
  v.integer("own_moves", facts.own_moves, 0, kMostInt);
  v.integer_if_there("engines", facts.engines, 0, kMostInt);
  v.objects("history", facts.history,
            [](const auto& inner, auto& own) { own_move_fields(inner, own); });
  v.objects_if_any("members", facts.members,
                   [](const auto& inner, auto& member) { member_fields(inner, member); });
  v.model_if_there("arbiter", facts.arbiter);
  v.object("numbers", facts.numbers,
           [](const auto& inner, auto& numbers) { number_fields(inner, numbers); });
  v.number("dice", facts.dice);
  v.boolean("may_ask", facts.may_ask);
  v.boolean("may_declare", facts.may_declare);
}

template <class Visitor, class Reply>
void reply_fields(const Visitor& v, Reply& reply) {
  v.integer("voter", reply.question.voter, 1, kMostInt);
  v.move("move", reply.question.move);
  v.score_if_there("score", reply.score);
  v.boolean("mated", reply.mated);
  v.boolean("awaited", reply.awaited);
}

template <class Visitor, class Proof>
void proof_fields(const Visitor& v, Proof& proof) {
  v.text("solver", proof.solver);
  v.moves("moves", proof.moves);
  v.demand(!proof.moves.empty(), "moves", {"has no move", "指し手がありません"});
}

template <class Visitor, class Search>
void search_fields(const Visitor& v, Search& search) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  v.integer("voter", search.voter, 1, kMostInt);
  v.move_if_there("move", search.move);
  v.integer("part", search.part, std::int64_t{0}, kMost);
  v.integer("told", search.told, std::int64_t{0}, kMost);
  v.integer("nodes", search.nodes, std::numeric_limits<std::int64_t>::min(), kMost);
  v.ms("elapsed_ms", search.elapsed);
  v.integer("nps", search.nps, std::int64_t{0}, kMost);
  v.integer_if_any("given_back", search.given_back, std::int64_t{0}, kMost);
}

template <class Visitor, class Budget>
void budget_fields(const Visitor& v, Budget& budget) {
  v.integer("nodes", budget.nodes, std::int64_t{1}, std::numeric_limits<std::int64_t>::max());
  v.boolean("normalised", budget.normalised);
  v.objects("searches", budget.searches,
            [](const auto& inner, auto& search) { search_fields(inner, search); });
}

template <class Visitor, class Agreement>
void agreement_fields(const Visitor& v, Agreement& plan) {
  v.ms("usual_ms", plan.usual);
  v.ms("most_ms", plan.most);
  v.ms("planned_ms", plan.planned);
  v.number("disagreement", plan.disagreement);
  v.number("instability", plan.instability);
  v.boolean("stopped", plan.stopped);
}

template <class Visitor, class Decision>
void decision_fields(const Visitor& v, Decision& record) {
  v.integer("decision", record.number, 1, kMostInt);
  v.integer("game", record.game, 1, kMostInt);
  v.time("time", record.time);
  v.integer("ply", record.ply, 1, kMostInt);
  v.long_text("position", record.position);
  v.long_text("go", record.go);
  v.text("rule", record.rule);
  v.choice("bestmove", record.choice);
  v.move_if_there("chosen", record.chosen);
  v.move_if_there("ponder", record.ponder);
  v.integer("voter", record.voter, 0, kMostInt);
  v.text("reason", record.reason);
  v.text_if_any("reason_ja", record.reason_ja);
  v.score_if_there("score", record.score);
  v.ms("elapsed_ms", record.elapsed);
  voters_field(v, "voters", record.voters);
  voters_field(v, "reserve", record.reserve);
  v.object("facts", record.facts,
           [](const auto& inner, auto& facts) { fact_fields(inner, facts); });
  v.objects("replies", record.replies,
            [](const auto& inner, auto& reply) { reply_fields(inner, reply); });
  v.object_if_there("proof", record.proof,
                    [](const auto& inner, auto& proof) { proof_fields(inner, proof); });
  v.object_if_there("budget", record.budget,
                    [](const auto& inner, auto& budget) { budget_fields(inner, budget); });
  v.object_if_there("agreement", record.agreement,
                    [](const auto& inner, auto& plan) { agreement_fields(inner, plan); });
}

template <class Visitor, class Ended>
void game_fields(const Visitor& v, Ended& record) {
  v.integer("game", record.game, 1, kMostInt);
  v.time("time", record.time);
  v.word("result", kResultWords, record.result);
  v.integer("decisions", record.decisions, 0, kMostInt);
}

}  // namespace gougi::relay
