// SPDX-License-Identifier: MIT
// Parts on hosts of which some are not there, die or fail on the way: what `gougi farm ssh` and
// `gougi farm parallel` wrote goes on with the others. Hosts are folders here, which a script that
// stands for ssh goes to; Slow.farm_ssh asks servers of their own.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "integration/farm_runs.hpp"
#include "integration/relay.hpp"

namespace gougi {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class FarmHostsTest : public FarmTest {
 protected:
  void SetUp() override {
    FarmTest::SetUp();
    for (const char* const host : {"one", "two"}) {
      fs::create_directories(folder_ / ("hosts/" + std::string(host)));
    }
    // "down" in its folder: it is; "dies": the part with which it goes down, whose end is not
    // heard; "tells": what it delivers whatever it has.
    std::ofstream(folder_ / "as-ssh")
        << "#!/bin/bash\n"
           "while [[ $1 == -* ]]; do shift; done\n"
           "host=$1; shift\n"
           "[[ $1 != -- ]] || shift\n"
           "cd "
        << path("hosts")
        << "/$host || exit 255\n"
           "if [[ -e down ]]; then\n"
           "  echo \"ssh: connect to host $host port 22: Connection refused\" >&2; exit 255\n"
           "fi\n"
           "if [[ -e tells && $* == 'bash -s '* ]]; then cat >/dev/null; exec cat tells; fi\n"
           "if [[ -e waits && ( $* == *./part* || $* == *GNU_Parallel_worker* ) ]]; then\n"
           "  touch began; until [[ -e there/stop ]]; do sleep 0.02; done; exit 130\n"
           "fi\n"
           "if [[ -e dies && $* == *\"$(cat dies)\"* ]]; then\n"
           "  HOME=$PWD bash -c \"$*\"; touch down; exit 255\n"
           "fi\n"
           "HOME=$PWD exec bash -c \"$*\"\n";
    std::ofstream problems(folder_ / "problems.txt");
    for (int i = 0; i < 4; ++i) {
      problems << "4k4/9/4P4/9/9/9/9/9/9 b G 1\n8k/9/8P/9/9/9/9/9/9 b G 1\n"
                  "9/9/9/9/9/9/9/9/k8 b G 1\n";
    }
    problems.close();
    std::ofstream(folder_ / "job.yaml")
        << "name: job\nparts: 6\nresult: all.csv\nhosts: [one, two]\nssh: " << path("as-ssh")
        << "\nfolder: there\nrun: [mate, solve, problems.txt, --csv, --nodes, 1000]\n";
    bash_ends("chmod +x as-ssh", 0);
    whole_ = without_seconds(
        end_of(start_gougi({"mate", "solve", "problems.txt", "--csv", "--nodes", "1000"},
                           folder_ / "."),
               0)
            .output);
  }
  Run& bash_ends(const std::string& script, int status) {
    Run& run = bash(script);
    EXPECT_EQ(run.ended->code, status) << script << ": " << run.errors;
    return run;
  }
  void farm(const std::string& scheduler) {
    end_of(start_gougi({"farm", scheduler, "job.yaml"}, folder_ / "."), 0);
  }
  /// Of a host.
  void set(const std::string& file, const std::string& text = "") {
    std::ofstream(folder_ / ("hosts/" + file)) << text;
  }
  bool is_there(const std::string& file) { return fs::exists(folder_ / file); }
  void expect_whole() { EXPECT_EQ(without_seconds(content(folder_ / "job/all.csv")), whole_); }
  /// Complaints, without what the parts say of their work.
  static std::string complaints(const Run& run) {
    std::string text;
    std::istringstream all(run.errors);
    for (std::string line; std::getline(all, line);) {
      if (line.find(" problem") == std::string::npos) text += line + "\n";
    }
    return text;
  }

  static std::string sorted_lines(const std::string& text) {
    std::set<std::string> lines;  // hosts are asked at once
    std::istringstream all(text);
    for (std::string line; std::getline(all, line);) lines.insert(line + "\n");
    std::string sorted;
    for (const std::string& line : lines) sorted += line;
    return sorted;
  }

