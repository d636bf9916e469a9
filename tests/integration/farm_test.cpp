// SPDX-License-Identifier: MIT
// Jobs in parts as a person starts them: parts that are killed and typed again, put together, give
// what an undivided run gives; what does not belong together is refused, and nothing is lost.
#include <gmock/gmock.h>

#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "integration/farm_runs.hpp"

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
  const auto without_times = [](const std::string& output) {
    std::string kept;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
      if (line.find(" ms each, ") == std::string::npos) kept += line + "\n";
    }
    return kept;
  };
  EXPECT_EQ(without_times(report.output), without_times(whole.output));
  EXPECT_THAT(report.output, HasSubstr("A: "));
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

}  // namespace
}  // namespace gougi
