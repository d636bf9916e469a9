// SPDX-License-Identifier: MIT
// `gougi check`: engines of a configuration that are not well, each in its own way, and one
// engine's protocol by rules, with real engines and with every fault that we have.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "integration/relay.hpp"
#include "io/confinement.hpp"

namespace gougi::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class Checked {
 public:
  explicit Checked(std::vector<std::string> arguments, std::string locale = "C")
      : gougi_(std::make_unique<Dialogue>(
            program_path("gougi"), with_check(std::move(arguments)),
            std::map<std::string, std::string>{{"XDG_CACHE_HOME", base::to_utf8(cache_.path())},
                                               {"LC_ALL", std::move(locale)}})) {}

  int exit_code(Milliseconds limit = Milliseconds(240'000)) {
    EXPECT_TRUE(gougi_->wait_exit(limit));
    return gougi_->exit && !gougi_->exit->by_signal ? gougi_->exit->code : -1;
  }
  std::vector<std::string> lines() const {
    std::vector<std::string> all;
    for (const auto& heard : gougi_->heard) all.push_back(heard.line);
    return all;
  }
  const std::vector<std::string>& errors() const { return gougi_->errors; }
  // The line that begins with this word and has this one second; "": there is none.
  std::string line_of(const std::string& rule) const {
    for (const std::string& line : lines()) {
      const auto blank = line.find(' ');
      if (blank == std::string::npos) continue;
      const auto second = line.find_first_not_of(' ', blank);
      if (line.compare(second, rule.size() + 1, rule + " ") == 0) return line;
    }
    return "";
  }
  // The names of rules whose line begins with `verdict`.
  std::vector<std::string> rules_that(const std::string& verdict) const {
    std::vector<std::string> names;
    for (const std::string& line : lines()) {
      if (!line.starts_with(verdict + " ")) continue;
      const auto name = line.find_first_not_of(' ', verdict.size());
      names.push_back(line.substr(name, line.find(' ', name) - name));
    }
    return names;
  }
  std::int64_t pid() const { return gougi_->pid(); }
  void kill() { gougi_->kill(); }

 private:
  static std::vector<std::string> with_check(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "check");
    return arguments;
  }

  Folder cache_;
  std::unique_ptr<Dialogue> gougi_;
};

std::string quoted(const std::string& path) { return '"' + path + '"'; }

// ---- a configuration -------------------------------------------------------------------------

class CheckedConfiguration : public ::testing::Test {
 protected:
  // `engine`: the lines of one.
  std::unique_ptr<Checked> check(const std::string& engines,
                                 std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"--config", folder_.write("relay.yaml", engines)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return std::make_unique<Checked>(std::move(arguments));
  }
  static std::string scripted(const std::string& words) {
    return "  - command: [" + ours("scripted-engine") + ", " + words + "]\n";
  }
  static std::string row(const Checked& check, const std::string& label) {
    for (const std::string& line : check.lines()) {
      if (line.starts_with(label + " ")) return line;
    }
    return "";
  }

  Folder folder_;
};

TEST_F(CheckedConfiguration, OfEnginesThatAreWellHasARowEachWithWhatTheyDo) {
  const auto checked =
      check("engines:\n" + scripted("--legal, '1'") + "  - command: " + ours("gougi-random") +
            "\nmate:\n  engines:\n    - command: " + ours("gougi-mate") + "\n");
  EXPECT_EQ(checked->exit_code(), 0) << ::testing::PrintToString(checked->lines());
  EXPECT_THAT(row(*checked, "engine"),
              AllOf(HasSubstr(" usiok "), HasSubstr(" readyok "), HasSubstr(" move "),
                    HasSubstr(" ponder "), HasSubstr(" stop "), HasSubstr(" memory ")));
  for (const char* const label : {"E1", "E2"}) {
    EXPECT_THAT(row(*checked, label),
                AllOf(HasSubstr(" ok "), HasSubstr(" ms "), HasSubstr(" MB ")));
  }
  EXPECT_THAT(row(*checked, "E1"), HasSubstr(" Scripted (the tests), 0 options"));
  EXPECT_THAT(row(*checked, "M1"), AllOf(HasSubstr(" mate "), HasSubstr(" gougi-mate (")));
}

