// SPDX-License-Identifier: MIT
#include "study/headroom_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "notation/freeze.hpp"
#include "notation/sfen.hpp"

namespace gougi::study {
namespace {

using ::testing::HasSubstr;

shogi::Move headroom_move(const char* text) { return notation::parse_freeze_move(text)->move; }

HeadroomOrder headroom_order() {
  HeadroomOrder order;
  order.engines = {{"a", "gougi-engine", {{"Style", "attack"}}}, {"b", "other --fast", {}}};
  order.anchor = 1;
  order.nodes = 3000;
  order.judge = {"judge", "gougi-engine", {}};
  order.judge_nodes = 20'000;
  order.positions = 10;
  order.seed = 3;
  order.games = "0123456789abcdef";
  return order;
}

HeadroomLine headroom_line() {
  HeadroomLine line;
  line.number = 3;
  line.game = 7;
  line.ply = 42;
  line.position = "position startpos moves 7g7f";
  line.moves = {"3c3d", "8c8d", "resign"};
  line.win_rates = {0.5, 0.1 + 0.2, 0};
  line.captures = {false, true, false};
  line.checks = {true, false, false};
  line.members = {1, 0};
  for (const char* const move : {"8c8d", "3c3d"}) {
    consensus::Ballot& search = line.searches.emplace_back();
    search.choice = headroom_move(move);
    search.score = usi::Score::cp(-35);
    search.pv = {headroom_move(move), headroom_move("2g2f")};
    search.lines = {{headroom_move(move), usi::Score::cp(-35)},
                    {headroom_move("4a3b"), usi::Score::cp(-60)}};
    search.course = {{1, 30, headroom_move("4a3b"), usi::Score::cp(12)},
                     {2, 200, headroom_move(move), usi::Score::mated_in(8)},
                     {3, 900, headroom_move(move), usi::Score::cp(-35)}};
    search.depth = 3;
    search.nodes = 1000;
  }
  line.whole = 1;
  line.judges = 2;
  return line;
}

TEST(HeadroomLines, TheFirstLineIsTheOrderAndAnotherIsNamed) {
  const std::string line = to_line(headroom_order());
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_FALSE(difference(line, headroom_order()));
  HeadroomOrder other = headroom_order();
  other.nodes = 4000;
  EXPECT_THAT(*difference(line, other), HasSubstr("nodes was 3000, now it is 4000"));
  other = headroom_order();
  other.anchor = 0;
  EXPECT_THAT(*difference(line, other), HasSubstr("anchor was \"b\", now it is \"a\""));
  other = headroom_order();
  other.engines[0].options[0].second = "defence";
  EXPECT_THAT(*difference(line, other),
              HasSubstr(R"(engines[1].options was ["Style=attack"], now it is ["Style=defence"])"));
  other = headroom_order();
  other.engines.pop_back();
  other.anchor = 0;
  EXPECT_THAT(*difference(line, other), HasSubstr("engines was [{"));
  other = headroom_order();
  other.judge.name = "other";
  EXPECT_THAT(*difference(line, other), HasSubstr("judge.name was \"judge\", now it is \"other\""));
  other = headroom_order();
  other.games = "f";
  EXPECT_THAT(*difference(line, other), HasSubstr("games was \"0123456789abcdef\""));
  for (const char* const text :
       {"", "{", "[]", "null", "{\"format\":1}", "{\"format\":\"x\"}", "\xff\xfe", "1e999"}) {
    EXPECT_THAT(*difference(text, headroom_order()), HasSubstr("no file of gougi study")) << text;
  }
}

TEST(HeadroomLines, AnEngineThatHasChangedSinceIsSaidToHave) {
  HeadroomOrder order = headroom_order();
  order.judge.identity = "1111";
  const std::string line = to_line(order);
  HeadroomOrder other = order;
  other.judge.identity = "2222";
  EXPECT_THAT(*difference(line, other), HasSubstr("judge: the program, or a file"));
  other.judge.options = {{"EvalFile", "/a/net.nnue"}};
  EXPECT_THAT(*difference(line, other),
              HasSubstr(R"(judge.options was [], now it is ["EvalFile=net.nnue"])"));
}

// The library shows and copies a value by a call for each list in a list.
TEST(HeadroomLines, WhatNestsDeeperThanAnyStackIsRefused) {
  const std::string deep = std::string(400'000, '[') + std::string(400'000, ']');
  for (const std::string& text :
       {R"({"format":"gougi headroom 2","engines":)" + deep + "}",
        R"({"format":"gougi headroom 2","seed":)" + deep + "}", R"({"format":)" + deep + "}",
        R"({"format":"gougi headroom 2","judge":{"identity":)" + deep + "}}", deep}) {
    EXPECT_THAT(*difference(text, headroom_order()), HasSubstr("no file of gougi study"));
    EXPECT_THAT(parse_headroom_order(text).error().message, HasSubstr("no file of gougi study"));
    EXPECT_THAT(parse_headroom_line(text, 2, 10).error().message, HasSubstr("lists and objects"));
  }
}

TEST(HeadroomLines, TheOrderComesBackAsItWasAndAnOlderGougisIsRefused) {
  const auto back = parse_headroom_order(to_line(headroom_order()));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(to_line(*back), to_line(headroom_order()));
  const std::string old = "{\"format\":\"gougi headroom 1\"}";
  EXPECT_THAT(*difference(old, headroom_order()), HasSubstr("older gougi"));
  EXPECT_THAT(parse_headroom_order(old).error().message, HasSubstr("older gougi"));
  for (const char* const text : {"", "{", "[]", "null", "{\"format\":1}", "{\"format\":\"x\"}",
                                 "{\"format\":\"gougi headroom 2\"}", "\xff"}) {
    EXPECT_FALSE(parse_headroom_order(text)) << text;
  }
}

TEST(HeadroomLines, APositionComesBackAsItWas) {
  const HeadroomLine line = headroom_line();
  const auto back = parse_headroom_line(to_line(line), 2, 10);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(to_line(*back), to_line(line));
  EXPECT_EQ(back->win_rates, line.win_rates) << "to the last bit";
  EXPECT_EQ(back->captures, line.captures);
  EXPECT_EQ(back->checks, line.checks);
  EXPECT_EQ(back->searches, line.searches) << "all that an arbiter may want to know";
  const HeadroomSample sample = sample_of(*back);
  EXPECT_EQ(sample.game, 7U);
  EXPECT_EQ(sample.ply, 42);
  EXPECT_EQ(sample.members, (std::vector<double>{0.1 + 0.2, 0.5}));
  EXPECT_EQ(sample.whole, 0.1 + 0.2);
  EXPECT_EQ(sample.judges, 0);

  HeadroomLine out;
  out.number = 9;
  out.position = "position startpos";
  out.left_out = "a: ended";
  const auto left = parse_headroom_line(to_line(out), 2, 10);
  ASSERT_TRUE(left) << left.error().message;
  EXPECT_EQ(left->left_out, "a: ended");
}

TEST(HeadroomLines, WhatDoesNotFitIsRefused) {
  const auto refusal = [](const std::string& from, const std::string& to) {
    std::string text = to_line(headroom_line());
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    const auto line = parse_headroom_line(text, 2, 10);
    return line ? "taken: " + text : line.error().message;
  };
  EXPECT_THAT(refusal("\"number\":3", "\"number\":10"), HasSubstr("number 10 is not from 0 to 9"));
  EXPECT_THAT(refusal("\"number\":3", "\"number\":-1"), HasSubstr("number"));
  EXPECT_THAT(refusal("\"number\":3", "\"number\":1e99"), HasSubstr("number"));
  EXPECT_THAT(refusal("\"ply\":42", "\"ply\":0"), HasSubstr("ply"));
  EXPECT_THAT(refusal("[1,0]", "[1,3]"), HasSubstr("3 is no place among moves"));
  EXPECT_THAT(refusal("[1,0]", "[1]"), HasSubstr("one place for each of the 2"));
  EXPECT_THAT(refusal("[1,0]", "[1,-1]"), HasSubstr("members"));
  EXPECT_THAT(refusal("[0.5,", "[1.5,"), HasSubstr("1.5 is not from 0 to 1"));
  EXPECT_THAT(refusal("[0.5,", "["), HasSubstr("not as long as moves"));
  EXPECT_THAT(refusal("[0.5,", "[null,"), HasSubstr("win_rates"));
  EXPECT_THAT(refusal("\"whole\":1", "\"whole\":3"), HasSubstr("whole"));
  EXPECT_THAT(refusal("\"judges\":2", "\"judges\":{}"), HasSubstr("judges"));
  EXPECT_THAT(refusal("\"judges\":2", "\"other\":2"), HasSubstr("judges is missing"));
  EXPECT_THAT(refusal("\"3c3d\"", "\"" + std::string(99, 'x') + "\""), HasSubstr("no move"));
  EXPECT_THAT(refusal("\"3c3d\"", "1"), HasSubstr("no move"));
  EXPECT_THAT(refusal("\"resign\"", "\"7g7f\""), HasSubstr("7g7f, which is not legal there"));
  EXPECT_THAT(refusal("\"resign\"", "\"move\""), HasSubstr("move, which is not legal there"));
  EXPECT_THAT(refusal("moves 7g7f", "moves 7g7f 4a3b"),
              HasSubstr("3c3d, which is not legal there"));
  EXPECT_THAT(refusal("startpos moves 7g7f", "startpos moves 7g7e"), HasSubstr("position: "));
  EXPECT_THAT(refusal("position startpos", "go startpos"), HasSubstr("is no position line"));
  EXPECT_THAT(refusal("[false,true,false]", "[false,true]"), HasSubstr("captures is not as long"));
  EXPECT_THAT(refusal("[true,false,false]", "[true,0,false]"), HasSubstr("checks 0 is neither"));
  EXPECT_THAT(refusal("\"searches\":[", "\"searches\":[{},"), HasSubstr("choice"));
  EXPECT_THAT(refusal("\"choice\":\"8c8d\"", "\"choice\":\"3c3d\""),
              HasSubstr("searches has another move than members for engine 1"));
  EXPECT_THAT(refusal("depth 2 nodes", "depth nodes"), HasSubstr("is not such as"));
  EXPECT_THAT(refusal("score mate -8", "score"), HasSubstr("is not such as"));
  EXPECT_THAT(refusal("{", "[{"), HasSubstr("no JSON"));
  EXPECT_FALSE(parse_headroom_line(std::string(100'000, '['), 2, 10));
  EXPECT_FALSE(parse_headroom_line(std::string(2'000'000, ' '), 2, 10));
}

TEST(HeadroomLines, AGameIsTheSameInWhateverFileOfGamesItIs) {
  LotGame game;
  game.moves = {headroom_move("7g7f").bare, headroom_move("3c3d").bare};
  const auto lines = drawn_lines({LotGame{}, game}, {{0, 0}, {1, 0}, {1, 2}});
  EXPECT_NE(lines[0].game_id, lines[1].game_id);
  EXPECT_EQ(lines[1].game_id, lines[2].game_id);
  EXPECT_EQ(drawn_lines({game}, {{0, 1}})[0].game_id, lines[1].game_id);
  HeadroomLine line = headroom_line();
  EXPECT_EQ(parse_headroom_line(to_line(line), 2, 10)->game_id, "") << "of an older gougi";
  line.game_id = lines[0].game_id;
  EXPECT_EQ(parse_headroom_line(to_line(line), 2, 10)->game_id, line.game_id);
}

TEST(HeadroomLines, AMoveHasTheNumberThatItsGameGivesIt) {
  LotGame game;
  game.start =
      *notation::parse_sfen("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 57");
  game.moves = {headroom_move("7g7f").bare, headroom_move("3c3d").bare};
  const auto lines = drawn_lines({LotGame{}, game}, {{0, 0}, {1, 0}, {1, 2}});
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].ply, 1);
  EXPECT_EQ(lines[1].ply, 57);
  EXPECT_EQ(lines[2].ply, 59);
  EXPECT_EQ(lines[2].number, 2U);
  EXPECT_EQ(lines[2].game, 1U);
  EXPECT_THAT(lines[2].position, HasSubstr(" b - 57 moves 7g7f 3c3d"));

  HeadroomLine late = headroom_line();
  late.ply = shogi::kMaxPly + 2000;
  EXPECT_EQ(parse_headroom_line(to_line(late), 2, 10).value().ply, late.ply);
}

}  // namespace
}  // namespace gougi::study
