// SPDX-License-Identifier: MIT
#include "settings/relay_settings.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "base/path.hpp"
#include "base/text.hpp"
#include "settings/complaint_lines.hpp"
#include "settings/yaml_tree.hpp"

namespace gougi::settings {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;
using testing::StartsWith;

const std::vector<std::string> kFileStrategies{"majority", "optimistic", "pessimistic",
                                               "mate",     "楽観合議",   "詰探索エンジンとの合議"};

// A folder that exists nowhere: parsing must not look at the disk.
#ifdef _WIN32
const std::filesystem::path kFile = "C:/place/config/x.yaml";
#else
const std::filesystem::path kFile = "/place/config/x.yaml";
#endif

std::string in_place(std::string_view relative) {
  return base::to_utf8((kFile.parent_path() / base::path_from_utf8(relative)).lexically_normal());
}

RelaySettings parsed(std::string_view text) {
  auto settings = parse_relay_settings(text, kFile, kFileStrategies);
  EXPECT_TRUE(settings) << settings.error().message;
  return settings ? *settings : RelaySettings{};
}

// The first complaint without the file's name: "7: engines[2].optoins: …".
std::string complaint(std::string_view text) {
  const auto settings = parse_relay_settings(text, "x.yaml", kFileStrategies);
  if (settings) return "no complaint";
  EXPECT_THAT(settings.error().message, StartsWith("x.yaml:"));
  return complaint_lines(settings.error()).front().substr(std::string("x.yaml:").size());
}

const std::string kOneEngine = "engines:\n  - command: gougi-engine\n";

TEST(RelaySettings, OneEngineIsEnoughAndTheRestHasDefaults) {
  const RelaySettings settings = parsed(kOneEngine);
  ASSERT_EQ(settings.engines.size(), 1U);
  EXPECT_THAT(settings.engines[0].command, ElementsAre("gougi-engine"));
  EXPECT_EQ(settings.engines[0].line, 2);
  EXPECT_EQ(settings.engines[0].weight, 1.0);
  EXPECT_EQ(settings.engines[0].eval_coef, 600);
  EXPECT_TRUE(settings.engines[0].directory.empty());
  EXPECT_EQ(settings.name, "gougi");
  EXPECT_EQ(settings.consensus, "majority");
  EXPECT_TRUE(settings.mate_engines.empty());
  EXPECT_EQ(settings.margin, std::nullopt);
  EXPECT_EQ(settings.log_directory, std::nullopt);
  EXPECT_EQ(settings.file, kFile);
}

TEST(RelaySettings, EveryKeyOfThisVersionIsRead) {
  const RelaySettings settings = parsed(R"(
name: 三人衆
consensus: 楽観合議
engines:
  - name: Suisho5
    command: engines/suisho 5/YaneuraOu.exe
    directory: engines/suisho 5
    environment: {OMP_NUM_THREADS: "1"}
    options: {Threads: 4, USI_Hash: 1024}
    expose: few
    weight: 1.5
    eval_coef: 1200
    capabilities: [mateinfo, wait_stop, ponderhit_time]
  - command: [ssh, host, /opt/engine, --flag]
    expose: [Threads, Skill Level]
mate:
  engines: [{command: gougi-mate}]
  timeout_ms: 3000
time: {margin_ms: 40, grace_ms: 250, ready_ms: 4500}
ponder: off
language: ja
encoding: cp932
show_all: true
vote_lines: false
log: {directory: ../logs, level: debug, keep: 3}
)");
  EXPECT_EQ(settings.name, "三人衆");
  EXPECT_EQ(settings.consensus, "楽観合議");
  ASSERT_EQ(settings.engines.size(), 2U);
  const EngineSettings& first = settings.engines[0];
  EXPECT_EQ(first.name, "Suisho5");
  EXPECT_THAT(first.command, ElementsAre(in_place("engines/suisho 5/YaneuraOu.exe")));
  EXPECT_EQ(base::to_utf8(first.directory), in_place("engines/suisho 5"));
  EXPECT_THAT(first.environment, ElementsAre(Pair("OMP_NUM_THREADS", "1")));
  EXPECT_THAT(first.options, ElementsAre(Pair("Threads", "4"), Pair("USI_Hash", "1024")));
  EXPECT_EQ(first.weight, 1.5);
  EXPECT_EQ(first.eval_coef, 1200);
  EXPECT_THAT(first.capabilities, ElementsAre("mateinfo", "wait_stop", "ponderhit_time"));
  EXPECT_EQ(first.line, 6);
  EXPECT_THAT(settings.engines[1].command, ElementsAre("ssh", "host", "/opt/engine", "--flag"));
  ASSERT_EQ(settings.mate_engines.size(), 1U);
  EXPECT_THAT(settings.mate_engines[0].command, ElementsAre("gougi-mate"));
  EXPECT_EQ(settings.mate_timeout, base::Milliseconds(3000));
  EXPECT_EQ(settings.margin, base::Milliseconds(40));
  EXPECT_EQ(settings.grace, base::Milliseconds(250));
  EXPECT_EQ(settings.ready, base::Milliseconds(4500));
  EXPECT_EQ(first.expose.kind, Exposure::Kind::kFew);
  EXPECT_EQ(settings.engines[1].expose.kind, Exposure::Kind::kNamed);
  EXPECT_THAT(settings.engines[1].expose.names, ElementsAre("Threads", "Skill Level"));
  EXPECT_EQ(settings.ponder, PonderMode::kOff);
  EXPECT_EQ(settings.language, Language::kJapanese);
  EXPECT_EQ(settings.encoding, TextEncoding::kCp932);
  EXPECT_TRUE(settings.show_all);
  EXPECT_FALSE(settings.vote_lines);
  ASSERT_TRUE(settings.log_directory);
  EXPECT_EQ(base::to_utf8(*settings.log_directory), in_place("../logs"));
  EXPECT_EQ(settings.log_level, base::log::Level::kDebug);
  EXPECT_EQ(settings.log_keep, 3);
}

TEST(RelaySettings, OptionValuesAreKeptAsWritten) {
  const RelaySettings settings = parsed(R"(engines:
  - command: e
    options:
      OwnBook: false
      Upper: TRUE
      Yes: yes
      Count: 007
      Real: 1.50
      Quoted: "a b"
      BookFile: no_book
      Null: null
      Tilde: ~
      Empty:
      "Skill Level": 3
      評価: 関数.bin
)");
  EXPECT_THAT(settings.engines.at(0).options,
              ElementsAre(Pair("OwnBook", "false"), Pair("Upper", "TRUE"), Pair("Yes", "yes"),
                          Pair("Count", "007"), Pair("Real", "1.50"), Pair("Quoted", "a b"),
                          Pair("BookFile", "no_book"), Pair("Null", "null"), Pair("Tilde", "~"),
                          Pair("Empty", ""), Pair("Skill Level", "3"), Pair("評価", "関数.bin")));
}

TEST(RelaySettings, AnAnchorMayBeUsedByOtherEngines) {
  const RelaySettings settings = parsed(
      "engines:\n  - command: a\n    options: &same {Threads: 2}\n"
      "  - command: b\n    options: *same\n");
  EXPECT_THAT(settings.engines.at(1).options, ElementsAre(Pair("Threads", "2")));
}

TEST(RelaySettings, ABareProgramStaysBareAndAPathIsResolvedFromTheFile) {
  const RelaySettings settings = parsed(
      "engines:\n  - command: gougi-engine\n  - command: ./mine\n  - command: [../日本 語/e, "
      "-x]\n");
  EXPECT_THAT(settings.engines.at(0).command, ElementsAre("gougi-engine"));
  EXPECT_THAT(settings.engines.at(1).command, ElementsAre(in_place("mine")));
  EXPECT_THAT(settings.engines.at(2).command, ElementsAre(in_place("../日本 語/e"), "-x"));
}

#ifdef _WIN32
TEST(RelaySettings, WindowsPathsMayHaveEitherSlash) {
  const RelaySettings settings = parsed(
      "engines:\n  - command: D:/a b/e.exe\n  - command: D:\\a b\\f.exe\n  - command: "
      "sub\\g.exe\n");
  EXPECT_THAT(settings.engines.at(0).command, ElementsAre("D:\\a b\\e.exe"));
  EXPECT_THAT(settings.engines.at(1).command, ElementsAre("D:\\a b\\f.exe"));
  EXPECT_THAT(settings.engines.at(2).command, ElementsAre(in_place("sub\\g.exe")));
}
#else
TEST(RelaySettings, AnAbsolutePathWithBlanksIsOneProgram) {
  const RelaySettings settings = parsed("engines:\n  - command: /opt/my engines/e one\n");
  EXPECT_THAT(settings.engines.at(0).command, ElementsAre("/opt/my engines/e one"));
}
#endif

TEST(RelaySettings, MateOffAndNoMateAreTheSame) {
  EXPECT_TRUE(parsed(kOneEngine + "mate: off\n").mate_engines.empty());
  EXPECT_TRUE(parsed(kOneEngine + "mate:\n").mate_engines.empty());
}

TEST(RelaySettings, AByteOrderMarkAndWindowsLineEndsAreFine) {
  const RelaySettings settings = parsed("\xEF\xBB\xBFname: 合議\r\nengines:\r\n  - command: e\r\n");
  EXPECT_EQ(settings.name, "合議");
  EXPECT_THAT(settings.engines.at(0).command, ElementsAre("e"));
}

TEST(RelaySettings, WhatIsOffMayBeSaid) {
  const RelaySettings settings =
      parsed(kOneEngine + "mate: {engines: [{command: m}], threats: false, pv: off}\nlog: off\n");
  EXPECT_EQ(settings.mate_pv, std::nullopt);
  EXPECT_FALSE(settings.mate_threats);
  EXPECT_EQ(settings.log_directory, std::nullopt);
}

TEST(RelaySettings, AMirrorIsTheSameEngineHereOrElsewhere) {
  const RelaySettings settings = parsed(
      "engines:\n"
      "  - {command: a, mirror: true}\n"
      "  - {command: b, mirror: {command: [ssh, host, b], environment: {X: 1}}}\n"
      "  - {command: c, mirror: false}\n"
      "  - {consensus: majority, mirror: true, engines: [{command: d}]}\n");
  ASSERT_TRUE(settings.engines.at(0).mirror);
  EXPECT_THAT(settings.engines[0].mirror->command, IsEmpty());
  ASSERT_TRUE(settings.engines.at(1).mirror);
  EXPECT_THAT(settings.engines[1].mirror->command, ElementsAre("ssh", "host", "b"));
  EXPECT_EQ(settings.engines[1].mirror->environment.at("X"), "1");
  EXPECT_FALSE(settings.engines.at(2).mirror);
  EXPECT_TRUE(settings.engines.at(3).mirror);
}

TEST(RelaySettings, WhatAMirrorDoesNotInheritItsEngineMay) {
  const auto settings = parsed(
      "engines:\n"
      "  - {command: a, mirror: {environment: clean}}\n"
      "  - {command: b, environment: clean, mirror: {environment: {X: 1}}}\n");
  ASSERT_TRUE(settings.engines.at(0).mirror && settings.engines.at(1).mirror);
  EXPECT_FALSE(settings.engines[0].has_clean_environment);
  EXPECT_TRUE(settings.engines[0].mirror->has_clean_environment);
  EXPECT_TRUE(settings.engines[1].has_clean_environment);
  EXPECT_FALSE(settings.engines[1].mirror->has_clean_environment) << "what it adds to its engine's";
}

// One that is reached by ssh needs the network.
TEST(RelaySettings, AMirrorIsConfinedAsItsEngineUnlessItSaysOtherwise) {
  const auto settings = parsed(
      "engines:\n"
      "  - {command: a, confine: true, mirror: true}\n"
      "  - {command: b, confine: true, mirror: {command: [ssh, host, b], confine: false}}\n"
      "  - {command: c, mirror: {confine: true}}\n");
  ASSERT_EQ(settings.engines.size(), 3U);
  EXPECT_EQ(settings.engines[0].mirror->is_confined, std::nullopt);
  EXPECT_EQ(settings.engines[1].mirror->is_confined, false);
  EXPECT_EQ(settings.engines[2].mirror->is_confined, true);
}

TEST(RelaySettingsComplaint, SaysWhatAMirrorMayBe) {
  EXPECT_EQ(
      complaint(kOneEngine + "    mirror: yes please\n"),
      "3: engines[1].mirror: 'yes please' is not allowed here; write true, for another process "
      "of this engine, or where one runs: {command: …}");
  EXPECT_EQ(complaint(kOneEngine + "    mirror:\n"),
            "3: engines[1].mirror: has no value, but true or false is expected");
  EXPECT_EQ(
      complaint(kOneEngine + "    mirror: {comand: b}\n"),
      "3: engines[1].mirror.comand: unknown key; did you mean command? allowed here: command, "
      "directory, environment, confine");
  EXPECT_EQ(complaint(kOneEngine + "    mirror: {confine: }\n"),
            "3: engines[1].mirror.confine: has no value, but true or false is expected");
  EXPECT_EQ(complaint(kOneEngine + "    mirror: {directory: b}\n"),
            "3: engines[1].mirror.directory: is the folder of a command of the mirror's own, and "
            "there is none");
  EXPECT_EQ(complaint(kOneEngine + "mate: {engines: [{command: m, mirror: true}]}\n"),
            "3: mate.engines[1].mirror: only an engine of `engines:` has a mirror; write this one "
            "twice");
  EXPECT_EQ(complaint("mirror: true\n" + kOneEngine),
            "1: mirror: the outermost council has none; put it one level deeper, as an engine that "
            "has: engines: [{consensus: ..., engines: [...], mirror: true}]");
}

TEST(RelaySettingsComplaint, NamesFileLineKeyAndWhatIsAllowed) {
  EXPECT_EQ(
      complaint("name: x\nengines:\n  - command: a\n  - name: b\n    command: b\n"
                "    weight: 2\n    optoins: {Threads: 1}\n"),
      "7: engines[2].optoins: unknown key; did you mean options? allowed here: name, command, "
      "directory, environment, confine, low_priority, options, expose, weight, eval_coef, scale, "
      "share, "
      "margin_ms, protocol, capabilities, mirror, consensus, engines");
  EXPECT_EQ(complaint(kOneEngine + "time: {grace: 200}\n"),
            "3: time.grace: unknown key; did you mean grace_ms? allowed here: margin_ms, grace_ms, "
            "min_use, ready_ms");
  EXPECT_THAT(complaint(kOneEngine + "Ponder: off\n"),
              StartsWith("3: Ponder: unknown key; did you mean ponder? allowed here: name, "));
  EXPECT_THAT(complaint(kOneEngine + "ponder:off\n"),
              StartsWith("3: ponder:off: unknown key; a blank is missing after ':'; "));
  EXPECT_THAT(complaint(kOneEngine + "mate: {engine: []}\n"),
              StartsWith("3: mate.engine: unknown key; did you mean engines? "));
  EXPECT_THAT(complaint(kOneEngine + "log:\n  directory: x\n  levle: info\n"),
              StartsWith("5: log.levle: unknown key; did you mean level? "));
}

TEST(RelaySettingsComplaint, TheFirstInTheFileIsTold) {
  EXPECT_THAT(complaint("ponder: maybe\nengines: []\nname: [1]\n"), StartsWith("1: ponder: "));
}

TEST(RelaySettingsComplaint, AtLeastOneEngineIsNeeded) {
  const std::string wanted = "engines: no engine is given; at least one is needed";
  EXPECT_EQ(complaint("name: x\nengines: []\n"), "2: " + wanted);
  EXPECT_EQ(complaint("name: x\nengines:\n"), "2: " + wanted);
  EXPECT_EQ(complaint("# nothing\nname: x\n"), "2: " + wanted);
  EXPECT_EQ(complaint(""), " " + wanted);
  EXPECT_EQ(complaint("engines: gougi-engine\n"),
            "1: engines: a list is expected, each engine beginning with '- '");
  EXPECT_EQ(complaint(kOneEngine + "mate: {timeout_ms: 5}\n"),
            "3: mate.engines: no engine is given; at least one is needed, or `mate: off`");
  std::string many = "engines:\n";
  for (int i = 0; i < 1025; ++i) many += "  - command: e\n";
  EXPECT_EQ(complaint(many), "1: engines: more than 1024 engines");
}

TEST(RelaySettingsComplaint, EveryEngineHasACommand) {
  EXPECT_EQ(
      complaint("engines:\n  - command: a\n  - name: b\n"),
      "3: engines[2].command: is missing: the engine's program, or a list: program, arguments");
  EXPECT_EQ(complaint("engines:\n  - command: \"\"\n"),
            "2: engines[1].command: the program's name is empty");
  EXPECT_EQ(complaint("engines:\n  - command: []\n"),
            "2: engines[1].command: the program's name is empty");
  EXPECT_EQ(complaint("engines:\n  - command: {a: b}\n"),
            "2: engines[1].command: a block of keys, but a single value is expected");
  EXPECT_EQ(complaint("engines:\n  - command: [a, [b]]\n"),
            "2: engines[1].command: a list, but a single value is expected");
  EXPECT_THAT(complaint("engines:\n  - command: ~/engines/e\n"),
              StartsWith("2: engines[1].command: '~' is not understood here"));
  EXPECT_THAT(complaint("engines:\n  - gougi-engine\n"),
              StartsWith("2: engines[1]: a single value, but keys are expected here: name, "));
  EXPECT_THAT(complaint(kOneEngine + "mate:\n  engines:\n    - name: m\n"),
              StartsWith("5: mate.engines[1].command: is missing"));
}

TEST(RelaySettingsComplaint, AnUnknownConsensusIsAnsweredWithTheKnownOnes) {
  EXPECT_EQ(complaint("consensus: democracy\n" + kOneEngine),
            "1: consensus: 'democracy': unknown; one of: majority, optimistic, pessimistic, mate");
  EXPECT_EQ(complaint("consensus: majorty\n" + kOneEngine),
            "1: consensus: 'majorty': unknown; did you mean majority?");
}

TEST(RelaySettingsComplaint, AMistypedOffIsAnsweredAsOneAndNotAsABlockWithoutKeys) {
  EXPECT_EQ(complaint(kOneEngine + "mate: offf\n"),
            "3: mate: a single value, but keys are expected here: engines, timeout_ms, pv, "
            "threats; or the "
            "word off; did you mean off?");
  EXPECT_THAT(complaint(kOneEngine + "log: of\n"), EndsWith("; or the word off"));
  EXPECT_THAT(complaint(kOneEngine + "mate: {engines: [{command: a}], pv: offf}\n"),
              EndsWith("; or the word off; did you mean off?"));
}

TEST(RelaySettingsComplaint, MateNeedsASolver) {
  const std::string wanted =
      "consensus: mate needs a mate solver: add `mate: {engines: [{command: gougi-mate}]}`";
  EXPECT_EQ(complaint("consensus: mate\n" + kOneEngine), "1: " + wanted);
  EXPECT_EQ(complaint("consensus: mate\nmate: off\n" + kOneEngine), "1: " + wanted);
  EXPECT_THAT(complaint("consensus: 詰探索エンジンとの合議\n" + kOneEngine),
              HasSubstr("needs a mate solver"));
}

TEST(RelaySettingsComplaint, NumbersAreNumbersWithinTheirRange) {
  const auto time = [](const std::string& value) { return kOneEngine + "time: {" + value + "}\n"; };
  EXPECT_EQ(complaint(time("grace_ms: soon")),
            "3: time.grace_ms: 'soon', but a whole number from 1 to 60000 is expected");
  EXPECT_EQ(complaint(time("grace_ms: 0")),
            "3: time.grace_ms: '0', but a whole number from 1 to 60000 is expected");
  EXPECT_EQ(complaint(time("grace_ms: 200.5")),
            "3: time.grace_ms: '200.5', but a whole number from 1 to 60000 is expected");
  EXPECT_EQ(complaint(time("margin_ms: -1")),
            "3: time.margin_ms: '-1', but auto or a whole number from 0 to 60000 is expected");
  EXPECT_EQ(complaint(time("margin_ms: [1]")),
            "3: time.margin_ms: a list, but auto or a whole number from 0 to 60000 is expected");
  EXPECT_EQ(complaint(kOneEngine + "mate: {engines: [{command: m}], timeout_ms: 99999999999}\n"),
            "3: mate.timeout_ms: '99999999999', but a whole number from 1 to 86400000 is expected");
  EXPECT_EQ(complaint(kOneEngine + "    weight: heavy\n"),
            "3: engines[1].weight: 'heavy', but a number from 0 to 1000000 is expected");
  EXPECT_EQ(complaint(kOneEngine + "    weight: nan\n"),
            "3: engines[1].weight: 'nan', but a number from 0 to 1000000 is expected");
  EXPECT_EQ(complaint(kOneEngine + "    weight: -1\n"),
            "3: engines[1].weight: '-1', but a number from 0 to 1000000 is expected");
  EXPECT_EQ(complaint(kOneEngine + "    weight: 0\n"),
            "3: engines[1].weight: a weight is greater than 0; to leave an engine out, remove it");
  EXPECT_EQ(complaint(kOneEngine + "    eval_coef: 0\n"),
            "3: engines[1].eval_coef: '0', but a whole number from 1 to 100000 is expected");
  EXPECT_EQ(complaint(kOneEngine + "log: {directory: l, keep: 0}\n"),
            "3: log.keep: '0', but a whole number from 1 to 1000 is expected");
}

TEST(RelaySettingsComplaint, WhatMayBeExposedIsTold) {
  const std::string engine = "engines:\n  - command: a\n    expose: ";
  EXPECT_EQ(
      complaint(engine + "some\n"),
      "3: engines[1].expose: 'some', but one of all, few or a list of names of its options is "
      "expected");
  EXPECT_EQ(complaint(engine + "all\n"), "no complaint");
  EXPECT_EQ(complaint(engine + "[]\n"), "no complaint");
}

TEST(RelaySettingsComplaint, ChoicesAreListed) {
  EXPECT_EQ(complaint(kOneEngine + "language: de\n"),
            "3: language: 'de' is not allowed here; one of: auto, ja, en");
  EXPECT_EQ(complaint(kOneEngine + "encoding: sjis\n"),
            "3: encoding: 'sjis' is not allowed here; one of: auto, utf-8, cp932, ascii");
  EXPECT_EQ(complaint(kOneEngine + "ponder: [off]\n"),
            "3: ponder: a list is not allowed here; one of: off, single, multi");
  EXPECT_EQ(complaint(kOneEngine + "show_all: maybe\n"),
            "3: show_all: 'maybe' is not allowed here; one of: true, false");
  EXPECT_EQ(complaint(kOneEngine + "vote_lines: 1\n"),
            "3: vote_lines: '1' is not allowed here; one of: true, false");
  EXPECT_EQ(complaint(kOneEngine + "log: {directory: l, level: loud}\n"),
            "3: log.level: 'loud' is not allowed here; one of: trace, debug, info, warning, error, "
            "off");
  EXPECT_EQ(complaint(kOneEngine + "    capabilities: [mateinfo, magic]\n"),
            "3: engines[1].capabilities: 'magic' is unknown; allowed here: mateinfo, wait_stop, "
            "ponderhit_time, visits");
  EXPECT_THAT(
      complaint(kOneEngine + "    capabilities: [mateinf]\n"),
      StartsWith("3: engines[1].capabilities: 'mateinf' is unknown; did you mean mateinfo? "));
}

TEST(RelaySettingsComplaint, TypesAreJudged) {
  EXPECT_THAT(complaint("- a\n- b\n"), StartsWith("1: a list, but keys are expected here: name, "));
  EXPECT_THAT(complaint("gougi\n"), StartsWith("1: a single value, but keys are expected here: "));
  EXPECT_EQ(complaint("name: [a]\n" + kOneEngine),
            "1: name: a list, but a single value is expected");
  EXPECT_EQ(complaint("name: \" \"\n" + kOneEngine), "1: name: is empty");
  EXPECT_EQ(complaint("name: \"a\\nb\"\n" + kOneEngine),
            "1: name: holds a tab, a line end or another control character (in \"…\" a backslash "
            "is special)");
  EXPECT_EQ(complaint("name: " + std::string(201, 'x') + "\n" + kOneEngine),
            "1: name: longer than 200 bytes");
  EXPECT_THAT(complaint(kOneEngine + "time: 5\n"),
              StartsWith("3: time: a single value, but keys are expected here: "));
  EXPECT_THAT(complaint(kOneEngine + "mate: on\n"), StartsWith("3: mate: a single value, but"));
  EXPECT_THAT(complaint(kOneEngine + "log: {level: info}\n"),
              StartsWith("3: log.directory: is missing"));
  EXPECT_EQ(complaint(kOneEngine + "    options: [Threads]\n"),
            "3: engines[1].options: 'name: value' pairs are expected here");
  EXPECT_EQ(complaint(kOneEngine + "    options: {Threads: [1]}\n"),
            "3: engines[1].options.Threads: a list, but a single value is expected");
  EXPECT_EQ(complaint(kOneEngine + "    options: {T: \"a\\nquit\"}\n"),
            "3: engines[1].options.T: holds a tab, a line end or another control character (in "
            "\"…\" a backslash is special)");
  EXPECT_EQ(complaint(kOneEngine + "    options: {\"a\\nquit\": 1}\n"),
            "3: engines[1].options.a?quit: a name is one line without blanks around it");
  EXPECT_EQ(complaint(kOneEngine + "    environment: {A=B: 1}\n"),
            "3: engines[1].environment: 'A=B': a variable's name has no '='");
  for (const std::string wrong : {"cleen", "[clean, 3]", "~", "[[clean]]"}) {
    EXPECT_EQ(complaint(kOneEngine + "    environment: " + wrong + "\n"),
              "3: engines[1].environment: one of inherit, clean, variables {NAME: value} or a list "
              "of these is expected" +
                  std::string(wrong == "cleen" ? "; did you mean clean?" : ""))
        << wrong;
  }
}

TEST(RelaySettings, AnEnvironmentIsInheritedOrCleanWithVariablesOrWithout) {
  const auto engine = [](const std::string& environment) {
    return parsed(kOneEngine + environment).engines.at(0);
  };
  EXPECT_FALSE(engine("").has_clean_environment);
  EXPECT_FALSE(engine("    environment: inherit\n").has_clean_environment);
  EXPECT_FALSE(engine("    environment: {clean: a}\n").has_clean_environment);
  EXPECT_TRUE(engine("    environment: clean\n").has_clean_environment);
  const auto both = engine("    environment: [clean, {A: b}, {A: c}]\n");
  EXPECT_TRUE(both.has_clean_environment);
  EXPECT_THAT(both.environment, ElementsAre(Pair("A", "c")));
}

TEST(RelaySettings, AnEngineIsConfinedByOneWord) {
  EXPECT_FALSE(parsed(kOneEngine).engines.at(0).is_confined);
  EXPECT_TRUE(parsed(kOneEngine + "    confine: true\n").engines.at(0).is_confined);
  EXPECT_EQ(complaint(kOneEngine + "    confine:\n"),
            "3: engines[1].confine: has no value, but true or false is expected");
}

TEST(RelaySettings, AnEngineMayTakeWhatTheOthersLeave) {
  EXPECT_FALSE(parsed(kOneEngine).engines.at(0).is_low);
  EXPECT_TRUE(parsed(kOneEngine + "    low_priority: true\n").engines.at(0).is_low);
}

TEST(RelaySettingsComplaint, NothingIsGivenTwice) {
  EXPECT_EQ(complaint("name: a\n" + kOneEngine + "name: b\n"),
            "4: name: given twice, first in line 1");
  EXPECT_EQ(complaint(kOneEngine + "    options:\n      Threads: 1\n      Threads: 2\n"),
            "5: Threads: given twice, first in line 4");
  EXPECT_EQ(
      complaint("engines:\n  - name: twin\n    command: a\n  - name: twin\n    command: b\n"),
      "4: engines[2].name: 'twin' is the name of another engine already; the vote table could "
      "not tell them apart");
}

TEST(RelaySettingsComplaint, TheProtocolIsOfAllEngines) {
  EXPECT_EQ(parsed(kOneEngine).protocol, GameProtocol::kUsi);
  const RelaySettings upi = parsed("protocol: upi\n" + kOneEngine);
  EXPECT_EQ(upi.protocol, GameProtocol::kUpi);
  EXPECT_EQ(upi.ponder, PonderMode::kOff);
  EXPECT_EQ(complaint("protocol: uci\n" + kOneEngine),
            "1: protocol: 'uci' is not allowed here; did you mean usi? one of: usi, upi");
  EXPECT_EQ(complaint("protocol: upi\nrecord: x.jsonl\n" + kOneEngine),
            "2: record: is not available with protocol: upi; leave it out");
  EXPECT_EQ(complaint("protocol: upi\nrecord: off\n" + kOneEngine),
            "2: record: is not available with protocol: upi; leave it out");
  EXPECT_EQ(complaint("protocol: upi\nmate: {engines: [{command: m}]}\n" + kOneEngine),
            "2: mate: is not available with protocol: upi; leave it out");
  EXPECT_EQ(complaint("protocol: upi\nfreeze_vote: pooled\n" + kOneEngine),
            "2: freeze_vote: is not available with protocol: upi; leave it out");
  EXPECT_EQ(complaint("protocol: upi\nmateinfo: {count: 2}\n" + kOneEngine),
            "2: mateinfo: is not available with protocol: upi; leave it out");
  EXPECT_THAT(complaint("protocol: upi\nconsensus: phrase\n" + kOneEngine),
              AllOf(HasSubstr("majority"), Not(HasSubstr("mate"))));
  EXPECT_EQ(complaint("protocol: upi\nponder: single\n" + kOneEngine),
            "2: ponder: is not available with protocol: upi; leave it out");
  EXPECT_EQ(parsed("protocol: upi\nponder: off\nmate: off\n" + kOneEngine).ponder,
            PonderMode::kOff);
  EXPECT_EQ(complaint("protocol: upi\nconsensus: mate\n" + kOneEngine),
            "2: consensus: mate needs a mate solver, and there is none with protocol: upi");
  EXPECT_EQ(complaint("protocol: upi\nengines:\n  - command: a\n  - record: x.jsonl\n"
                      "    engines:\n      - command: b\n"),
            "4: engines[2].record: is not available with protocol: upi; leave it out");
  EXPECT_EQ(complaint(kOneEngine + "    protocol: upi\n"),
            "3: engines[1].protocol: upi is spoken by all engines or none: write it at the top of "
            "the file; here one of: usi, uci_shogi");
}

TEST(RelaySettingsComplaint, KeysThatUpiRefusesAreNotSaidToBeAllowed) {
  const auto names_none =
      AllOf(HasSubstr(" allowed here: name, "), HasSubstr("engines"), Not(HasSubstr("mate")),
            Not(HasSubstr("ponder")), Not(HasSubstr("record")), Not(HasSubstr("freeze")));
  EXPECT_THAT(complaint("protocol: upi\nnmae: x\n" + kOneEngine),
              AllOf(StartsWith("2: nmae: unknown key; did you mean name? "), names_none));
  EXPECT_THAT(complaint("ponderr: off\n" + kOneEngine + "protocol: upi\n"),
              AllOf(StartsWith("1: ponderr: unknown key; allowed here: "), Not(HasSubstr("mate"))));
  EXPECT_THAT(complaint("protocol: upi\nengines:\n  - recrod: x\n    engines:\n"
                        "      - command: b\n"),
              AllOf(StartsWith("3: engines[1].recrod: unknown key; "), HasSubstr("consensus"),
                    Not(HasSubstr("record")), Not(HasSubstr("mate"))));
  EXPECT_THAT(complaint("nmae: x\n" + kOneEngine),
              AllOf(HasSubstr("ponder"), HasSubstr("mate"), HasSubstr("freeze")));
}

TEST(RelaySettingsComplaint, WhatTheFreezeVoteMayBeIsTold) {
  EXPECT_EQ(complaint("freeze_vote: each\n" + kOneEngine),
            "1: freeze_vote: 'each' is not allowed here; one of: exact, pooled");
}

TEST(RelaySettingsComplaint, PyonpyonHasNoFreezesToAdd) {
  EXPECT_EQ(complaint("protocol: upi\nfreeze: emulate\n" + kOneEngine),
            "2: freeze: is not available with protocol: upi; leave it out");
}

TEST(RelaySettings, ANestedConsensusLeavesTheFreezesThatItCannotDeclareToTheOutermost) {
  const std::string text =
      "freeze: emulate\nfreeze_vote: pooled\nengines:\n  - engines:\n      - command: a\n";
  const auto inner = parse_relay_settings(text, "x.yaml", {"majority"}, {1});
  ASSERT_TRUE(inner) << inner.error().message;
  EXPECT_EQ(inner->freeze, Freeze::kPass);
  EXPECT_EQ(inner->freeze_vote, FreezeVote::kPooled);
}

TEST(RelaySettingsComplaint, WhatIsNoYamlIsToldWithItsLine) {
  EXPECT_EQ(complaint("name: x\nengines:\n\t- command: a\n"),
            "3: a tab in the indentation; YAML wants blanks");
  EXPECT_THAT(complaint("name: x\n  ponder: off\n"), StartsWith("2: not YAML: "));
  EXPECT_THAT(complaint("name: a: b\n"), StartsWith("1: not YAML: "));
  EXPECT_THAT(complaint("name: \"never closed\nengines: []\n"), HasSubstr("not YAML: "));
  EXPECT_THAT(complaint("engines: [{command: a}\nname: x\n"), HasSubstr("not YAML: "));
  EXPECT_THAT(
      complaint("name: x\nengines:\n  - command: \"D:\\games\\a.exe\"\n"),
      StartsWith("3: not YAML: unknown escape character: g (in \"…\" a backslash is special"));
  EXPECT_EQ(complaint("name: *nobody\n"), "1: not YAML: the referenced anchor is not defined");
  EXPECT_EQ(complaint("name: a\n---\nname: b\n"),
            "3: a second document; one file holds one configuration");
  EXPECT_THAT(complaint("? [a]\n: b\n"), StartsWith("1: a key must be a single word"));
}

// The end of the file is told as a character that nobody can print.
TEST(RelaySettingsComplaint, ABackslashAtTheEndIsSaidWithoutControlCharacters) {
  for (const char* const text : {"name: \"a\\", "a: b\n---\n\"\\"}) {
    const std::string told = complaint(text);
    EXPECT_THAT(told, HasSubstr("unknown escape character: ?"));
    EXPECT_EQ(told, base::printable(told));
  }
}

TEST(RelaySettingsComplaint, WhatWasNotClosedIsNamed) {
  EXPECT_EQ(complaint("engines:\n  - {name: a\n  - {name: b}\n"),
            "2: a key must be a single word (is the { of line 2 closed?)");
  EXPECT_EQ(complaint("consensus: [majority\nengines:\n  - name: a\n"),
            "2: not YAML: end of sequence flow not found (is the [ of line 1 closed?)");
  EXPECT_THAT(complaint("name: \"a\nengines: []\n"), HasSubstr("(a \" or ' is not closed)"));
  // Another fault within brackets keeps its own explanation.
  EXPECT_THAT(complaint("engines: [{name: a,\n  command: \"D:\\games\"}]\n"),
              HasSubstr("a backslash is special"));
}

TEST(RelaySettingsComplaint, TextThatIsNotUtf8IsToldWithItsLine) {
  EXPECT_EQ(complaint("# ok\nname: \x8d\x87\x8b\x63\n"),
            "2: not UTF-8; save the file as UTF-8, not as Shift_JIS or UTF-16");
  EXPECT_THAT(complaint(std::string_view("\xFF\xFEn\0a\0", 6)), StartsWith("1: not UTF-8"));
  EXPECT_EQ(complaint(std::string_view("name: a\nx: \0\n", 13)), "2: a control character (0x00)");
}

TEST(RelaySettingsComplaint, NoFileIsTooLargeTooDeepOrTooSelfReferringToBeRefusedAtOnce) {
  EXPECT_EQ(complaint(std::string(kMaxYamlBytes + 1, '#')), " larger than 256 kB");
  EXPECT_EQ(complaint("a: " + std::string(100, '[') + std::string(100, ']')),
            "1: nested deeper than 64 levels");
  EXPECT_THAT(complaint(std::string(100'000, '[')), StartsWith("1: "));
  EXPECT_THAT(complaint(std::string(100'000, '{')), StartsWith("1: "));
  std::string dashes;
  for (int i = 0; i < 50'000; ++i) dashes += "- ";
  EXPECT_THAT(complaint(dashes), StartsWith("1: nested deeper"));
  EXPECT_EQ(complaint("name: &a [*a]\n"), "1: an alias inside its own anchor");
  std::string bomb = "a0: &a0 [x]\n";
  for (int i = 1; i < 40; ++i) bomb += fmt::format("a{0}: &a{0} [*a{1}, *a{1}, *a{1}]\n", i, i - 1);
  EXPECT_THAT(complaint(bomb), StartsWith("1: a0: unknown key"));
  std::string many = "engines:\n";
  for (int i = 0; i < 10'001; ++i) many += "  - a\n";
  EXPECT_THAT(complaint(many), HasSubstr("more than 10000 values in one file"));
}

TEST(RelaySettings, AllMistakesAreToldAtOnceInTheFilesOrder) {
  const auto settings = parse_relay_settings(R"(consensus: majoritty
quorum: 7
ponder: maybe
time: {grace_ms: soon}
rules: {temperature: 0}
engines:
  - command: a
    wieght: 2
  - {name: b}
  - {command: c, protocol: cecp}
mate:
  engines: [{command: m}]
  pv: {count: 0}
frezee: pass
)",
                                             "ten.yaml", {"majority"}, {}, 1);
  ASSERT_FALSE(settings);
  const auto lines = complaint_lines(settings.error());
  EXPECT_THAT(
      lines, testing::ElementsAre(
                 HasSubstr("ten.yaml:1: consensus: 'majoritty'"), HasSubstr("ten.yaml:2: quorum: "),
                 HasSubstr("ten.yaml:3: ponder: "), HasSubstr("ten.yaml:4: time.grace_ms: "),
                 HasSubstr("ten.yaml:5: rules.temperature: "),
                 HasSubstr("ten.yaml:8: engines[1].wieght: "),
                 HasSubstr("ten.yaml:9: engines[2].command: is missing"),
                 HasSubstr("ten.yaml:10: engines[3].protocol: "),
                 HasSubstr("ten.yaml:13: mate.pv.count: "), HasSubstr("ten.yaml:14: frezee: ")));
  EXPECT_EQ(in_one_line(settings.error()), lines.front() + " (and 9 more; gougi check shows all)");
}

TEST(RelaySettings, OfVeryManyMistakesTheFirstAreTold) {
  std::string text;
  for (int i = 0; i < 80; ++i) text += "x" + std::to_string(i) + ": 1\n";
  const auto settings =
      parse_relay_settings(text + "engines: [{command: a}]\n", "many.yaml", {"majority"}, {}, 1);
  ASSERT_FALSE(settings);
  const auto lines = complaint_lines(settings.error());
  ASSERT_EQ(lines.size(), 51U);
  EXPECT_EQ(lines.back(), "many.yaml: 30 more mistakes");
}

}  // namespace
}  // namespace gougi::settings