TEST_F(CheckedConfiguration, NamesAllThatIsWrongAtOnceAndTriesTheRestAllTheSame) {
  const auto checked =
      check("engines:\n  - command: no-such-engine\n  - command: [" + ours("scripted-engine") +
            ", --illegal, --option, 'name Style type check default true']\n" +
            "    options: {Sytle: true, Depth: 3}\n" + "  - command: ./neither\n" +
            scripted("--legal, '1', --die-on, stop"));
  EXPECT_EQ(checked->exit_code(), 1);
  const auto lines = checked->lines();
  EXPECT_THAT(lines, Contains(AllOf(StartsWith("  not found: "), HasSubstr("no-such-engine"))));
  EXPECT_THAT(lines, Contains(AllOf(StartsWith("  not found: "), HasSubstr("neither"))));
  EXPECT_THAT(lines,
              Contains("  relay.yaml:4: E2_Sytle: the engine has no such option; did you mean "
                       "Style?"));
  EXPECT_THAT(lines, Contains("  relay.yaml:4: E2_Depth: the engine has no such option"));
  EXPECT_THAT(lines, Contains("  plays 5e5e in the start position, which is illegal"));
  EXPECT_THAT(lines, Contains(AllOf(StartsWith("  exit code 3, after \"go ponder "),
                                    HasSubstr(" / stop\""))));
}

#ifdef __linux__
TEST_F(CheckedConfiguration, WhereAnEngineEndsItsLastWordsAreShown) {
  folder_.write("dies", "#!/bin/bash\necho starting >&2\necho no eval/nn.bin >&2\nexit 3\n");
  std::filesystem::permissions(folder_.path() / "dies", std::filesystem::perms::owner_all);
  const auto checked = check("engines:\n  - command: ./dies\n" + scripted("--legal, '1'"));
  EXPECT_EQ(checked->exit_code(), 1);
  EXPECT_THAT(checked->lines(), Contains(AllOf(HasSubstr("before it answered usi"),
                                               HasSubstr("; it last wrote to stderr: starting / "
                                                         "no eval/nn.bin"))));
}
#endif

TEST_F(CheckedConfiguration, WhatAnEngineSaysBeforeItIsReadyStandsBelowIt) {
  const auto checked = check("engines:\n  - command: " + ours("gougi-engine") +
                             "\n    options: {EvalFile: /no-such.nnue}\n");
  EXPECT_EQ(checked->exit_code(), 0) << "it plays all the same";
  EXPECT_THAT(checked->lines(),
              Contains(AllOf(StartsWith("  info string evaluation: "), HasSubstr("no-such.nnue"))));
}

TEST_F(CheckedConfiguration, ALogAndARecordThatCannotBeWrittenAreTold) {
  const std::string file = folder_.write("file", "text");
  const auto checked = check("engines:\n  - command: " + ours("gougi-random") +
                             "\nlog: {directory: file}\nrecord: file\n");
  EXPECT_EQ(checked->exit_code(), 1);
  EXPECT_THAT(checked->lines(),
              Contains(StartsWith("  relay.yaml: log.directory: cannot write the log file ")));
  EXPECT_THAT(checked->lines(), Contains(AllOf(StartsWith("  relay.yaml: record: "),
                                               HasSubstr("holds no decisions"))));
  const auto well = check("engines:\n  - command: " + ours("gougi-random") +
                          "\nlog: {directory: logs/of/mine}\nrecord: new.jsonl\n");
  EXPECT_EQ(well->exit_code(), 0);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "logs"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "new.jsonl"));
}

TEST_F(CheckedConfiguration, AnOptionThatIsAPartOfItsNameIsSuggested) {
  const auto checked =
      check("engines:\n  - command: [" + ours("scripted-engine") +
            ", --legal, '1', --option, 'name USI_Hash type spin default 1 min 1 max 9']\n" +
            "    options: {Hash: 3}\n");
  EXPECT_EQ(checked->exit_code(), 1);
  EXPECT_THAT(checked->lines(), Contains(AllOf(HasSubstr("E1_Hash: the engine has no such option"),
                                               HasSubstr("did you mean USI_Hash?"))));
}

