// SPDX-License-Identifier: MIT
// Jobs in parts as a person starts them: parts that are killed and typed again, put together, give
// what an undivided run gives; what does not belong together is refused, and nothing is lost.
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "integration/farm_runs.hpp"
#include "io/file_lock.hpp"
#include "match/match_files.hpp"

namespace gougi {
namespace {

using ::testing::HasSubstr;

TEST_F(FarmTest, PartsThatAreKilledAndTypedAgainGiveTheGamesOfAnUndividedMatch) {
  play(match({"--file", path("whole.db")}));
  for (int i = 0; i < kParts; ++i) {
    Run& killed = start(part(i));
    watch(folder_ / (std::to_string(i) + ".db"), 1);
    EXPECT_TRUE(run_until([&] { return enough_ || killed.ended.has_value(); }));
    killed.process->kill();
    EXPECT_TRUE(run_until([&] { return killed.ended.has_value(); }));
    enough_ = false;
    play(part(i));
    EXPECT_EQ(games_in(folder_ / (std::to_string(i) + ".db")), 6U);
  }
  const Run& merged = merge({"merged.db", "2.db", "0.db", "1.db"});
  EXPECT_EQ(merged.output, "merged.db: 18 games\n");
  EXPECT_EQ(games_of(folder_ / "merged.db"), games_of(folder_ / "whole.db"));
  const Run& report = play({"report", "merged.db"}, folder_ / ".");
  const Run& whole = play({"report", "whole.db"}, folder_ / ".");
  EXPECT_EQ(report.output, whole.output);
}

TEST_F(FarmTest, APartGoesOnByResumeToo) {
  Run& killed = start(part(0));
  watch(folder_ / "0.db", 1);
  EXPECT_TRUE(run_until([&] { return enough_ || killed.ended.has_value(); }));
  killed.process->kill();
  EXPECT_TRUE(run_until([&] { return killed.ended.has_value(); }));
  const Run& longer = play({"--resume", path("0.db"), "--games", "40"}, {}, 2);
  EXPECT_THAT(longer.errors, HasSubstr("--games can make no part longer"));
  play({"--resume", path("0.db")});
  EXPECT_EQ(games_in(folder_ / "0.db"), 6U);
}

TEST_F(FarmTest, WhatIsOfAnotherPartOrJobIsRefusedInOneLine) {
  play(part(0));
  auto other = part(1);
  other.back() = path("0.db");
  EXPECT_EQ(play(other, {}, 1).errors,
            "gougi match: " + path("0.db") +
                ": is part 0/3 of this job, not 1/3; each part wants a file of its own\n");
  auto foreign = part(0);
  foreign.insert(foreign.end(), {"--seed", "8"});
  EXPECT_EQ(play(foreign, {}, 1).errors,
            "gougi match: " + path("0.db") + ": is of another job: --seed is 7, not 8\n");
  foreign[foreign.size() - 3] = path("foreign.db");
  play(foreign);
  EXPECT_EQ(merge({"out.db", "0.db", "foreign.db"}, 1).errors,
            "gougi merge: foreign.db: is of another job: --seed is 8, not 7 in 0.db\n");
  EXPECT_THAT(merge({"0.db", "foreign.db"}, 1).errors,
              HasSubstr("the first word is the file to be made"));
  EXPECT_THAT(merge({"out.db", "0.db"}, 1).errors, HasSubstr("part 1/3 (0 of 3 pairs)"));
  EXPECT_FALSE(fs::exists(folder_ / "out.db"));
  play(match({"--games", "2", "--file", path("whole.db")}));
  EXPECT_EQ(merge({"out.db", "whole.db"}, 1).errors,
            "gougi merge: whole.db: is no part; it was begun without --shard\n");
  EXPECT_THAT(merge({"out.db", "none.db"}, 1).errors, HasSubstr("none.db: no such file"));
}

TEST_F(FarmTest, APartDoesNotGoOnWithAnEngineThatHasChanged) {
  fs::copy_file(base::path_from_utf8(program("gougi-engine")), folder_ / "engine");
  auto words = part(0);
  words[1] = path("engine");
  words.insert(words.end(), {"--games", "6"});
  play(words);
  std::ofstream(folder_ / "engine", std::ios::binary | std::ios::app) << "changed";
  const Run& refused = play(words, {}, 1);
  EXPECT_THAT(refused.errors, HasSubstr("is of another job: engine 1 program is sha256 "));
  EXPECT_EQ(games_in(folder_ / "0.db"), 2U);
}

TEST_F(FarmTest, AStopFileEndsAPartWhichGoesOnOnceItIsGone) {
  auto words = part(0);
  words.insert(words.end(), {"--games", "100000", "--stop-file", path("stop")});
  Run& run = start(words);
  watch(folder_ / "0.db", 2);
  EXPECT_TRUE(run_until([&] { return enough_ || run.ended.has_value(); }));
  std::ofstream(folder_ / "stop") << "";
  end_of(run, 130);
  EXPECT_THAT(run.errors, HasSubstr("stopping, as there is " + path("stop")));
}

// What the system refuses to write is refused for a file's size here, as it is for a full disk.
TEST_F(FarmTest, AMergeThatCannotWriteItsFileLeavesWhatWasThere) {
  for (int i = 0; i < kParts; ++i) play(part(i));
  const Run& run =
      bash("ulimit -f 8; trap '' XFSZ; exec " + program("gougi") + " merge out.db 0.db 1.db 2.db");
  EXPECT_NE(run.ended->code, 0);
  EXPECT_FALSE(fs::exists(folder_ / "out.db"));
  EXPECT_FALSE(fs::exists(folder_ / "out.db.gougi-new"));
  for (int i = 0; i < kParts; ++i) EXPECT_EQ(games_in(folder_ / (std::to_string(i) + ".db")), 6U);
}

TEST_F(FarmTest, AFileIsMadeByOneMergeAtATime) {
  for (int i = 0; i < kParts; ++i) play(part(i));
  std::ofstream(folder_ / "out.db.gougi-lock") << "";
  {
    const io::FileLock other(folder_ / "out.db.gougi-lock");
    EXPECT_EQ(merge({"out.db", "0.db", "1.db", "2.db"}, 1).errors,
              "gougi merge: out.db: another gougi merge is making it; nothing was written\n");
    EXPECT_FALSE(fs::exists(folder_ / "out.db"));
  }
  merge({"out.db", "0.db", "1.db", "2.db"});
  EXPECT_EQ(games_in(folder_ / "out.db"), 18U);
  EXPECT_FALSE(fs::exists(folder_ / "out.db.gougi-lock")) << "a lock that was left is put away";
}

TEST_F(FarmTest, AMergeTouchesNoFilesThatHaveNamesLikeIt) {
  std::ofstream(folder_ / "problems.txt") << "4k4/9/4P4/9/9/9/9/9/9 b G 1\n";
  end_of(start_gougi({"mate", "solve", "problems.txt", "--csv", "--shard", "0/1", "--file", "mate"},
                     folder_ / "."),
         0);
  play(match({"--games", "2", "--shard", "0/1", "--file", path("match")}));
  end_of(start_gougi({"selfplay", "teachers", "--games", "1", "--nodes", "10", "--shard", "0/1"},
                     folder_ / "."),
         0);
  fs::create_directories(folder_ / "out.merging");
  std::ofstream(folder_ / "out.merging/mine") << "mine";
  for (const char* const mine : {"out.new", "out.new-wal", "out.new.games", "out.games"}) {
    std::ofstream(folder_ / mine) << "mine";
  }
  std::ofstream(folder_ / "out.lock") << "";
  for (const char* const part : {"mate", "match"}) {
    merge({"out", part});
    fs::remove(folder_ / "out");
  }
  EXPECT_THAT(merge({"out", "teachers"}, 1).errors, HasSubstr("out.games: is there already"));
  EXPECT_FALSE(fs::exists(folder_ / "out"));
  for (const char* const mine :
       {"out.new", "out.new-wal", "out.new.games", "out.games", "out.merging/mine"}) {
    EXPECT_EQ(content(folder_ / mine), "mine") << mine;
  }
  EXPECT_TRUE(fs::exists(folder_ / "out.lock"));
}

TEST_F(FarmTest, WhatAKilledStartOrMergeHasLeftIsInNobodysWay) {
  const auto leave = [&](const std::string& name) {
    for (const char* const ending : {"", "-wal", "-shm", "-journal"}) {
      std::ofstream(folder_ / (name + ending)) << "left";
    }
  };
  leave("0.db.gougi-new");
  for (int i = 0; i < kParts; ++i) play(part(i));
  leave("out.db.gougi-new");
  merge({"out.db", "0.db", "1.db", "2.db"});
  EXPECT_EQ(games_in(folder_ / "out.db"), 18U);
  EXPECT_FALSE(fs::exists(folder_ / "out.db.gougi-new-journal"));
}

// A device would be put away for good, and with it what the whole machine needs.
TEST_F(FarmTest, AMergeReplacesNothingThatIsNoFile) {
  std::ofstream(folder_ / "problems.txt") << "4k4/9/4P4/9/9/9/9/9/9 b G 1\n";
  end_of(start_gougi({"mate", "solve", "problems.txt", "--csv", "--shard", "0/1", "--file", "mate"},
                     folder_ / "."),
         0);
  play(match({"--games", "2", "--shard", "0/1", "--file", path("match")}));
  end_of(start_gougi({"selfplay", "teachers", "--games", "1", "--nodes", "10", "--shard", "0/1"},
                     folder_ / "."),
         0);
  // What a draft's name leads to is somebody's.
  std::ofstream(folder_ / "mine") << "mine";
  fs::create_symlink("mine", folder_ / "out.gougi-new");
  for (const char* const part : {"mate", "match", "teachers"}) {
    EXPECT_THAT(merge({"out", part}, 1).errors,
                HasSubstr("out.gougi-new: is in the way, and is no file that gougi made"))
        << part;
    EXPECT_EQ(content(folder_ / "mine"), "mine") << part;
  }
  EXPECT_EQ(bash("mkfifo pipe").ended->code, 0);
  for (const char* const part : {"mate", "match", "teachers"}) {
    const Run& refused = merge({"pipe", part}, 1);
    EXPECT_THAT(refused.errors, ::testing::AnyOf(HasSubstr("pipe: is not a regular file"),
                                                 HasSubstr("pipe: is no regular file")));
    EXPECT_EQ(std::ranges::count(refused.errors, '\n'), 1) << refused.errors;
    EXPECT_TRUE(fs::is_fifo(folder_ / "pipe")) << part;
  }
}

TEST_F(FarmTest, MateProblemsInPartsGiveTheTextOfAnUndividedRun) {
  std::ofstream problems(folder_ / "problems.txt");
  std::istringstream all(content(fs::path(GOUGI_SOURCE_DIR) / "tests/data/mate/problems.txt"));
  std::string line;
  for (int i = 0; i < 20 && std::getline(all, line); ++i) problems << line << "\n";
  problems.close();
  for (const char* format : {"--csv", "--json"}) {
    const std::vector<std::string> solve{"mate",  "solve",  "problems.txt", "--nodes",
                                         "20000", "--hash", "16",           format};
    const std::string whole = end_of(start_gougi(solve, folder_ / "."), 0).output;
    const std::string out = std::string("whole") + format;
    std::vector<std::string> merging{out};
    for (int i = 0; i < kParts; ++i) {
      auto words = solve;
      const std::string name = std::to_string(i) + format;
      words.insert(words.end(), {"--shard", std::to_string(i) + "/3", "--file", name});
      EXPECT_EQ(end_of(start_gougi(words, folder_ / "."), 0).output, "");
      EXPECT_THAT(end_of(start_gougi(words, folder_ / "."), 0).errors, HasSubstr("0 problems"))
          << "what is there is not solved again";
      merging.push_back(name);
    }
    merge({out, "--partial", merging[1]});
    merge(merging);
    EXPECT_EQ(without_seconds(content(folder_ / out)), without_seconds(whole));
    merge(merging);
    // Times are others each time.
    std::ofstream(folder_ / out) << std::regex_replace(whole, std::regex(R"re(\d+\.\d{1,3})re"),
                                                       "123.456");
    merge(merging);
    EXPECT_EQ(without_seconds(content(folder_ / out)), without_seconds(whole));
    const std::string before = content(folder_ / out);
    EXPECT_THAT(merge({out, "--partial", merging[1]}, 1).errors,
                HasSubstr(out + ": is there already and holds what the new file would not"));
    EXPECT_THAT(merge({"problems.txt", merging[1], merging[2], merging[3]}, 1).errors,
                HasSubstr("problems.txt: is there already"));
    EXPECT_THAT(merge({merging[1], "--partial", merging[2]}, 1).errors,
                HasSubstr(merging[1] + ": is a part itself"));
    EXPECT_EQ(content(folder_ / out), before);
    EXPECT_FALSE(fs::exists(folder_ / (out + ".gougi-new")));
  }
  EXPECT_THAT(merge({"out", "0--csv", "1--json"}, 1).errors,
              HasSubstr("1--json: is of another job: format is JSON, not CSV in 0--csv\n"));
  EXPECT_THAT(
      end_of(start_gougi({"mate", "solve", "problems.txt", "--shard", "0/3"}, folder_ / "."), 2)
          .errors,
      HasSubstr("--shard requires --file"));
}

TEST_F(FarmTest, MissingSchedulersAreNamedInOneLine) {
  std::ofstream(folder_ / "job.yaml")
      << "name: job\nparts: 2\nresult: all.csv\nrun: [mate, solve, problems.txt]\nhosts: [none]\n"
         "ssh: no-ssh\n";
  std::ofstream(folder_ / "problems.txt") << "\n";
  for (const auto& [scheduler, program_name] :
       {std::pair("slurm", "sbatch"), std::pair("parallel", "parallel")}) {
    end_of(start_gougi({"farm", scheduler, "job.yaml", "--out", scheduler}, folder_ / "."), 0);
    const Run& run = bash(
        "mkdir -p bin && ln -sf /bin/bash /usr/bin/env /usr/bin/dirname bin && "
        "PATH=$PWD/bin " +
        std::string(scheduler) + "/" + scheduler + ".sh");
    EXPECT_EQ(run.ended->code, 2);
    EXPECT_THAT(run.errors, ::testing::StartsWith(std::string(program_name) + " is not here: "));
    EXPECT_EQ(std::ranges::count(run.errors, '\n'), 1);
  }
}

TEST_F(FarmTest, TeacherPositionsInPartsAreTheBytesOfAnUndividedRun) {
  const auto play_part = [&](const std::string& file, const std::vector<std::string>& more,
                             int status = 0) -> Run& {
    std::vector<std::string> words{"selfplay", file, "--games", "24",
                                   "--nodes",  "40", "--seed",  "5"};
    words.insert(words.end(), more.begin(), more.end());
    return end_of(start_gougi(words, folder_ / "."), status);
  };
  play_part("whole.bin", {});
  for (int i = 0; i < kParts; ++i) {
    play_part(std::to_string(i) + ".bin", {"--shard", std::to_string(i) + "/3"});
  }
  EXPECT_THAT(play_part("0.bin", {"--shard", "0/3"}).errors, HasSubstr("has 8 games already"));
  EXPECT_THAT(play_part("0.bin", {"--shard", "1/3"}, 1).errors, HasSubstr("with other settings"));
  EXPECT_THAT(merge({"merged.bin", "0.bin", "2.bin"}, 1).errors,
              HasSubstr("part 1/3 is not among the files"));
  merge({"merged.bin", "2.bin", "0.bin", "1.bin", "1.bin"});
  EXPECT_EQ(content(folder_ / "merged.bin"), content(folder_ / "whole.bin"));
  EXPECT_EQ(content(folder_ / "merged.bin.games"), content(folder_ / "whole.bin.games"));
  merge({"some.bin", "--partial", "0.bin", "1.bin"});
  EXPECT_GT(content(folder_ / "some.bin").size(), 0U);
  EXPECT_LT(content(folder_ / "some.bin").size(), content(folder_ / "whole.bin").size());
  for (int i = 0; i < 2; ++i) merge({"some.bin", "0.bin", "1.bin", "2.bin"});
  EXPECT_EQ(content(folder_ / "some.bin"), content(folder_ / "whole.bin"));
  EXPECT_THAT(merge({"some.bin", "--partial", "0.bin", "1.bin"}, 1).errors,
              HasSubstr("some.bin: is there already and holds what the new file would not"));
  EXPECT_EQ(content(folder_ / "some.bin"), content(folder_ / "whole.bin"));
  EXPECT_FALSE(fs::exists(folder_ / "some.bin.gougi-new"));
  // Begun on two machines, and done on one.
  bash("head -n -1 1.bin.games >begun.bin.games && cp 1.bin begun.bin");
  merge({"twice.bin", "begun.bin", "0.bin", "1.bin", "2.bin"});
  EXPECT_EQ(content(folder_ / "twice.bin"), content(folder_ / "whole.bin"));
  // The new file's name was forgotten.
  const std::string part = content(folder_ / "0.bin");
  EXPECT_EQ(merge({"--partial", "0.bin", "1.bin", "2.bin"}, 1).errors,
            "gougi merge: 0.bin: is a part itself; the first word is the file to be made\n");
  EXPECT_EQ(content(folder_ / "0.bin"), part);
  std::ofstream(folder_ / "games.sfen") << "startpos moves 7g7f\n";
  EXPECT_THAT(merge({"games.sfen", "0.bin", "1.bin", "2.bin"}, 1).errors,
              HasSubstr("games.sfen: is there already"));
  EXPECT_EQ(content(folder_ / "games.sfen"), "startpos moves 7g7f\n");
  play_part("foreign.bin", {"--shard", "1/3", "--random-plies", "4"});
  EXPECT_THAT(merge({"out.bin", "0.bin", "foreign.bin"}, 1).errors, HasSubstr("is of another job"));

  const auto data = [&](std::vector<std::string> words, int status = 0) -> Run& {
    words.insert(words.begin(), "data");
    return end_of(start_gougi(std::move(words), folder_ / "."), status);
  };
  data({"add", "index.db", "0.bin", "1.bin", "2.bin"});
  EXPECT_THAT(data({"list", "index.db"}).output, HasSubstr("in 3 files"));
  EXPECT_THAT(data({"verify", "index.db"}).output, HasSubstr("3 of 3 files are as they were"));
  EXPECT_THAT(data({"shuffle", "index.db", "shuffled.bin"}).output, HasSubstr("of 3 files"));
  data({"shuffle", "index.db", "shuffled.bin"});
  const std::string index = content(folder_ / "index.db");
  EXPECT_THAT(data({"shuffle", "index.db", "index.db"}, 1).errors, HasSubstr("is read, too"));
  EXPECT_EQ(content(folder_ / "index.db"), index);
  EXPECT_THAT(data({"shuffle", "index.db", "games.sfen"}, 1).errors,
              HasSubstr("games.sfen: is there already and holds no teacher positions"));
  EXPECT_EQ(content(folder_ / "games.sfen"), "startpos moves 7g7f\n");
  fs::resize_file(folder_ / "1.bin", 40);
  EXPECT_THAT(data({"verify", "index.db"}, 1).output,
              HasSubstr("1.bin: has changed: 1 position instead of "));
  EXPECT_THAT(data({"shuffle", "index.db", "again.bin"}, 1).errors,
              HasSubstr("gougi data verify says more"));
  EXPECT_THAT(data({"list", "none.db"}, 1).errors, HasSubstr("none.db: no such file"));
  data({"add", "one.db", "0.bin"});
  EXPECT_THAT(data({"list", "one.db"}).output, HasSubstr("in 1 file,"));
  EXPECT_THAT(data({"verify", "one.db"}).output, HasSubstr("1 of 1 file is as it was"));
  EXPECT_THAT(data({"shuffle", "one.db", "one.bin"}).output, HasSubstr("of 1 file\n"));
  bash("printf x | dd of=0.bin bs=1 seek=33 conv=notrunc");
  EXPECT_THAT(data({"verify", "one.db"}, 1).output,
              HasSubstr("0.bin: has changed: as many positions as before, but others"));
}

// A strong side and a weak one. All parts play at once, on and on until they are told to stop.
TEST_F(FarmTest, WatchEndsTheRestWithThePairThatDecidesAnUndividedRun) {
  const std::string engine = program("gougi-engine");
  const std::vector<std::string> words{
      "--first",  engine,  "--name",      "A",     "--time",         "nodes 1500",
      "--second", engine,  "--name",      "B",     "--time",         "nodes 20",
      "--games",  "10000", "--sprt",      "0,100", "--random-plies", "8",
      "--seed",   "7",     "--max-plies", "200",   "--quiet",        "on"};
  auto whole = words;
  whole.insert(whole.end(), {"--file", path("whole.db")});
  play(whole);
  std::vector<Run*> parts;
  for (int i = 0; i < kParts; ++i) {
    auto part_words = words;
    part_words.insert(part_words.end(),
                      {"--shard", std::to_string(i) + "/3", "--file",
                       path(std::to_string(i) + ".db"), "--stop-file", path("stop")});
    parts.push_back(&start(part_words));
  }
  const Run& watched = end_of(start_gougi({"watch", path(""), "--interval", "1"}), 0);
  EXPECT_THAT(watched.output, HasSubstr("H1, A is better"));
  for (Run* const part : parts) end_of(*part, 130);
  const std::size_t games = games_in(folder_ / "whole.db");
  EXPECT_THAT(watched.output, HasSubstr("decided by pair " + std::to_string(games / 2) + ":"));
  merge({"merged.db", "0.db", "1.db", "2.db"});
  EXPECT_EQ(games_of(folder_ / "merged.db"), games_of(folder_ / "whole.db"));
  EXPECT_THAT(end_of(start_gougi({"watch", path("none")}), 1).errors, HasSubstr("is no folder"));
}

TEST_F(FarmTest, FarmWritesAFolderWhosePartsDoTheJob) {
  const auto farm = [&](const std::string& yaml, std::vector<std::string> more,
                        int status) -> Run& {
    std::ofstream(folder_ / "job.yaml") << yaml;
    std::vector<std::string> words{"farm", "parallel", "job.yaml"};
    words.insert(words.end(), more.begin(), more.end());
    return end_of(start_gougi(words, folder_ / "."), status);
  };
  std::string run = "run: [";
  for (const std::string& word : match({}))
    run += (run.size() == 6 ? "match, '" : ", '") + word + "'";
  const std::string job = "name: job\nparts: 3\nresult: all.db\n" + run + "]\n";
  EXPECT_THAT(farm(job, {}, 0).output, HasSubstr("Nothing was started"));
  EXPECT_FALSE(fs::exists(folder_ / "job/parts"));
  std::ofstream(folder_ / "all")
      << "for i in 2 0 1; do job/part $i || exit; done >/dev/null && job/merge\n";
  const Run& done = bash(content(folder_ / "all"));
  EXPECT_EQ(done.ended->code, 0) << done.errors;
  play(match({"--file", path("whole.db")}));
  EXPECT_EQ(games_of(folder_ / "job/all.db"), games_of(folder_ / "whole.db"));

  std::ofstream(folder_ / "job/carry/gougi-engine", std::ios::app) << "changed";
  const Run& refused = bash("job/part 0");
  EXPECT_EQ(refused.ended->code, 2);
  EXPECT_THAT(refused.errors, HasSubstr("is not what the job was begun with"));

  EXPECT_THAT(
      farm("name: tune\nparts: 2\nresult: x\nrun: [tune, a.yaml]\n", {}, 2).errors,
      HasSubstr("gougi tune cannot be divided: each of its steps depends on the one before"));
  EXPECT_THAT(farm("name: x\nparts: 0\nresult: x\nrun: [match]\n", {}, 2).errors,
              HasSubstr("job.yaml:2: parts"));
  EXPECT_THAT(farm("name: x\nparts: 2\nresult: x\nrun: [match, --file, x]\n", {}, 2).errors,
              HasSubstr("leave out --file"));
  EXPECT_THAT(farm(job, {"--out", "."}, 1).errors, HasSubstr("gougi farm did not make it"));
  for (const char* const taken : {"merge", "parallel.sh", "parts", "stop", "carry"}) {
    EXPECT_THAT(
        farm("name: x\nparts: 2\nresult: " + std::string(taken) + "\n" + run + "]\n", {}, 2).errors,
        HasSubstr("result: " + std::string(taken) + " has another meaning"));
  }
}

// Mate problems, which are done at once; `nodes` and `parts` make it another job.
class FarmedFolderTest : public FarmTest {
 protected:
  Run& farm(const std::string& scheduler, int nodes, int parts, int status = 0) {
    std::ofstream(folder_ / "problems.txt")
        << "4k4/9/4P4/9/9/9/9/9/9 b G 1\n8k/9/8P/9/9/9/9/9/9 b G 1\n9/9/9/9/9/9/9/9/k8 b G 1\n";
    std::ofstream(folder_ / "job.yaml")
        << "name: job\nparts: " << parts << "\nresult: all.csv\n"
        << "run: [mate, solve, problems.txt, --csv, --nodes, " << nodes << "]\n";
    return end_of(start_gougi({"farm", scheduler, "job.yaml"}, folder_ / "."), status);
  }
  Run& bash_ends(const std::string& script, int status) {
    Run& run = bash(script);
    EXPECT_EQ(run.ended->code, status) << script << ": " << run.errors;
    return run;
  }
  bool has_parallel() { return bash("command -v parallel").ended->code == 0; }
};

TEST_F(FarmedFolderTest, WithPartsOfAnotherJobIsLeftAsItIs) {
  farm("slurm", 1000, 3);
  farm("slurm", 3000, 3);  // nothing was begun
  bash_ends("for i in 0 1 2; do job/part $i || exit; done && job/merge", 0);
  const std::string part = content(folder_ / "job/part");
  const std::string result = content(folder_ / "job/all.csv");
  EXPECT_EQ(farm("slurm", 2000, 3, 1).errors,
            "gougi farm: job: has parts of another job: word 6 of run is 3000, not 2000; give "
            "another --out, or remove parts in it\n");
  EXPECT_THAT(farm("parallel", 3000, 2, 1).errors, HasSubstr("another job: parts is 3, not 2;"));
  EXPECT_EQ(content(folder_ / "job/part"), part);
  farm("slurm", 3000, 3);
  bash_ends("job/merge && rm -r job/parts", 0);
  EXPECT_EQ(without_seconds(content(folder_ / "job/all.csv")), without_seconds(result));
  farm("parallel", 2000, 2);
}

TEST_F(FarmedFolderTest, SlurmsMergeFailsWhereAPartFailed) {
  farm("slurm", 1000, 2);
  const std::string all = "cd job && mkdir -p log && for i in 0 1; do SLURM_ARRAY_TASK_ID=$i ";
  bash_ends(all + "./part.sbatch || exit; done && ./merge.sbatch", 0);
  fs::resize_file(folder_ / "job/carry/problems.txt", 1);
  bash_ends(all + "./part.sbatch; done; [ $? -eq 2 ]", 0);
  EXPECT_EQ(bash_ends("cd job && ./merge.sbatch", 1).errors,
            "merge: parts failed: 0 1; log/NUMBER.txt says why, and merge --partial puts "
            "together what there is\n");
  bash_ends("job/merge --partial", 0);
  farm("slurm", 1000, 2);
  bash_ends(all + "./part.sbatch || exit; done && ./merge.sbatch", 0);
  bash_ends("touch job/stop; " + all + "./part.sbatch || exit; done && ./merge.sbatch", 0);
}

TEST_F(FarmedFolderTest, APartIsTriedAgainWhereItWasKilledOrLostAnEngineAlone) {
  farm("slurm", 1000, 2);
  bash_ends(
      "cd job && printf '#!/bin/sh\\necho >>tries\\nexit $(cat code)\\n' >carry/gougi && "
      "find carry -type f -exec sha256sum {} + >carry.sha256",
      0);
  for (const auto& [code, tries] :
       {std::pair(0, 1), {1, 1}, {2, 1}, {3, 1}, {126, 1}, {130, 1}, {75, 5}, {129, 5}, {137, 5}}) {
    const std::string text = std::to_string(code);
    const Run& run =
        bash_ends("cd job && rm -f tries && echo " + text + " >code && ./part 0", code);
    EXPECT_EQ(bash("wc -l <job/tries").output, std::to_string(tries) + "\n") << code;
    EXPECT_EQ(std::ranges::count(run.errors, '\n'), tries == 1 ? 0 : tries) << run.errors;
  }
}

TEST_F(FarmedFolderTest, APartOfAnotherJobOrWithWrongInputEndsAtOnce) {
  farm("slurm", 1000, 2);
  bash_ends("job/part 0 && sed -i 's/--nodes 1000/--nodes 2000/' job/part", 0);
  EXPECT_EQ(bash_ends("job/part 0", 1).errors,
            "gougi mate: parts/0.db: is of another job: --nodes is 1000, not 2000\n");
}

// As records that cannot be read are none of an analysis.
TEST_F(FarmedFolderTest, ALineThatIsNoProblemIsToldByEachPartAndHindersNone) {
  farm("slurm", 1000, 2);
  bash_ends(
      "cd job && echo nonsense >>carry/problems.txt && "
      "find carry -type f -exec sha256sum {} + >carry.sha256",
      0);
  for (const char* const part : {"job/part 0", "job/part 1"}) {
    const std::string errors = bash_ends(part, 0).errors;
    EXPECT_THAT(errors, HasSubstr(", 1 line refused\n"));
    EXPECT_EQ(std::ranges::count(errors, '\n'), 2) << errors;
  }
  bash_ends("job/merge", 0);
  EXPECT_EQ(bash("wc -l <job/all.csv").output, "4\n") << "three problems and the head";
}

TEST_F(FarmedFolderTest, IsNotWrittenAnewWhileItsPartsAreDone) {
  farm("slurm", 1000, 2);
  const std::string before = content(folder_ / "job/part");
  fs::create_directories(folder_ / "bin");
  std::ofstream(folder_ / "bin/squeue")
      << "#!/bin/bash\n[ \"$*\" = '--noheader --jobs=4711' ] && [ -e " + path("queued") +
             " ] && echo 4711_0\n";
  bash_ends("chmod +x bin/squeue; echo 4711 >job/slurm.job; touch queued", 0);
  const std::string again = "sed -i 's/1000/2000/' job.yaml; PATH=" + path("bin") + ":$PATH " +
                            program("gougi") + " farm slurm job.yaml";
  EXPECT_EQ(bash_ends(again, 1).errors,
            "gougi farm: job: its parts are with Slurm, as job 4711; wait for that, end it with "
            "scancel 4711, or give another --out; nothing was written\n");
  bash_ends("rm queued; touch job/.running", 0);
  {
    const io::FileLock running(folder_ / "job/.running");
    EXPECT_EQ(bash_ends(again, 1).errors,
              "gougi farm: job: its parts are being done; wait for that, or give another --out; "
              "nothing was written\n");
  }
  EXPECT_EQ(content(folder_ / "job/part"), before);
  bash_ends(again, 0);
  EXPECT_NE(content(folder_ / "job/part"), before);
}

TEST_F(FarmedFolderTest, ThatIsNotWrittenToItsEndIsWrittenOnceMore) {
  farm("slurm", 1000, 2);
  fs::remove_all(folder_ / "job");
  const std::string again = program("gougi") + " farm slurm job.yaml";
  EXPECT_EQ(bash_ends("ulimit -f 8; trap '' XFSZ; exec " + again, 1).output, "");
  EXPECT_FALSE(fs::exists(folder_ / "job/part"));
  bash_ends(again + " && job/part 0 && job/part 1 && job/merge", 0);
}

TEST_F(FarmedFolderTest, OfWhichSlurmRefusesTheMergeTakesItsPartsBack) {
  farm("slurm", 1000, 2);
  fs::create_directories(folder_ / "bin");
  std::ofstream(folder_ / "bin/sbatch") << "#!/bin/bash\n[[ $* == *merge.sbatch ]] && exit 1\n"
                                           "echo 4711\n";
  std::ofstream(folder_ / "bin/scancel") << "#!/bin/bash\necho \"$@\" >>" + path("scancelled");
  bash_ends("chmod +x bin/*", 0);
  EXPECT_EQ(bash_ends("PATH=" + path("bin") + ":$PATH job/slurm.sh", 1).errors,
            fs::canonical(folder_ / "job").string() +
                ": Slurm took the parts and not the merge, so that job 4711 was cancelled; run "
                "this again\n");
  EXPECT_EQ(content(folder_ / "scancelled"), "4711\n");
  EXPECT_EQ(content(folder_ / "job/slurm.job"), "4711\n") << "in case that it was not";
}

// Beside the engine, or in its usual EvalDir, as the engine itself looks for it.
TEST_F(FarmedFolderTest, ANetworkBesideTheEnginesIsCarriedForAllOfThem) {
  for (const char* const home : {"one", "two", "one/eval", "two/eval"}) {
    fs::create_directories(folder_ / home);
  }
  for (const char* const home : {"one", "two"}) {
    fs::create_symlink(program("gougi-engine"), folder_ / home / "gougi-engine");
  }
  std::ofstream(folder_ / "one/eval/mine.nnue") << "a network";
  std::ofstream(folder_ / "two/beside.nnue") << "another";
  for (const char* const home : {"one", "two"}) {
    std::ofstream(folder_ / home / "both.nnue") << home;
  }
  const auto farm_match = [&](const std::string& value, int status) -> Run& {
    fs::remove_all(folder_ / "job");
    std::ofstream(folder_ / "job.yaml")
        << "name: job\nparts: 2\nresult: all\nrun: [match, --option, EvalFile=" << value
        << ", --first, one/gougi-engine, --name, A, --second, two/gougi-engine, --name, B, "
           "--time, nodes 10]\n";
    return end_of(start_gougi({"farm", "parallel", "job.yaml"}, folder_ / "."), status);
  };
  for (const char* const network : {"mine.nnue", "beside.nnue"}) {
    EXPECT_EQ(farm_match(network, 0).errors, "");
    EXPECT_TRUE(fs::exists(folder_ / "job/carry" / network));
    EXPECT_THAT(content(folder_ / "job/part"),
                HasSubstr("EvalFile=\"$PWD\"/carry/" + std::string(network)));
  }
  EXPECT_THAT(farm_match("both.nnue", 2).errors,
              HasSubstr("both.nnue: the engines have different files of this name"));
  EXPECT_THAT(farm_match("nope", 2).errors, HasSubstr("EvalFile=nope: no such file or folder"));
}

TEST_F(FarmedFolderTest, ParallelDoesNotTakeOldPartsForThoseOfAChangedJob) {
  if (!has_parallel()) GTEST_SKIP() << "there is no parallel";
  farm("parallel", 1000, 2);
  bash_ends("job/parallel.sh", 0);
  bash_ends("job/parallel.sh", 0);
  bash_ends("sed -i 's/--nodes 1000/--nodes 2000/' job/part && rm job/all.csv", 0);
  const std::string errors = bash_ends("job/parallel.sh", 1).errors;
  EXPECT_THAT(errors, HasSubstr("is of another job: --nodes is 1000, not 2000"));
  EXPECT_EQ(std::ranges::count(errors, '\n'), 2) << "a line for each part: " << errors;
  EXPECT_FALSE(fs::exists(folder_ / "job/all.csv"));
}

TEST_F(FarmedFolderTest, ParallelGoesOnOnceThereIsNoStopFileAndWherePartsWereRemoved) {
  if (!has_parallel()) GTEST_SKIP() << "there is no parallel";
  farm("parallel", 1000, 2);
  EXPECT_THAT(bash_ends("touch job/stop; job/parallel.sh", 2).errors,
              HasSubstr("there is no part yet"));
  bash_ends("rm job/stop; job/parallel.sh", 0);
  EXPECT_TRUE(fs::exists(folder_ / "job/all.csv"));
  bash_ends("rm -r job/parts job/all.csv; job/parallel.sh", 0);
  EXPECT_TRUE(fs::exists(folder_ / "job/all.csv"));
}

// The parts would all say it, each when its turn comes.
TEST_F(FarmedFolderTest, AWordThatMakesNoSenseIsFoundBeforeThereAreParts) {
  std::ofstream(folder_ / "games.sfen") << "startpos moves 7g7f 3c3d\n";
  std::ofstream(folder_ / "council.yaml")
      << "engines:\n  - name: A\n    command: gougi-engine\n    options: { EvalFile: typo.nnue }\n";
  const std::string engine = program("gougi-engine");
  const auto refused = [&](const std::string& run, const std::string& language = "en") {
    std::ofstream(folder_ / "job.yaml")
        << "name: job\nparts: 2\nresult: all\nrun: [" << run << "]\n";
    const Run& farm =
        end_of(start_gougi({"--lang", language, "farm", "slurm", "job.yaml"}, folder_ / "."), 2);
    EXPECT_FALSE(fs::exists(folder_ / "job")) << run;
    return farm.errors;
  };
  const auto line = [](const std::string& what) {
    return "gougi farm: job.yaml: run: " + what + "\n";
  };
  const std::string match =
      "match, --first, " + engine + ", --name, A, --second, " + engine + ", --name, B";
  EXPECT_EQ(refused(match + ", --time, nodes 10, --gmaes, 10"),
            line("there is no option --gmaes; did you mean --games? gougi match --help lists what "
                 "there is"));
  EXPECT_EQ(refused(match + ", --time, nods 10"),
            line("--time: \"nods 10\" is no time control; there are time, inc, byoyomi, moves, "
                 "then, movetime, nodes and depth"));
  EXPECT_EQ(refused(match + ", --time, nodes 10, --openings, none.sfen"),
            line("none.sfen: no such file"));
  EXPECT_THAT(refused("match, report, games.db"),
              HasSubstr("run: gougi match report cannot be done in parts; match, mate solve, "));
  std::ofstream(folder_ / "there.nnue") << "a network";
  fs::create_directories(folder_ / "books");
  std::ofstream(folder_ / "books/there.db") << "a book";
  const std::string nowhere = ": no such file or folder, neither here nor beside the engine";
  for (const char* const option : {"EvalFile=typo.nnue", "BookFile=typo.db", "EvalDir=typo",
                                   "DNN_Model=typo.onnx", "BookFile=./typo"}) {
    EXPECT_EQ(refused(match + ", --time, nodes 10, --option, BookDir=books, --option, " + option),
              line(option + nowhere));
    EXPECT_EQ(refused(match + ", --time, nodes 10, --option=" + option), line(option + nowhere));
  }
  EXPECT_EQ(refused("analyse, games.sfen, --config, council.yaml, --nodes, 10"),
            line("council.yaml: EvalFile=typo.nnue" + nowhere));
  EXPECT_EQ(refused("mate, solve, games.sfen, --nodse, 10"),
            line("there is no option --nodse; did you mean --nodes? gougi mate solve --help lists "
                 "what there is"));
  EXPECT_EQ(refused("mate, solve, problem.txt"), line("problem.txt: no such file"));
  EXPECT_EQ(refused("analyse, games.sfen, --noeds, 10"),
            line("there is no option --noeds; did you mean --nodes? gougi analyse --help lists "
                 "what there is"));
  EXPECT_EQ(refused("analyse, games.usi"), line("games.usi: no such file"));
  EXPECT_EQ(refused("book, think, games.sfen, depth, 2, --mutlipv, 3"),
            line("there is no option --mutlipv; did you mean --multipv? gougi book think --help "
                 "lists what there is"));
  EXPECT_EQ(refused("book, think, games.sfen, detph, 2"),
            line("\"detph\" is not expected here; did you mean depth? gougi book think --help "
                 "lists what there is"));
  EXPECT_EQ(refused("book, think, games.sfen"),
            line("how long? depth D, nodes N or movetime MS is missing"));
  EXPECT_EQ(refused("book, think, --multipv, 2, games.sfen, depth, 2"),
            line("the games stand first behind book think"));
  EXPECT_EQ(refused("study, games.sfen, --judgde, 3"),
            line("there is no option --judgde; did you mean --judged? gougi study --help lists "
                 "what there is"));
  EXPECT_EQ(refused("study, none.db"), line("none.db: no such file"));
  EXPECT_EQ(refused("study, --headroom, games.sfen, --egnine, x"),
            line("there is no option --egnine; did you mean --engine? gougi study --headroom "
                 "--help lists what there is"));
  EXPECT_EQ(refused("selfplay, --games, 10, --ndoes, 5"),
            line("there is no option --ndoes; did you mean --nodes? gougi selfplay --help lists "
                 "what there is"));
  EXPECT_EQ(refused("selfplay, --games, 10, --network, none.nnue"),
            line("none.nnue: no such file"));
  EXPECT_EQ(refused("selfplay, --games, 10, --help"),
            line("asks for help or the version, and does nothing"));
  EXPECT_EQ(
      refused("selfplay, --games, 10, --ndoes, 5", "ja"),
      line(
          "オプション --ndoes はありません。--nodes のことですか? 使い方は gougi selfplay --help"));
}

TEST_F(FarmedFolderTest, TheDocsJobIsOne) {
  fs::create_directories(folder_ / "build/bin");
  fs::create_symlink(program("gougi-engine"), folder_ / "build/bin/gougi-engine");
  std::ofstream(folder_ / "new.nnue") << "a network";
  for (const char* const doc : {"docs/farm.md", "docs/farm.ja.md"}) {
    const std::string text = content(fs::path(GOUGI_SOURCE_DIR) / doc);
    const std::size_t begin = text.find("```yaml\n") + 8;
    std::ofstream(folder_ / "job.yaml") << text.substr(begin, text.find("```", begin) - begin);
    for (const char* const scheduler : {"slurm", "parallel", "ssh"}) {
      const Run& run = end_of(start_gougi({"farm", scheduler, "job.yaml"}, folder_ / "."), 0);
      EXPECT_THAT(run.output, HasSubstr("8 parts of new-network")) << doc << ": " << run.errors;
    }
    EXPECT_EQ(bash_ends("touch new-network/stop; new-network/part 0", 130).errors, "");
    EXPECT_TRUE(fs::exists(folder_ / "new-network/carry/new.nnue"));
  }
}

TEST_F(FarmedFolderTest, WatchEndsOnceAllProblemsAreDone) {
  farm("slurm", 1000, 2);
  bash_ends("job/part 0", 0);
  EXPECT_THAT(bash_ends("job/carry/gougi watch job --once", 0).output,
              HasSubstr("2/3 units  parts 1 done, 0 begun, 1 to come"));
  bash_ends("job/part 1", 0);
  EXPECT_THAT(bash_ends("job/carry/gougi watch job", 0).output,
              HasSubstr("3/3 units  parts 2 done, 0 begun, 0 to come"));
}

using SlowFarmTest = FarmTest;

// Each game has 80 moves with times, scores, depths and nodes: some 2 KB.
TEST_F(SlowFarmTest, AMillionGamesInSixtyFourPartsAreMergedInLittleMemory) {
  constexpr int kMany = 64;
  constexpr int kGames = 1'000'000;
  auto words = match({"--shard", "0/64", "--file", path("0.db")});
  words.insert(words.end(), {"--games", std::to_string(kGames), "--stop-file", path("stop")});
  std::ofstream(folder_ / "stop") << "";
  play(words, {}, 130);
  const std::string column =
      "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 80)"
      " SELECT group_concat(";
  const std::string end = ", ' ') FROM n)";
  for (int i = kMany - 1; i >= 0; --i) {
    const std::string name = std::to_string(i) + ".db";
    if (i > 0) fs::copy_file(folder_ / "0.db", folder_ / name);
    match::testing::change(
        folder_ / name,
        "BEGIN; DELETE FROM game;"
        "UPDATE setting SET value = '" +
            std::to_string(i) +
            "/64' WHERE name = 'part';"
            "INSERT INTO game WITH RECURSIVE k(p) AS (SELECT " +
            std::to_string(i) + " UNION ALL SELECT p + 64 FROM k WHERE p + 64 < " +
            std::to_string(kGames / 2) + "), c(m, t) AS (SELECT " + column +
            "CASE i % 4 WHEN 1 THEN '4i4h' WHEN 2 THEN '6a6b' WHEN 3 THEN '4h4i' ELSE '6b6a' END" +
            end + ", " + column + "i * 37" + end +
            ") SELECT 2 * p + s, p, (p + s) % 2, (p + s + 1) % 2, 'black', 'resignation', '', 80,"
            " 0, 'startpos', m, t, t, t, t, '', '2026-01-31T12:00:00Z', 60000, t, ''"
            " FROM k, c, (SELECT 0 AS s UNION ALL SELECT 1);"
            "COMMIT;");
  }
  std::vector<std::string> merging{"out.db"};
  for (int i = 0; i < kMany; ++i) merging.push_back(std::to_string(i) + ".db");
  const auto begun = std::chrono::steady_clock::now();
  merging.insert(merging.begin(), "merge");
  const Run& merged = start_gougi(merging, folder_ / ".");
  for (int i = 0; i < 30 && !merged.ended; ++i) {  // each waits for 20 s
    run_until([&merged] { return merged.ended.has_value(); });
  }
  ASSERT_TRUE(merged.ended);
  EXPECT_EQ(merged.ended->code, 0) << merged.errors;
  const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun);
  EXPECT_EQ(merged.output, "out.db: 1000000 games\n");
  EXPECT_EQ(games_in(folder_ / "out.db"), std::size_t{kGames});
  rusage children{};
  ASSERT_EQ(getrusage(RUSAGE_CHILDREN, &children), 0);
  std::cout << fs::file_size(folder_ / "out.db") / 1'000'000 << " MB merged in " << seconds.count()
            << " s, at most " << children.ru_maxrss / 1024 << " MiB of memory\n";
  EXPECT_LT(children.ru_maxrss / 1024, 200);
}

}  // namespace
}  // namespace gougi
