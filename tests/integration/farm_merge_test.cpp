// SPDX-License-Identifier: MIT
// What `gougi merge` does with the file that it makes: what is there already, or in its way, and
// what a merge of very many games takes. What the parts of each kind of job give is in the tests of
// these.
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "integration/farm_runs.hpp"
#include "io/file_lock.hpp"
#include "match/match_files.hpp"

namespace gougi {
namespace {

using ::testing::HasSubstr;

class FarmMergeTest : public FarmTest {
 protected:
  /// "mate", "match" and "teachers", each the only one of its job.
  void do_parts_of_each_kind() {
    std::ofstream(folder_ / "problems.txt") << "4k4/9/4P4/9/9/9/9/9/9 b G 1\n";
    end_of(
        start_gougi({"mate", "solve", "problems.txt", "--csv", "--shard", "0/1", "--file", "mate"},
                    folder_ / "."),
        0);
    play(match({"--games", "2", "--shard", "0/1", "--file", path("match")}));
    end_of(start_gougi({"selfplay", "teachers", "--games", "1", "--nodes", "10", "--shard", "0/1"},
                       folder_ / "."),
           0);
  }
};

// What the system refuses to write is refused for a file's size here, as it is for a full disk.
TEST_F(FarmMergeTest, AMergeThatCannotWriteItsFileLeavesWhatWasThere) {
  for (int i = 0; i < kParts; ++i) play(part(i));
  const Run& run =
      bash("ulimit -f 8; trap '' XFSZ; exec " + program("gougi") + " merge out.db 0.db 1.db 2.db");
  EXPECT_NE(run.ended->code, 0);
  EXPECT_FALSE(fs::exists(folder_ / "out.db"));
  EXPECT_FALSE(fs::exists(folder_ / "out.db.gougi-new"));
  for (int i = 0; i < kParts; ++i) EXPECT_EQ(games_in(folder_ / (std::to_string(i) + ".db")), 6U);
}

TEST_F(FarmMergeTest, AFileIsMadeByOneMergeAtATime) {
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

TEST_F(FarmMergeTest, AMergeTouchesNoFilesThatHaveNamesLikeIt) {
  do_parts_of_each_kind();
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

TEST_F(FarmMergeTest, WhatAKilledStartOrMergeHasLeftIsInNobodysWay) {
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
TEST_F(FarmMergeTest, AMergeReplacesNothingThatIsNoFile) {
  do_parts_of_each_kind();
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
            " 0, 'startpos', m, t, t, t, t, '', '2026-01-31T12:00:00Z', 60000, t, '', t"
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
