// SPDX-License-Identifier: MIT
// `gougi analyse` as a person starts it, with styles of the bundled engine at very few nodes.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/path.hpp"
#include "book/temporary_folder.hpp"
#include "integration/dialogue.hpp"
#include "integration/match_runs.hpp"
#include "integration/relay.hpp"
#include "io/file_lock.hpp"

namespace gougi {
namespace {

using book::testing::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::Not;

class AnalyseTest : public MatchTest {
 protected:
  void SetUp() override {
    MatchTest::SetUp();
    // White hangs the bishop, and Black does not take it.
    games_ =
        base::to_utf8(folder_.write("対局.usi", "startpos moves 7g7f 3c3d 2g2f 2b5e 7i7h 5e8h+\n"));
    config_ = base::to_utf8(folder_.write("council.yaml",
                                          "consensus: majority\nengines:\n"
                                          "  - name: balanced\n    command: " +
                                              program("gougi-engine") +
                                              "\n"
                                              "  - name: attack\n    command: " +
                                              program("gougi-engine") +
                                              "\n"
                                              "    options: { EvalKind: handmade }\n"));
  }
  std::string read(const std::string& name) const { return TemporaryFolder::read(folder_ / name); }
  /// `waits`: how many of the loop's patiences.
  Run& end_slowly(Run& run, int waits) {
    for (int i = 1; i < waits && !run.ended; ++i) {
      run_until([&run] { return run.ended.has_value(); });
    }
    return end_of(run, 0);
  }
  Run& analyse(const std::string& out, const std::vector<std::string>& more = {}, int status = 0) {
    std::vector<std::string> words{"analyse", games_, "--config", config_,
                                   "--nodes", "2000", "--out",    base::to_utf8(folder_ / out)};
    words.insert(words.end(), more.begin(), more.end());
    return end_of(start_gougi(words), status);
  }

  void expect_same(const std::string& one, const std::string& other) const {
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(folder_ / one)) {
      const std::string name = base::to_utf8(entry.path().filename());
      if (name.starts_with("positions.db")) continue;
      EXPECT_EQ(read(one + "/" + name), read(other + "/" + name)) << name;
      ++files;
    }
    EXPECT_GE(files, 5U);
  }

  /// Without a word, as kill -9 does, once it has judged some positions.
  void kill_when_some_are_kept(const std::string& out, const std::vector<std::string>& more) {
    std::vector<std::string> words{"analyse", games_, "--config", config_,
                                   "--nodes", "2000", "--out",    base::to_utf8(folder_ / out)};
    words.insert(words.end(), more.begin(), more.end());
    Run& run = start_gougi(words);
    const fs::path log = folder_ / (out + "/positions.db-wal");
    std::error_code ignored;
    const auto before = fs::file_size(log, ignored);
    const std::uintmax_t enough = (ignored ? 0 : before) + 15'000;
    watch_for([&run, log, enough] {
      std::error_code none;
      const auto size = fs::file_size(log, none);
      return run.ended || (!none && size > enough);
    });
    ASSERT_TRUE(run_until([this] { return enough_; }));
    run.process->kill();
    ASSERT_TRUE(run_until([&run] { return run.ended.has_value(); }));
  }

