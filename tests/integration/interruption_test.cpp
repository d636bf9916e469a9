// SPDX-License-Identifier: MIT
// The first Ctrl-C of commands that work long: what is in hand is done, what is done is written and
// shown, and the exit code is 130. It is pressed by an engine in mid-search, which answers only
// once the command has said that it waits for that, so that no clock decides anything.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "integration/farm_runs.hpp"
#include "match/openings.hpp"

namespace gougi {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class InterruptionTest : public FarmTest {
 protected:
  void SetUp() override {
    FarmTest::SetUp();
    std::ofstream(folder_ / "engine")
        << "#!/bin/bash\n"
           "go=0\n"
           "while read -r word rest; do case $word in\n"
           "usi) echo option name N type spin default 5 min 0 max 9; echo usiok ;;\n"
           "isready) echo readyok ;;\n"
           "go) go=$((go + 1))\n"
           "    if [ $go = $(cat when) ] && (set -C; : > pressed) 2> none; then\n"
           "        kill -INT $(cat pid)\n"
           "        until grep -q 'stopping after' errors; do sleep 0.01; done\n"
           "    fi\n"
           "    move=$(cat move)\n"
           "    echo info depth 1 nodes 10 score cp 10 pv $move\n"
           "    echo bestmove $move ;;\n"
           "quit) exit ;;\n"
           "esac; done\n";
    EXPECT_EQ(bash("chmod +x engine").ended->code, 0);
    std::ofstream(folder_ / "move") << "resign\n";
    std::ofstream(folder_ / "when") << "1\n";
    std::ofstream games(folder_ / "games.usi");
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      games << game::position_line(match::random_opening(seed, 4)) << "\n";
    }
    std::ofstream(folder_ / "council.yaml")
        << "ponder: 'off'\nmate: 'off'\nengines: [{command: " << path("engine") << "}]\n";
  }
  /// Types it, and gives what it says, errors in the file "errors".
  Run& interrupted(const std::string& words) {
    Run& run = bash("rm -f pressed; echo $$ > pid; : > errors; exec " + program("gougi") + " " +
                    words + " 2> errors");
    EXPECT_EQ(run.ended->code, 130) << words << "\n" << content(folder_ / "errors");
    EXPECT_THAT(content(folder_ / "errors"), HasSubstr("; Ctrl-C again stops at once\n"));
    return run;
  }
};

TEST_F(InterruptionTest, ABookHasThePositionThatWasThoughtAbout) {
  std::ofstream(folder_ / "line.usi") << "startpos moves 7g7f 8c8d\n";
  std::ofstream(folder_ / "move") << "7g7f\n";
  const std::string words =
      "book think line.usi book.db depth 1 moves 3 --multipv 1 --engine " + path("engine");
  EXPECT_THAT(interrupted(words).output, HasSubstr("1 position: book.db (interrupted"));
  EXPECT_THAT(content(folder_ / "book.db"), HasSubstr("7g7f none 10 1"));
}

TEST_F(InterruptionTest, TheTableOfAHeadroomIsThatOfThePositionsThatAreDone) {
  const std::string engine = path("engine");
  const Run& run =
      interrupted("study --headroom games.usi --engine " + engine + " --name A --engine " + engine +
                  " --name B --nodes 400 --judge " + engine +
                  " --judge-nodes 300 --positions 6 --threads 1 --file h.jsonl");
  EXPECT_THAT(content(folder_ / "errors"), HasSubstr("stopped behind 1 of 6 positions"));
  EXPECT_THAT(run.output, HasSubstr("\n"));
  const std::string lines = content(folder_ / "h.jsonl");
  EXPECT_EQ(std::ranges::count(lines, '\n'), 2) << "what was asked for, and a position";
}

TEST_F(InterruptionTest, AnAnalysisKeepsThePositionAtHandAndShowsWhatGamesAreDone) {
  std::ofstream(folder_ / "two.usi") << "startpos moves 7g7f\nstartpos moves 2g2f\n";
  std::ofstream(folder_ / "when") << "2\n";  // with which the first game has all of its positions
  const Run& run = interrupted(
      "analyse two.usi --config council.yaml --nodes 10 --mate-nodes 0 --out results "
      "--concurrency 1");
  EXPECT_THAT(content(folder_ / "errors"), HasSubstr("stopped behind 2 of 3 positions"));
  EXPECT_THAT(run.output, HasSubstr("accuracy"));
  EXPECT_FALSE(fs::exists(folder_ / "results" / "analysis.html")) << "it would be of all games";
}

