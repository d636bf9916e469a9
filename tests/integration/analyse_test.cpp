// SPDX-License-Identifier: MIT
// `gougi analyse` as a person starts it, with styles of the bundled engine at very few nodes.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/path.hpp"
#include "book/temporary_folder.hpp"
#include "integration/match_runs.hpp"

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
  Run& analyse(const std::string& out, const std::vector<std::string>& more = {}, int status = 0) {
    std::vector<std::string> words{"analyse", games_, "--config", config_,
                                   "--nodes", "2000", "--out",    base::to_utf8(folder_ / out)};
    words.insert(words.end(), more.begin(), more.end());
    return end_of(start_gougi(words), status);
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
  // As if it had been killed while it wrote.
  const std::string kept = read("one/positions.jsonl");
  const fs::path file = folder_ / "two/positions.jsonl";
  std::ofstream(file, std::ios::binary) << kept.substr(0, kept.size() / 2);
  analyse("two");
  EXPECT_EQ(read("two/positions.jsonl").substr(0, kept.size() / 2),
            kept.substr(0, kept.size() / 2));
  for (const std::string ending : {".kif", ".csa", ".jkf", ".jsonl"}) {
    EXPECT_EQ(read("one/対局" + ending), read("two/対局" + ending)) << ending;
  }
}

TEST_F(AnalyseTest, WhatCannotBeReadIsNamedAndTheRestIsAnalysed) {
  const std::string bad = base::to_utf8(folder_.write("bad.kif", "nothing of a record\n"));
  const Run& run = analyse("out", {bad}, 1);
  EXPECT_THAT(run.errors, HasSubstr("bad.kif"));
  EXPECT_THAT(read("out/対局.kif"), HasSubstr("**評価値="));
}

TEST_F(AnalyseTest, TheRunHasOnePageThatNeedsNothingElse) {
  analyse("out");
  const std::string page = read("out/analysis.html");
  EXPECT_THAT(page, HasSubstr("Records analysed by a council"));
  EXPECT_THAT(page, HasSubstr("対局: ☗"));
  EXPECT_THAT(page, HasSubstr("Turning points"));
  EXPECT_THAT(page, HasSubstr("blunder"));
  EXPECT_THAT(page, HasSubstr("</html>"));
  EXPECT_THAT(page, Not(HasSubstr("http")));
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
  const Run& run = analyse(".", {}, 2);
  EXPECT_THAT(run.errors, HasSubstr("name another by --out"));
  EXPECT_EQ(read("対局.usi"), before);
}

TEST_F(AnalyseTest, ThresholdsThatMakeNoSenseAreRefused) {
  const Run& run = analyse("out", {"--mistake", "30", "--blunder", "20"}, 2);
  EXPECT_THAT(run.errors, HasSubstr("--blunder must not be below --mistake"));
}

}  // namespace
}  // namespace gougi