TEST_F(CheckedConfiguration, MistakesOfTheFileDoNotHideThoseOfItsEngines) {
  const auto checked =
      check("consensus: majorty\nengines:\n" + scripted("--illegal") +
            "    options: {Nothing: 1}\n  - comand: forgotten\n  - command: no-such-engine\n");
  EXPECT_EQ(checked->exit_code(), 2);
  EXPECT_THAT(checked->errors(), Contains(HasSubstr("did you mean majority?")));
  EXPECT_THAT(checked->errors(), Contains(HasSubstr("comand: unknown key")));
  const auto lines = checked->lines();
  EXPECT_THAT(lines, Contains("  relay.yaml:4: E1_Nothing: the engine has no such option"));
  EXPECT_THAT(lines, Contains("  plays 5e5e in the start position, which is illegal"));
  EXPECT_THAT(lines, Contains(AllOf(StartsWith("  not found: "), HasSubstr("no-such-engine"))));
  EXPECT_EQ(row(*checked, "E2"), "") << "it has no command";
  const auto read = check("consensus: majorty\nengines:\n" + scripted("--illegal"), {"--no-start"});
  EXPECT_EQ(read->exit_code(), 2);
  EXPECT_TRUE(read->lines().empty());
}

#ifdef __linux__
// Engines that leave a file in the folder that they work in.
class CheckedWriter : public CheckedConfiguration {
 protected:
  CheckedWriter() {
    for (const char* const name : {"own", "other"}) {
      std::filesystem::create_directory(folder_.path() / name);
      folder_.write(std::string(name) + "/engine.sh",
                    "echo a 2> /dev/null > written\nexec " + program_path("gougi-random") + "\n");
    }
  }
  std::string writer(const std::string& words, const std::string& script = "own") const {
    return "  - {command: [/bin/sh, '" + base::to_utf8(folder_.path() / script / "engine.sh") +
           "'], " + words + "}\n";
  }
  // Whether it has, and has not any more.
  bool has_written(const std::string& folder) const {
    return std::filesystem::remove(folder_.path() / folder / "written");
  }
};

TEST_F(CheckedWriter, ThatIsConfinedDoesNotWriteWhereTheConfigurationOrAnotherEngineLies) {
  if (const auto can = io::can_confine(); !can) GTEST_SKIP() << can.error().message;
  const std::string hint =
      "  cannot write in its folder either, where gougi, the configuration, the program of an "
      "engine without confine, your home or a folder of PATH lies; `directory:` gives it a folder "
      "of its own";
  const std::string confined = writer("directory: own, confine: true");
  struct Case {
    std::string engines;
    bool writes;
    std::string folder = "own";
  };
  for (const Case& one : {Case{confined, true}, Case{confined + writer("directory: other"), false},
                          Case{confined + writer("directory: other, confine: true", "other"), true},
                          Case{confined + writer("directory: other", "other"), true},
                          Case{confined + writer("directory: own", "other"), false},
                          Case{confined + "  - {consensus: majority, engines: [{command: "
                                          "gougi-random, directory: own}]}\n",
                               false},
                          Case{writer("directory: ., confine: true"), false, "."}}) {
    const auto checked = check("engines:\n" + one.engines + "mate: off\n");
    EXPECT_EQ(checked->exit_code(), 0) << one.engines;
    EXPECT_EQ(::testing::Matches(Contains(hint))(checked->lines()), !one.writes) << one.engines;
    // Who is not confined may write there.
    if (one.engines.find("other") == std::string::npos || one.writes) {
      EXPECT_EQ(has_written(one.folder), one.writes) << one.engines;
    }
    has_written("own");
    has_written("other");
  }
}

TEST_F(CheckedWriter, IsNotStartedWhereWhatItIsKeptFromHasAMistake) {
  for (const std::string words : {"confine: yes", "confine: ''", "environment: Clean"}) {
    const auto checked = check("engines:\n" + writer("directory: own, " + words) +
                               writer("directory: other", "other") + "mate: off\n");
    EXPECT_EQ(checked->exit_code(), 2) << words;
    EXPECT_THAT(checked->lines(),
                Contains("  not started: what confine or environment says of it has a mistake"))
        << words;
    EXPECT_FALSE(has_written("own")) << words;
    EXPECT_TRUE(has_written("other")) << words;
  }
}
#endif

TEST_F(CheckedConfiguration, ReadOnlyNamesAllProgramsThatAreNotThere) {
  const auto checked = check(
      "engines:\n  - command: no-such-engine\n  - command: ./neither\n  - consensus: majority\n"
      "    engines: [{command: ./nor-this}]\n",
      {"--no-start"});
  EXPECT_EQ(checked->exit_code(), 1);
  EXPECT_THAT(checked->errors(), ElementsAre(HasSubstr("no-such-engine"), HasSubstr("neither"),
                                             HasSubstr("nor-this")));
}

