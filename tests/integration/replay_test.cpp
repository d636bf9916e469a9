// SPDX-License-Identifier: MIT
// The log and the decisions that the real relay writes, and the commands that read them.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "base/text.hpp"
#include "integration/dialogue.hpp"
#include "integration/processes.hpp"

namespace gougi::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kGougi = kBin + "/gougi" + kExe;
const std::string kScripted = "'" + kBin + "/scripted-engine" + kExe + "'";
const std::string kOurTwo =
    "consensus: majority\nengines:\n"
    "  - {name: 攻め, command: gougi-engine, options: {Style: attack}}\n"
    "  - {name: guard, command: gougi-engine, options: {Style: defence}}\n"
    "  - {name: dice, command: gougi-random}\n"
    "mate: {engines: [{command: gougi-mate}]}\n";

struct Told {
  std::string text;
  int status = -1;
};

Told gougi(std::vector<std::string> arguments) {
  Dialogue dialogue(kGougi, std::move(arguments));
  EXPECT_TRUE(dialogue.wait_exit(Milliseconds(60'000)));
  Told told;
  for (const auto& heard : dialogue.heard) told.text += heard.line + "\n";
  if (dialogue.exit && dialogue.exit->text.starts_with("exit code ")) {
    told.status = static_cast<int>(base::to_int(dialogue.exit->text.substr(10)).value_or(-1));
  }
  return told;
}

class Replay : public ::testing::Test {
 protected:
  /// Runs the relay with a log; `play` says what the GUI does between the handshake and `quit`.
  /// Level "": without a log.
  template <class Play>
  void run(const std::string& yaml, const Play& play, const std::string& level = "info") {
    const std::string log =
        level.empty() ? std::string() : "log: {directory: logs, level: " + level + "}\n";
    const std::string config = folder_.write("relay.yaml", yaml + log);
    Dialogue relay(kGougi, {"--config", config});
    relay.say("usi");
    ASSERT_TRUE(relay.wait_for("usiok"));
    relay.say("isready");
    ASSERT_TRUE(relay.wait_for("readyok", Milliseconds(30'000)));
    relay.say("usinewgame");
    play(relay);
    relay.say("quit");
    ASSERT_TRUE(relay.wait_exit(Milliseconds(5000)));
  }
  static void ask(Dialogue& relay, const std::string& go) {
    relay.say(go);
    EXPECT_TRUE(relay.wait_for("bestmove", Milliseconds(30'000))) << go;
  }
  std::string file(const std::string& ending) const {
    for (const auto& entry : fs::directory_iterator(folder_.path() / "logs")) {
      if (base::to_utf8(entry.path()).ends_with(ending)) return base::to_utf8(entry.path());
    }
    ADD_FAILURE() << "no " << ending << " in the folder of logs";
    return "";
  }

  Folder folder_{"記録"};
};

void a_short_game(Dialogue& relay) {
  const auto ask = [&](const std::string& go) {
    relay.say(go);
    EXPECT_TRUE(relay.wait_for("bestmove", Milliseconds(30'000))) << go;
  };
  relay.say("position startpos");
  ask("go byoyomi 200");
  relay.say("position startpos moves 7g7f 3c3d");
  ask("go btime 60000 wtime 60000 byoyomi 200");
  relay.say("position startpos moves 7g7f 3c3d 2g2f 8c8d");
  relay.say("go ponder btime 0 wtime 0 byoyomi 300");
  ask("ponderhit");
  relay.say("go infinite");
  relay.wait_for("info depth");
  ask("stop");
  relay.say("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
  ask("go byoyomi 300");
  relay.say("gameover win");
}

TEST_F(Replay, TheLogOfARealSessionGivesEveryDecisionAndEveryLineAgain) {
  run(kOurTwo, a_short_game);
  const Told told = gougi({"replay", file(".log")});
  EXPECT_EQ(told.status, 0) << told.text;
  EXPECT_THAT(told.text, HasSubstr("5 decisions, all the same\n"));
  EXPECT_THAT(told.text, HasSubstr("lines sent to the GUI and to the engines, all as logged\n"));
  EXPECT_THAT(told.text, Not(HasSubstr("different")));
}

TEST_F(Replay, ASessionWithHangingLyingAndDyingEnginesIsPlayedAgainAsWell) {
  const std::string engine = "  - command: [" + kScripted;
  run("engines:\n  - {command: gougi-engine}\n" + engine + ", --legal, '1']\n" + engine +
          ", --silent-on, go]\n" + engine + ", --die-on, go]\n",
      [](Dialogue& relay) {
        for (int i = 0; i < 3; ++i) ask(relay, "go byoyomi 300");
      });
  const Told told = gougi({"replay", file(".log")});
  EXPECT_EQ(told.status, 0) << told.text;
  EXPECT_THAT(told.text, HasSubstr("3 decisions, all the same\n"));
  EXPECT_THAT(told.text, HasSubstr(", all as logged\n"));
}

TEST_F(Replay, AMateByAFreezeInsteadOfAResignationIsTheSameAgain) {
  const std::string resigns = "  - command: [" + kScripted + ", --bestmove, resign]\n";
  const std::string record = base::to_utf8(folder_.path() / "rounds.jsonl");
  run(
      "freeze: emulate\nmate: off\nrecord: '" + record + "'\nengines:\n" + resigns + resigns,
      [](Dialogue& relay) {
        relay.say("position sfen 1+pskb4/1n3G3/9/9/9/9/9/6K2/9 b Psp 1 z1Z1");
        ask(relay, "go byoyomi 300");
      },
      "");
  const Told told = gougi({"replay", record});
  EXPECT_EQ(told.status, 0) << told.text;
  EXPECT_THAT(told.text, HasSubstr("4b5azK"));
}

TEST_F(Replay, RecordedBallotsAreDecidedAgainByTheirRuleOrByAnother) {
  run(kOurTwo, a_short_game);
  const Told same = gougi({"replay", file(".jsonl")});
  EXPECT_EQ(same.status, 0) << same.text;
  EXPECT_THAT(same.text, HasSubstr("5 decisions, all the same\n"));
  for (const char* ending : {".jsonl", ".log"}) {
    const Told other = gougi({"replay", file(ending), "--consensus", "楽観合議"});
    EXPECT_EQ(other.status, 0) << other.text;
    EXPECT_THAT(other.text, HasSubstr(" by optimistic\n"));
    EXPECT_THAT(other.text, HasSubstr("highest value"));
  }
  const Told unknown = gougi({"replay", file(".jsonl"), "--consensus", "dictator"});
  EXPECT_EQ(unknown.status, 2);
}

TEST_F(Replay, CalibrateReadsTheFileOfDecisions) {
  run(kOurTwo, a_short_game);
  const Told told = gougi({"calibrate", file(".jsonl")});
  EXPECT_EQ(told.status, 0) << told.text;
  EXPECT_THAT(told.text, HasSubstr("# 4 decisions, 1 game with a result\n"));
  EXPECT_THAT(told.text, HasSubstr("  - name: '攻め'  # E1\n    eval_coef: 600"));
}

TEST_F(Replay, AChangedAnswerInTheLogIsFoundAndToldByTheExitCode) {
  run(kOurTwo, [](Dialogue& relay) { ask(relay, "go byoyomi 100"); });
  std::string text = content_of(base::path_from_utf8(file(".log")));
  const auto at = text.find(" I < bestmove ");
  ASSERT_NE(at, std::string::npos);
  text.replace(at + 14, 4, "1a1b");
  const Told told = gougi({"replay", folder_.write("changed.log", text)});
  EXPECT_EQ(told.status, 1) << told.text;
  EXPECT_THAT(told.text, HasSubstr("1a1b"));
  EXPECT_THAT(told.text, HasSubstr("1 decision, 1 different\n"));
}

TEST_F(Replay, ALogInRotatedPartsIsReadWholeAndOneCutOffAtItsEndAsFarAsItGoes) {
  run(kOurTwo, [](Dialogue& relay) { ask(relay, "go byoyomi 100"); });
  const std::string text = content_of(base::path_from_utf8(file(".log")));
  const auto first = text.find('\n', text.size() / 3) + 1;
  const auto second = text.find('\n', 2 * text.size() / 3) + 1;
  folder_.write("parts.2.log", text.substr(0, first));
  folder_.write("parts.1.log", text.substr(first, second - first));
  const std::string cut_off = text.substr(second) + "2026-01-31 09:30:0";
  EXPECT_EQ(gougi({"replay", folder_.write("parts.log", cut_off)}).status, 0);
}

TEST_F(Replay, FilesThatAreNoneOfTheRelaysAreRefused) {
  EXPECT_EQ(gougi({"replay", base::to_utf8(folder_.path() / "missing.log")}).status, 1);
  EXPECT_EQ(gougi({"replay", base::to_utf8(folder_.path())}).status, 1);
  EXPECT_EQ(gougi({"replay", folder_.write("empty.log", "")}).status, 1);
  EXPECT_EQ(gougi({"replay", folder_.write("prose.log", "dear diary\n")}).status, 1);
  EXPECT_EQ(gougi({"replay", folder_.write("bad.jsonl", "{\"decision\":1}\n")}).status, 1);
  EXPECT_EQ(gougi({"calibrate", folder_.write("bad.jsonl", "{\"decision\":1}\n")}).status, 1);
}

TEST_F(Replay, AtTheLevelOfWarningTheLogHoldsNoLinesButDecisionsAreRecorded) {
  run(
      kOurTwo, [](Dialogue& relay) { ask(relay, "go byoyomi 100"); }, "warning");
  EXPECT_THAT(content_of(base::path_from_utf8(file(".log"))), Not(HasSubstr("bestmove")));
  EXPECT_THAT(content_of(base::path_from_utf8(file(".jsonl"))), HasSubstr("\"decision\":1"));
}

TEST_F(Replay, TheFileOfDecisionsMayStandAloneAndGrowsFromRunToRun) {
  const std::string yaml = kOurTwo + "record: 記録/rounds.jsonl\n";
  for (int i = 0; i < 2; ++i) {
    run(
        yaml, [](Dialogue& relay) { ask(relay, "go byoyomi 100"); }, "");
  }
  EXPECT_FALSE(fs::exists(folder_.path() / "logs"));
  const fs::path record = folder_.path() / base::path_from_utf8("記録/rounds.jsonl");
  const std::string text = content_of(record);
  EXPECT_EQ(std::ranges::count(text, '\n'), 2);
  EXPECT_EQ(gougi({"replay", base::to_utf8(record)}).status, 0);
}

TEST_F(Replay, SolversOfThePvAndChancesArePlayedAgain) {
  run("consensus: softmax\nrules: {temperature: 1, extend_on_split: 2}\n"
      "engines:\n  - {command: gougi-engine, capabilities: [mateinfo]}\n"
      "  - {command: gougi-engine, options: {Style: attack}}\n  - {command: gougi-random}\n"
      "mate: {engines: [{command: gougi-mate}], pv: {count: 2}, threats: true}\n",
      [](Dialogue& relay) {
        relay.say("position startpos");
        ask(relay, "go btime 4000 wtime 4000");
        relay.say("position sfen 4k4/9/9/9/9/9/4p3P/9/4K4 b g 1");
        ask(relay, "go byoyomi 500");
        ask(relay, "go byoyomi 500");
      });
  const std::string text = content_of(base::path_from_utf8(file(".log")));
  EXPECT_THAT(text, HasSubstr(" P1 > go mate "));
  EXPECT_THAT(text, HasSubstr(" decided: "));
  const Told told = gougi({"replay", file(".log")});
  EXPECT_EQ(told.status, 0) << told.text;
  EXPECT_THAT(told.text, HasSubstr("3 decisions, all the same\n"));
}

}  // namespace
}  // namespace gougi::testing
