// SPDX-License-Identifier: MIT
// Jobs in parts as a person starts them: parts that are killed and typed again, put together, give
// what an undivided run gives; what does not belong together is refused, and nothing is lost.
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <chrono>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "book/temporary_folder.hpp"
#include "integration/match_runs.hpp"
#include "match/match_files.hpp"

namespace gougi {
namespace {

using ::testing::HasSubstr;

constexpr int kParts = 3;

class FarmTest : public MatchTest {
 protected:
  std::string path(const std::string& name) { return base::to_utf8(folder_ / name); }

  /// A match whose games depend on nothing but the words.
  std::vector<std::string> match(const std::vector<std::string>& more) const {
    const std::string engine = program("gougi-engine");
    std::vector<std::string> words{
        "--first",     engine, "--name",         "A",         "--second", engine,
        "--name",      "B",    "--option",       "Threads=1", "--time",   "nodes 200",
        "--games",     "18",   "--random-plies", "8",         "--seed",   "7",
        "--max-plies", "120",  "--quiet",        "on"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  std::vector<std::string> part(int number) {
    const std::string text = std::to_string(number);
    return match({"--shard", text + "/" + std::to_string(kParts), "--file", path(text + ".db")});
  }
  Run& merge(std::vector<std::string> words, int status = 0) {
    words.insert(words.begin(), "merge");
    return end_of(start_gougi(std::move(words), folder_ / "."), status);
  }
  /// All but times.
  static std::vector<std::string> games_of(const fs::path& file) {
    std::vector<std::string> games;
    auto store = match::Store::open_to_read(file);
    EXPECT_TRUE(store) << store.error().message;
    if (!store) return games;
    EXPECT_TRUE(store->for_each_game([&](const match::GameRecord& game) {
      std::string text = std::to_string(game.number) + " " + std::to_string(game.opening) + " " +
                         std::to_string(game.black) + " " +
                         std::to_string(static_cast<int>(game.ending.result)) + " " +
                         std::string(to_text(game.ending.reason));
      for (const match::MoveRecord& move : game.moves) {
        text += " " + std::to_string(move.move.raw()) + " " + std::to_string(move.nodes) + " " +
                std::to_string(move.depth) + " " + move.note;
      }
      games.push_back(text);
    }));
    return games;
  }

  book::testing::TemporaryFolder folder_;
};

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
  EXPECT_EQ(play(other, {}, 2).errors,
            "gougi match: " + path("0.db") +
                ": is part 0/3 of this job, not 1/3; each part wants a --file of its own\n");
  auto foreign = part(0);
  foreign.insert(foreign.end(), {"--seed", "8"});
  EXPECT_EQ(play(foreign, {}, 2).errors,
            "gougi match: " + path("0.db") + ": is of another job: --seed is 7, not 8\n");
  foreign[foreign.size() - 3] = path("foreign.db");
  play(foreign);
  EXPECT_EQ(merge({"out.db", "0.db", "foreign.db"}, 2).errors,
            "gougi merge: foreign.db: is of another job: --seed is 8, not 7 in 0.db\n");
  EXPECT_THAT(merge({"0.db", "foreign.db"}, 2).errors,
              HasSubstr("the first word is the file to be made"));
  EXPECT_THAT(merge({"out.db", "0.db"}, 1).errors, HasSubstr("part 1/3 (0 of 3 pairs)"));
  EXPECT_FALSE(fs::exists(folder_ / "out.db"));
  play(match({"--games", "2", "--file", path("whole.db")}));
  EXPECT_EQ(merge({"out.db", "whole.db"}, 2).errors,
            "gougi merge: whole.db: is no part; it was begun without --shard\n");
  EXPECT_THAT(merge({"out.db", "none.db"}, 2).errors, HasSubstr("none.db: no such file"));
}

TEST_F(FarmTest, APartDoesNotGoOnWithAnEngineThatHasChanged) {
  fs::copy_file(base::path_from_utf8(program("gougi-engine")), folder_ / "engine");
  auto words = part(0);
  words[1] = path("engine");
  words.insert(words.end(), {"--games", "6"});
  play(words);
  std::ofstream(folder_ / "engine", std::ios::binary | std::ios::app) << "changed";
  const Run& refused = play(words, {}, 2);
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
  std::ofstream(folder_ / "limited")
      << "ulimit -f 8; trap '' XFSZ; exec \"$1\" merge out.db 0.db 1.db 2.db\n";
  auto& run = *runs_.emplace_back(std::make_unique<Run>());
  io::ChildProcess::Callbacks callbacks;
  callbacks.on_stderr_line = [&run](std::string_view line) {
    run.errors.append(line).append("\n");
  };
  callbacks.on_exit = [this, &run](const io::ExitStatus& status) {
    run.ended = status;
    wake();
  };
  const auto launched = io::ChildProcess::launch(
      loop_, {"/bin/bash", {path("limited"), program("gougi")}, folder_ / ".", {}},
      std::move(callbacks));
  ASSERT_TRUE(launched);
  run.process = *launched;
  EXPECT_TRUE(run_until([&run] { return run.ended.has_value(); }));
  EXPECT_NE(run.ended->code, 0);
  EXPECT_FALSE(fs::exists(folder_ / "out.db"));
  EXPECT_FALSE(fs::exists(folder_ / "out.db.new"));
  for (int i = 0; i < kParts; ++i) EXPECT_EQ(games_in(folder_ / (std::to_string(i) + ".db")), 6U);
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
            "CASE i % 2 WHEN 1 THEN '7g7f' ELSE '3c3d' END" + end + ", " + column + "i * 37" + end +
            ") SELECT 2 * p + s, p, (p + s) % 2, (p + s + 1) % 2, 'black', 'resignation', '', 80,"
            " 0, 'startpos', m, t, t, t, t, '', '2026-01-31T12:00:00Z', 60000, t, ''"
            " FROM k, c, (SELECT 0 AS s UNION ALL SELECT 1);"
            "COMMIT;");
  }
  std::vector<std::string> merging{"out.db"};
  for (int i = 0; i < kMany; ++i) merging.push_back(std::to_string(i) + ".db");
  const auto begun = std::chrono::steady_clock::now();
  const Run& merged = merge(merging);
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