struct Ailment {
  std::string name;
  std::string words;
  std::string complaint;
};
class AilingEngine : public CheckedConfiguration, public ::testing::WithParamInterface<Ailment> {};

TEST_P(AilingEngine, IsComplainedOf) {
  const auto checked = check("engines:\n" + scripted(GetParam().words));
  EXPECT_EQ(checked->exit_code(), 1);
  EXPECT_THAT(checked->lines(), Contains(HasSubstr(GetParam().complaint)));
}

INSTANTIATE_TEST_SUITE_P(
    Check, AilingEngine,
    ::testing::Values(
        Ailment{"Resigns", "--bestmove, resign", "answers the start position by resign"},
        Ailment{"DiesAtGo", "--die-on, go", "exit code 3, after \"go btime 0 wtime 0 byoyomi 300"},
        Ailment{"IsSilentToGo", "--silent-on, go", "gives no bestmove within "},
        Ailment{"IsSilentToStop", "--legal, '1', --silent-on, stop",
                "no answer to stop in time, after \"go ponder "},
        Ailment{"SaysNoMove", "--bestmove, x9y9", "by \"x9y9\", which is no move"}),
    [](const auto& ailment) { return ailment.param.name; });

TEST_F(CheckedConfiguration, OfAMateEngineThatFindsNoMateIsComplainedOf) {
  const auto checked =
      check("engines:\n" + scripted("--legal, '1'") + "mate:\n  engines:\n    - command: [" +
            ours("scripted-engine") + ", --mate, nomate]\n");
  EXPECT_EQ(checked->exit_code(), 1);
  EXPECT_THAT(checked->lines(),
              Contains(StartsWith("  says \"checkmate nomate\" of a mate in one")));
}

TEST_F(CheckedConfiguration, SpeaksTheUsersLanguage) {
  const auto japanese = check("engines:\n" + scripted("--illegal"), {"--lang", "ja"});
  EXPECT_EQ(japanese->exit_code(), 1);
  EXPECT_THAT(japanese->lines(), Contains("  開始局面で反則の 5e5e を指しました"));
#ifdef __linux__
  Checked by_locale({"--engine", program_path("gougi-random"), "--rules", "id-name"},
                    "ja_JP.UTF-8");
  EXPECT_EQ(by_locale.exit_code(), 0);
  EXPECT_THAT(by_locale.line_of("id-name"), HasSubstr("usiok の前に id name を返す"));
#endif
}

TEST_F(CheckedConfiguration, OfPyonpyonIsTriedByItsOwnRules) {
  const auto checked = check("protocol: upi\nengines:\n  - command: " + ours("gougi-pyon") + "\n");
  EXPECT_EQ(checked->exit_code(), 0) << ::testing::PrintToString(checked->lines());
}

// ---- one engine ------------------------------------------------------------------------------

TEST(CheckedEngine, OursKeepEveryRuleThatIsAMust) {
  std::vector<std::pair<std::string, std::unique_ptr<Checked>>> all;
  for (const char* const name : {"gougi-engine", "gougi-mate", "gougi-random", "gougi-naitou"}) {
    all.emplace_back(name, std::make_unique<Checked>(
                               std::vector<std::string>{"--engine", quoted(program_path(name))}));
  }
  for (const auto& [name, checked] : all) {
    SCOPED_TRACE(name);
    EXPECT_EQ(checked->exit_code(), 0);
    EXPECT_THAT(checked->rules_that("FAILED"), IsEmpty())
        << ::testing::PrintToString(checked->lines());
    EXPECT_THAT(checked->rules_that("not"), IsEmpty());
    EXPECT_GT(checked->rules_that("ok").size(), 50U);
  }
}

struct Fault {
  std::string name;
  std::string words;  // of the scripted engine; with "hostile " before them of the other
  std::string verdict;
  std::string rule;
  std::string what;
};

std::string command_of(const Fault& fault) {
  constexpr std::string_view kHostile = "hostile ";
  if (fault.words.starts_with(kHostile)) {
    return quoted(program_path("hostile-engine")) + " " + fault.words.substr(kHostile.size());
  }
  return quoted(program_path("scripted-engine")) + " " + fault.words;
}

class FaultyEngine : public ::testing::TestWithParam<Fault> {};

