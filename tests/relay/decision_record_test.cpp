// SPDX-License-Identifier: MIT
#include "relay/decision_record.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "relay/json_reader.hpp"
#include "relay/random_record.hpp"
#include "relay/stage.hpp"

namespace gougi::relay {
namespace {

using testing::RandomRecord;
using testing::Stage;

DecisionRecord parsed(const std::string& line) {
  auto record = parse_record(line);
  if (!record) {
    ADD_FAILURE() << record.error().message << "\n" << line;
    return {};
  }
  return std::get<DecisionRecord>(*record);
}

std::string error_of(const std::string& line) {
  const auto record = parse_record(line);
  return record ? "" : record.error().message;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// Three voters with a ballot each: 7g7f 100, 2g2f 300, 7g7f 50.
DecisionRecord split_vote() {
  DecisionRecord record;
  record.position = "position startpos";
  record.go = "go btime 0 wtime 0 byoyomi 1000";
  record.rule = "majority";
  const std::pair<const char*, int> votes[] = {{"7g7f", 100}, {"2g2f", 300}, {"7g7f", 50}};
  for (const auto& [move, cp] : votes) {
    RecordedVoter voter;
    voter.voter.number = static_cast<int>(record.voters.size()) + 1;
    voter.name = "engine";
    consensus::Ballot ballot;
    ballot.choice = *notation::parse_usi_move(move);
    ballot.score = usi::Score::cp(cp);
    voter.voter.ballot = ballot;
    record.voters.push_back(voter);
  }
  record.choice = *notation::parse_usi_move("7g7f");
  record.voter = 1;
  return record;
}

const consensus::Strategy& rule(std::string_view name) { return *consensus::find_strategy(name); }

TEST(DecisionRecord, WhateverItHoldsComesBackFromItsLineOfJson) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    RandomRecord random(seed);
    const DecisionRecord decision = random.decision();
    const std::string line = to_json(decision);
    ASSERT_EQ(parsed(line), decision) << line;
    const GameRecord game = random.game();
    const auto read = parse_record(to_json(game));
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(std::get<GameRecord>(*read), game);
  }
}

TEST(DecisionRecord, IsWrittenByteForByteAsTheLibraryWritesIt) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    RandomRecord random(seed);
    for (const std::string& line : {to_json(random.decision()), to_json(random.game())}) {
      ASSERT_EQ(Json::parse(line).dump(), line);
    }
  }
}

TEST(DecisionRecord, IsOneLineOfCleanTextWhateverAChildCallsItself) {
  DecisionRecord record = split_vote();
  record.voters[0].name = "evil\x1b[2J\n{\"game\":1}\xff\xc2\x9b";
  record.reason = std::string("nul\0!", 5);
  const std::string line = to_json(record);
  EXPECT_EQ(base::printable(line, line.size()), line);
  EXPECT_EQ(parsed(line).voters[0].name, "evil?[2J?{\"game\":1}??");
}

TEST(DecisionRecord, ShowsTheWinRateOfEachScoreToReaders) {
  const std::string line = to_json(split_vote());
  EXPECT_NE(line.find("\"score\":{\"cp\":100},\"win_rate\":0.5416"), std::string::npos) << line;
}

TEST(DecisionRecord, DatesAreThoseOfTheWorldClockInUtc) {
  GameRecord game;
  game.time = WallTime(base::Milliseconds(1'769'851'800'123));
  EXPECT_NE(to_json(game).find("\"time\":\"2026-01-31T09:30:00.123Z\""), std::string::npos)
      << to_json(game);
}

TEST(DecisionRecord, AnErrorNamesTheKeyAndWhatIsWrongThere) {
  const std::string line = to_json(split_vote());
  const struct {
    std::string text;
    std::string error;
  } cases[] = {
      {"", "the line is no JSON: something is wrong at byte 1"},
      {"{\"decision\":1", "the line is no JSON: something is wrong at byte 14"},
      {"[1,2]", "the line is no object"},
      {"{}", "the line has neither \"decision\" nor \"result\""},
      {"{\"decision\":1}", "game is missing"},
      {replaced(line, "\"ply\":1", "\"ply\":0"), "ply 0 is not from 1 to 2147483647"},
      {replaced(line, "\"ply\":1", "\"ply\":99999999999999999999"), "ply 1e+20 is no integer"},
      {replaced(line, "\"ply\":1", "\"ply\":18446744073709551615"),
       "ply 18446744073709551615 is no integer"},
      {replaced(line, "\"nodes\":0", "\"nodes\":\"many\""),
       "voters[1].ballot.nodes \"many\" is no integer"},
      {replaced(line, "2g2f", "2g2z"), "voters[2].ballot.choice \"2g2z\" is no move"},
      {replaced(line, "{\"cp\":300}", "{\"mate\":\"5\"}"),
       "voters[2].ballot.score.mate \"5\" is not +, - or +<plies>, -<plies>"},
      {replaced(line, "{\"cp\":300}", "{\"cp\":1,\"bound\":\"x\"}"),
       "voters[2].ballot.score.bound \"x\" is none of lower, upper"},
      {replaced(line, "\"dice\":0.5", "\"dice\":1e999"),
       "the line has a number that has no place in a double"},
      {replaced(line, "\"voters\":[", "\"voters\":[7,"), "voters[1] is no object"},
      {replaced(line, "\"weight\":1.0", "\"weight\":0"), "voters[1].weight is not above 0"},
      {replaced(line, "\"weight\":1.0", "\"weight\":-1e308"), "voters[1].weight is not above 0"},
      {replaced(line, "1970-01-01T", "1970-02-30T"),
       "time \"1970-02-30T00:00:00.000Z\" is no time"},
  };
  for (const auto& each : cases) {
    EXPECT_EQ(error_of(each.text).substr(0, each.error.size()), each.error) << each.text;
  }
}

