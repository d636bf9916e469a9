// SPDX-License-Identifier: MIT
// A decision's record as a line of JSON, and back.
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "notation/freeze.hpp"
#include "relay/decision_record.hpp"
#include "relay/json_reader.hpp"

namespace gougi::relay {
namespace {

using Move = shogi::FreezeMove;

constexpr int kMostInt = std::numeric_limits<int>::max();
constexpr int kLeastInt = std::numeric_limits<int>::min();
constexpr std::int64_t kMostInt64 = std::numeric_limits<std::int64_t>::max();
// A record of a very long game with MultiPV is some 100 KB.
constexpr std::size_t kMostBytes = 8U << 20U;
constexpr std::size_t kMostTextBytes = 400;

constexpr std::array<std::pair<usi::Bound, std::string_view>, 2> kBounds{
    {{usi::Bound::kLower, "lower"}, {usi::Bound::kUpper, "upper"}}};
constexpr std::array<std::pair<usi::GameResult, std::string_view>, 3> kResults{
    {{usi::GameResult::kWin, "win"},
     {usi::GameResult::kLose, "lose"},
     {usi::GameResult::kDraw, "draw"}}};

// Writing ------------------------------------------------------------------------------------

std::string free_text(std::string_view text) { return base::printable(text, kMostTextBytes); }

Json moves_json(const std::vector<Move>& moves) {
  std::string text;
  for (const Move move : moves) {
    if (!text.empty()) text += ' ';
    notation::append_usi(text, move);
  }
  return text;
}

std::string choice_text(const consensus::Choice& choice) {
  if (const auto* move = std::get_if<Move>(&choice)) return notation::to_usi(*move);
  return std::holds_alternative<usi::Resign>(choice) ? "resign" : "win";
}

Json score_json(const usi::Score& score) {
  Json json;
  if (const auto* cp = std::get_if<usi::Centipawns>(&score.value)) {
    json["cp"] = cp->value;
  } else {
    const auto& mate = std::get<usi::Mate>(score.value);
    json["mate"] = (mate.winning ? "+" : "-") + (mate.plies ? std::to_string(*mate.plies) : "");
  }
  for (const auto& [bound, word] : kBounds) {
    if (score.bound == bound) json["bound"] = word;
  }
  return json;
}

void put_score(Json& to, const char* key, const std::optional<usi::Score>& score) {
  if (score) to[key] = score_json(*score);
}

double win_rate(const usi::Score& score, int eval_coef) {
  if (const auto* mate = std::get_if<usi::Mate>(&score.value)) return mate->winning ? 1.0 : 0.0;
  const double cp = std::get<usi::Centipawns>(score.value).value;
  const double rate = 1.0 / (1.0 + std::exp(-cp / std::max(1, eval_coef)));
  return std::round(rate * 10'000.0) / 10'000.0;
}

Json ballot_json(const consensus::Ballot& ballot, int eval_coef) {
  Json json;
  json["choice"] = choice_text(ballot.choice);
  put_score(json, "score", ballot.score);
  if (ballot.score) json["win_rate"] = win_rate(*ballot.score, eval_coef);
  json["pv"] = moves_json(ballot.pv);
  json["lines"] = Json::array();
  for (const consensus::RankedLine& line : ballot.lines) {
    Json entry;
    entry["move"] = notation::to_usi(line.move);
    entry["score"] = score_json(line.score);
    json["lines"].push_back(std::move(entry));
  }
  if (ballot.ponder) json["ponder"] = notation::to_usi(*ballot.ponder);
  if (ballot.voted) json["voted"] = notation::to_usi(*ballot.voted);
  json["depth"] = ballot.depth;
  json["nodes"] = ballot.nodes;
  json["elapsed_ms"] = ballot.elapsed.count();
  json["partial"] = ballot.partial;
  if (!ballot.counts()) json["void"] = free_text(ballot.void_reason);
  return json;
}

Json voters_json(const std::vector<RecordedVoter>& voters) {
  Json json = Json::array();
  for (const RecordedVoter& each : voters) {
    const consensus::Voter& voter = each.voter;
    Json entry;
    entry["number"] = voter.number;
    entry["name"] = free_text(each.name);
    entry["weight"] = voter.weight;
    entry["eval_coef"] = voter.eval_coef;
    put_score(entry, "previous", voter.previous);
    entry["awaited"] = voter.awaited;
    entry["walks_into_mate"] = voter.walks_into_mate;
    entry["mates"] = voter.mates;
    entry["absent"] = voter.absent;
    if (voter.declares_freezes) entry["declares_freezes"] = true;
    if (voter.ballot) entry["ballot"] = ballot_json(*voter.ballot, voter.eval_coef);
    json.push_back(std::move(entry));
  }
  return json;
}

Json facts_json(const consensus::Facts& facts) {
  Json json;
  json["ply"] = facts.ply;
  json["own_moves"] = facts.own_moves;
  json["engines"] = facts.engines;
  json["history"] = Json::array();
  for (const consensus::OwnMove& own : facts.history) {
    Json entry;
    entry["ply"] = own.ply;
    entry["voter"] = own.voter;
    put_score(entry, "score", own.score);
    json["history"].push_back(std::move(entry));
  }
  const consensus::RuleNumbers& numbers = facts.numbers;
  json["numbers"]["change_player_plies"] = numbers.change_player_plies;
  json["numbers"]["chuuban_start_plies"] = numbers.chuuban_start_plies;
  json["numbers"]["shuuban_start_plies"] = numbers.shuuban_start_plies;
  json["numbers"]["change_player_score_diff"] = numbers.change_player_score_diff;
  json["numbers"]["temperature"] = numbers.temperature;
  json["numbers"]["veto_drop"] = numbers.veto_drop;
  json["dice"] = facts.dice;
  json["may_ask"] = facts.may_ask;
  json["may_declare"] = facts.may_declare;
  return json;
}

Json replies_json(const std::vector<consensus::Reply>& replies) {
  Json json = Json::array();
  for (const consensus::Reply& reply : replies) {
    Json entry;
    entry["voter"] = reply.question.voter;
    entry["move"] = notation::to_usi(reply.question.move);
    put_score(entry, "score", reply.score);
    entry["mated"] = reply.mated;
    entry["awaited"] = reply.awaited;
    json.push_back(std::move(entry));
  }
  return json;
}

// ISO 8601 in UTC, with milliseconds.
std::string time_text(WallTime time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ",
                static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
                static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()),
                static_cast<int>(clock.subseconds().count()));
  return text.data();
}

Json json_of(const DecisionRecord& record) {
  Json json;
  json["decision"] = record.number;
  json["game"] = record.game;
  json["time"] = time_text(record.time);
  json["ply"] = record.ply;
  json["position"] = base::printable(record.position, kMostBytes);
  json["go"] = base::printable(record.go, kMostBytes);
  json["rule"] = free_text(record.rule);
  json["bestmove"] = choice_text(record.choice);
  if (record.chosen) json["chosen"] = notation::to_usi(*record.chosen);
  if (record.ponder) json["ponder"] = notation::to_usi(*record.ponder);
  json["voter"] = record.voter;
  json["reason"] = free_text(record.reason);
  put_score(json, "score", record.score);
  json["elapsed_ms"] = record.elapsed.count();
  json["voters"] = voters_json(record.voters);
  json["reserve"] = voters_json(record.reserve);
  json["facts"] = facts_json(record.facts);
  json["replies"] = replies_json(record.replies);
  if (record.proof) {
    json["proof"]["solver"] = free_text(record.proof->solver);
    json["proof"]["moves"] = moves_json(record.proof->moves);
  }
  return json;
}

Json json_of(const GameRecord& record) {
  Json json;
  json["game"] = record.game;
  json["time"] = time_text(record.time);
  for (const auto& [result, word] : kResults) {
    if (record.result == result) json["result"] = word;
  }
  json["decisions"] = record.decisions;
  return json;
}

// Reading ------------------------------------------------------------------------------------

void read_move(const JsonReader& from, std::string_view key, Move& to) {
  std::string text;
  from.text(key, text);
  if (from.failed()) return;
  if (const auto written = notation::parse_freeze_move(text)) {
    to = written->move;
  } else {
    from.fail(key, "\"" + base::printable(text, 60) + "\" is no move");
  }
}

void read_move_if_there(const JsonReader& from, std::string_view key, std::optional<Move>& to) {
  if (from.find(key) == nullptr) return;
  Move move;
  read_move(from, key, move);
  to = move;
}

void read_moves(const JsonReader& from, std::string_view key, std::vector<Move>& to) {
  std::string text;
  from.text(key, text);
  for (const std::string_view word : base::split_words(text)) {
    const auto move = notation::parse_freeze_move(word);
    if (!move) return from.fail(key, "\"" + base::printable(word, 60) + "\" is no move");
    to.push_back(move->move);
  }
}

void read_choice(const JsonReader& from, std::string_view key, consensus::Choice& to) {
  std::string text;
  from.text(key, text);
  if (text == "resign") {
    to = usi::Resign{};
  } else if (text == "win") {
    to = usi::DeclareWin{};
  } else {
    Move move;
    read_move(from, key, move);
    to = move;
  }
}

template <class Value, std::size_t N>
void read_word(const JsonReader& from, std::string_view key,
               const std::array<std::pair<Value, std::string_view>, N>& words, Value& to) {
  std::string text;
  from.text(key, text);
  std::string allowed;
  for (const auto& [value, word] : words) {
    if (text == word) {
      to = value;
      return;
    }
    allowed += (allowed.empty() ? "" : ", ") + std::string(word);
  }
  from.fail(key, "\"" + base::printable(text, 60) + "\" is none of " + allowed);
}

void read_mate(const JsonReader& from, usi::Score& to) {
  std::string text;
  from.text("mate", text);
  if (from.failed()) return;
  usi::Mate mate{text.starts_with('+'), std::nullopt};
  const std::string_view plies = std::string_view(text).substr(text.empty() ? 0 : 1);
  const auto number = plies.empty() || plies.front() < '0' ? std::nullopt : base::to_int(plies);
  if (number && *number <= kMostInt) mate.plies = static_cast<int>(*number);
  if ((!mate.winning && !text.starts_with('-')) || (!plies.empty() && !mate.plies)) {
    return from.fail("mate",
                     "\"" + base::printable(text, 60) + "\" is not +, - or +<plies>, -<plies>");
  }
  to.value = mate;
}

void read_score(const JsonReader& from, usi::Score& to) {
  if (from.find("mate") != nullptr) {
    read_mate(from, to);
  } else {
    usi::Centipawns cp;
    from.integer("cp", cp.value, kLeastInt, kMostInt);
    to.value = cp;
  }
  if (from.find("bound") != nullptr) read_word(from, "bound", kBounds, to.bound);
}

void read_score_if_there(const JsonReader& from, std::string_view key,
                         std::optional<usi::Score>& to) {
  from.object(key, [&](const JsonReader& score) { read_score(score, to.emplace()); });
}

void read_ms(const JsonReader& from, std::string_view key, base::Milliseconds& to) {
  std::int64_t ms = 0;
  from.integer<std::int64_t>(key, ms, -usi::kLongestTime.count(), usi::kLongestTime.count());
  to = base::Milliseconds(ms);
}

void read_ballot(const JsonReader& from, consensus::Ballot& to) {
  read_choice(from, "choice", to.choice);
  read_score_if_there(from, "score", to.score);
  read_moves(from, "pv", to.pv);
  from.objects("lines", [&](const JsonReader& line) {
    consensus::RankedLine& entry = to.lines.emplace_back();
    read_move(line, "move", entry.move);
    if (line.require("score") == nullptr) return;
    line.object("score", [&](const JsonReader& score) { read_score(score, entry.score); });
  });
  read_move_if_there(from, "ponder", to.ponder);
  read_move_if_there(from, "voted", to.voted);
  from.integer("depth", to.depth, kLeastInt, kMostInt);
  from.integer<std::int64_t>("nodes", to.nodes, std::numeric_limits<std::int64_t>::min(),
                             kMostInt64);
  read_ms(from, "elapsed_ms", to.elapsed);
  from.boolean("partial", to.partial);
  if (from.find("void") != nullptr) from.text("void", to.void_reason);
}

void read_voter(const JsonReader& from, RecordedVoter& to) {
  from.integer("number", to.voter.number, 1, kMostInt);
  from.text("name", to.name);
  from.number("weight", to.voter.weight);
  from.integer("eval_coef", to.voter.eval_coef, 1, kMostInt);
  read_score_if_there(from, "previous", to.voter.previous);
  from.boolean("awaited", to.voter.awaited);
  from.boolean("walks_into_mate", to.voter.walks_into_mate);
  if (from.find("mates") != nullptr) from.boolean("mates", to.voter.mates);
  if (from.find("absent") != nullptr) from.boolean("absent", to.voter.absent);
  if (from.find("declares_freezes") != nullptr) {
    from.boolean("declares_freezes", to.voter.declares_freezes);
  }
  from.object("ballot",
              [&](const JsonReader& ballot) { read_ballot(ballot, to.voter.ballot.emplace()); });
}

void read_numbers(const JsonReader& from, consensus::RuleNumbers& to) {
  from.integer("change_player_plies", to.change_player_plies, 1, kMostInt);
  from.integer("chuuban_start_plies", to.chuuban_start_plies, kLeastInt, kMostInt);
  from.integer("shuuban_start_plies", to.shuuban_start_plies, kLeastInt, kMostInt);
  from.integer("change_player_score_diff", to.change_player_score_diff, 1, kMostInt);
  from.number("temperature", to.temperature);
  from.number("veto_drop", to.veto_drop);
}

void read_facts(const JsonReader& from, consensus::Facts& to) {
  from.integer("ply", to.ply, 1, kMostInt);
  from.integer("own_moves", to.own_moves, 0, kMostInt);
  if (from.find("engines") != nullptr) from.integer("engines", to.engines, 0, kMostInt);
  from.objects("history", [&](const JsonReader& entry) {
    consensus::OwnMove& own = to.history.emplace_back();
    entry.integer("ply", own.ply, 1, kMostInt);
    entry.integer("voter", own.voter, 0, kMostInt);
    read_score_if_there(entry, "score", own.score);
  });
  if (from.require("numbers") == nullptr) return;
  from.object("numbers", [&](const JsonReader& numbers) { read_numbers(numbers, to.numbers); });
  from.number("dice", to.dice);
  from.boolean("may_ask", to.may_ask);
  from.boolean("may_declare", to.may_declare);
}

void read_reply(const JsonReader& from, consensus::Reply& to) {
  from.integer("voter", to.question.voter, 1, kMostInt);
  read_move(from, "move", to.question.move);
  read_score_if_there(from, "score", to.score);
  from.boolean("mated", to.mated);
  from.boolean("awaited", to.awaited);
}

void read_time(const JsonReader& from, WallTime& to) {
  std::string text;
  from.text("time", text);
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  std::array<int, 4> clock{};
  int end = 0;
  const int read = std::sscanf(text.c_str(), "%4d-%2u-%2uT%2d:%2d:%2d.%3dZ%n", &year, &month, &day,
                               &clock[0], &clock[1], &clock[2], &clock[3], &end);
  const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month{month},
                                         std::chrono::day{day}};
  if (read != 7 || end != static_cast<int>(text.size()) || !date.ok()) {
    return from.fail("time", "\"" + base::printable(text, 60) +
                                 "\" is no time such as 2026-01-31T09:30:00.123Z");
  }
  to = std::chrono::sys_days(date) + std::chrono::hours(clock[0]) + std::chrono::minutes(clock[1]) +
       std::chrono::seconds(clock[2]) + base::Milliseconds(clock[3]);
}