TEST_P(FaultyEngine, IsNamedByTheRightRuleAndTheNextRuleRunsAllTheSame) {
  const Fault& fault = GetParam();
  const bool hopeless = fault.rule == "start";
  Checked checked({"--engine", command_of(fault), "--timeout", "2", "--rules",
                   (hopeless ? "" : "id-author,") + fault.rule + ",id-name"});
  const bool failed = fault.verdict == "FAILED";
  EXPECT_EQ(checked.exit_code(), failed ? 1 : 0) << ::testing::PrintToString(checked.lines());
  EXPECT_THAT(checked.line_of(fault.rule),
              AllOf(StartsWith(fault.verdict + " "), HasSubstr(fault.what)))
      << ::testing::PrintToString(checked.lines());
  EXPECT_THAT(checked.lines().back(), HasSubstr(hopeless ? "1 not tried" : "0 not tried"));
  if (!hopeless) {
    EXPECT_THAT(checked.line_of("id-name"), StartsWith("ok "));
  }
}

#ifdef _WIN32
constexpr const char* kCrashed = "it ended: exit code ";
#else
constexpr const char* kCrashed = "it ended: killed";
#endif

INSTANTIATE_TEST_SUITE_P(
    Check, FaultyEngine,
    ::testing::Values(
        Fault{"DiesAtGo", "--die-on go", "FAILED", "byoyomi", "it ended: exit code 3"},
        Fault{"CrashesAtPosition", "--crash-on position", "FAILED", "startpos", kCrashed},
        Fault{"IsSilentToGo", "--silent-on go", "FAILED", "startpos", "nothing came within"},
        Fault{"IsSilentToStop", "--legal 1 --silent-on stop", "FAILED", "go-infinite",
              "nothing came within"},
        Fault{"IsSilentToPonderhit", "--legal 1 --silent-on ponderhit", "FAILED", "ponder-hit",
              "/ ponderhit\": nothing came within"},
        Fault{"DiesAtSetoption", "--legal 1 --die-on setoption", "FAILED", "setoption-unknown",
              "sent \"setoption name No_Such_Option_Of_Yours value 1 / isready\": it ended"},
        Fault{"AnswersWhatItDoesNotKnow", "--unknown-ms 1", "warning", "unknown-silent",
              "came \"Unknown command: nosuchcommand"},
        Fault{"AnswersWhatItDoesNotKnowLate", "--unknown-ms 600", "warning", "unknown-silent",
              "came \"Unknown command: nosuchcommand"},
        Fault{"DiesAtGameover", "--legal 1 --die-on gameover", "FAILED", "second-game",
              "it ended: exit code 3"},
        Fault{"DiesAtStop", "--legal 1 --die-on stop", "FAILED", "stop-idle", "it ended"},
        Fault{"DiesInTheAnswer", "--legal 1 --die-mid-line", "FAILED", "startpos", "it ended"},
        Fault{"PlaysIllegally", "--illegal", "FAILED", "startpos", "which is illegal there"},
        Fault{"Resigns", "--bestmove resign", "FAILED", "startpos", "though there are legal moves"},
        Fault{"ClaimsAWin", "--bestmove win", "FAILED", "startpos", "no win can be declared"},
        Fault{"SaysNoMove", "--bestmove 0000", "FAILED", "startpos", "which is no move"},
        Fault{"PlaysOnWhenMated", "--bestmove 7g7f", "FAILED", "resign", "bestmove 7g7f"},
        Fault{"AnswersTwice", "--legal 1 --double-bestmove", "FAILED", "byoyomi",
              "came \"bestmove\" 2 times"},
        Fault{"IsSlowToStop", "--legal 1 --late --delay-ms 700", "warning", "stop-soon", " after "},
        Fault{"OverstepsItsTime", "--legal 1 --slow-ms 600", "warning", "keeps-time", " after "},
        Fault{"KnowsNoMate", "--legal 1 --mate nomate", "FAILED", "go-mate", "checkmate nomate"},
        Fault{"FindsNoMate", "--legal 1 --mate 5i5h", "FAILED", "go-mate", "checkmate 5i5h"},
        Fault{"StaysAtQuit", "--no-quit", "FAILED", "quit", "it still runs after"},
        Fault{"StaysAtTheEnd", "--ignore-eof", "FAILED", "end-of-input", "it still runs after"},
        Fault{"FloodsStderr", "--echo-stderr 100000", "FAILED", "stderr", "100000 bytes"},
        Fault{"FloodsStderrAtTheEnd", "hostile --print long --to stderr --at ready", "FAILED",
              "stderr", " bytes, beginning \"info string yyy"},
        Fault{"IsSilentFromTheStart", "--silent-on usi", "FAILED", "start", "no usiok in time"},
        Fault{"IsNeverReady", "--silent-on isready", "FAILED", "start", "no readyok in time"},
        Fault{"DiesAtUsi", "--die-on usi", "FAILED", "start", "it ended: exit code 3"},
        Fault{"PrintsForEver", "hostile --print endless --bytes 20000000 --then silence --at usi",
              "FAILED", "start", "no usiok in time"},
        Fault{"ListensNoMore", "hostile --print endless --bytes 20000000 --then silence", "FAILED",
              "startpos", "nothing came within"},
        Fault{"DiesInAFlood", "hostile --print info --bytes 2000000 --then exit", "FAILED",
              "startpos", "it ended: exit code 3"},
        Fault{"BabblesBeforeUsi", "--garbage", "warning", "quiet-before-usi", "unasked"}),
    [](const auto& fault) { return fault.param.name; });

