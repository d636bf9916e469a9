// SPDX-License-Identifier: MIT
#include "settings/tune_file.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "settings/complaint_lines.hpp"
#include "settings/yaml_tree.hpp"

namespace gougi::settings {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kTunedParameters =
    "parameters:\n"
    "  Tune_A: {start: 100, min: 20, max: 400, step: 12.5}\n"
    "  Tune_B: {start: 5, min: 0, max: 9, step: 0.5, rate: 0.01}\n";
const std::string kTunedEngine = "engine: [gougi-engine, --tunable]\n";
const std::string kTunedGames = "time: nodes 100\niterations: 20\n";

// The first complaint without the file's name.
std::string tune_complaint(const std::string& text) {
  const auto file = parse_tune_file(text, "t.yaml");
  if (file) return "no complaint";
  EXPECT_THAT(file.error().message, StartsWith("t.yaml:"));
  return complaint_lines(file.error()).front().substr(7);
}

TEST(TuneFile, IsReadAndItsGamesAreThoseOfAMatch) {
  const auto file = parse_tune_file(kTunedEngine + kTunedGames +
                                        "options: {Threads: 1, BookFile: no book}\n"
                                        "games: 4\nseed: 7\nconcurrency: 2\nresign: 1500,3\n" +
                                        kTunedParameters,
                                    "t.yaml");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->games, 4U);
  EXPECT_EQ(file->iterations, 20U);
  EXPECT_EQ(file->seed, 7U);
  EXPECT_EQ(file->concurrency, 2);
  EXPECT_THAT(file->match_arguments,
              ElementsAre("--option", "Threads=1", "--option", "BookFile=no book", "--time",
                          "nodes 100", "--resign", "1500,3", "--random-plies", "8", "--first",
                          "\"gougi-engine\" \"--tunable\"", "--name", "plus", "--second",
                          "\"gougi-engine\" \"--tunable\"", "--name", "minus", "--seed", "7"));
  ASSERT_EQ(file->parameters.size(), 2U);
  EXPECT_EQ(file->parameters[0].name, "Tune_A");
  EXPECT_EQ(file->parameters[0].start, 100);
  EXPECT_EQ(file->parameters[0].min, 20);
  EXPECT_EQ(file->parameters[0].max, 400);
  EXPECT_EQ(file->parameters[0].step, 12.5);
  EXPECT_FALSE(file->parameters[0].rate);
  EXPECT_EQ(file->parameters[1].rate, 0.01);
}

TEST(TuneFile, OpeningsTakeThePlaceOfRandomMoves) {
  for (const char* const line : {"openings: o.sfen\n", "book: b.db\n", "random-plies: 3\n"}) {
    const auto file =
        parse_tune_file(kTunedEngine + kTunedGames + line + kTunedParameters, "t.yaml");
    ASSERT_TRUE(file) << file.error().message;
    const auto& words = file->match_arguments;
    EXPECT_EQ(std::count(words.begin(), words.end(), "8"), 0) << line;
  }
}

TEST(TuneFile, TheExampleIsOne) {
  const auto file = load_tune_file(GOUGI_SOURCE_DIR "/docs/tune.yaml");
  EXPECT_TRUE(file) << file.error().message;
}

TEST(TuneFile, WhatIsWrongIsSaidWithItsLineAndWhatToDo) {
  const auto games = [](const std::string& more) {
    return tune_complaint(kTunedEngine + kTunedGames + more + kTunedParameters);
  };
  EXPECT_EQ(games(""), "no complaint");
  EXPECT_THAT(games("iteration: 5\n"),
              AllOf(StartsWith("4: iteration: unknown key; did you mean iterations?"),
                    HasSubstr("concurrency")));
  EXPECT_THAT(games("games: 7\n"), HasSubstr("4: games: an even number is expected"));
  EXPECT_THAT(games("games: 0\n"), HasSubstr("a whole number from 2 to 10000 is expected"));
  EXPECT_THAT(games("options: 3\n"), HasSubstr("4: options: names and values are expected"));
  EXPECT_THAT(games("seed: -1\n"), HasSubstr("4: seed: '-1', but a whole number"));
  EXPECT_THAT(tune_complaint(kTunedGames + kTunedParameters),
              HasSubstr("engine: is missing, such as"));
  EXPECT_THAT(tune_complaint("engine: []\n" + kTunedGames + kTunedParameters),
              HasSubstr("engine: a program is expected"));
  EXPECT_THAT(tune_complaint("engine: 'a \"b\"'\n" + kTunedGames + kTunedParameters),
              HasSubstr("double quote"));
  EXPECT_THAT(tune_complaint(kTunedEngine + "iterations: 5\n" + kTunedParameters),
              HasSubstr("time: is missing"));
  EXPECT_THAT(tune_complaint(kTunedEngine + "time: nodes 5\n" + kTunedParameters),
              HasSubstr("iterations: is missing"));
  EXPECT_THAT(tune_complaint(kTunedEngine + kTunedGames),
              HasSubstr("parameters: options to be tuned are expected"));
  EXPECT_THAT(tune_complaint("a: [\n"), HasSubstr(":"));
  EXPECT_THAT(tune_complaint(""), HasSubstr("the file says nothing"));
  EXPECT_THAT(tune_complaint("iterations: 5\n"), HasSubstr("is missing"));
  EXPECT_THAT(tune_complaint("[1, 2]"), HasSubstr("keys are expected here"));
}