DecisionRecord read_decision(const JsonReader& from) {
  DecisionRecord record;
  from.integer("decision", record.number, 1, kMostInt);
  from.integer("game", record.game, 1, kMostInt);
  read_time(from, record.time);
  from.integer("ply", record.ply, 1, kMostInt);
  from.text("position", record.position);
  from.text("go", record.go);
  from.text("rule", record.rule);
  read_choice(from, "bestmove", record.choice);
  read_move_if_there(from, "chosen", record.chosen);
  read_move_if_there(from, "ponder", record.ponder);
  from.integer("voter", record.voter, 0, kMostInt);
  from.text("reason", record.reason);
  read_score_if_there(from, "score", record.score);
  read_ms(from, "elapsed_ms", record.elapsed);
  from.objects("voters", [&](const JsonReader& v) { read_voter(v, record.voters.emplace_back()); });
  from.objects("reserve",
               [&](const JsonReader& v) { read_voter(v, record.reserve.emplace_back()); });
  if (from.require("facts") != nullptr) {
    from.object("facts", [&](const JsonReader& facts) { read_facts(facts, record.facts); });
  }
  from.objects("replies",
               [&](const JsonReader& reply) { read_reply(reply, record.replies.emplace_back()); });
  from.object("proof", [&](const JsonReader& proof) {
    RecordedProof& to = record.proof.emplace();
    proof.text("solver", to.solver);
    read_moves(proof, "moves", to.moves);
    if (to.moves.empty()) proof.fail("moves", "has no move");
  });
  return record;
}