// What they all weigh together is a whole number that must find its place.
TEST(DecisionRecord, HasNoMoreVotersThanAConfigurationHasEngines) {
  DecisionRecord record = split_vote();
  RecordedVoter heavy = record.voters[0];
  heavy.voter.weight = 1e9;
  record.voters.assign(1024, heavy);
  for (int i = 0; i < 1024; ++i) record.voters[static_cast<std::size_t>(i)].voter.number = i + 1;
  record.voters.back().voter.ballot->choice = *notation::parse_usi_move("2g2f");
  const Redecision decided = decide_again(parsed(to_json(record)), rule("majority"));
  EXPECT_EQ(decided.choice, heavy.voter.ballot->choice);
  EXPECT_EQ(decided.reason, "1023 of 1024 votes");
  record.voters.push_back(heavy);
  EXPECT_EQ(error_of(to_json(record)), "voters holds more than 1024 engines");
  record.voters.assign(3, heavy);
  record.reserve.assign(1025, heavy);
  EXPECT_EQ(error_of(to_json(record)), "reserve holds more than 1024 engines");
}

TEST(DecisionRecord, WhatNestsDeeperThanAnyStackIsRefused) {
  for (const char* const key : {"position", "voters", "budget", "unknown"}) {
    const std::string line = std::string(R"({"decision":1,")") + key +
                             "\":" + std::string(2'000'000, '[') + std::string(2'000'000, ']') +
                             R"(,"game":1})";
    EXPECT_NE(error_of(line).find("nests more than"), std::string::npos) << error_of(line);
  }
}

TEST(DecisionRecord, ADamagedLineIsAnErrorOrARecordAndNeverMore) {
  base::Random random(11);
  const std::string line = to_json(RandomRecord(3).decision());
  for (int i = 0; i < 5000; ++i) {
    std::string damaged = line;
    for (std::uint64_t n = 1 + random.below(4); n > 0; --n) {
      damaged[random.below(damaged.size())] = static_cast<char>(random.below(256));
    }
    if (random.below(4) == 0) damaged.resize(random.below(damaged.size()));
    const auto record = parse_record(damaged);
    if (record) {
      EXPECT_TRUE(parse_record(to_json(*record)));
    } else {
      EXPECT_FALSE(record.error().message.empty());
      EXPECT_EQ(base::printable(record.error().message), record.error().message);
    }
  }
  EXPECT_FALSE(parse_record(std::string(1'000'000, '[')));
}

TEST(DecisionRecord, TheSameRuleDecidesTheSameAgainAndAnotherRuleItsOwn) {
  const DecisionRecord record = split_vote();
  const Redecision majority = decide_again(record, rule("majority"));
  EXPECT_TRUE(majority.decided);
  EXPECT_EQ(majority.choice, record.choice);
  const Redecision optimistic = decide_again(record, rule("optimistic"));
  EXPECT_EQ(optimistic.voter, 2);
  EXPECT_EQ(optimistic.choice, consensus::Choice{*notation::parse_usi_move("2g2f")});
  EXPECT_EQ(decide_again(record, rule("pessimistic")).voter, 3);
}

TEST(DecisionRecord, AVoteThatNeverCameIsNotWaitedForAndTheReserveIsAskedLast) {
  DecisionRecord record = split_vote();
  record.reserve = {record.voters[1]};
  record.voters = {record.voters[0]};
  record.voters[0].voter.awaited = true;
  record.voters[0].voter.ballot.reset();
  EXPECT_EQ(decide_again(record, rule("majority")).voter, 2);
  record.reserve.clear();
  EXPECT_FALSE(decide_again(record, rule("majority")).decided);
}

TEST(DecisionRecord, AProvenMateGoesBeforeEveryRule) {
  DecisionRecord record = split_vote();
  record.proof = {"solver", {*notation::parse_usi_move("G*5b")}};
  for (const consensus::Strategy& each : consensus::strategies()) {
    const Redecision again = decide_again(record, each);
    EXPECT_EQ(again.choice, consensus::Choice{record.proof->moves.front()});
    EXPECT_EQ(again.voter, 0);
  }
}

// The session writes them --------------------------------------------------------------------