TEST_F(InterruptionTest, TheProtocolsRuleAtHandIsTriedAndTheSumSaid) {
  const Run& run = interrupted("check --timeout 20 --engine " + path("engine"));
  EXPECT_THAT(run.output, HasSubstr(" not tried\n"));
  EXPECT_THAT(run.output, Not(HasSubstr(" 0 not tried\n")));
}

TEST_F(InterruptionTest, TheMoveOfADemonstrationIsPlayed) {
  std::ofstream(folder_ / "move") << "7g7f\n";
  const Run& run = interrupted("--config council.yaml demo --byoyomi 60000");
  EXPECT_THAT(run.output, HasSubstr("   1 "));
  EXPECT_THAT(run.output, HasSubstr("\ninterrupted\n"));
}

TEST_F(InterruptionTest, AnIterationOfATuningIsPlayedToItsEnd) {
  std::ofstream(folder_ / "t.yaml") << "engine: [bash, engine]\ntime: nodes 60\ngames: 4\n"
                                       "iterations: 3\nconcurrency: 1\nparameters:\n"
                                       "  N: {start: 5, min: 0, max: 9, step: 1}\n";
  interrupted("tune t.yaml");
  EXPECT_THAT(content(folder_ / "errors"), HasSubstr("stopped behind iteration 1"));
}

// Pressed by an engine that says nothing, not even usiok.
TEST_F(InterruptionTest, WhereAnEngineHasNotGotReadyYetNothingIsInHandAndTheFirstEndsIt) {
  std::ofstream(folder_ / "mute") << "#!/bin/bash\n"
                                     "while read -r word rest; do case $word in\n"
                                     "usi) kill -INT $(cat pid) ;;\n"
                                     "quit) exit ;;\n"
                                     "esac; done\n";
  ASSERT_EQ(bash("chmod +x mute").ended->code, 0);
  std::ofstream(folder_ / "mute.yaml")
      << "ponder: 'off'\nmate: 'off'\nengines: [{command: " << path("mute") << "}]\n";
  std::ofstream(folder_ / "t.yaml") << "engine: [bash, mute]\ntime: nodes 60\ngames: 4\n"
                                       "iterations: 3\nconcurrency: 1\nparameters:\n"
                                       "  N: {start: 5, min: 0, max: 9, step: 1}\n";
  std::ofstream(folder_ / "line.usi") << "startpos moves 7g7f 8c8d\n";
  std::ofstream(folder_ / "when") << "0\n";  // the other one does not press
  const std::string mute = path("mute");
  const std::string engine = path("engine");
  for (const std::string& words : std::vector<std::string>{
           "match --first " + mute + " --second " + engine + " --time 'nodes 60' --games 2",
           "tune t.yaml", "check --engine " + mute, std::string("check --config mute.yaml"),
           "study --headroom games.usi --engine " + engine + " --name A --engine " + mute +
               " --name B --nodes 400 --judge " + engine +
               " --judge-nodes 300 --positions 6 --threads 1 --file h.jsonl",
           std::string(
               "analyse games.usi --config mute.yaml --nodes 10 --mate-nodes 0 --out results"),
           "book think line.usi book.db depth 1 moves 3 --multipv 1 --engine " + mute}) {
    const Run& run = bash("echo $$ > pid; exec " + program("gougi") + " " + words);
    EXPECT_EQ(run.ended->code, 130) << words << "\n" << run.errors;
    EXPECT_THAT(run.errors, Not(HasSubstr("Ctrl-C again"))) << words;
  }
}

// So much of the processor takes nothing but the search.
TEST_F(InterruptionTest, AProblemThatMayTakeWithoutEndIsGivenUpAndSaid) {
  std::ofstream(folder_ / "problems") << "9/9/9/9/4k4/9/9/9/9 b 2B4S4N 1\n";
  const Run& run =
      bash(program("gougi") +
           " mate solve problems --hash 4 & gougi=$!\n"
           "until [ $(cut -d' ' -f14 /proc/$gougi/stat) -ge 25 ]; do sleep 0.01; done\n"
           "kill -INT $gougi; wait $gougi");
  EXPECT_EQ(run.ended->code, 130) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("1\ttimeout\t0\t"));
  EXPECT_THAT(run.errors, HasSubstr("1 problem, 0 mates, 0 without"));
  EXPECT_THAT(run.errors, HasSubstr("(interrupted)"));
}