  std::string whole_;
};

TEST_F(FarmHostsTest, SshGoesOnWithoutAHostThatIsNotThere) {
  farm("ssh");
  set("two/down");
  const Run& run = bash_ends("job/ssh.sh", 0);
  EXPECT_EQ(complaints(run),
            "two: cannot be reached, or written (ssh: connect to host two port 22: Connection "
            "refused); the others do its parts\n");
  expect_whole();
}

TEST_F(FarmHostsTest, AHostThatIsNotThereIsOneLineOfAFetchToo) {
  farm("ssh");
  bash_ends("job/ssh.sh", 0);
  set("two/down");
  for (const char* const how : {"", "--progress", "--done"}) {
    EXPECT_EQ(bash_ends("job/fetch " + std::string(how), 1).errors,
              "two: its parts cannot be fetched (ssh: connect to host two port 22: Connection "
              "refused)\n");
  }
}

// What is here already is named to the next host, in words of its shell.
TEST_F(FarmHostsTest, FilesOfAHostAreNoWordsOfTheNextOnesShell) {
  farm("ssh");
  bash_ends("job/ssh.sh", 0);
  bash_ends(
      "mkdir -p evil/parts && cd evil/parts && "
      "touch 'done.;touch ran-1;#' 'done.$(touch ran-2)' 'done.`touch ran-3`' 'done.' "
      "$'done.1\\ntouch ran-4\\n' 'done.1 7' ';touch ran-5;#.db' '$(touch ran-6).db' && "
      "tar -cf ../../hosts/one/tells -C .. parts",
      0);
  for (const char* const how : {"", "--done", "--progress", ""}) {
    bash_ends("job/fetch " + std::string(how), 0);
  }
  EXPECT_TRUE(is_there("job/parts/0/done.;touch ran-1;#")) << "so that it was tried";
  EXPECT_EQ(bash_ends("find . -name 'ran-*'", 0).output, "");
  EXPECT_THAT(bash_ends("bash -x job/fetch --done 2>&1", 0).output,
              HasSubstr(" done 0 2 4 1 3 5'"));
}

TEST_F(FarmHostsTest, WhatHostsSayIsShownWithoutWhatATerminalWouldObey) {
  std::ofstream(folder_ / "loud") << "#!/bin/bash\n"
                                     "printf 'out \\e[31mred\\n'\n"
                                     "printf '\\e]0;title\\a 王\\n' >&2\n"
                                     "exit 255\n";
  bash_ends("chmod +x loud && sed -i 's,/as-ssh,/loud,' job.yaml", 0);
  const Run& run = end_of(start_gougi({"farm", "ssh", "job.yaml", "--submit"}, folder_ / "."), 1);
  EXPECT_THAT(run.errors, HasSubstr("?]0;title? 王"));
  EXPECT_EQ((run.output + run.errors).find('\x1b'), std::string::npos);
}

TEST_F(FarmHostsTest, OthersDoThePartsOfAHostThatDies) {
  farm("ssh");
  set("two/dies", "./part 3");
  const Run& run = bash_ends("job/ssh.sh", 0);
  EXPECT_EQ(complaints(run), "two: the connection was lost; the others do its parts\n");
  expect_whole();
  EXPECT_TRUE(is_there("hosts/one/there/parts/3.db"));
  EXPECT_TRUE(is_there("job/parts/1/1.db")) << "what it had done before came here at once";
  EXPECT_FALSE(is_there("hosts/one/there/parts/1.db"));
}

TEST_F(FarmHostsTest, APartThatFailsOnOneHostIsDoneByAnother) {
  farm("ssh");
  fs::create_directories(folder_ / "hosts/two/there/parts/1.db/x");
  const Run& run = bash_ends("job/ssh.sh", 0);
  EXPECT_THAT(run.errors, HasSubstr("\ntwo: part 1 failed (exit code 1)\n"));
  EXPECT_THAT(run.errors, Not(HasSubstr("the others do its parts")));
  expect_whole();
}

TEST_F(FarmHostsTest, AHostAtWhichTwoPartsFailIsLeftOut) {
  farm("ssh");
  set("one/down");
  for (int i = 0; i < 6; ++i) {
    fs::create_directories(folder_ / ("hosts/two/there/parts/" + std::to_string(i) + ".db/x"));
  }
  const Run& run = bash_ends("job/ssh.sh", 1);
  EXPECT_THAT(run.errors, HasSubstr("\ntwo: part 1 failed (exit code 1)\n"));
  EXPECT_THAT(
      run.errors,
      HasSubstr("\ntwo: part 3 failed (exit code 1); there is no other host for its parts\n"));
  EXPECT_THAT(run.errors, Not(HasSubstr("part 5")));
}

TEST_F(FarmHostsTest, APartThatFailsEverywhereKeepsNoOtherFromBeingDone) {
  farm("ssh");
  for (const char* const host : {"one", "two"}) {
    fs::create_directories(folder_ / ("hosts/" + std::string(host) + "/there/parts/1.db/x"));
  }
  const Run& run = bash_ends("job/ssh.sh", 1);
  EXPECT_THAT(run.errors, HasSubstr("these parts were done by nobody: 1; run this again\n"));
  EXPECT_EQ(bash_ends("ls job/parts/*/done.* | wc -l", 0).output, "5\n");
}

TEST_F(FarmHostsTest, PartsOfAnotherJobOnAHostAreNoneOfThisOne) {
  NEEDS_PATIENCE();
  farm("ssh");
  bash_ends("job/ssh.sh", 0);
  bash_ends("sed -i 's/1000/2000/' job.yaml && mv job before", 0);
  for (const char* const scheduler : {"ssh", "parallel"}) {
    if (scheduler == std::string("parallel") && bash("command -v parallel").ended->code != 0) break;
    farm(scheduler);
    const Run& run = bash_ends("job/" + std::string(scheduler) + ".sh", 1);
    EXPECT_EQ(complaints(run),
              "one: cannot be reached, or written (there has parts of another job; give another "
              "folder, or remove it there); the others do its parts\n"
              "two: cannot be reached, or written (there has parts of another job; give another "
              "folder, or remove it there); there is no other host for its parts\n"
              "these parts were done by nobody: 0 1 2 3 4 5; run this again\n");
    EXPECT_FALSE(is_there("job/all.csv"));
    EXPECT_EQ(sorted_lines(bash_ends("job/fetch", 1).errors),
              "one: its parts cannot be fetched (there has parts of another job; give another "
              "folder, or remove it there)\n"
              "two: its parts cannot be fetched (there has parts of another job; give another "
              "folder, or remove it there)\n");
    EXPECT_EQ(bash_ends("find job/parts -name '*.db' | wc -l", 0).output, "0\n");
    EXPECT_TRUE(is_there("hosts/one/there/parts/done.0")) << "they are the other job's";
  }
  bash_ends("rm -r hosts/*/there", 0);
  bash_ends("job/ssh.sh", 0);
  EXPECT_EQ(bash_ends("wc -l <job/all.csv", 0).output, "13\n");
}

TEST_F(FarmHostsTest, WhatIsInterruptedEndsOnTheHostsTooAndGoesOnWhenItIsRunAgain) {
  farm("ssh");
  set("one/waits");
  set("two/waits");
  const Run& run = bash_ends(
      "job/ssh.sh & until [[ -e hosts/one/began && -e hosts/two/began ]]; do sleep 0.02; done; "
      "kill -TERM $!; wait $!",
      130);
  EXPECT_EQ(complaints(run),
            "interrupted; the hosts end what they do, and go on when this is run again\n");
  EXPECT_TRUE(is_there("hosts/one/there/stop"));
  EXPECT_TRUE(is_there("hosts/two/there/stop"));
  bash_ends("rm hosts/*/waits", 0);
  bash_ends("job/ssh.sh", 0);
  expect_whole();
}

TEST_F(FarmHostsTest, WhoHandedAllOverAndIsInterruptedEndsItOnTheHostsToo) {
  farm("ssh");
  bash_ends("rm -r job", 0);
  set("one/waits");
  set("two/waits");
  const Run& run = bash_ends(
      "'" + gougi::testing::program_path("gougi") +
          "' farm ssh job.yaml --submit & until [[ -e hosts/one/began && -e hosts/two/began ]]; do "
          "sleep 0.02; done; kill -INT $!; wait $!",
      130);
  EXPECT_THAT(run.errors, HasSubstr("interrupted; the hosts end what they do"));
  EXPECT_TRUE(is_there("hosts/one/there/stop"));
  EXPECT_TRUE(is_there("hosts/two/there/stop"));
  bash_ends("rm hosts/*/waits", 0);
  bash_ends("job/ssh.sh", 0);
  expect_whole();
}

TEST_F(FarmHostsTest, ParallelThatIsInterruptedEndsOnTheHostsToo) {
  if (bash("command -v parallel").ended->code != 0) GTEST_SKIP() << "there is no parallel";
  farm("parallel");
  set("one/waits");
  set("two/waits");
  const Run& run = bash_ends(
      "JOBS=1 job/parallel.sh & until [[ -e hosts/one/began && -e hosts/two/began ]]; do sleep "
      "0.02; done; kill -TERM $!; wait $!",
      130);
  EXPECT_THAT(run.errors, HasSubstr("interrupted; the hosts end what they do"));
  EXPECT_THAT(run.errors, Not(HasSubstr("done by nobody")));
  EXPECT_TRUE(is_there("hosts/one/there/stop"));
  bash_ends("rm hosts/*/waits", 0);
  bash_ends("JOBS=1 job/parallel.sh", 0);
  expect_whole();
}

TEST_F(FarmHostsTest, AFolderIsDoneByOneScriptAtATime) {
  const std::string refusal = "its parts are being done already; nothing was begun\n";
  farm("ssh");
  set("one/waits");
  set("two/waits");
  const Run& twice = bash_ends(
      "job/ssh.sh 2>first & until [[ -e hosts/one/began ]]; do sleep 0.02; done; job/ssh.sh; "
      "code=$?; rm hosts/*/waits; touch hosts/{one,two}/there/stop; wait; exit $code",
      1);
  EXPECT_THAT(twice.errors, HasSubstr(refusal));
  bash_ends("job/ssh.sh", 0);
  expect_whole();
  for (const char* const scheduler : {"parallel", "slurm"}) {
    const bool is_slurm = scheduler == std::string("slurm");
    if (bash(is_slurm ? "command -v sbatch" : "command -v parallel").ended->code != 0) continue;
    farm(scheduler);
    const Run& second = bash_ends("flock job/.running job/" + std::string(scheduler) + ".sh", 1);
    EXPECT_THAT(second.errors, HasSubstr(refusal)) << scheduler;
  }
}

TEST_F(FarmHostsTest, WhatNobodyHasDoneIsNamedAndDoneWhenItIsRunAgain) {
  NEEDS_PATIENCE();
  farm("ssh");
  set("one/dies", "./part 2");
  set("two/dies", "./part 1");
  const Run& run = bash_ends("job/ssh.sh", 1);
  EXPECT_THAT(run.errors, HasSubstr("these parts were done by nobody: "));
  EXPECT_FALSE(is_there("job/all.csv"));
  for (const char* const host : {"one", "two"}) {
    fs::remove(folder_ / ("hosts/" + std::string(host) + "/down"));
    fs::remove(folder_ / ("hosts/" + std::string(host) + "/dies"));
  }
  EXPECT_EQ(complaints(bash_ends("job/ssh.sh", 0)), "");
  expect_whole();
}

TEST_F(FarmHostsTest, WithNoHostAtAllThePartsAreNamed) {
  for (const char* const scheduler : {"ssh", "parallel"}) {
    if (scheduler == std::string("parallel") && bash("command -v parallel").ended->code != 0) break;
    farm(scheduler);
    set("one/down");
    set("two/down");
    const Run& run = bash_ends(std::string("job/") + scheduler + ".sh", 1);
    EXPECT_THAT(run.errors,
                ::testing::EndsWith("\nthese parts were done by nobody: 0 1 2 3 4 5; run this "
                                    "again\n"));
  }
}

// Solved once more, a problem would be told of.
TEST_F(FarmHostsTest, AnotherHostGoesOnWithWhatWasFetched) {
  farm("ssh");
  bash_ends("job/ssh.sh && rm job/all.csv job/parts/1/done.* hosts/two/there/parts/done.*", 0);
  set("two/down");
  const Run& run = bash_ends("job/ssh.sh", 0);
  EXPECT_THAT(run.errors, HasSubstr("\n0 problems, "));
  EXPECT_THAT(run.errors, Not(HasSubstr("\n2 problems, ")));
  EXPECT_TRUE(is_there("hosts/one/there/parts/5.db"));
  expect_whole();
}

TEST_F(FarmHostsTest, WhatWasFetchedInMidWriteIsDoneAnew) {
  farm("ssh");
  fs::create_directories(folder_ / "job/parts/1");
  std::ofstream(folder_ / "job/parts/1/3.db") << "half of a file";
  set("two/down");
  bash_ends("job/ssh.sh", 0);
  expect_whole();
}

TEST_F(FarmHostsTest, APartThatComesReplacesAllThatWasHereOfIt) {
  farm("ssh");
  bash_ends("job/ssh.sh && rm job/parts/0/done.*", 0);
  std::ofstream(folder_ / "job/parts/0/2.db-wal") << "of another day";
  std::ofstream(folder_ / "job/parts/0/22.db-wal") << "of another part";
  bash_ends("cd job && ./fetch --done", 0);
  EXPECT_FALSE(is_there("job/parts/0/2.db-wal"));
  EXPECT_TRUE(is_there("job/parts/0/22.db-wal"));
  EXPECT_TRUE(is_there("job/parts/0/done.2"));
  EXPECT_EQ(bash_ends("ls -A job/parts", 0).output, "0\n1\n");
}

TEST_F(FarmHostsTest, ParallelGoesOnWithoutHostsThatAreNotThereOrDie) {
  if (bash("command -v parallel").ended->code != 0) GTEST_SKIP() << "there is no parallel";
  farm("parallel");
  set("two/down");
  EXPECT_THAT(bash_ends("SHELL=/bin/false JOBS=1 job/parallel.sh", 0).errors,
              HasSubstr("two: cannot be reached, or written (ssh: connect"));
  expect_whole();
  bash_ends("rm -r job/parts job/all.csv hosts/*/there hosts/two/down", 0);
  set("two/dies", "GNU_Parallel_worker");
  bash_ends("JOBS=1 job/parallel.sh", 0);
  EXPECT_TRUE(is_there("hosts/two/down"));
  expect_whole();
  bash_ends("rm job/all.csv; JOBS=1 job/parallel.sh", 0);
  expect_whole();
}

}  // namespace
}  // namespace gougi
