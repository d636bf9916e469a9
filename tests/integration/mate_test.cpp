// SPDX-License-Identifier: MIT
// `gougi mate` as somebody uses it: problems are made and solved.
#include <gmock/gmock.h>

#include <algorithm>

#ifndef _WIN32
#include <csignal>
#endif

#include "base/text.hpp"
#include "integration/dialogue.hpp"
#include "integration/processes.hpp"

namespace gougi::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr const char* kMateInOne = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
constexpr const char* kMateInThree = "9/7k1/9/7S1/9/9/9/9/9 b 2G 1";
constexpr const char* kNoMate = "4k4/9/9/9/9/9/9/9/4K4 b G 1";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    EXPECT_NE(end, std::string_view::npos) << "a line without its end: " << rest;
    lines.emplace_back(rest.substr(0, end));
    rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
  }
  return lines;
}

class Mates : public ::testing::Test {
 protected:
  /// Its exit code; what it printed is in `said`.
  int mate(std::vector<std::string> words) {
    words.insert(words.begin(), "mate");
    Dialogue dialogue(program_path("gougi"), std::move(words));
    EXPECT_TRUE(dialogue.wait_exit(Milliseconds(120'000)));
    said.clear();
    for (const auto& heard : dialogue.heard) said.push_back(heard.line);
    return exit_code(dialogue);
  }
  static int exit_code(const Dialogue& dialogue) {
    const std::string_view how = dialogue.exit ? dialogue.exit->text : "";
    return how.starts_with("exit code ")
               ? static_cast<int>(base::to_int(how.substr(10)).value_or(-1))
               : -1;
  }
  int generate(const std::string& name, std::vector<std::string> more) {
    more.insert(more.begin(), {"generate", "--nodes-per-move", "100", "--output", file(name)});
    return mate(std::move(more));
  }
  std::string file(const std::string& name) const { return base::to_utf8(folder.path() / name); }
  std::string text(const std::string& name) const { return content_of(folder.path() / name); }

  Folder folder{"詰"};
  std::vector<std::string> said;
};

TEST_F(Mates, EveryProblemMadeIsSolvedInThePliesThatStandBehindIt) {
  ASSERT_EQ(generate("p.sfen", {"--count", "6", "--min", "3", "--max", "7", "--seed", "5"}), 0);
  const auto problems = lines_of(text("p.sfen"));
  ASSERT_THAT(problems, SizeIs(6));
  ASSERT_EQ(mate({"solve", file("p.sfen"), "--post", "minimum", "--hash", "16", "--verify"}), 0);
  ASSERT_THAT(said, SizeIs(6));
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const std::size_t mark = problems[i].find(" # ");
    ASSERT_NE(mark, std::string::npos);
    const std::string plies = problems[i].substr(mark + 3);
    EXPECT_THAT(said[i], StartsWith(std::to_string(i + 1) + "\tmate\t" + plies + "!\t"));
    EXPECT_TRUE(plies == "3" || plies == "5" || plies == "7") << plies;
  }
}

TEST_F(Mates, TheSameSeedMakesTheSameProblemsWithAnyNumberOfThreads) {
  EXPECT_EQ(generate("one", {"--count", "5", "--max", "5", "--seed", "3"}), 0);
  EXPECT_EQ(generate("again", {"--count", "5", "--max", "5", "--seed", "3"}), 0);
  EXPECT_EQ(generate("two", {"--count", "5", "--max", "5", "--seed", "3", "--threads", "2"}), 0);
  EXPECT_EQ(generate("other", {"--count", "5", "--max", "5", "--seed", "4"}), 0);
  EXPECT_THAT(lines_of(text("one")), SizeIs(5));
  EXPECT_EQ(text("again"), text("one"));
  EXPECT_EQ(text("two"), text("one"));
  EXPECT_NE(text("other"), text("one"));
}

TEST_F(Mates, ASolutionIsShownAsJapaneseReadIt) {
  folder.write("mates.sfen", std::string(kMateInOne) + " # 頭金\n");
  ASSERT_EQ(mate({"solve", file("mates.sfen")}), 0);
  ASSERT_THAT(said, SizeIs(1));
  EXPECT_THAT(said[0], HasSubstr("\t頭金\t☗５二金"));
  ASSERT_EQ(mate({"solve", file("mates.sfen"), "--json"}), 0);
  EXPECT_THAT(said[1], HasSubstr("\"japanese\":\"☗５二金"));
}

TEST_F(Mates, ProblemsGoToTheStandardOutputIfNoFileIsNamed) {
  EXPECT_EQ(mate({"generate", "--count", "2", "--max", "3", "--nodes-per-move", "100"}), 0);
  ASSERT_THAT(said, SizeIs(2));
  EXPECT_THAT(said[0], HasSubstr(" # 3"));
}

#ifndef _WIN32
TEST_F(Mates, AnInterruptionLeavesWholeLines) {
  Dialogue dialogue(program_path("gougi"), {"mate", "generate", "--count", "1000000", "--max", "3",
                                            "--nodes-per-move", "100", "--threads", "2"});
  ASSERT_TRUE(dialogue.wait_for("", Milliseconds(60'000)));
  ::kill(static_cast<pid_t>(dialogue.pid()), SIGINT);
  ASSERT_TRUE(dialogue.wait_exit(Milliseconds(20'000)));
  EXPECT_EQ(exit_code(dialogue), 130);
  ASSERT_FALSE(dialogue.heard.empty());
  for (const auto& heard : dialogue.heard) EXPECT_TRUE(heard.line.ends_with(" # 3")) << heard.line;
}

TEST_F(Mates, ASecondInterruptionEndsTheGeneratorAtOnce) {
  Dialogue dialogue(program_path("gougi"), {"mate", "generate", "--count", "1000000", "--max", "3",
                                            "--nodes-per-move", "100", "--threads", "2"});
  ASSERT_TRUE(dialogue.wait_for("", Milliseconds(60'000)));
  for (int i = 0; i < 2; ++i) ::kill(static_cast<pid_t>(dialogue.pid()), SIGINT);
  ASSERT_TRUE(dialogue.wait_exit(Milliseconds(20'000)));
  EXPECT_EQ(exit_code(dialogue), 130);
}
#endif

TEST_F(Mates, ResultsStandInTheFilesOrderWithAnyNumberOfThreads) {
  // The first takes longest by far.
  std::string problems = "8k/9/9/9/9/9/9/9/9 b RG 1 # hard\n";
  for (int i = 0; i < 40; ++i) {
    problems += std::string(i % 3 == 0   ? kMateInOne
                            : i % 3 == 1 ? kMateInThree
                                         : kNoMate) +
                " # problem " + std::to_string(i) + "\n";
  }
  problems += "no position at all\n";
  const std::string one = folder.write("one.sfen", problems);
  const std::string two = folder.write("two.sfen", "# nothing but a note\n" + problems);
  const auto verdicts = [&](const std::string& format, const std::string& threads) {
    EXPECT_EQ(
        mate({"solve", one, two, "--nodes", "20000", "--hash", "8", format, "--threads", threads}),
        1);  // no position at all
    // All but the CPU time, which is a number of its own behind a key, a comma or a tab.
    std::string all;
    for (const std::string& line : said) {
      const std::size_t point = line.find('.');
      if (point == std::string::npos) {
        all += line + "\n";
        continue;
      }
      const std::size_t from = line.find_last_not_of("0123456789", point - 1) + 1;
      all += line.substr(0, from) + line.substr(line.find_first_not_of("0123456789", point + 1)) +
             "\n";
    }
    return all;
  };
  for (const std::string format : {"--csv", "--json", "--verify"}) {
    const std::string alone = verdicts(format, "1");
    EXPECT_EQ(std::count(alone.begin(), alone.end(), '\n'),
              82 + (format == "--csv" ? 1 : 0) + (format == "--json" ? 2 : 0));
    EXPECT_EQ(verdicts(format, "3"), alone) << format;
  }
}

TEST_F(Mates, ProblemsOfFreezeShogiStandBesideOrdinaryOnes) {
  const std::string problems =
      folder.write("freeze.sfen", "4k4/9/9/9/9/9/9/9/9 b G 1 z0Z1\n" + std::string(kMateInOne) +
                                      "\n4k4/9/9/9/9/9/9/9/9 b G 1 zG z1Z1 # frozen\n" +
                                      "4k4/9/9/9/9/9/9/9/9 b G 1 z1\n");  // refused
  EXPECT_EQ(mate({"solve", problems, "--post", "minimum", "--hash", "16", "--verify"}), 1);
  ASSERT_THAT(said, SizeIs(3));
  EXPECT_THAT(said[0], StartsWith("1\tmate\t1!\t"));
  EXPECT_THAT(said[0], HasSubstr("holds"));
  EXPECT_THAT(said[1], StartsWith("2\tmate\t1!\t"));
  EXPECT_THAT(said[2], StartsWith("3\tnomate\t"));
  EXPECT_EQ(mate({"solve", problems, "--csv"}), 1);
  ASSERT_THAT(said, SizeIs(4));
  EXPECT_THAT(said[1], HasSubstr("zK\""));
  EXPECT_EQ(mate({"solve", problems, "--help-mate"}), 1);
  EXPECT_THAT(said, SizeIs(1));
}

TEST_F(Mates, WhatCannotBeReadOrWrittenIsSaidInOneLine) {
  const std::string good = folder.write("good.sfen", std::string(kMateInOne) + "\n");
  EXPECT_EQ(mate({"solve", file("none.sfen"), good, "--threads", "2"}), 1);
  EXPECT_THAT(said, ElementsAre(StartsWith("1\tmate\t1")));
  EXPECT_EQ(mate({"solve", good, "--hash", "2", "--threads", "3"}), 2);
  EXPECT_THAT(said, IsEmpty());
  EXPECT_EQ(mate({"generate", "--output", file("no folder/p.sfen")}), 1);
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"--min", "4"},
                                             {"--max", "0"},
                                             {"--min", "9", "--max", "7"},
                                             {"--count"},
                                             {"--threads", "many"},
                                             {"--output"},
                                             {"--fast"},
                                             {"file.sfen"}}) {
    std::vector<std::string> all = words;
    all.insert(all.begin(), "generate");
    EXPECT_EQ(mate(all), 2) << words.front();
    EXPECT_THAT(said, IsEmpty());
  }
  EXPECT_EQ(mate({"compose"}), 2);
}

TEST_F(Mates, ALineThatIsNoProblemIsNamedByFileAndNumber) {
  const std::string mixed = folder.write(
      "mixed.sfen", "# a note\n\nsfen " + std::string(kMateInOne) + " # of USI\nposition sfen " +
                        kMateInThree + "\r\n4k4/9 b G 1\n" + kNoMate + " # the last\n");
  Dialogue dialogue(program_path("gougi"), {"mate", "solve", mixed, "--hash", "4"});
  EXPECT_TRUE(dialogue.wait_exit(Milliseconds(120'000)));
  EXPECT_EQ(exit_code(dialogue), 1);
  EXPECT_THAT(dialogue.errors, ::testing::Contains(HasSubstr("1 line refused")));
  EXPECT_THAT(dialogue.errors, ::testing::Contains(HasSubstr("mixed.sfen:5: sfen: ")));
  ASSERT_THAT(dialogue.heard, SizeIs(3));
  EXPECT_THAT(dialogue.heard[0].line, StartsWith("1\tmate\t1"));
  EXPECT_THAT(dialogue.heard[1].line, StartsWith("2\tmate\t3"));
  EXPECT_THAT(dialogue.heard[2].line, StartsWith("3\tnomate\t"));
}

TEST_F(Mates, OfALineWithMovesTheLastPositionIsTheProblem) {
  const std::string lines =
      folder.write("lines.usi", "startpos moves 7g7f 3c3d 8h2b+ resign # a game\nposition sfen " +
                                    std::string(kMateInOne) + "\nstartpos moves 7g7e\nstartpos\n");
  Dialogue dialogue(program_path("gougi"), {"mate", "solve", lines, "--hash", "4", "--json"});
  EXPECT_TRUE(dialogue.wait_exit(Milliseconds(120'000)));
  EXPECT_EQ(exit_code(dialogue), 1);
  EXPECT_THAT(dialogue.errors, ::testing::Contains(HasSubstr("lines.usi:3: ")));
  EXPECT_THAT(dialogue.errors, ::testing::Contains(HasSubstr("1 line refused")));
  std::string all;
  for (const auto& heard : dialogue.heard) all += heard.line + "\n";
  EXPECT_THAT(all, HasSubstr("lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B"));
}

TEST_F(Mates, ARecordIsRefusedInALineAndProseInAFew) {
  const std::string record = folder.write("game.kif", "手合割：平手\n   1 ７六歩(77)\n   2 投了\n");
  Dialogue dialogue(program_path("gougi"), {"mate", "solve", record, "--hash", "4"});
  EXPECT_TRUE(dialogue.wait_exit(Milliseconds(120'000)));
  EXPECT_EQ(exit_code(dialogue), 1);
  ASSERT_THAT(dialogue.errors, SizeIs(2)) << "and the sum";
  EXPECT_THAT(dialogue.errors[0], HasSubstr("game.kif: is a record"));
  EXPECT_THAT(dialogue.errors[0], HasSubstr("--to usi"));
  std::string prose;
  for (int i = 0; i < 100; ++i) prose += "dear diary\n";
  Dialogue diary(program_path("gougi"), {"mate", "solve", folder.write("diary.txt", prose)});
  EXPECT_TRUE(diary.wait_exit(Milliseconds(120'000)));
  EXPECT_THAT(diary.errors, SizeIs(22));
  EXPECT_THAT(diary.errors.back(), HasSubstr("100 lines refused"));
}

TEST_F(Mates, AFolderIsNoFileOfProblems) {
  EXPECT_EQ(mate({"solve", base::to_utf8(folder.path())}), 1);
  EXPECT_THAT(said, IsEmpty());
}

TEST_F(Mates, WhereBothHelpThereIsNoProofToWalkOver) {
  const std::string good = folder.write("good.sfen", std::string(kMateInOne) + "\n");
  EXPECT_EQ(mate({"solve", good, "--help-mate", "--verify"}), 2);
  EXPECT_THAT(said, IsEmpty());
}

#ifndef _WIN32
TEST_F(Mates, AnInterruptionEndsTheResultsAsTheirFormatEnds) {
  constexpr std::size_t kMany = 200'000;
  std::string many;
  for (std::size_t i = 0; i < kMany; ++i) many += std::string(kMateInThree) + "\n";
  const std::string problems = folder.write("many.sfen", many);
  Dialogue dialogue(program_path("gougi"), {"mate", "solve", problems, "--hash", "4", "--json"});
  ASSERT_TRUE(dialogue.wait_for("[", Milliseconds(60'000)));
  ::kill(static_cast<pid_t>(dialogue.pid()), SIGINT);
  ASSERT_TRUE(dialogue.wait_exit(Milliseconds(60'000)));
  EXPECT_EQ(exit_code(dialogue), 130);
  EXPECT_EQ(dialogue.heard.back().line, "]");
  EXPECT_LT(dialogue.heard.size(), kMany);
}
#endif

TEST_F(Mates, HelpNamesBothCommands) {
  EXPECT_EQ(mate({"--help"}), 0);
  EXPECT_THAT(said, ::testing::Contains(HasSubstr("  solve ")));
  EXPECT_THAT(said, ::testing::Contains(HasSubstr("  generate ")));
  EXPECT_EQ(mate({"generate", "--help"}), 0);
  EXPECT_THAT(said, ::testing::Contains(HasSubstr("--nodes-per-move")));
}

}  // namespace
}  // namespace gougi::testing