TEST(TuneFile, ParametersHaveToFitTogether) {
  const auto one = [](const std::string& line) {
    return tune_complaint(kTunedEngine + kTunedGames + "parameters:\n  " + line + "\n");
  };
  EXPECT_EQ(one("A: {start: 1, min: 0, max: 9, step: 1}"), "no complaint");
  EXPECT_THAT(one("A: {start: 1, min: 0, max: 9}"), HasSubstr("5: parameters.A.step: is missing"));
  EXPECT_THAT(one("A: {start: 1, max: 9, step: 1}"), HasSubstr("parameters.A.min: is missing"));
  EXPECT_THAT(one("A: {start: 10, min: 0, max: 9, step: 1}"), HasSubstr("lies outside"));
  EXPECT_THAT(one("A: {start: 9, min: 9, max: 9, step: 1}"), HasSubstr("greater than min"));
  EXPECT_THAT(one("A: {start: 1, min: 0, max: 9, step: 5}"), HasSubstr("more than half"));
  EXPECT_THAT(one("A: {start: 1, min: 0, max: 9, step: 0.4}"), HasSubstr("a number from 0.5"));
  EXPECT_THAT(one("A: {start: 1, min: 0, max: 9, step: nan}"), HasSubstr("a number from 0.5"));
  EXPECT_THAT(one("A: {start: 1.5, min: 0, max: 9, step: 1}"), HasSubstr("a whole number"));
  EXPECT_THAT(one("A: {start: 1, min: 0, max: 99999999999, step: 1}"), HasSubstr("whole number"));
  EXPECT_THAT(one("A: {start: 1, min: 0, max: 9, step: 1, rate: 0}"), HasSubstr("a number from"));
  EXPECT_THAT(one("A: {start: 1, min: 0, max: 9, stop: 1}"), HasSubstr("did you mean step?"));
  EXPECT_THAT(one("A b: {start: 1, min: 0, max: 9, step: 1}"), HasSubstr("no name of an option"));
  EXPECT_THAT(
      one("A: {start: 1, min: 0, max: 9, step: 1}\n  a: {start: 1, min: 0, max: 9, step: 1}"),
      HasSubstr("6: parameters.a: is there twice"));
  EXPECT_THAT(one("A: 5"), HasSubstr("keys are expected here"));
}

TEST(TuneFile, AllMistakesAreToldAtOnceValuesOfTheMatchToo) {
  const auto file = parse_tune_file(
      "engine: [a]\n"
      "time: nodse 1\n"
      "games: 3\n"
      "iteratoins: 4\n"
      "parameters:\n"
      "  A: {start: 1, min: 0, max: 9, stop: 1}\n",
      "t.yaml", [](const std::string& option, const std::string& value) {
        return option == "--time" && value == "nodse 1" ? base::Result<void>(base::fail("no time"))
                                                        : base::Result<void>();
      });
  ASSERT_FALSE(file);
  EXPECT_THAT(complaint_lines(file.error()),
              ElementsAre(HasSubstr("t.yaml:2: time: no time"),
                          HasSubstr("t.yaml:3: games: an even number is expected"),
                          HasSubstr("t.yaml:4: iteratoins: unknown key"),
                          HasSubstr("t.yaml:6: parameters.A.stop: unknown key; did you mean")));
}

}  // namespace
}  // namespace gougi::settings