TEST_F(InterruptionTest, ACountSaysWhatItHasCounted) {
  const Run& run = bash(program("gougi") +
                        " perft 30 --divide & gougi=$!\n"
                        // A thread of its own counts, and the signal is waited for before.
                        "until [ $(ls /proc/$gougi/task | wc -l) -gt 1 ]; do sleep 0.01; done\n"
                        "kill -INT $gougi; wait $gougi");
  EXPECT_EQ(run.ended->code, 130) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("(interrupted: not all)\nseconds "));
}

// Once what it came to is on disk, and nobody reads what it says.
TEST_F(InterruptionTest, WhoOnlyWaitsForItsOutputToBeReadHasWrittenAllAndCanBeEnded) {
  std::ofstream(folder_ / "t.yaml") << "engine: [bash, engine]\ntime: nodes 60\ngames: 2\n"
                                       "iterations: 1\nconcurrency: 1\nparameters:\n"
                                       "  N: {start: 5, min: 0, max: 9, step: 1}\n";
  std::ofstream(folder_ / "when") << "0\n";  // nobody presses
  const std::string engine = path("engine");
  struct Job {
    std::string words;
    std::string files;
    std::string text;  ///< stands in one of them
  };
  for (const auto& [words, files, text] :
       std::vector<Job>{{"match --first " + engine + " --second " + engine +
                             " --time 'nodes 60' --games 2 --report match.html",
                         "match.html", "</html>"},
                        {"tune t.yaml --report tune.html", "tune.html", "</html>"},
                        {"tune t.yaml --state parts.tune --shard 0/1 --file 0.part",
                         "0.part 0.part-wal", "units"}}) {
    const Run& run = bash(
        "rm -f full; mkfifo full; exec 3<> full; dd if=/dev/zero of=full oflag=nonblock bs=4096 2> "
        "none; " +
        program("gougi") + " " + words +
        " > full 2>&1 & gougi=$!\n"
        "for i in {1..600}; do grep -q '" +
        text + "' " + files +
        " 2> none && break; sleep 0.01; done\n"
        "grep -q '" +
        text + "' " + files +
        " && echo written\n"
        "for i in {1..600}; do kill -TERM $gougi 2> none || break; sleep 0.01; done\n"
        "kill -KILL $gougi 2> none && echo deaf\n"
        "wait $gougi; echo ended $?");
    EXPECT_EQ(run.output, "written\nended 143\n") << words << "\n" << run.errors;
  }
  EXPECT_EQ(merge({"parts.tune", "0.part"}).output, "parts.tune: 1 pair of games\n");
}

// Or nobody could play them again.
TEST_F(InterruptionTest, ASimulationThatIsKilledHasSaidWhichSeedsItPlays) {
  const Run& run =
      bash(program("gougi-simulate") +
           " --fresh 100000000 > seeds & simulation=$!\n"
           "for i in {1..600}; do grep -q 'from, to' seeds && break; sleep 0.01; done\n"
           "kill -KILL $simulation; wait $simulation");
  EXPECT_EQ(run.ended->code, 137) << run.errors;
  EXPECT_THAT(content(folder_ / "seeds"),
              ::testing::ContainsRegex("^from, to +[0-9]+[.][.][0-9]+"));
}

#ifdef GOUGI_HAS_SOAK
// Once its relays run, which is when it plays.
TEST_F(InterruptionTest, ASoakPlaysTheMovesAtHandAndSaysWhatItHasSeen) {
  const Run& run = bash(program("gougi-soak") +
                        " --games 1000 --tables 1 --byoyomi 200 --plies 200 --every 0 & soak=$!\n"
                        "until cat /proc/$soak/task/*/children | grep -q .; do sleep 0.01; done\n"
                        "kill -INT $soak; wait $soak");
  EXPECT_EQ(run.ended->code, 130) << run.errors;
  EXPECT_THAT(run.errors, HasSubstr("gougi-soak: stopping after the moves that are thought about; "
                                    "Ctrl-C again stops at once\n"));
  EXPECT_THAT(run.output, HasSubstr("kept: nothing lost"));
}
#endif

}  // namespace
}  // namespace gougi