// Rules that look at what was seen while another ran.
class SeenFault : public ::testing::TestWithParam<Fault> {};

TEST_P(SeenFault, IsNamedByTheRightRule) {
  const Fault& fault = GetParam();
  Checked checked({"--engine", command_of(fault), "--rules", "byoyomi,startpos," + fault.rule});
  checked.exit_code();
  EXPECT_THAT(checked.line_of(fault.rule),
              AllOf(StartsWith(fault.verdict + " "), HasSubstr(fault.what)))
      << ::testing::PrintToString(checked.lines());
}

INSTANTIATE_TEST_SUITE_P(
    Check, SeenFault,
    ::testing::Values(
        Fault{"AnswersUnasked", "--legal 1 --double-bestmove", "FAILED", "unasked-answer",
              "came \"bestmove "},
        Fault{"AnswersOutOfTheBlue", "hostile --print tricks --at ready", "FAILED",
              "unasked-answer", "bestmove 9i9h"},
        Fault{"HasMalformedInfos", "--legal 1 --garbage", "FAILED", "info-form", "came \"info"},
        Fault{"HasForeignLines", "--legal 1 --garbage", "warning", "usi-only", "came \""},
        Fault{"HasAnIllegalPv", "--legal 1 --pv 5e5e", "FAILED", "info-pv", "pv 5e5e"},
        Fault{"ExpectsAnIllegalMove", "--legal 1 --ponder 5e5e", "FAILED", "ponder-move",
              "ponder 5e5e"},
        Fault{"HasOddInfos", "--legal 1 --score \"1 tbhits 5\"", "warning", "info-words",
              "tbhits 5"},
        Fault{"PrintsBytes", "hostile --print binary", "warning", "usi-only", "came \""}),
    [](const auto& fault) { return fault.param.name; });

// Of the declaration, with the option line that is wrong.
class MisdeclaredOption : public ::testing::TestWithParam<Fault> {};

TEST_P(MisdeclaredOption, IsNamedByTheRightRule) {
  const Fault& fault = GetParam();
  Checked checked({"--engine",
                   quoted(program_path("scripted-engine")) + " --legal 1 " + fault.words, "--rules",
                   fault.rule});
  checked.exit_code();
  EXPECT_THAT(checked.line_of(fault.rule),
              AllOf(StartsWith(fault.verdict + " "), HasSubstr(fault.what)));
}

INSTANTIATE_TEST_SUITE_P(
    Check, MisdeclaredOption,
    ::testing::Values(
        Fault{"NoType", "--option \"name A type what\"", "FAILED", "option-lines",
              "option name A type what"},
        Fault{"SpinOutside", "--option \"name A type spin default 5 min 1 max 3\"", "FAILED",
              "option-values", "outside its range"},
        Fault{"SpinWithoutRange", "--option \"name A type spin default 5\"", "FAILED",
              "option-values", "without min and max"},
        Fault{"CheckWithoutDefault", "--option \"name A type check\"", "FAILED", "option-values",
              "without a default"},
        Fault{"CheckOfNumbers", "--option \"name A type check default 1\"", "FAILED",
              "option-values", "neither true nor false"},
        Fault{"ComboOfOthers", "--option \"name A type combo default x var y var z\"", "FAILED",
              "option-values", "none of its vars"},
        Fault{"NameOfTwoWords", "--option \"name A B type check default true\"", "warning",
              "option-names", "option name A B"},
        Fault{"NameTwice",
              "--option \"name A type check default true\" --option \"name a type button\"",
              "FAILED", "option-twice", "option name a"}),
    [](const auto& fault) { return fault.param.name; });

