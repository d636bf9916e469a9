// SPDX-License-Identifier: MIT

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

namespace gougi::match {
namespace {

using ::testing::HasSubstr;

// x needs but d2d1 to be home.
constexpr const char* kAlmostHome = "pfen xxx1x/3x1/5/1o3/oooo1 x";

/// As engines are told.
std::string line_of(const game::Game& game) {
  return *game.rules().wire().to_child(game::position_line(game));
}

GameClock upi_clock(const char* control) {
  const auto parsed = parse_time_control(control);
  return {*parsed, *parsed, base::Milliseconds(100)};
}

Referee upi_referee(const std::string& opening, const char* control = "nodes 5",
                    AdjudicationSettings settings = {}) {
  auto game = parse_opening(opening, -1, game::pyonpyon_rules());
  EXPECT_TRUE(game) << game.error().message;
  return {std::move(*game), upi_clock(control), settings};
}

usi::BestMoveAnswer upi_answer(const std::string& line) {
  std::string buffer;
  const auto answer = usi::parse_answer(game::pyonpyon_rules().wire().from_child(line, buffer));
  if (!answer || !std::holds_alternative<usi::BestMoveAnswer>(*answer)) {
    ADD_FAILURE() << line;
    return {usi::Resign{}, {}};
  }
  return std::get<usi::BestMoveAnswer>(*answer);
}

void upi_say(Referee& referee, const std::string& word, Heard heard = {}) {
  referee.answered(upi_answer("bestmove " + word), base::Milliseconds(5), std::move(heard));
}

void say_all(Referee& referee, std::string_view words) {
  for (const std::string_view word : base::split_words(words)) upi_say(referee, std::string(word));
}

GameRecord upi_record(const Referee& referee) {
  GameRecord record;
  record.white = 1;
  record.start = GameStart(referee.game().start().copy());
  record.moves = referee.moves();
  if (referee.ending()) record.ending = *referee.ending();
  return record;
}

TEST(PyonpyonGame, EnginesAreToldWholeGamesAndTimesAsUpiHasThem) {
  Referee referee = upi_referee("startpos", "byoyomi 700");
  const game::Wire& wire = game::pyonpyon_rules().wire();
  EXPECT_EQ(wire.to_child(*referee.position()), "position startpos");
  EXPECT_EQ(referee.limits().movetime, base::Milliseconds(700));
  EXPECT_FALSE(referee.limits().clock.given);
  say_all(referee, "d5c5 b1d3");
  EXPECT_EQ(wire.to_child(*referee.position()), "position startpos moves d5c5 b1d3");
  EXPECT_EQ(wire.to_child(*upi_referee(kAlmostHome).position()),
            "position " + std::string(kAlmostHome));
  EXPECT_EQ(wire.to_child("usi"), "upi");
  EXPECT_EQ(wire.to_child("usinewgame"), std::nullopt);
  std::string buffer;
  EXPECT_EQ(wire.from_child("upiok", buffer), "usiok");
}

TEST(PyonpyonGame, WhoIsHomeHasWon) {
  Referee referee = upi_referee(kAlmostHome);
  ASSERT_FALSE(referee.ending());
  upi_say(referee, "d2d1");
  EXPECT_EQ(referee.ending(), (Ending{Result::kBlackWins, Reason::kHome, ""}));
}

TEST(PyonpyonGame, TheThirdOccurrenceIsADrawWithoutAClaim) {
  Referee referee = upi_referee("startpos");
  say_all(referee, "d5c5 b1c1 c5d5 c1b1 d5c5 b1c1 c5d5");
  EXPECT_FALSE(referee.ending());
  upi_say(referee, "c1b1");
  EXPECT_EQ(referee.ending(), (Ending{Result::kDraw, Reason::kRepetition, ""}));
}

TEST(PyonpyonGame, TheLongestGameIsADraw) {
  AdjudicationSettings settings;
  settings.max_plies = 2;
  Referee referee = upi_referee("startpos", "nodes 5", settings);
  upi_say(referee, "d5c5");
  EXPECT_FALSE(referee.ending());
  upi_say(referee, "b1c1");
  EXPECT_EQ(referee.ending(), (Ending{Result::kDraw, Reason::kMaxPlies, ""}));
}

TEST(PyonpyonGame, EveryFaultLosesWithItsReason) {
  for (const auto& [word, reason, detail] :
       {std::tuple("a5a1", Reason::kIllegalMove, "a5a1"),
        std::tuple("draw", Reason::kIllegalMove, "draw"),  // nobody was here before
        std::tuple("win", Reason::kWrongDeclaration, ""),
        std::tuple("resign", Reason::kResignation, "")}) {
    Referee referee = upi_referee("startpos moves d5c5");
    upi_say(referee, word);
    ASSERT_TRUE(referee.ending()) << word;
    EXPECT_EQ(*referee.ending(), (Ending{Result::kBlackWins, reason, detail})) << word;
  }
}

TEST(PyonpyonGame, OpeningsOfAFileAreLinesOfUpi) {
  const book::testing::TemporaryFolder folder;
  const auto file = folder / "openings.txt";
  std::ofstream(file) << "# two\nstartpos moves d5c5 b1d3 c5c1 # three\nd5c5 b1d3 c5c1\n\nposition "
                      << kAlmostHome << " moves\n";
  const auto openings = Openings::from_file(file, 2, 0, game::pyonpyon_rules());
  ASSERT_TRUE(openings) << openings.error().message;
  EXPECT_EQ(openings->count(), 3U);
  EXPECT_EQ(line_of(openings->game(0)), "position startpos moves d5c5 b1d3");
  EXPECT_EQ(line_of(openings->game(1)), line_of(openings->game(0)));
  EXPECT_EQ(line_of(openings->game(2)), "position " + std::string(kAlmostHome));
  for (const char* const wrong : {"startpos moves a1a2", "startpos moves 7g7f", "hello",
                                  "pfen xxx1x/3x1/5/1o3/oooo1 x moves d2d1", "pfen 5/5/5/5/5 x"}) {
    std::ofstream(file) << "startpos moves\n" << wrong << "\n";
    const auto bad = Openings::from_file(file, 2, 0, game::pyonpyon_rules());
    ASSERT_FALSE(bad) << wrong;
    EXPECT_THAT(bad.error().message, HasSubstr("openings.txt line 2: "));
  }
}

TEST(PyonpyonGame, RandomOpeningsAreTheSameEveryTimeAndDecideNothing) {
  std::set<std::string> seen;
  for (std::uint64_t i = 0; i < 50; ++i) {
    const auto openings = Openings::random(5, 6, game::pyonpyon_rules());
    const game::Game game = openings.game(i);
    EXPECT_EQ(game.moves().size(), 6U);
    EXPECT_FALSE(game.ending());
    EXPECT_EQ(line_of(game), line_of(Openings::random(5, 6, game::pyonpyon_rules()).game(i)));
    seen.insert(line_of(game));
  }
  EXPECT_GT(seen.size(), 45U);
  // Even in long ones, each of which begins with all shorter ones, nobody can win with one move.
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto all = pyonpyon::read_position(
        line_of(random_opening(seed, 500, game::pyonpyon_rules())).substr(9));
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

TEST(PyonpyonGame, AGameIsKeptAndReadBack) {
  Referee referee = upi_referee(std::string(kAlmostHome) + " moves a1b2");
  Heard heard;
  heard.score = usi::Score::cp(-12);
  heard.depth = 3;
  upi_say(referee, "a5a4", heard);
  upi_say(referee, "resign");
  const GameRecord game = upi_record(referee);
  const book::testing::TemporaryFolder folder;
  auto store = Store::create(folder / "match.db");
  ASSERT_TRUE(store);
  ASSERT_TRUE(store->set_settings({{kGameSetting, "pyonpyon"}}));
  ASSERT_TRUE(store->add(game));
  const auto rules = store->rules();
  ASSERT_TRUE(rules) << rules.error().message;
  EXPECT_EQ(*rules, &game::pyonpyon_rules());
  int count = 0;
  const auto read = store->for_each_game(
      [&](const GameRecord& back) {
        ++count;
        EXPECT_EQ(back.moves, game.moves);
        EXPECT_EQ(back.start.text(), std::string(kAlmostHome).substr(5));
        EXPECT_EQ(back.start.side_to_move(), shogi::Color::kBlack);
        EXPECT_EQ(&back.start.rules(), &game::pyonpyon_rules());
        EXPECT_EQ(to_line(back, {"A", "B"}),
                  std::string(kAlmostHome) + " moves a1b2 a5a4 # o, resignation, A - B");
      },
      **rules);
  EXPECT_TRUE(read) << read.error().message;
  EXPECT_EQ(count, 1);
  // As shogi it makes no sense, and is said to.
  EXPECT_FALSE(store->for_each_game([](const GameRecord&) {}));
  ASSERT_TRUE(store->set_settings({{kGameSetting, "go"}}));
  EXPECT_THAT(store->rules().error().message, HasSubstr("games of go"));
  ASSERT_TRUE(store->set_settings({}));  // as files without the word were written
  EXPECT_EQ(*store->rules(), &game::shogi_rules());
}

TEST(PyonpyonGame, ALineOfAGameIsAnOpening) {
  Referee referee = upi_referee("startpos");
  say_all(referee, "d5c5 b1d3 resign");
  const std::string line = to_line(upi_record(referee), {"A", "B"});
  EXPECT_EQ(line, "startpos moves d5c5 b1d3 # o, resignation, A - B");
  EXPECT_EQ(line_of(*parse_opening(line, -1, game::pyonpyon_rules())),
            "position startpos moves d5c5 b1d3");
}

TEST(PyonpyonGame, TheReportKnowsTheGame) {
  Referee referee = upi_referee("startpos");
  say_all(referee, "d5c5 b1d3 resign");
  ReportFacts facts;
  facts.engines = {{"A", "a", "", "nodes 1"}, {"B", "b", "", "nodes 1"}};
  facts.rules = &game::pyonpyon_rules();
  const std::string html = report_html(facts, {upi_record(referee)});
  EXPECT_THAT(html, HasSubstr("\"1o1o1/o1o1o/5/x1x1x/1x1x1 x\",\"d5c5 b1d3\""));
  EXPECT_THAT(html, HasSubstr("\"sides\":[\"●\",\"○\"]"));
  EXPECT_THAT(html, HasSubstr("o won"));
  EXPECT_THAT(html, ::testing::Not(HasSubstr("☗")));
}

}  // namespace
}  // namespace gougi::match
