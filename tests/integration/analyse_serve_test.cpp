// SPDX-License-Identifier: MIT
// `gougi analyse --serve` as another program speaks to it.
#include <gmock/gmock.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "integration/dialogue.hpp"
#include "integration/processes.hpp"

namespace gougi::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class AnalyseServeTest : public ::testing::Test {
 protected:
  void start(const std::string& nodes, std::vector<std::string> more = {}) {
    const std::string config = folder_.write(
        "council.yaml", "consensus: majority\nengines:\n  - name: only\n    command: '" +
                            program_path("gougi-engine") + "'\n");
    std::vector<std::string> words{"analyse", "--serve", "--config", config, "--nodes", nodes};
    words.insert(words.end(), more.begin(), more.end());
    server_ = std::make_unique<Dialogue>(program_path("gougi"), words);
  }
  void say(const json& line) { server_->say(line.dump()); }
  json answer() {
    const auto heard = server_->wait_for("{", Milliseconds(60'000));
    return heard ? json::parse(heard->line) : json("nothing came");
  }
  /// All that it still says once its input has ended.
  std::vector<json> rest(int code = 0) {
    server_->hang_up(Milliseconds(60'000));
    EXPECT_TRUE(server_->wait_exit(Milliseconds(60'000)));
    EXPECT_EQ(server_->exit ? server_->exit->code : -1, code);
    std::vector<json> lines;
    for (auto heard = server_->wait_for("{"); heard; heard = server_->wait_for("{")) {
      lines.push_back(json::parse(heard->line));
    }
    return lines;
  }

  Folder folder_;
  std::unique_ptr<Dialogue> server_;
};

TEST_F(AnalyseServeTest, EveryTurnThatIsAskedForIsAnswered) {
  start("500");
  say({{"id", "g"}, {"moves", {"7g7f", "3c3d", "8h2b+"}}, {"analyzeTurns", {0, 3}}});
  say({{"id", "s"}, {"initialPosition", "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1"}});
  std::vector<json> lines{answer(), answer(), answer()};
  EXPECT_EQ(lines[0]["id"], "g");
  EXPECT_EQ(lines[0]["turnNumber"], 0);
  EXPECT_TRUE(lines[0]["win_rate"].is_number());
  EXPECT_EQ(lines[0]["members"].size(), 1U);
  EXPECT_EQ(lines[1]["turnNumber"], 3);
  EXPECT_EQ(lines[2]["id"], "s");
  EXPECT_EQ(lines[2]["mate"], 1);
  EXPECT_EQ(lines[2]["mate_proven"], true);
  EXPECT_TRUE(rest().empty());
}

// The solver proves a mate, and a position that has stood three times lies near it.
TEST_F(AnalyseServeTest, AMateBeforeWhichTheGameMayEndIsNotCalledProven) {
  start("500");
  const std::string board = "6+R2/8k/7n1/8P/9/2n1b4/1+p7/9/K8 b N 1";
  const json moves{"3a3b", "1b1a", "3b3a", "1a1b", "3a3b", "1b1a",
                   "3b3a", "1a1b", "3a3b", "1b1a", "3b4a", "1a2b"};
  say({{"id", "repeated"}, {"initialPosition", board}, {"moves", moves}});
  const json once{"3a3b", "1b1a", "3b4a", "1a2b"};
  say({{"id", "fresh"}, {"initialPosition", board}, {"moves", once}});
  const auto answers = rest();
  EXPECT_EQ(answers.size(), 2U);
  for (const json& said : answers) {
    EXPECT_EQ(said.value("mate_proven", false), said["id"] == "fresh") << said;
  }
}

TEST_F(AnalyseServeTest, WhatWasAskedIsAnsweredAfterTheInputHasEnded) {
  start("500");
  say({{"id", "g"}, {"moves", {"7g7f", "3c3d"}}, {"analyzeTurns", {0, 1, 2}}});
  EXPECT_EQ(rest().size(), 3U);
}

TEST_F(AnalyseServeTest, WhatIsUrgentComesBeforeWhatWaits) {
  start("20000");
  say({{"id", "first"}, {"moves", {"7g7f"}}, {"analyzeTurns", {0, 1}}});
  say({{"id", "urgent"}, {"moves", {"2g2f"}}, {"priority", 5}});
  const auto lines = rest();
  ASSERT_EQ(lines.size(), 3U);
  // The first may have been begun before the others were read.
  EXPECT_NE(lines[2]["id"], "urgent");
}

TEST_F(AnalyseServeTest, WhatWaitsCanBeTakenBack) {
  start("1000000000", {"--concurrency", "1"});  // the first one takes its time
  say({{"id", "long"}, {"analyzeTurns", {0}}, {"priority", 1}});
  say({{"id", "next"}, {"moves", {"7g7f"}}, {"analyzeTurns", {0, 1}}});
  say({{"id", "x"}, {"action", "terminate"}, {"terminateId", "next"}});
  for (const int turn : {0, 1}) {
    const json gone = answer();
    EXPECT_EQ(gone["id"], "next");
    EXPECT_EQ(gone["turnNumber"], turn);
    EXPECT_EQ(gone["noResults"], true);
  }
  EXPECT_EQ(answer(), json({{"id", "x"}, {"action", "terminate"}, {"terminateId", "next"}}));
  say({{"id", "all"}, {"action", "terminate_all"}});
  // The first one may have waited still.
  json said = answer();
  if (said.contains("noResults")) said = answer();
  EXPECT_EQ(said["action"], "terminate_all");
}

TEST_F(AnalyseServeTest, LinesThatMakeNoSenseAreAnsweredAndHarmNothing) {
  start("500");
  const auto refused = [this](const std::string& line, const std::string& field) {
    server_->say(line);
    const json said = answer();
    EXPECT_TRUE(said.contains("error")) << said;
    EXPECT_EQ(said.value("field", ""), field) << said;
  };
  refused("nonsense", "");
  refused("[]", "");
  refused(std::string(100'000, '['), "");
  refused("{\"id\":\"\xff\"}", "");
  refused("{}", "id");
  refused(R"({"id":""})", "id");
  refused("{\"id\":7.5}", "id");
  refused("{\"id\":[7]}", "id");
  refused(R"({"id":"a","moves":["7g7e"]})", "moves");
  refused(R"({"id":"a","moves":[1]})", "moves");
  refused(R"({"id":"a","moves":"7g7f"})", "moves");
  refused(R"({"id":"a","initialPosition":"k8/9 b - 1"})", "initialPosition");
  refused(R"({"id":"a","initialPosition":"9/9/9/9/9/9/9/9/9 b - 1"})", "initialPosition");
  refused(R"({"id":"a","initialPosition":"9/9/9/9/4G4/9/9/9/9 b - 1"})", "initialPosition");
  refused(R"({"id":"a","analyzeTurns":[1]})", "analyzeTurns");
  refused(R"({"id":"a","analyzeTurns":[-1]})", "analyzeTurns");
  refused(R"({"id":"a","priority":1e99})", "priority");
  refused(R"({"id":"a","priority":18446744073709551615})", "priority");
  refused(R"({"id":"a","priority":1000000001})", "priority");
  refused(R"({"id":"a","priorities":[-1000000001]})", "priorities");
  refused(R"({"id":"a","priorities":[1,2]})", "priorities");
  refused(R"({"id":"a","action":"dance"})", "action");
  refused(R"({"id":"a","action":"terminate"})", "terminateId");
  say({{"id", "v"}, {"action", "query_version"}});
  EXPECT_TRUE(answer().contains("version"));
  say({{"id", "v"}, {"action", "query_version"}, {"terminateId", "a"}});
  json warned = answer();
  EXPECT_TRUE(warned.contains("warning"));
  EXPECT_EQ(warned["field"], "terminateId");
  EXPECT_TRUE(answer().contains("version"));
  say({{"id", "t"}, {"action", "terminate"}, {"terminateId", "a"}, {"turnNumbers", {1}}});
  warned = answer();
  EXPECT_TRUE(warned.contains("warning"));
  EXPECT_EQ(warned["field"], "turnNumbers");
  EXPECT_EQ(warned["id"], "t");
  EXPECT_EQ(answer()["terminateId"], "a");
  say({{"id", "a"}, {"wish", 1}});
  EXPECT_THAT(answer().dump(), HasSubstr("warning"));
  EXPECT_EQ(answer()["id"], "a");
}

TEST_F(AnalyseServeTest, ALineThatNestsDeeperThanAnyStackIsRefusedAndHarmsNothing) {
  start("500");
  const std::string deep = std::string(400'000, '[') + std::string(400'000, ']');
  for (const std::string& line :
       {R"({"id":"a","analyzeTurns":[)" + deep + "]}", R"({"id":"a","priority":)" + deep + "}",
        R"({"id":"a","priorities":[)" + deep + "]}", R"({"id":"a","action":)" + deep + "}",
        R"({"id":)" + deep + "}", deep}) {
    server_->say(line);
    EXPECT_THAT(answer().value("error", ""), HasSubstr("100"));
  }
  say({{"id", "v"}, {"action", "query_version"}});
  EXPECT_TRUE(answer().contains("version"));
}

TEST_F(AnalyseServeTest, WhatSaysNothingToQuestionsIsRefusedAtTheStart) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"--out", "x"},
                                                {"--problems", "x"},
                                                {"--overwrite"},
                                                {"--mistake", "5"},
                                                {"--blunder", "50"}}) {
    std::vector<std::string> all{"analyse", "--serve"};
    all.insert(all.end(), words.begin(), words.end());
    Dialogue run(program_path("gougi"), all);
    ASSERT_TRUE(run.wait_exit(Milliseconds(20'000)));
    EXPECT_EQ(run.exit->code, 2) << words[0];
    ASSERT_EQ(run.errors.size(), 1U) << words[0];
    EXPECT_THAT(run.errors[0], HasSubstr(words[0]));
    EXPECT_THAT(run.errors[0], HasSubstr("--serve"));
  }
}

TEST_F(AnalyseServeTest, WhoHasNoKingIsNotMated) {
  start("500");
  say({{"id", 1}, {"initialPosition", "8k/9/9/9/9/9/9/9/9 b - 1"}});
  EXPECT_EQ(answer(), json({{"id", 1}, {"turnNumber", 0}, {"noResults", true}}));
  say({{"id", 2}, {"initialPosition", "8k/8G/8G/9/9/9/9/9/9 w - 1"}});
  EXPECT_EQ(answer()["mated"], true);
}

TEST_F(AnalyseServeTest, AQuestionIsKnownByATextOrByAWholeNumber) {
  start("500");
  say({{"id", 7}, {"initialPosition", "8k/8G/8G/9/9/9/9/9/K8 w - 1"}});
  EXPECT_EQ(answer()["id"], 7);
  say({{"id", 8}, {"moves", json::array({"7g7e"})}});
  EXPECT_EQ(answer()["id"], 8);
  say({{"id", -1}, {"action", "terminate"}, {"terminateId", 7}});
  const json said = answer();
  EXPECT_EQ(said["id"], -1);
  EXPECT_EQ(said["terminateId"], 7);
}

#ifdef __linux__
TEST_F(AnalyseServeTest, AnswersThatCannotBeWrittenAreAFailureThatIsSaidOnce) {
  const std::string config =
      folder_.write("council.yaml", "consensus: majority\nengines:\n  - command: '" +
                                        program_path("gougi-engine") + "'\n");
  for (const std::string wait : {"", "; sleep 1"}) {
    Dialogue full(
        "/bin/sh",
        {"-c", "(echo '{\"id\":\"a\"}'" + wait + ") | \"$0\" \"$@\" >/dev/full",
         program_path("gougi"), "analyse", "--serve", "--config", config, "--nodes", "500"});
    ASSERT_TRUE(full.wait_exit(Milliseconds(60'000)));
    EXPECT_EQ(full.exit->code, 1) << wait;
    ASSERT_EQ(full.errors.size(), 1U) << wait;
    EXPECT_THAT(full.errors.front(), HasSubstr("standard output cannot be written"));
  }
}
#endif

}  // namespace
}  // namespace gougi::testing
