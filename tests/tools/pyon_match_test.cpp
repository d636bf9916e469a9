// SPDX-License-Identifier: MIT
#include "tools/pyon_match.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "book/temporary_folder.hpp"
#include "match/game_text.hpp"
#include "match/openings.hpp"
#include "match/referee.hpp"
#include "match/report.hpp"
#include "pyonpyon/game.hpp"
#include "tools/pyon_rules.hpp"

namespace gougi::tools {
namespace {

using match::Reason;
using match::Result;
using ::testing::HasSubstr;

// x needs but d2d1 to be home.
constexpr const char* kAlmostHome = "pfen xxx1x/3x1/5/1o3/oooo1 x";

match::GameClock clock_of(const char* control) {
  const auto parsed = match::parse_time_control(control);
  return {*parsed, *parsed, base::Milliseconds(100)};
}

match::Referee referee_from(const std::string& opening, const char* control = "nodes 5",
                            match::AdjudicationSettings settings = {}) {
  auto board = pyon_match_rules().opening(opening, -1);
  EXPECT_TRUE(board) << board.error().message;
  return {std::move(*board), clock_of(control), settings};
}

usi::BestMoveAnswer answer_of(const std::string& line) {
  std::string buffer;
  const auto answer = usi::parse_answer(pyon_match_rules().wire()->from_engine(line, buffer));
  if (!answer || !std::holds_alternative<usi::BestMoveAnswer>(*answer)) {
    ADD_FAILURE() << line;
    return {usi::Resign{}, {}};
  }
  return std::get<usi::BestMoveAnswer>(*answer);
}

void say(match::Referee& referee, const std::string& word, match::Heard heard = {}) {
  referee.answered(answer_of("bestmove " + word), base::Milliseconds(5), std::move(heard));
}

void say_all(match::Referee& referee, std::string_view words) {
  for (const std::string_view word : base::split_words(words)) say(referee, std::string(word));
}

match::GameRecord record_of(const match::Referee& referee) {
  match::GameRecord record;
  record.white = 1;
  referee.board().put_start(record);
  record.moves = referee.moves();
  if (referee.ending()) record.ending = *referee.ending();
  return record;
}

TEST(PyonMatch, EnginesAreToldWholeGamesAndTimesAsUpiHasThem) {
  match::Referee referee = referee_from("startpos", "byoyomi 700");
  EXPECT_EQ(*referee.position(), "position startpos moves");
  EXPECT_EQ(referee.limits().movetime, base::Milliseconds(700));
  EXPECT_FALSE(referee.limits().clock.given);
  say_all(referee, "d5c5 b1d3");
  EXPECT_EQ(*referee.position(), "position startpos moves d5c5 b1d3");
  const driver::Wire& wire = *pyon_match_rules().wire();
  EXPECT_EQ(wire.to_engine(*referee.position()), "position startpos moves d5c5 b1d3");
  EXPECT_EQ(wire.to_engine("position " + std::string(kAlmostHome) + " moves"),
            "position " + std::string(kAlmostHome) + " moves");
  EXPECT_EQ(wire.to_engine("usi"), "upi");
  EXPECT_EQ(wire.to_engine("usinewgame"), std::nullopt);
  std::string buffer;
  EXPECT_EQ(wire.from_engine("upiok", buffer), "usiok");
}

TEST(PyonMatch, WhoIsHomeHasWon) {
  match::Referee referee = referee_from(kAlmostHome);
  ASSERT_FALSE(referee.ending());
  say(referee, "d2d1");
  EXPECT_EQ(referee.ending(), (match::Ending{Result::kBlackWins, Reason::kHome, ""}));
}

TEST(PyonMatch, TheThirdOccurrenceIsADrawWithoutAClaim) {
  match::Referee referee = referee_from("startpos");
  say_all(referee, "d5c5 b1c1 c5d5 c1b1 d5c5 b1c1 c5d5");
  EXPECT_FALSE(referee.ending());
  say(referee, "c1b1");
  EXPECT_EQ(referee.ending(), (match::Ending{Result::kDraw, Reason::kRepetition, ""}));
}

TEST(PyonMatch, TheLongestGameIsADraw) {
  match::AdjudicationSettings settings;
  settings.max_plies = 2;
  match::Referee referee = referee_from("startpos", "nodes 5", settings);
  say(referee, "d5c5");
  EXPECT_FALSE(referee.ending());
  say(referee, "b1c1");
  EXPECT_EQ(referee.ending(), (match::Ending{Result::kDraw, Reason::kMaxPlies, ""}));
}

TEST(PyonMatch, EveryFaultLosesWithItsReason) {
  for (const auto& [word, reason, detail] :
       {std::tuple("a5a1", Reason::kIllegalMove, "a5a1"),
        std::tuple("draw", Reason::kIllegalMove, "draw"),  // nobody was here before
        std::tuple("win", Reason::kWrongDeclaration, ""),
        std::tuple("resign", Reason::kResignation, "")}) {
    match::Referee referee = referee_from("startpos moves d5c5");
    say(referee, word);
    ASSERT_TRUE(referee.ending()) << word;
    EXPECT_EQ(*referee.ending(), (match::Ending{Result::kBlackWins, reason, detail})) << word;
  }
}

TEST(PyonMatch, OpeningsOfAFileAreLinesOfUpi) {
  const book::testing::TemporaryFolder folder;
  const auto file = folder / "openings.txt";
  std::ofstream(file) << "# two\nstartpos moves d5c5 b1d3 c5c1 # three\nd5c5 b1d3 c5c1\n\nposition "
                      << kAlmostHome << " moves\n";
  const auto openings = match::Openings::from_file(file, 2, 0, pyon_match_rules());
  ASSERT_TRUE(openings) << openings.error().message;
  EXPECT_EQ(openings->count(), 3U);
  EXPECT_EQ(openings->board(0)->line(), "position startpos moves d5c5 b1d3");
  EXPECT_EQ(openings->board(1)->line(), openings->board(0)->line());
  EXPECT_EQ(openings->board(2)->line(), "position " + std::string(kAlmostHome) + " moves");
  for (const char* const wrong : {"startpos moves a1a2", "startpos moves 7g7f", "hello",
                                  "pfen xxx1x/3x1/5/1o3/oooo1 x moves d2d1", "pfen 5/5/5/5/5 x"}) {
    std::ofstream(file) << "startpos moves\n" << wrong << "\n";
    const auto bad = match::Openings::from_file(file, 2, 0, pyon_match_rules());
    ASSERT_FALSE(bad) << wrong;
    EXPECT_THAT(bad.error().message, HasSubstr("openings.txt line 2: "));
  }
}

TEST(PyonMatch, RandomOpeningsAreTheSameEveryTimeAndDecideNothing) {
  std::set<std::string> seen;
  for (std::uint64_t i = 0; i < 50; ++i) {
    const auto openings = match::Openings::random(5, 6, pyon_match_rules());
    const auto board = openings.board(i);
    EXPECT_EQ(board->moves().size(), 6U);
    EXPECT_FALSE(board->ending(0));
    EXPECT_EQ(board->line(), match::Openings::random(5, 6, pyon_match_rules()).board(i)->line());
    seen.insert(board->line());
  }
  EXPECT_GT(seen.size(), 45U);
  // Even in long ones, each of which begins with all shorter ones, nobody can win with one move.
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto all =
        pyonpyon::read_position(pyon_match_rules().random_opening(seed, 500)->line().substr(9));
    ASSERT_TRUE(all);
    ASSERT_EQ(all->moves().size(), 500U);
    pyonpyon::Position position = all->start();
    for (const pyonpyon::Move played : all->moves()) {
      position = after(position, played);
      pyonpyon::MoveList moves;
      generate(position, moves);
      for (const pyonpyon::Move move : moves) {
        EXPECT_FALSE(is_home(after(position, move), position.to_move)) << to_pfen(position);
      }
    }
  }
}

TEST(PyonMatch, AGameIsKeptAndReadBack) {
  match::Referee referee = referee_from(std::string(kAlmostHome) + " moves a1b2");
  match::Heard heard;
  heard.score = usi::Score::cp(-12);
  heard.depth = 3;
  say(referee, "a5a4", heard);
  say(referee, "resign");
  const match::GameRecord game = record_of(referee);
  const book::testing::TemporaryFolder folder;
  auto store = match::Store::create(folder / "match.db");
  ASSERT_TRUE(store);
  ASSERT_TRUE(store->set_settings({{kGameSetting, "pyonpyon"}}));
  ASSERT_TRUE(store->add(game));
  const auto rules = match_rules_in(*store);
  ASSERT_TRUE(rules) << rules.error().message;
  EXPECT_EQ(*rules, &pyon_match_rules());
  int count = 0;
  const auto read = store->for_each_game(
      [&](const match::GameRecord& back) {
        ++count;
        EXPECT_EQ(back.moves, game.moves);
        EXPECT_EQ(back.other_start, std::string(kAlmostHome).substr(5));
        EXPECT_EQ(back.first_mover(), shogi::Color::kBlack);
        EXPECT_EQ(back.rules, &pyon_match_rules());
        EXPECT_EQ(match::to_line(back, {"A", "B"}),
                  std::string(kAlmostHome) + " moves a1b2 a5a4 # o, resignation, A - B");
      },
      **rules);
  EXPECT_TRUE(read) << read.error().message;
  EXPECT_EQ(count, 1);
  // As shogi it makes no sense, and is said to.
  EXPECT_FALSE(store->for_each_game([](const match::GameRecord&) {}));
  ASSERT_TRUE(store->set_settings({{kGameSetting, "go"}}));
  EXPECT_THAT(match_rules_in(*store).error().message, HasSubstr("games of go"));
  ASSERT_TRUE(store->set_settings({}));  // as files without the word were written
  EXPECT_EQ(*match_rules_in(*store), &match::shogi_rules());
}

TEST(PyonMatch, ALineOfAGameIsAnOpening) {
  match::Referee referee = referee_from("startpos");
  say_all(referee, "d5c5 b1d3 resign");
  const std::string line = match::to_line(record_of(referee), {"A", "B"});
  EXPECT_EQ(line, "startpos moves d5c5 b1d3 # o, resignation, A - B");
  EXPECT_EQ((*pyon_match_rules().opening(line, -1))->line(), "position startpos moves d5c5 b1d3");
}

TEST(PyonMatch, TheReportKnowsTheGame) {
  match::Referee referee = referee_from("startpos");
  say_all(referee, "d5c5 b1d3 resign");
  match::ReportFacts facts;
  facts.engines = {{"A", "a", "", "nodes 1"}, {"B", "b", "", "nodes 1"}};
  facts.rules = &pyon_match_rules();
  const std::string html = match::report_html(facts, {record_of(referee)});
  EXPECT_THAT(html, HasSubstr("\"1o1o1/o1o1o/5/x1x1x/1x1x1 x\",\"d5c5 b1d3\""));
  EXPECT_THAT(html, HasSubstr("\"sides\":[\"●\",\"○\"]"));
  EXPECT_THAT(html, HasSubstr("o won"));
  EXPECT_THAT(html, ::testing::Not(HasSubstr("☗")));
}

}  // namespace
}  // namespace gougi::tools