  TemporaryFolder folder_;
  std::string games_;
  std::string config_;
};

TEST_F(AnalyseTest, TheRecordComesBackWithTheCouncilsValues) {
  const Run& run = analyse("out");
  EXPECT_THAT(run.output, HasSubstr("accuracy"));
  EXPECT_THAT(read("out/対局.kif"), HasSubstr("**評価値="));
  EXPECT_THAT(read("out/対局.jkf"), HasSubstr("*評価値="));
  EXPECT_THAT(read("out/対局.jsonl"), HasSubstr("\"format\":\"gougi analysis 1\""));
  EXPECT_THAT(read("out/対局.jsonl"), HasSubstr("\"same_plies\":"));
}

TEST_F(AnalyseTest, AnyConcurrencyAndAnyStopGiveTheSameBytes) {
  analyse("one");
  analyse("two", {"--concurrency", "2"});
  for (const std::string ending : {".kif", ".csa", ".jkf", ".jsonl"}) {
    EXPECT_EQ(read("one/対局" + ending), read("two/対局" + ending)) << ending;
  }
}

TEST_F(AnalyseTest, ARunThatIsKilledGoesOnAndEndsWithTheSameBytes) {
  analyse("whole");
  kill_when_some_are_kept("killed", {});
  const Run& run = analyse("killed");
  EXPECT_THAT(run.errors, HasSubstr("were judged before"));
  expect_same("whole", "killed");
}

TEST_F(AnalyseTest, RunsThatShareAFileJudgeEachPositionOnce) {
  const std::string cache = base::to_utf8(folder_ / "共有.db");
  analyse("one", {"--cache", cache});
  const Run& run = analyse("two", {"--cache", cache});
  EXPECT_THAT(run.errors, HasSubstr("7 of 7 positions were judged before"));
  EXPECT_FALSE(fs::exists(folder_ / "two/positions.db"));
  expect_same("one", "two");
  // Other settings are other judgements.
  EXPECT_THAT(analyse("three", {"--cache", cache, "--mate-nodes", "10"}).errors,
              Not(HasSubstr("were judged before")));
}

TEST_F(AnalyseTest, AFileThatHoldsNoJudgementsIsNamedAndLeftAlone) {
  const std::string notes = base::to_utf8(folder_.write("notes.txt", std::string(5000, 'x')));
  EXPECT_THAT(analyse("out", {"--cache", notes}, 1).errors, HasSubstr("notes.txt: "));
  EXPECT_EQ(read("notes.txt"), std::string(5000, 'x'));
}

TEST_F(AnalyseTest, EachMemberMayHaveATimeInPlaceOfNodes) {
  const Run& run = end_of(start_gougi({"analyse", games_, "--config", config_, "--movetime", "20",
                                       "--out", base::to_utf8(folder_ / "out")}),
                          0);
  EXPECT_THAT(run.output, HasSubstr("accuracy"));
  EXPECT_THAT(analyse("out", {"--movetime", "20"}, 2).errors, HasSubstr("--nodes"));
}

TEST_F(AnalyseTest, AGameOfAThousandMovesCostsNoMoreThanItsLength) {
  NEEDS_PATIENCE();
  std::string game = "startpos moves";
  for (int i = 0; i < 250; ++i) game += " 2h3h 8b7b 3h2h 7b8b";
  games_ = base::to_utf8(folder_.write("long.usi", game + "\n"));
  const Run& run = end_slowly(
      start_gougi({"analyse", games_, "--config", config_, "--nodes", "2", "--mate-nodes", "100",
                   "--concurrency", "2", "--out", base::to_utf8(folder_ / "out")}),
      3);
  EXPECT_THAT(run.output, HasSubstr("long: accuracy"));
  EXPECT_LT(fs::file_size(folder_ / "out/positions.db"), 2'000'000U);
  EXPECT_LT(fs::file_size(folder_ / "out/long.jsonl"), 2'000'000U);
}

#ifdef __linux__
TEST_F(AnalyseTest, ADiskThatIsFullIsSaidOnceAndLaterTheRunGoesOnThere) {
  std::string game = "startpos moves";
  for (int i = 0; i < 25; ++i) game += " 2h3h 8b7b 3h2h 7b8b";
  games_ = base::to_utf8(folder_.write("long.usi", game + "\n"));
  std::vector<std::string> words{"-c",       "trap '' XFSZ; ulimit -f 200; exec \"$@\"",
                                 "sh",       program("gougi"),
                                 "analyse",  games_,
                                 "--config", config_,
                                 "--nodes",  "2000",
                                 "--out",    base::to_utf8(folder_ / "full")};
  gougi::testing::Dialogue run("/bin/sh", words);
  ASSERT_TRUE(run.wait_exit(base::Milliseconds(60'000)));
  ASSERT_TRUE(run.exit);
  EXPECT_EQ(run.exit->code, 1);
  EXPECT_THAT(run.errors.back(), HasSubstr("cannot be written any more, perhaps the disk is full"));
  EXPECT_FALSE(fs::exists(folder_ / "full/long.jsonl")) << "of a part it would be of no use";
  EXPECT_THAT(analyse("full").errors, HasSubstr("were judged before"));
  analyse("whole");
  expect_same("whole", "full");
}
#endif

TEST_F(AnalyseTest, HostileRecordsCostALineEach) {
  fs::create_directory(folder_ / "敵");
  folder_.write("敵/empty.kif", "");
  folder_.write("敵/bytes.csa", std::string("\xff\x00\x80PI\n+", 7));
  folder_.write("敵/deep.jkf", std::string(100'000, '['));
  folder_.write("敵/wide.kif", std::string(1'000'000, '7'));
  folder_.write("敵/illegal.usi", "startpos moves 7g7e\n");
  const Run& run = analyse("out", {base::to_utf8(folder_ / "敵")}, 1);
  for (const char* name : {"empty", "bytes", "deep", "wide", "illegal"}) {
    EXPECT_THAT(run.errors, HasSubstr(name));
  }
  std::istringstream lines(run.errors);
  int complaints = 0;
  for (std::string line; std::getline(lines, line);) {
    complaints += line.starts_with("gougi analyse: ") ? 1 : 0;
    EXPECT_LT(line.size(), 1000U);
  }
  EXPECT_EQ(complaints, 5) << run.errors;
  EXPECT_THAT(read("out/対局.kif"), HasSubstr("**評価値="));
}

TEST_F(AnalyseTest, AFolderIsOfRecordsAndLinesThatAreNoneAreCounted) {
  fs::create_directory(folder_ / "棋譜");
  folder_.write("棋譜/notes.txt", "to do\n");
  std::string lines = "startpos moves 7g7f\n";
  for (int i = 0; i < 1000; ++i) lines += "no game\n";
  folder_.write("棋譜/一覧.usi", lines);
  const Run& run = analyse("out", {base::to_utf8(folder_ / "棋譜")}, 1);
  EXPECT_THAT(run.errors, Not(HasSubstr("notes.txt")));
  EXPECT_THAT(run.errors, HasSubstr("一覧.usi: 997 more lines are no games"));
  EXPECT_LT(run.errors.size(), 2000U);
  EXPECT_TRUE(fs::exists(folder_ / "out/一覧.kif"));
}

TEST_F(AnalyseTest, WhatCannotBeReadIsNamedAndTheRestIsAnalysed) {
  const std::string bad = base::to_utf8(folder_.write("bad.kif", "nothing of a record\n"));
  const Run& run = analyse("out", {bad}, 1);
  EXPECT_THAT(run.errors, HasSubstr("bad.kif"));
  EXPECT_THAT(read("out/対局.kif"), HasSubstr("**評価値="));
}

TEST_F(AnalyseTest, AGameThatAnIllegalMoveEndedIsAnalysedUpToItAndTheResultTold) {
  fs::create_directory(folder_ / "棋譜");
  const std::string moves = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ７五歩打\n";
  folder_.write("棋譜/反則.kif", moves + "   4 反則負け\nまで3手で後手の勝ち\n");
  const Run& run = analyse("out", {base::to_utf8(folder_ / "棋譜")}, 0);
  EXPECT_THAT(run.output, HasSubstr("反則: accuracy"));
  EXPECT_THAT(run.output, HasSubstr("; ended by an illegal move at move 3 (７五歩打)\n"));
  EXPECT_THAT(read("out/反則.jsonl"),
              HasSubstr("\"illegal_move\":3,\"illegal_move_text\":\"７五歩打\""));
  EXPECT_THAT(read("out/反則.kif"), HasSubstr("   3 反則負け\n*反則手 (illegal move): ７五歩打\n"));
  EXPECT_THAT(read("out/対局.kif"), HasSubstr("**評価値="));
  // With moves behind it the rest is lost, which is a failure of the run, but no more than that.
  folder_.write("棋譜/反則.kif", moves + "   4 ８四歩(83)\n");
  const Run& broken = analyse("broken", {base::to_utf8(folder_ / "棋譜")}, 1);
  EXPECT_THAT(broken.errors, HasSubstr("反則.kif: record line 4: "));
  EXPECT_THAT(broken.output, HasSubstr("反則: accuracy"));
}

TEST_F(AnalyseTest, ARuleHasItsNumbersTheNamesAndWhatWasDecidedForTheSideBefore) {
  const std::string cache = base::to_utf8(folder_ / "judged.db");
  const std::string council = read("council.yaml");
  const std::string engines = council.substr(council.find('\n') + 1);
  // What is said of the position before each move.
  const auto said_by = [&](const std::string& rule, const std::string& numbers = "") {
    config_ = base::to_utf8(
        folder_.write(rule + ".yaml", "consensus: " + rule + "\n" + numbers + engines));
    analyse(rule, {"--cache", cache});
    std::vector<std::string> lines;
    std::istringstream text(read(rule + "/対局.jsonl"));
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    EXPECT_EQ(lines.size(), 8U) << rule;
    lines.resize(8);
    return lines;
  };
  for (const char* const rule : {"optimistic-rise", "pessimistic-rise"}) {
    const auto lines = said_by(rule);
    EXPECT_THAT(lines[1], HasSubstr("nobody has a previous value"));
    EXPECT_THAT(lines[2], HasSubstr("nobody has a previous value"));
    for (std::size_t i = 3; i < 8; ++i) EXPECT_THAT(lines[i], HasSubstr(": from ")) << rule << i;
  }
  // Black could take a bishop at move 5: who played on hands over.
  EXPECT_THAT(said_by("rotate-rise")[7], HasSubstr("value rose by 100 or more"));
  EXPECT_THAT(said_by("rotate-phase", "rules: {chuuban_start_plies: 3}\n")[1],
              HasSubstr("as they change at 3 and 101"));
  EXPECT_THAT(said_by("visits")[1], HasSubstr(" of all votes: balanced "));
  std::string arbiter;
  for (const std::string& line : said_by("arbiter")) arbiter += line;
  EXPECT_THAT(arbiter, HasSubstr("anchor balanced: "));
  EXPECT_THAT(arbiter, Not(HasSubstr("engine 1")));
  EXPECT_THAT(arbiter, Not(HasSubstr("the model lets nobody")));
}

TEST_F(AnalyseTest, WhereNoMemberGivesAValueThereIsNoWinRate) {
  config_ = base::to_utf8(folder_.write(
      "mute.yaml", "consensus: majority\nengines:\n  - {name: mute, command: [" +
                       program("scripted-engine") + ", --legal, '1', --infos, '0']}\n"));
  analyse("out");
  EXPECT_THAT(read("out/対局.jsonl"), Not(HasSubstr("\"win_rate\"")));
  EXPECT_THAT(read("out/対局.jsonl"), HasSubstr("\"reason\":\"1 of 1 vote\""));
  EXPECT_THAT(read("out/対局.kif"), Not(HasSubstr("評価値=")));
}

TEST_F(AnalyseTest, ResultsOfOtherGamesAreNotMixedWithNewOnesUnlessThatIsSaid) {
  analyse("out");
  const std::string page = read("out/analysis.html");
  // The same again, a game that has gone on, more games: no hindrance.
  analyse("out");
  folder_.write("対局.usi", "startpos moves 7g7f 3c3d 2g2f 2b5e 7i7h 5e8h+ 7h8h\n");
  analyse("out");
  // Others, with another name or the same one.
  const std::string first = games_;
  games_ = base::to_utf8(folder_.write("別.usi", "startpos moves 2g2f\n"));
  const Run& other = analyse("out", {}, 1);
  EXPECT_THAT(other.errors, HasSubstr("対局.jsonl: is the result of another game; name another "
                                      "folder by --out, or say --overwrite"));
  EXPECT_FALSE(fs::exists(folder_ / "out/別.kif"));
  games_ = base::to_utf8(folder_.write("対局.usi", "startpos moves 2g2f\n"));
  analyse("out", {}, 1);
  EXPECT_THAT(read("out/対局.jsonl"), HasSubstr("\"played\":\"5e8h+\""));
  analyse("out", {"--overwrite"});
  EXPECT_THAT(read("out/対局.jsonl"), Not(HasSubstr("\"played\":\"5e8h+\"")));
}

TEST_F(AnalyseTest, WhileOneProgramWritesIntoAFolderAnotherIsRefused) {
  const fs::path lock = folder_.write("out.gougi-lock", "");
  {
    const io::FileLock held(lock);
    ASSERT_FALSE(held.is_refused());
    EXPECT_THAT(analyse("out", {}, 1).errors, HasSubstr("out: another program is writing"));
  }
  analyse("out");
  EXPECT_FALSE(fs::exists(lock)) << "a lock that was left is put away";
}

TEST_F(AnalyseTest, WhereThereIsNoGameNoFolderIsMade) {
  games_ = base::to_utf8(folder_.write("none.kif", "先手：A\n"));
  analyse("out", {"--problems", base::to_utf8(folder_ / "problems")}, 1);
  EXPECT_FALSE(fs::exists(folder_ / "out"));
  EXPECT_FALSE(fs::exists(folder_ / "out.gougi-lock"));
  EXPECT_FALSE(fs::exists(folder_ / "problems"));
}

TEST_F(AnalyseTest, TheRunHasOnePageThatNeedsNothingElse) {
  analyse("out");
  const std::string page = read("out/analysis.html");
  EXPECT_THAT(page, HasSubstr("Records analysed by a council"));
  EXPECT_THAT(page, HasSubstr("\"name\":\"対局\""));
  EXPECT_THAT(page, HasSubstr("Turning points"));
  EXPECT_THAT(page, HasSubstr("\"fault\":\"blunder\""));
  EXPECT_THAT(page, HasSubstr("</html>"));
  // But for a comment, in which the library of the curves says who made it.
  const std::string maker = "/*! https://github.com/leeoniya/uPlot (v1.6.32) */";
  std::string own = page;
  ASSERT_THAT(own, HasSubstr(maker));
  own.erase(own.find(maker), maker.size());
  EXPECT_THAT(own, Not(HasSubstr("http")));
}

TEST_F(AnalyseTest, AMateMissedIsFoundAndBecomesAProblemThatIsSolved) {
  games_ = base::to_utf8(folder_.write(
      "won.usi", "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b 2G2r2b2g4s4n4l17p 1 moves 5i5h 5a4a\n"));
  const std::string problems = base::to_utf8(folder_ / "problems");
  const Run& run = analyse("out", {"--problems", problems});
  EXPECT_THAT(run.output, HasSubstr("(missed mate)"));
  EXPECT_THAT(read("out/won.jsonl"), HasSubstr("\"mate_proven\":true"));
  EXPECT_THAT(read("problems/mate.sfen"), HasSubstr("# mate in 1: "));
  const Run& solved =
      end_of(start_gougi({"mate", "solve", base::to_utf8(folder_ / "problems/mate.sfen")}), 0);
  EXPECT_THAT(solved.output, HasSubstr("mate"));
  const std::string collection = read("problems/mate.json");
  EXPECT_THAT(collection, HasSubstr("\"format\":\"shogihome-next-move\",\"version\":1"));
  EXPECT_THAT(collection, HasSubstr("\"actualMove\":{\"usi\":\"5i5h\""));
  EXPECT_THAT(collection, HasSubstr("\"mate\":1,\"accepted\":true"));
  EXPECT_THAT(read("problems/next-move.json"), HasSubstr("\"problems\":["));
}

TEST_F(AnalyseTest, ADeclarationOverlookedIsFound) {
  games_ = base::to_utf8(folder_.write(
      "entered.usi",
      "position sfen 1+R+R1+BK+B2/4GGGG1/2SSSS3/9/9/9/9/9/4k4 b 4N4L10P8p 1 moves 8a9a 5i5h\n"));
  const Run& run = analyse("out");
  EXPECT_THAT(run.output, HasSubstr("mistake 1 "));
  EXPECT_THAT(run.output, HasSubstr("(missed declaration)"));
}

TEST_F(AnalyseTest, ARecordIsNotWrittenOverByItsResult) {
  const std::string before = read("対局.usi");
  const Run& run = analyse(".", {}, 1);
  EXPECT_THAT(run.errors, HasSubstr("name another by --out"));
  EXPECT_EQ(read("対局.usi"), before);
}

TEST_F(AnalyseTest, WhereProblemsCannotBeWrittenItIsSaidBeforeAnythingIsJudged) {
  const std::string file = base::to_utf8(folder_.write("file", ""));
  for (const std::string& place : {file, file + "/problems"}) {
    const Run& run = analyse("out", {"--problems", place}, 1);
    EXPECT_THAT(run.errors, ::testing::StartsWith("gougi analyse: --problems: " + place + ": "));
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    EXPECT_FALSE(fs::exists(folder_ / "out/positions.db"));
  }
  const std::string out = base::to_utf8(folder_ / "out");
  for (const std::string& same : {out, out + "/", out + "/../out"}) {
    EXPECT_THAT(analyse("out", {"--problems", same}, 2).errors,
                HasSubstr("is what the games go to; give another folder"));
  }
}

#ifndef _WIN32
TEST_F(AnalyseTest, AnEngineThatDoesNotGetReadyAtTheStartEndsTheRun) {
  config_ = base::to_utf8(
      folder_.write("council.yaml", "engines:\n  - command: " + program("gougi-engine") +
                                        "\n  - {name: nobody, command: /bin/false}\n"));
  const Run& run = analyse("out", {}, 2);
  EXPECT_THAT(run.errors, HasSubstr("gougi analyse: nobody: ended: "));
  EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
}

TEST_F(AnalyseTest, AnEngineThatGetsReadyNoMoreIsStartedAFewTimesAgain) {
  const std::string starts = base::to_utf8(folder_ / "starts");
  const fs::path fickle = folder_.write("fickle",
                                        "#!/bin/sh\n"
                                        "[ -e " +
                                            starts + " ] && { echo x >> " + starts +
                                            "; exit 3; }\n"
                                            "echo x > " +
                                            starts +
                                            "\nwhile read -r word rest; do case $word in\n"
                                            "usi) echo id name fickle; echo usiok ;;\n"
                                            "isready) echo readyok ;;\n"
                                            "go) exit 3 ;;\n"
                                            "esac; done\n");
  fs::permissions(fickle, fs::perms::owner_all);
  config_ = base::to_utf8(folder_.write(
      "council.yaml", "engines:\n  - command: " + program("gougi-engine") +
                          "\n  - {name: fickle, command: " + base::to_utf8(fickle) + "}\n"));
  const Run& run = analyse("out", {}, 1);
  EXPECT_THAT(run.errors, HasSubstr("fickle failed so at 7 positions"));
  EXPECT_EQ(read("starts"), "x\nx\nx\nx\n");
  EXPECT_THAT(read("out/対局.kif"), HasSubstr("**評価値="));
}
#endif

TEST_F(AnalyseTest, ThresholdsThatMakeNoSenseAreRefused) {
  const Run& run = analyse("out", {"--mistake", "30", "--blunder", "20"}, 2);
  EXPECT_THAT(run.errors, HasSubstr("--blunder must not be below --mistake"));
}

class SlowAnalyseTest : public AnalyseTest {
 protected:
  static fs::path planted() { return base::path_from_utf8(GOUGI_SOURCE_DIR "/tests/data/planted"); }
};

TEST_F(SlowAnalyseTest, FiftyRecordsOfWhichTheRunIsKilledThriceEndWithTheSameBytes) {
  fs::create_directory(folder_ / "fifty");
  std::size_t number = 0;
  while (number < 50) {
    for (const auto& entry : fs::directory_iterator(planted())) {
      if (entry.path().extension() != ".kif" || number == 50) continue;
      fs::copy_file(entry.path(), folder_ / ("fifty/" + std::to_string(++number) + ".kif"));
    }
  }
  games_ = base::to_utf8(folder_ / "fifty");
  const auto analyse_all = [this](const std::string& out) -> Run& {
    return end_slowly(start_gougi({"analyse", games_, "--config", config_, "--nodes", "2000",
                                   "--concurrency", "2", "--out", base::to_utf8(folder_ / out)}),
                      20);
  };
  analyse_all("whole");
  for (int i = 0; i < 3; ++i) kill_when_some_are_kept("killed", {"--concurrency", "2"});
  EXPECT_THAT(analyse_all("killed").errors, HasSubstr("were judged before"));
  expect_same("whole", "killed");
}

// What make-planted-games has made; with GOUGI_PLANTED=DIR others that it has made.
TEST_F(SlowAnalyseTest, PlantedFaultsAreFoundWithNoMoreThanOneFalseAlarmAGame) {
  const char* const other = std::getenv("GOUGI_PLANTED");
  const fs::path from = other == nullptr ? planted() : base::path_from_utf8(other);
  std::ifstream list(from / "planted.txt");
  std::map<std::string, std::pair<std::size_t, std::string>> faults;
  std::vector<std::string> words{
      "analyse", "--config", GOUGI_SOURCE_DIR "/config/default.yaml", "--nodes",
      "100000",  "--out",    base::to_utf8(folder_ / "out"),          "--concurrency",
      "2"};
  std::string name;
  std::size_t move = 0;
  for (std::string kind; list >> name >> move >> kind;) {
    faults[name] = {move, kind};
    words.push_back(base::to_utf8(from / (name + ".kif")));
  }
  ASSERT_GE(faults.size(), other == nullptr ? 20U : 1U);
  end_slowly(start_gougi(words), 3 * static_cast<int>(faults.size()));
  std::size_t alarms = 0;
  for (const auto& [game, fault] : faults) {
    std::istringstream lines(read("out/" + game + ".jsonl"));
    std::size_t here = 0;
    bool is_found = false;
    for (std::string line; std::getline(lines, line);) {
      if (line.find("\"fault\":") == std::string::npos) continue;
      const bool is_planted = line.starts_with("{\"ply\":" + std::to_string(fault.first) + ",");
      if (!is_planted) ++here;
      if (!is_planted) continue;
      is_found = fault.second == "rook" ? line.find("\"fault\":\"blunder\"") != std::string::npos
                 : fault.second == "mate"
                     ? line.find("\"missed_mate\":true") != std::string::npos
                     : line.find("\"missed_declaration\":true") != std::string::npos;
    }
    EXPECT_TRUE(is_found) << game << ", move " << fault.first;
    EXPECT_LE(here, 1U) << game;
    alarms += here;
  }
  RecordProperty("false_alarms", static_cast<int>(alarms));
  std::cout << alarms << " false alarms in " << faults.size() << " games\n";
}

}  // namespace
}  // namespace gougi
