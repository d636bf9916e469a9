// SPDX-License-Identifier: MIT
#include "usi/answer.hpp"

#include <gmock/gmock.h>

#include <limits>

namespace gougi::usi {
namespace {

Answer read_answer(std::string_view line) {
  const auto answer = parse_answer(line);
  EXPECT_TRUE(answer.has_value()) << line << ": " << answer.error().message;
  return answer.value_or(OtherAnswer{});
}

// --- info ---

TEST(Info, EveryWordOfUsiIsRead) {
  const auto info = parse_info(
      "info depth 12 seldepth 20 time 1234 nodes 567890 nps 460203 hashfull 104 multipv 2 score cp "
      "-42 currmove 7g7f pv 7g7f 3c3d P*5e 8h2b+");
  EXPECT_FALSE(info.malformed);
  EXPECT_EQ(info.depth, 12);
  EXPECT_EQ(info.seldepth, 20);
  EXPECT_EQ(info.time_ms, 1234);
  EXPECT_EQ(info.nodes, 567890);
  EXPECT_EQ(info.nps, 460203);
  EXPECT_EQ(info.hashfull, 104);
  EXPECT_EQ(info.multipv, 2);
  EXPECT_EQ(info.score, Score::cp(-42));
  EXPECT_EQ(info.currmove, "7g7f");
  EXPECT_EQ(info.pv, "7g7f 3c3d P*5e 8h2b+");
  EXPECT_FALSE(info.has_text);
}

struct ScoreCase {
  std::string_view text;
  std::optional<Score> score;
  bool malformed = false;
};

Score bounded(Score score, Bound bound) {
  score.bound = bound;
  return score;
}

class InfoScores : public testing::TestWithParam<ScoreCase> {};

TEST_P(InfoScores, AreReadAsTheTableSays) {
  const auto info = parse_info("info depth 3 score " + std::string(GetParam().text));
  EXPECT_EQ(info.score.has_value(), GetParam().score.has_value());
  EXPECT_TRUE(info.score == GetParam().score) << (info.score ? to_string(*info.score) : "none");
  EXPECT_EQ(info.malformed, GetParam().malformed);
  EXPECT_EQ(info.depth, 3);
}

constexpr int kMost = std::numeric_limits<int>::max();

INSTANTIATE_TEST_SUITE_P(
    Forms, InfoScores,
    testing::Values(ScoreCase{"cp 35", Score::cp(35)}, ScoreCase{"cp +35", Score::cp(35)},
                    ScoreCase{"cp -0", Score::cp(0)},
                    ScoreCase{"cp 35 lowerbound", bounded(Score::cp(35), Bound::kLower)},
                    ScoreCase{"cp -35 upperbound pv 7g7f", bounded(Score::cp(-35), Bound::kUpper)},
                    ScoreCase{"cp 1000000", Score::cp(1'000'000)},
                    ScoreCase{"cp 1000001", Score::cp(1'000'000)},
                    ScoreCase{"cp -1148897", Score::cp(-1'000'000)},
                    ScoreCase{"cp 10000000", std::nullopt, true},
                    ScoreCase{"cp 99999999999999999999", std::nullopt, true},
                    ScoreCase{"cp -99999999999999999999 pv 7g7f", std::nullopt, true},
                    ScoreCase{"mate 5", Score::mate_in(5)}, ScoreCase{"mate +5", Score::mate_in(5)},
                    ScoreCase{"mate -4", Score::mated_in(4)},
                    ScoreCase{"mate 0", Score::mated_in(0)},
                    ScoreCase{"mate -0", Score::mated_in(0)},
                    ScoreCase{"mate +", Score{Mate{true, std::nullopt}, Bound::kExact}},
                    ScoreCase{"mate -", Score{Mate{false, std::nullopt}, Bound::kExact}},
                    ScoreCase{"mate + lowerbound", Score{Mate{true, std::nullopt}, Bound::kLower}},
                    ScoreCase{"mate - time 5", Score{Mate{false, std::nullopt}, Bound::kExact}},
                    ScoreCase{"mate 99999999999999999999", Score::mate_in(kMost)},
                    ScoreCase{"mate", std::nullopt, true}, ScoreCase{"cp", std::nullopt, true},
                    ScoreCase{"", std::nullopt, true}, ScoreCase{"35", std::nullopt, true},
                    ScoreCase{"cp abc", std::nullopt, true},
                    ScoreCase{"cp 1.5", std::nullopt, true}, ScoreCase{"cp -", std::nullopt, true},
                    ScoreCase{"cp +-3", std::nullopt, true},
                    ScoreCase{"mate xyz", std::nullopt, true},
                    ScoreCase{"upperbound cp 4", std::nullopt, true}));

TEST(Info, UnknownWordsAreSkippedWithTheirValues) {
  const auto info = parse_info(
      "info depth 3 tbhits 0 wdl 300 400 300 ebf 1.5 currmovenumber 4 score cp 7 nodes 9 x y");
  EXPECT_FALSE(info.malformed);
  EXPECT_EQ(info.score, Score::cp(7));
  EXPECT_EQ(info.nodes, 9);
}

TEST(Info, KnownWordsBehindAPvStillCount) {
  const auto info = parse_info("info pv 7g7f 3c3d score cp 5 depth 4");
  EXPECT_EQ(info.pv, "7g7f 3c3d");
  EXPECT_EQ(info.score, Score::cp(5));
  EXPECT_EQ(info.depth, 4);
}

TEST(Info, APvEndsAtTheFirstWordWithoutTheShapeOfAMove) {
  EXPECT_EQ(parse_info("info pv 7g7f rep_draw 3c3d").pv, "7g7f");
  EXPECT_EQ(parse_info("info pv 7g7f (57.3%)").pv, "7g7f");
  EXPECT_EQ(parse_info("info pv").pv, "");
  EXPECT_EQ(parse_info("info pv depth 3").depth, 3);
  EXPECT_EQ(parse_info("info pv resign").pv, "");
}

TEST(Info, MoveTextInAPvIsKeptUnjudged) {
  EXPECT_EQ(parse_info("info pv 9z9z 1a1b?  X*5e  ").pv, "9z9z 1a1b?  X*5e");
}

TEST(Info, TextIsTheRestOfTheLine) {
  const auto info = parse_info("info depth 2 pv 7g7f string hello  depth 9 pv 1a1b \r");
  EXPECT_EQ(info.depth, 2);
  EXPECT_EQ(info.pv, "7g7f");
  EXPECT_TRUE(info.has_text);
  EXPECT_EQ(info.text, "hello  depth 9 pv 1a1b");
  EXPECT_TRUE(parse_info("info string").has_text);
  EXPECT_EQ(parse_info("info string").text, "");
}

TEST(Info, AMissingNumberCostsOnlyItsOwnField) {
  const auto info = parse_info("info depth seldepth 5 nodes x time 3");
  EXPECT_TRUE(info.malformed);
  EXPECT_EQ(info.depth, std::nullopt);
  EXPECT_EQ(info.seldepth, 5);
  EXPECT_EQ(info.nodes, std::nullopt);
  EXPECT_EQ(info.time_ms, 3);
}

TEST(Info, NumbersThatOverflowAreClamped) {
  const auto info = parse_info(
      "info depth 99999999999 nodes 99999999999999999999999 nps 9223372036854775807 time "
      "-99999999999999999999");
  EXPECT_EQ(info.depth, kMost);
  EXPECT_EQ(info.nodes, std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(info.nps, std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(info.time_ms, -std::numeric_limits<std::int64_t>::max());
}

TEST(Info, OfAWordGivenTwiceTheLastCounts) {
  EXPECT_EQ(parse_info("info depth 3 depth 4").depth, 4);
  EXPECT_EQ(parse_info("info score cp 3 score mate 4").score, Score::mate_in(4));
}

TEST(Info, LinesAreKnownByTheirFirstWord) {
  EXPECT_TRUE(is_info("info depth 3"));
  EXPECT_TRUE(is_info("  info\tdepth 3"));
  EXPECT_TRUE(is_info("info"));
  EXPECT_FALSE(is_info("information"));
  EXPECT_FALSE(is_info("bestmove 7g7f"));
  EXPECT_FALSE(is_info(""));
}

// --- all answers ---

struct AnswerReading {
  std::string_view line;
  std::string_view written;
};

class AnswerReadings : public testing::TestWithParam<AnswerReading> {};

TEST_P(AnswerReadings, AreAsTheTableSays) {
  EXPECT_EQ(format(read_answer(GetParam().line)), GetParam().written);
  EXPECT_EQ(format(read_answer(GetParam().written)), GetParam().written);
}

INSTANTIATE_TEST_SUITE_P(
    Forms, AnswerReadings,
    testing::Values(
        AnswerReading{"id name  My   Engine 1.0 ", "id name My Engine 1.0"},
        AnswerReading{"id author 山田", "id author 山田"}, AnswerReading{"usiok\r", "usiok"},
        AnswerReading{" readyok ", "readyok"}, AnswerReading{"bestmove 7g7f", "bestmove 7g7f"},
        AnswerReading{"bestmove  7g7f  ponder  3c3d", "bestmove 7g7f ponder 3c3d"},
        AnswerReading{"bestmove resign", "bestmove resign"},
        AnswerReading{"bestmove win", "bestmove win"},
        AnswerReading{"bestmove none", "bestmove resign"},
        AnswerReading{"bestmove (none)", "bestmove resign"},
        AnswerReading{"bestmove 0000", "bestmove resign"},
        AnswerReading{"bestmove resign ponder 7g7f", "bestmove resign"},
        AnswerReading{"bestmove 7g7f ponder", "bestmove 7g7f"},
        AnswerReading{"bestmove 7g7f ponder (none)", "bestmove 7g7f"},
        AnswerReading{"bestmove 7g7f ponder resign", "bestmove 7g7f"},
        AnswerReading{"bestmove 7g7f foo bar", "bestmove 7g7f"},
        AnswerReading{"checkmate nomate", "checkmate nomate"},
        AnswerReading{"checkmate timeout", "checkmate timeout"},
        AnswerReading{"checkmate none", "checkmate none"},
        AnswerReading{"checkmate notimplemented", "checkmate notimplemented"},
        AnswerReading{"checkmatenomate", "checkmate nomate"},
        AnswerReading{"checkmatetimeout", "checkmate timeout"},
        AnswerReading{"checkmate  G*5b  5a6a G*6b", "checkmate G*5b 5a6a G*6b"},
        AnswerReading{"info depth 3 score mate + pv 7g7f 3c3d",
                      "info depth 3 score mate + pv 7g7f 3c3d"},
        AnswerReading{"info pv 7g7f 9z9z 3c3d depth 4", "info depth 4 pv 7g7f"},
        AnswerReading{
            "info score cp 5 upperbound nps 7 nodes 6 time 5 seldepth 4 hashfull 3 depth 2",
            "info depth 2 seldepth 4 time 5 nodes 6 nps 7 hashfull 3 score cp 5 upperbound"},
        AnswerReading{"info currmove 3c3d", "info currmove 3c3d"},
        AnswerReading{"info string  hello   world ", "info string hello world"},
        AnswerReading{"option name Skill Level type spin default 20 min -20 max 20",
                      "option name Skill_Level type spin default 20 min -20 max 20"},
        AnswerReading{"Unknown command: foo", "Unknown command: foo"}, AnswerReading{"", ""},
        AnswerReading{"usiokay", "usiokay"}));

TEST(Answer, MalformedAnswersAreErrorsThatNameTheWord) {
  const auto error_of = [](std::string_view line) {
    const auto answer = parse_answer(line);
    EXPECT_FALSE(answer.has_value()) << line;
    return answer ? "" : answer.error().message;
  };
  EXPECT_EQ(error_of("bestmove"), "bestmove: no move");
  EXPECT_EQ(error_of("bestmove 7g7x"), "bestmove: \"7g7x\" is no move");
  EXPECT_EQ(error_of("checkmate"), "checkmate: no result");
  EXPECT_EQ(error_of("checkmate G*5b 5a6a x"), "checkmate: \"x\" is no move (move 3)");
  EXPECT_EQ(error_of("id"), "id: expected name or author, got \"\"");
  EXPECT_EQ(error_of("option name X type slider"),
            "option \"X type slider\": no type (check, spin, combo, button, string, filename)");
  EXPECT_EQ(error_of("info depth x"), "info: a number is missing or none in \"info depth x\"");
}

TEST(Answer, NothingWrittenBreaksALineOrCarriesControlCharacters) {
  EXPECT_EQ(format(IdNameAnswer{"a\nquit\x1b[2J"}), "id name a?quit?[2J");
  InfoAnswer info;
  info.text = "two\r\nlines\xff";
  EXPECT_EQ(format(info), "info string two??lines?");
  EXPECT_EQ(format(OtherAnswer{"x\ny"}), "x?y");
}

TEST(Answer, NoLineBeginsWithError) {
  EXPECT_EQ(format(OtherAnswer{"Error: disk full"}), "info string Error: disk full");
}

TEST(Answer, AMateWithoutMovesIsNotWrittenAsOne) {
  EXPECT_EQ(format(CheckMateAnswer{CheckMateFound{}}), "checkmate timeout");
}

TEST(InfoString, KeepsTextHarmless) {
  EXPECT_EQ(info_string("hello"), "info string hello");
  EXPECT_EQ(info_string("  "), "info string");
  EXPECT_EQ(info_string("pv of depth 3: score 5, nodes, multipv"),
            "info string 'pv' of 'depth' 3: 'score' 5, nodes, 'multipv'");
  EXPECT_EQ(info_string("a\nb\x01 c\tpv\td"), "info string a?b? c 'pv' d");
  EXPECT_EQ(info_string("合議 多数決"), "info string 合議 多数決");
}

TEST(InfoString, IsCutAtWholeCharacters) {
  EXPECT_EQ(info_string("合議合議", 7), "info string 合議…");
  EXPECT_LT(info_string(std::string(100000, 'x')).size(), 500U);
}

}  // namespace
}  // namespace gougi::usi
