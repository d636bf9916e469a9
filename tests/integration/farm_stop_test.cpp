// SPDX-License-Identifier: MIT
// What ends parts of every kind: a file that somebody makes.
#include <gmock/gmock.h>

#include <fstream>
#include <string>
#include <vector>

#include "integration/farm_runs.hpp"
#include "match/openings.hpp"

namespace gougi {
namespace {

using ::testing::HasSubstr;

class FarmStopTest : public FarmTest {
 protected:
  void SetUp() override {
    FarmTest::SetUp();
    // Ready at once, and never done with a search.
    std::ofstream(folder_ / "thinker") << "#!/bin/sh\n"
                                          "while read -r word rest; do case $word in\n"
                                          "usi) echo 'option name N type spin default 5 min 0 max "
                                          "9'; echo usiok ;;\n"
                                          "isready) echo readyok ;;\n"
                                          "quit) exit ;;\n"
                                          "esac; done\n";
    std::ofstream(folder_ / "killed") << "#!/bin/sh\n"
                                         "while read -r word rest; do case $word in\n"
                                         "usi) echo 'option name N type spin default 5 min 0 max "
                                         "9'; echo usiok ;;\n"
                                         "isready) [ -e well ] || kill -9 $$; echo readyok ;;\n"
                                         "go) echo bestmove resign ;;\n"
                                         "quit) exit ;;\n"
                                         "esac; done\n";
    EXPECT_EQ(bash("chmod +x thinker killed").ended->code, 0);
    std::ofstream(folder_ / "council.yaml") << "engines: [{command: " << path("thinker") << "}]\n";
    std::ofstream games(folder_ / "games.usi");
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      games << game::position_line(match::random_opening(seed, 40)) << "\n";
    }
    write_tuning("thinker");
    std::ofstream(folder_ / "stop") << "";
  }
  void write_tuning(const std::string& engine) {
    std::ofstream(folder_ / "t.yaml")
        << "engine: ['" << path(engine)
        << "']\ntime: nodes 60\ngames: 4\niterations: 2\nparameters:\n"
           "  N: {start: 5, min: 0, max: 9, step: 1}\n";
  }
  std::string match_by(const std::string& engine) {
    return "match --first " + path(engine) + " --name A --second " + path(engine) +
           " --name B --time 'nodes 10' --games 2 --quiet on --shard 0/1 --file match.part";
  }
};

TEST_F(FarmStopTest, AFileEndsAPartOfEveryKind) {
  const std::string thinker = path("thinker");
  const std::vector<std::string> jobs{
      match_by("thinker"),
      "analyse games.usi --config council.yaml --mate-nodes 0 --shard 0/1 --file analysis.part",
      "selfplay teachers.bin --games 1000000 --nodes 20 --shard 0/1",
      "study --headroom games.usi --engine " + thinker + " --name A --engine " + thinker +
          " --name B --nodes 400 --judge " + thinker +
          " --judge-nodes 300 --positions 6 --shard 0/1 --file headroom.part",
      "tune t.yaml --shard 0/1 --file tune.part",
      "book think games.usi book.part nodes 10 moves 3 --engine " + thinker +
          " --multipv 1 --shard 0/1",
      "mate solve problems.txt --nodes 1000 --hash 1 --shard 0/1 --file mate.part"};
  std::ofstream problems(folder_ / "problems.txt");
  for (int i = 0; i < 20'000; ++i) problems << "4k4/9/4P4/9/9/9/9/9/9 b G 1\n";
  problems.close();
  for (const std::string& job : jobs) {
    const Run& run = bash("exec " + program("gougi") + " " + job + " --stop-file stop");
    EXPECT_EQ(run.ended->code, 130) << job << "\n" << run.errors;
  }
}

TEST_F(FarmStopTest, AFileThatComesLaterEndsAPartInMidWork) {
  fs::remove(folder_ / "stop");
  Run& run = start_gougi({"selfplay", "teachers.bin", "--games", "1000000", "--nodes", "20",
                          "--shard", "0/1", "--stop-file", "stop"},
                         folder_ / ".");
  watch_for([&] {
    std::error_code none;
    return run.ended || (fs::file_size(folder_ / "teachers.bin", none) > 0 && !none);
  });
  EXPECT_TRUE(run_until([&] { return enough_ || run.ended.has_value(); }));
  std::ofstream(folder_ / "stop") << "";
  end_of(run, 130);
}

TEST_F(FarmStopTest, AFileEndsPartsAlone) {
  EXPECT_THAT(bash(program("gougi") + " selfplay x.bin --games 1 --stop-file stop").errors,
              HasSubstr("--shard"));
  EXPECT_FALSE(fs::exists(folder_ / "x.bin"));
}

// As a scheduler ends engines: in the first `isready`, and in a later one.
TEST_F(FarmStopTest, AnEngineThatIsKilledWhileItGetsReadyCostsNoGame) {
  write_tuning("killed");
  const std::vector<std::string> jobs{match_by("killed"),
                                      "tune t.yaml --shard 0/1 --file tune.part"};
  for (const std::string& job : jobs) {
    fs::remove(folder_ / "well");
    const std::string words = "exec " + program("gougi") + " " + job;
    EXPECT_EQ(bash(words).ended->code, 75) << job;
    EXPECT_EQ(bash("ls *.part*").output, "") << "what could not begin leaves nothing";
    std::ofstream(folder_ / "well") << "";
    EXPECT_EQ(bash(words).ended->code, 0) << job;
    EXPECT_EQ(bash("rm *.part*").ended->code, 0);
  }
}

TEST_F(FarmStopTest, AnAnalysisGoesOnWhoseEngineWasKilledWhileItGotReady) {
  std::ofstream(folder_ / "council.yaml") << "engines: [{command: " << path("killed") << "}]\n";
  const std::string words = "exec " + program("gougi") +
                            " analyse games.usi --config council.yaml --nodes 10 --mate-nodes 0 "
                            "--shard 0/1 --file analysis.part";
  EXPECT_EQ(bash(words).ended->code, 75);
  std::ofstream(folder_ / "well") << "";
  EXPECT_EQ(bash(words).ended->code, 0);
}

TEST_F(FarmStopTest, AGameForWhichAnEngineIsKilledWhileItGetsReadyIsPlayedLater) {
  std::ofstream(folder_ / "later") << "#!/bin/sh\n"
                                      "while read -r word rest; do case $word in\n"
                                      "usi) echo usiok ;;\n"
                                      "isready) n=$((n + 1))\n"
                                      "    [ $n = 1 ] || [ -e well ] || kill -9 $$\n"
                                      "    echo readyok ;;\n"
                                      "go) echo bestmove resign ;;\n"
                                      "quit) exit ;;\n"
                                      "esac; done\n";
  EXPECT_EQ(bash("chmod +x later").ended->code, 0);
  const std::string words = "exec " + program("gougi") + " " + match_by("later");
  const Run& run = bash(words);
  EXPECT_EQ(run.ended->code, 75) << run.errors;
  EXPECT_THAT(run.errors, HasSubstr("1 game is left, as an engine was killed in it"));
  std::ofstream(folder_ / "well") << "";
  EXPECT_EQ(bash(words).ended->code, 0);
  EXPECT_EQ(games_of(folder_ / "match.part").size(), 2U);
}

TEST_F(FarmStopTest, APartThatCouldNotBeginLeavesNothing) {
  EXPECT_EQ(bash(program("gougi") +
                 " match --first /bin/true --name A --second /bin/true --name B --time 'nodes 1' "
                 "--games 2 --shard 0/1 --file n.part")
                .ended->code,
            1);
  EXPECT_EQ(bash("ls -A n.part* 2>/dev/null").output, "");
  EXPECT_EQ(bash("ulimit -f 0; trap '' XFSZ; exec " + program("gougi") +
                 " selfplay s.bin --games 2 --nodes 20 --shard 0/1")
                .ended->code,
            1);
  EXPECT_EQ(bash("ls -A s.bin* 2>/dev/null").output, "");
}

}  // namespace
}  // namespace gougi