Environment recorded() {
  Environment environment;
  environment.record_since = WallTime(base::Milliseconds(1'769'851'800'000));
  return environment;
}

TEST(DecisionRecord, OfAPonderSearchThatWasStoppedSaysSo) {
  Stage stage(1, 0);
  stage.begin(recorded());
  for (const char* line : {"usi", "isready", "usinewgame"}) stage.host(line);
  stage.host("position startpos moves 7g7f 3c3d");
  stage.host("go ponder btime 0 wtime 0 byoyomi 1000");
  stage.children[0].on_stop = {"bestmove 2g2f"};
  stage.host("stop");
  ASSERT_EQ(stage.recorded.size(), 1U);
  EXPECT_EQ(parsed(stage.recorded[0]).go, "go ponder btime 0 wtime 0 byoyomi 1000");
  stage.host("go ponder btime 0 wtime 0 byoyomi 1000");
  stage.host("ponderhit");
  stage.child(0, "bestmove 2g2f");
  ASSERT_EQ(stage.recorded.size(), 2U);
  EXPECT_EQ(parsed(stage.recorded[1]).go, "go btime 0 wtime 0 byoyomi 1000");
}

TEST(SessionRecords, EveryDecisionAndTheGamesEndAreRecordedWithWhatTheRuleSaw) {
  Stage stage(3, 0);
  stage.children[0].on_go = {"info depth 9 nodes 1234 score cp 50 pv 7g7f 3c3d",
                             "bestmove 7g7f ponder 3c3d"};
  stage.children[1].on_go = {"info depth 7 score mate -4 pv 2g2f", "bestmove 2g2f"};
  stage.children[2].on_go = {"bestmove 7g7e"};
  stage.begin(recorded());
  for (const char* line : {"usi", "isready", "usinewgame", "position startpos"}) stage.host(line);
  stage.pass(1500);
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  ASSERT_EQ(stage.recorded.size(), 1U);
  const DecisionRecord record = parsed(stage.recorded[0]);
  EXPECT_EQ(record.number, 1);
  EXPECT_EQ(record.time, WallTime(base::Milliseconds(1'769'851'801'500)));
  EXPECT_EQ(record.ply, 1);
  EXPECT_EQ(record.position, "position startpos");
  EXPECT_EQ(record.go, "go btime 0 wtime 0 byoyomi 1000");
  EXPECT_EQ(record.rule, "majority");
  EXPECT_EQ(record.voter, 1);
  ASSERT_EQ(record.voters.size(), 3U);
  const consensus::Ballot& first = *record.voters[0].voter.ballot;
  EXPECT_EQ(record.voters[0].name, "E1");
  EXPECT_EQ(first.score, usi::Score::cp(50));
  EXPECT_EQ(first.nodes, 1234);
  EXPECT_EQ(first.pv.size(), 2U);
  EXPECT_EQ(record.voters[1].voter.ballot->score, usi::Score::mated_in(4));
  EXPECT_EQ(record.voters[2].voter.ballot->void_reason, "illegal move");
  EXPECT_EQ("bestmove " + usi::to_text(std::get<usi::Move>(record.choice)) + " ponder 3c3d",
            stage.last("bestmove"));
  EXPECT_EQ(decide_again(record, rule(record.rule)).choice, record.choice);

  stage.host("gameover lose");
  ASSERT_EQ(stage.recorded.size(), 2U);
  const auto end = parse_record(stage.recorded[1]);
  ASSERT_TRUE(end);
  EXPECT_EQ(std::get<GameRecord>(*end).result, usi::GameResult::kLose);
  EXPECT_EQ(std::get<GameRecord>(*end).game, record.game);
  EXPECT_EQ(std::get<GameRecord>(*end).decisions, 1);

  stage.host("usinewgame");
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  EXPECT_EQ(parsed(stage.recorded[2]).game, record.game + 1);
}

TEST(SessionRecords, AMateThatWasPlayedIsRecordedWithItsProof) {
  Stage stage(1, 1);
  stage.children[1].on_go = {"checkmate G*5b"};
  stage.begin(recorded());
  for (const char* line : {"usi", "isready", "usinewgame"}) stage.host(line);
  stage.host("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  ASSERT_EQ(stage.recorded.size(), 1U);
  const DecisionRecord record = parsed(stage.recorded[0]);
  ASSERT_TRUE(record.proof);
  EXPECT_EQ(record.proof->solver, "M1");
  EXPECT_EQ(record.voter, 0);
  EXPECT_EQ(stage.last("bestmove"), "bestmove G*5b");
}

TEST(SessionRecords, NothingIsRecordedUnlessAskedFor) {
  Stage stage(1, 0);
  stage.children[0].on_go = {"bestmove 7g7f"};
  stage.begin_game();
  stage.host("go btime 0 wtime 0 byoyomi 1000");
  stage.host("gameover win");
  EXPECT_EQ(stage.count("bestmove"), 1);
  EXPECT_TRUE(stage.recorded.empty());
}

}  // namespace
}  // namespace gougi::relay