GameRecord read_game(const JsonReader& from) {
  GameRecord record;
  from.integer("game", record.game, 1, kMostInt);
  read_time(from, record.time);
  read_word(from, "result", kResults, record.result);
  from.integer("decisions", record.decisions, 0, kMostInt);
  return record;
}

}  // namespace

std::string to_json(const RecordLine& line) {
  const Json json = std::visit([](const auto& record) { return json_of(record); }, line);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

base::Result<RecordLine> parse_record(std::string_view text) {
  if (text.size() > kMostBytes) return base::fail("the line is longer than 8 MiB");
  Json json;
  try {
    json = Json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    // The library's own words begin with its number and speak of its insides.
    return base::fail("no JSON: something is wrong at byte " + std::to_string(error.byte));
  } catch (const nlohmann::json::out_of_range&) {
    return base::fail("a number has no place in a double");
  }
  std::string error;
  const JsonReader reader(json, "", error);
  if (!error.empty()) return base::fail(error);
  RecordLine line;
  if (reader.find("decision") != nullptr) {
    line = read_decision(reader);
  } else if (reader.find("result") != nullptr) {
    line = read_game(reader);
  } else {
    return base::fail("the line has neither \"decision\" nor \"result\"");
  }
  if (!error.empty()) return base::fail(error);
  return line;
}

}  // namespace gougi::relay