TEST(CheckedEngine, ManyFaultsOfADeclarationAreToldTogether) {
  Checked checked({"--engine",
                   quoted(program_path("scripted-engine")) +
                       " --option \"name A type spin default 5\" --option \"name B type check\"",
                   "--rules", "option-values"});
  EXPECT_EQ(checked.exit_code(), 1);
  EXPECT_THAT(checked.line_of("option-values"), AllOf(HasSubstr("name A "), HasSubstr("name B ")));
}

TEST(CheckedEngine, ThatIsGivenAnOptionThatItDoesNotHaveIsToldWhichWasMeant) {
  Checked checked({"--engine", quoted(program_path("gougi-random")), "--option", "Sead=5",
                   "--rules", "id-name"});
  EXPECT_EQ(checked.exit_code(), 1);
  EXPECT_THAT(checked.line_of("given-options"),
              HasSubstr("it has no option Sead; did you mean Seed?"));
}

#ifdef __linux__
// cat says back what it is told, and sleep nothing at all.
TEST(CheckedEngine, OfOneThatDoesNotStartOneLineSaysHowManyRulesAreNotTriedAndWhy) {
  const Folder folder;
  folder.write("dies", "#!/bin/bash\necho no eval/nn.bin >&2\nexit 3\n");
  const auto dies = folder.path() / "dies";
  std::filesystem::permissions(dies, std::filesystem::perms::owner_all);
  Checked checked({"--engine", base::to_utf8(dies)});
  EXPECT_EQ(checked.exit_code(), 1);
  const auto lines = checked.lines();
  EXPECT_LT(lines.size(), 6U) << ::testing::PrintToString(lines);
  EXPECT_THAT(lines, Contains(AllOf(StartsWith("not tried "), HasSubstr(" rules "),
                                    HasSubstr("it last wrote to stderr: no eval/nn.bin"))));
  EXPECT_THAT(lines.back(), Not(HasSubstr(" 0 not tried")));
}

TEST(CheckedEngine, ThatIsNoneIsWaitedForOnceAndTheOtherRulesAreNotTried) {
  for (const char* const command : {"cat", "sleep 1000"}) {
    SCOPED_TRACE(command);
    Checked checked({"--engine", command, "--usiok", "1"});
    EXPECT_EQ(checked.exit_code(), 1);
    EXPECT_THAT(checked.errors(), Contains(HasSubstr(" rules; waiting for usiok, 1 s at most")));
    EXPECT_THAT(checked.line_of("start"),
                AllOf(StartsWith("FAILED"), HasSubstr("no usiok in time (1.00 s; --usiok gives")));
    const auto lines = checked.lines();
    EXPECT_EQ(std::ranges::count_if(
                  lines, [](const std::string& line) { return line.starts_with("not tried "); }),
              1);
    EXPECT_THAT(lines, Contains(AllOf(StartsWith("not tried "), HasSubstr(" rules "),
                                      HasSubstr("no usiok in time"))));
    EXPECT_THAT(checked.rules_that("FAILED"), ElementsAre("start"));
    EXPECT_THAT(checked.lines().back(), StartsWith("0 ok, 0 warning(s), 1 failed, "));
  }
}
#endif

TEST(CheckedEngine, IsLeftAloneByWrongWords) {
  const std::string engine = quoted(program_path("gougi-random"));
  Checked no_rule({"--engine", engine, "--rules", "id-nmae"});
  EXPECT_EQ(no_rule.exit_code(), 2);
  EXPECT_THAT(no_rule.errors(), ElementsAre(HasSubstr("did you mean id-name?")));
  Checked no_value({"--engine", engine, "--option", "Seed"});
  EXPECT_EQ(no_value.exit_code(), 2);
  Checked no_engine({"--option", "Seed=1"});
  EXPECT_EQ(no_engine.exit_code(), 2);
  Checked no_program({"--engine", "no-such-engine"});
  EXPECT_EQ(no_program.exit_code(), 1);
  EXPECT_THAT(no_program.errors(), ElementsAre(HasSubstr("no-such-engine")));
}

#ifdef __linux__
TEST(CheckedEngine, IsGoneWhenTheCheckIsKilled) {
  const Folder folder;
  const std::string transcript = base::to_utf8(folder.path() / "transcript");
  Checked checked({"--engine", quoted(program_path("scripted-engine")) + " --transcript " +
                                   quoted(transcript) + " --silent-on go"});
  Dialogue clock(program_path("gougi-random"));  // its loop lets time pass
  for (int i = 0; i < 500 && content_of(transcript).find("go ") == std::string::npos; ++i) {
    clock.listen(Milliseconds(20));
  }
  const auto engines = descendants_of(checked.pid());
  EXPECT_THAT(engines, Not(IsEmpty()));
  checked.kill();
  EXPECT_TRUE(all_gone(engines, clock));
}
#endif

// What Debian's engines are known for.
TEST(CheckedEngine, FairyStockfishIsCaughtAtWhatItIsKnownFor) {
  NEEDS(kFairy);
  Checked checked({"--engine", kFairy, "--rules",
                   "start,quiet-before-usi,usi-lines,unknown-silent,startpos,ponder-replaced,"
                   "go-mate,info-words,info-pv,quit"});
  EXPECT_EQ(checked.exit_code(), 1);
  EXPECT_THAT(checked.line_of("start"), StartsWith("ok "));
  EXPECT_THAT(checked.line_of("go-mate"), AllOf(StartsWith("FAILED"), HasSubstr("bestmove ")));
  EXPECT_THAT(checked.line_of("info-words"), AllOf(StartsWith("warning"), HasSubstr("tbhits")));
  EXPECT_THAT(checked.line_of("unknown-silent"), StartsWith("warning"));
  // Its banner is there before `usi` unless the machine is so busy that it starts later.
  EXPECT_THAT((std::vector{checked.line_of("quiet-before-usi"), checked.line_of("usi-lines")}),
              Contains(AllOf(StartsWith("warning"), HasSubstr("Fairy-Stockfish"))));
  EXPECT_THAT(checked.line_of("ponder-replaced"),
              AllOf(StartsWith("warning"), HasSubstr("nothing came within")));
  EXPECT_THAT(checked.line_of("info-pv"), StartsWith("ok "));
  EXPECT_THAT(checked.line_of("quit"), StartsWith("ok "));
}

TEST(CheckedEngine, GpsShogiIsCaughtAtWhatItIsKnownFor) {
  NEEDS_PATIENCE();
  NEEDS(kGps);
  Checked checked({"--engine", kGps, "--rules", "start,byoyomi,go-nodes,ponder-stop,quit"});
  EXPECT_EQ(checked.exit_code(), 1);
  EXPECT_THAT(checked.line_of("start"), StartsWith("ok "));
  EXPECT_THAT(checked.line_of("byoyomi"), StartsWith("ok "));
  EXPECT_THAT(checked.line_of("go-nodes"), AllOf(StartsWith("warning"), HasSubstr("it ended")));
  EXPECT_THAT(checked.line_of("ponder-stop"), AllOf(StartsWith("FAILED"), HasSubstr("it ended")));
  EXPECT_THAT(checked.line_of("quit"), StartsWith("ok "));
}

TEST(CheckedFile, AllMistakesOfAConfigurationAreToldAtOnceAndARelayTellsTheFirst) {
  const Folder folder;
  const std::string file = folder.write("bad.yaml",
                                        "consensus: optimsitic\n"
                                        "time: {grace_ms: soon}\n"
                                        "engines:\n"
                                        "  - {command: gougi-random, wieght: 2}\n"
                                        "  - {name: b}\n"
                                        "frezee: pass\n");
  Checked checked({"--config", file});
  EXPECT_EQ(checked.exit_code(), 2);
  EXPECT_THAT(checked.errors(),
              ElementsAre(HasSubstr("bad.yaml:1: consensus: "), HasSubstr("bad.yaml:2: time."),
                          HasSubstr("bad.yaml:4: engines[1].wieght: unknown key; did you mean "),
                          HasSubstr("bad.yaml:5: engines[2].command: is missing"),
                          HasSubstr("bad.yaml:6: frezee: ")));
  Dialogue relay(program_path("gougi"), {"--config", file});
  ASSERT_TRUE(relay.wait_exit(Milliseconds(60'000)));
  ASSERT_EQ(relay.errors.size(), 1U);
  EXPECT_THAT(relay.errors[0], AllOf(HasSubstr("bad.yaml:1: "), HasSubstr("(and 4 more; gougi ")));
  EXPECT_EQ(relay.heard.size(), 1U);
}

}  // namespace
}  // namespace gougi::testing
