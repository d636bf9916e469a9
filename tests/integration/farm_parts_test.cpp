// SPDX-License-Identifier: MIT
// Parts of analyses, books and studies as a person starts them: killed and typed again, put
// together, without room on the disk, elsewhere with all that they need.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "integration/farm_runs.hpp"
#include "match/openings.hpp"
#include "usi/position_text.hpp"

namespace gougi {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

class AnalysisPartsTest : public FarmTest {
 protected:
  void SetUp() override {
    FarmTest::SetUp();
    std::string engine = "    command: " + program("gougi-engine") + "\n";
    std::ofstream(folder_ / "council.yaml")
        << "consensus: majority\nengines:\n  - name: balanced\n" + engine + "  - name: attack\n" +
               engine + "    options: { EvalKind: handmade }\n";
    // The bishop hangs in some; the last of the file is no game, the lone one begins as others do.
    std::ofstream(folder_ / "games.usi")
        << "startpos moves 7g7f 3c3d 2g2f 2b5e 7i7h 5e8h+\nstartpos moves 2g2f 8c8d\n"
           "startpos moves 7g7f 3c3d 8h2b+ 3a2b\nstartpos moves 2g2f 3c3d 7g7f 2b8h+\n"
           "startpos\n";
    std::ofstream(folder_ / "対局.usi") << "startpos moves 7g7f 3c3d 8h2b+\n";
  }
  std::vector<std::string> analyse(const std::vector<std::string>& more) {
    std::vector<std::string> words{"analyse",      "games.usi", "対局.usi", "--config",
                                   "council.yaml", "--nodes",   "1500"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  Run& analyse_part(int number, int status = 0, const std::vector<std::string>& more = {}) {
    const std::string text = std::to_string(number);
    auto words = analyse({"--shard", text + "/3", "--file", text + ".db"});
    words.insert(words.end(), more.begin(), more.end());
    return end_of(start_gougi(words, folder_ / "."), status);
  }
  std::map<std::string, std::string> files_of(const std::string& name) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / name)) {
      if (!entry.is_regular_file() || entry.path().filename() == "positions.db") continue;
      files[base::to_utf8(fs::relative(entry.path(), folder_ / name))] = content(entry.path());
    }
    return files;
  }
};

TEST_F(AnalysisPartsTest, PartsThatAreKilledGiveTheFolderOfAnUndividedRun) {
  end_of(start_gougi(analyse({"--out", "whole", "--problems", "whole-problems"}), folder_ / "."),
         1);
  Run& killed = start_gougi(analyse({"--shard", "0/3", "--file", "0.db", "--concurrency", "1"}),
                            folder_ / ".");
  watch_for([&] {
    std::error_code none;
    const auto size = fs::file_size(folder_ / "0.db.positions-wal", none);
    return killed.ended || (!none && size > 30'000);
  });
  EXPECT_TRUE(run_until([&] { return enough_ || killed.ended.has_value(); }));
  killed.process->kill();
  EXPECT_TRUE(run_until([&] { return killed.ended.has_value(); }));
  EXPECT_THAT(merge({"merged", "0.db"}, 1).errors, HasSubstr("gougi merge: "));
  EXPECT_FALSE(fs::exists(folder_ / "merged"));
  EXPECT_THAT(analyse_part(0).errors, HasSubstr("were judged before"));
  EXPECT_FALSE(fs::exists(folder_ / "0.db.positions"));
  analyse_part(1);
  EXPECT_THAT(analyse_part(2).errors,
              HasSubstr("games.usi: record line 5: holds no move (game 5)"));
  EXPECT_EQ(analyse_part(2).output, "") << "what is there is not analysed again";
  EXPECT_EQ(merge({"merged", "2.db", "0.db", "1.db", "--problems", "merged-problems"}).output,
            "merged: 5 games\n");
  EXPECT_EQ(files_of("merged"), files_of("whole"));
  EXPECT_EQ(files_of("merged-problems"), files_of("whole-problems"));
  merge({"merged/", "2.db", "0.db", "1.db", "1.db"});
  EXPECT_EQ(files_of("merged"), files_of("whole"));
  // What was judged is judged for an undivided run, too.
  EXPECT_THAT(end_of(start_gougi(analyse({"--out", "merged"}), folder_ / "."), 1).errors,
              Not(HasSubstr("positions left")));
  EXPECT_EQ(files_of("merged"), files_of("whole"));
}

TEST_F(AnalysisPartsTest, AMergeReplacesNoFileThatNoMergeOfThisJobMade) {
  for (int i = 0; i < 3; ++i) analyse_part(i);
  const std::vector<std::string> parts{"0.db", "1.db", "2.db", "--problems", "problems"};
  const auto merge_to = [&](const std::string& to, const std::vector<std::string>& words,
                            int status = 0) -> Run& {
    auto all = words;
    all.insert(all.begin(), to);
    return merge(all, status);
  };
  merge_to("all", {"--partial", "1.db", "--problems", "problems"});
  merge_to("all", {"--partial", "1.db", "2.db", "--problems", "problems"});
  merge_to("all", parts);
  merge_to("all", parts);
  const auto files = files_of("all");
  const auto problems = files_of("problems");
  const Run& fewer = merge_to("all", {"--partial", "1.db"}, 1);
  EXPECT_THAT(fewer.errors, HasSubstr(": is there already and holds what the new file would not"));
  EXPECT_EQ(std::ranges::count(fewer.errors, '\n'), 1) << fewer.errors;
  EXPECT_EQ(files_of("all"), files);
  // A record of the same name, a page, a book: whatever lies there.
  for (const auto& [name, text] : files) {
    fs::create_directories(folder_ / "mine");
    std::ofstream(folder_ / ("mine/" + name)) << "mine\n";
    EXPECT_THAT(merge_to("mine", parts, 1).errors,
                HasSubstr("mine/" + name + ": is there already"));
    EXPECT_EQ(files_of("mine"), (std::map<std::string, std::string>{{name, "mine\n"}}));
    fs::remove_all(folder_ / "mine");
  }
  fs::create_directories(folder_ / "mine");
  std::ofstream(folder_ / "mine/positions.db") << "mine\n";
  EXPECT_THAT(merge_to("mine", parts, 1).errors, HasSubstr("mine/positions.db: is there already"));
  EXPECT_EQ(content(folder_ / "mine/positions.db"), "mine\n");
  std::ofstream(folder_ / "problems/mate.sfen") << "mine\n";
  EXPECT_THAT(merge_to("other", parts, 1).errors, HasSubstr("mate.sfen: is there already"));
  EXPECT_FALSE(fs::exists(folder_ / "other"));
  for (const char* const draft : {"all.gougi-new", "other.gougi-new", "problems.gougi-new"}) {
    EXPECT_FALSE(fs::exists(folder_ / draft)) << draft;
  }
  EXPECT_EQ(problems.size(), 4U);
  for (const char* const same : {"new", "./new/", "none/../new"}) {
    EXPECT_EQ(merge_to("new", {"0.db", "1.db", "2.db", "--problems", same}, 2).errors,
              "gougi merge: --problems: " + std::string(same) +
                  " is what the games go to; give another folder\n");
  }
  EXPECT_FALSE(fs::exists(folder_ / "new"));
}

TEST_F(AnalysisPartsTest, FarmCarriesTheCouncilWithAllThatItNames) {
  fs::create_directories(folder_ / "records/old");
  fs::rename(folder_ / "games.usi", folder_ / "records/old/games.usi");
  fs::rename(folder_ / "対局.usi", folder_ / "records/対局.usi");
  // Found from the engine's own folder.
  fs::create_directories(folder_ / "engines");
  fs::copy_file(base::path_from_utf8(program("gougi-engine")), folder_ / "engines/own-engine");
  std::ofstream(folder_ / "engines/some.db") << "#YANEURAOU-DB2016 1.00\n";
  std::ofstream(folder_ / "council.yaml")
      << "consensus: majority\nengines:\n  - name: balanced\n    command: engines/own-engine\n"
         "    options: { BookFile: some.db }\n"
         "  - name: attack\n    command: gougi-engine\n    options: { EvalKind: handmade }\n";
  const std::vector<std::string> words{"analyse",      "records", "--config",
                                       "council.yaml", "--nodes", "1500"};
  auto whole = words;
  whole.insert(whole.end(), {"--out", "whole"});
  end_of(start_gougi(whole, folder_ / "."), 1);
  std::ofstream(folder_ / "job.yaml") << "name: job\nparts: 2\nresult: all\nrun: [analyse, "
                                         "records, --config, council.yaml, --nodes, 1500]\n";
  end_of(start_gougi({"farm", "parallel", "job.yaml"}, folder_ / "."), 0);
  EXPECT_EQ(content(folder_ / "job/carry/own-engine"), content(folder_ / "engines/own-engine"));
  EXPECT_TRUE(fs::exists(folder_ / "job/carry/some.db"));
  fs::rename(folder_ / "job", folder_ / "elsewhere");
  for (const char* gone : {"engines", "records", "council.yaml"}) fs::remove_all(folder_ / gone);
  const Run& run = bash("elsewhere/part 1 && elsewhere/part 0 && elsewhere/merge");
  EXPECT_EQ(run.ended->code, 0) << run.errors;
  EXPECT_EQ(files_of("elsewhere/all"), files_of("whole"));
  // A network or book that is not what it was is one that parts tell apart.
  const Run& changed = bash("cd elsewhere && echo more >> carry/some.db && carry/gougi analyse " +
                            std::string("carry/records.* --config carry/council.yaml --nodes 1500 "
                                        "--shard 0/2 --file parts/0.db"));
  EXPECT_EQ(changed.ended->code, 1);
  EXPECT_THAT(changed.errors, HasSubstr("parts/0.db: is of another job: council engine 1 option "
                                        "BookFile is sha256 "));
}

TEST_F(AnalysisPartsTest, WhatIsOfAnotherAnalysisIsRefusedInOneLine) {
  analyse_part(0);
  EXPECT_THAT(
      analyse_part(0, 1, {"--mate-nodes", "7"}).errors,
      HasSubstr("\ngougi analyse: 0.db: is of another job: --mate-nodes is 20000, not 7\n"));
  std::ofstream(folder_ / "対局.usi") << "startpos moves 7g7f 3c3d\n";
  EXPECT_THAT(analyse_part(0, 1).errors,
              HasSubstr("0.db: is of another job: records, by name and content, is sha256 "));
  EXPECT_THAT(
      end_of(start_gougi(analyse({"--shard", "1/3", "--file", "0.db"}), folder_ / "."), 1).errors,
      HasSubstr("is of another job"));
  EXPECT_THAT(end_of(start_gougi(analyse({"--shard", "1/3"}), folder_ / "."), 2).errors,
              HasSubstr("--shard"));
  EXPECT_EQ(without_room("analyse games.usi --config council.yaml --nodes 1500 --shard 1/3"), 1);
  EXPECT_THAT(
      end_of(start_gougi(analyse({"--shard", "1/3", "--file", "x", "--out", "y"}), folder_ / "."),
             2)
          .errors,
      HasSubstr("--out"));
}

using PartsTest = FarmTest;

TEST_F(PartsTest, ABookThoughtOutInPartsIsTheBytesOfAnUndividedOne) {
  std::ofstream(folder_ / "games.sfen") << "startpos moves 7g7f 3c3d 2g2f\n"
                                           "startpos moves 2g2f 8c8d 2f2e\n";
  const auto think = [&](const std::string& to, const std::vector<std::string>& more,
                         int status = 0) -> Run& {
    std::vector<std::string> words{"book", "think", "games.sfen", to,          "moves",
                                   "4",    "depth", "3",          "--multipv", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return end_of(start_gougi(words, folder_ / "."), status);
  };
  think("whole.db", {});
  for (int i = 0; i < kParts; ++i) {
    think(std::to_string(i) + ".part", {"--shard", std::to_string(i) + "/3"});
  }
  EXPECT_THAT(think("0.part", {"--shard", "0/3"}).output,
              HasSubstr("0 positions to think about, 3 known"));
  EXPECT_THAT(think("0.part", {"--shard", "0/3", "--option", "Style=attack"}, 1).errors,
              HasSubstr("0.part: is of another job: "));
  EXPECT_THAT(merge({"book.db", "0.part", "2.part"}, 1).errors,
              HasSubstr("part 1/3 (0 of 2 units)"));
  EXPECT_EQ(merge({"book.db", "2.part", "0.part", "1.part"}).output, "book.db: 7 positions\n");
  EXPECT_EQ(content(folder_ / "book.db"), content(folder_ / "whole.db"));
  merge({"some.db", "--partial", "1.part"});
  for (int i = 0; i < 2; ++i) merge({"some.db", "0.part", "1.part", "2.part"});
  EXPECT_EQ(content(folder_ / "some.db"), content(folder_ / "whole.db"));
  EXPECT_THAT(merge({"some.db", "--partial", "1.part"}, 1).errors,
              HasSubstr("some.db: is there already and holds what the new file would not"));
  EXPECT_EQ(content(folder_ / "some.db"), content(folder_ / "whole.db"));
  EXPECT_FALSE(fs::exists(folder_ / "some.db.gougi-new"));
}

TEST_F(PartsTest, APartThatLacksResultsAsAnEngineWasKilledMayBeTriedAgain) {
  std::ofstream(folder_ / "killed") << "#!/bin/sh\n"
                                       "while read -r word rest; do case $word in\n"
                                       "usi) echo id name killed; echo usiok ;;\n"
                                       "isready) echo readyok ;;\n"
                                       "go) kill -9 $$ ;;\n"
                                       "quit) exit ;;\n"
                                       "esac; done\n";
  ASSERT_EQ(bash("chmod +x killed").ended->code, 0);
  const std::string killed = path("killed");
  const Run& match = play(
      {"--first", killed, "--name", "A", "--second", killed, "--name", "B", "--time", "nodes 10",
       "--games", "2", "--quiet", "on", "--shard", "0/1", "--file", path("match.part")},
      {}, 75);
  EXPECT_THAT(match.errors, HasSubstr("2 games are left, as an engine was killed in them"));
  std::ofstream(folder_ / "games.sfen") << "startpos moves 7g7f 3c3d\n";
  std::vector<std::string> think{"book",      "think", "games.sfen", "book.part", "nodes",
                                 "10",        "moves", "1",          "--engine",  killed,
                                 "--multipv", "1",     "--shard",    "0/1"};
  end_of(start_gougi(think, folder_ / "."), 75);
  think.resize(think.size() - 2);
  think[3] = "whole.db";
  end_of(start_gougi(think, folder_ / "."), 1);
  std::ofstream(folder_ / "council.yaml") << "engines: [{command: " << killed << "}]\n";
  end_of(start_gougi({"analyse", "games.sfen", "--config", "council.yaml", "--nodes", "20",
                      "--mate-nodes", "20", "--shard", "0/1", "--file", "analysis.part"},
                     folder_ / "."),
         75);
}

TEST_F(PartsTest, FilesThatOptionsOfTheUsualThinkerNameAreInTheFolderOfWhoTypes) {
  std::ofstream(folder_ / "games.sfen") << "startpos moves 7g7f 3c3d\n";
  end_of(start_gougi({"book", "think", "games.sfen", "book.db", "nodes", "10", "moves", "1",
                      "--option", "WriteDebugLog=book-think.log"},
                     folder_ / "."),
         0);
  EXPECT_THAT(content(folder_ / "book-think.log"), HasSubstr("position sfen "));
}

TEST_F(PartsTest, AStudyJudgedInPartsTellsWhatAnUndividedOneDoes) {
  const std::string engine = program("gougi-engine");
  std::ofstream config(folder_ / "council.yaml");
  config << "consensus: majority\nlanguage: en\nponder: off\nmate: off\nengines:\n";
  for (const char* const nodes : {"60", "200", "600"}) {
    config << "  - {name: E" << nodes << ", command: " << engine
           << ", options: {Threads: 1, USI_Hash: 1, NodesLimit: " << nodes << "}}\n";
  }
  config.close();
  play({"--first",        program("gougi") + " --config " + path("council.yaml"),
        "--name",         "council",
        "--second",       engine,
        "--name",         "B",
        "--time",         "nodes 900",
        "--games",        "2",
        "--random-plies", "6",
        "--max-plies",    "40",
        "--seed",         "3",
        "--notes",        "on",
        "--quiet",        "on",
        "--file",         path("votes.db")});
  const auto study = [&](const std::vector<std::string>& more, int status = 0) -> Run& {
    std::vector<std::string> words{"study", "votes.db", "--judged", "7"};
    if (more.empty() || more.front() != "--nodes") words.insert(words.end(), {"--nodes", "300"});
    words.insert(words.end(), more.begin(), more.end());
    return end_of(start_gougi(words, folder_ / "."), status);
  };
  const Run& whole = study({"--file", "whole.jsonl"});
  EXPECT_EQ(study({}).output, whole.output);
  for (int i = 0; i < kParts; ++i) {
    EXPECT_EQ(
        study({"--shard", std::to_string(i) + "/3", "--file", std::to_string(i) + ".part"}).output,
        "");
  }
  EXPECT_THAT(merge({"all.jsonl", "0.part", "2.part"}, 1).errors, HasSubstr("part 1/3 (0 of 2"));
  merge({"all.jsonl", "2.part", "0.part", "1.part"});
  EXPECT_EQ(content(folder_ / "all.jsonl"), content(folder_ / "whole.jsonl"));
  const Run& told = study({"--file", "all.jsonl", "--report", "page.html"});
  EXPECT_EQ(told.output, whole.output);
  EXPECT_THAT(told.errors, Not(HasSubstr("judged 1/")));
  EXPECT_THAT(study({"--file", "all.jsonl", "--eval-coef", "500"}, 2).errors,
              HasSubstr("all.jsonl: is of other files, nodes or decisions"));
  EXPECT_THAT(study({"--shard", "0/3", "--file", "0.part", "--eval-coef", "500"}, 1).errors,
              HasSubstr("0.part: is of another job: --eval-coef is none, not 500"));
  EXPECT_EQ(without_room("study votes.db --nodes 300 --judged 7 --shard 1/3"), 1);
  study({"--nodes", "50000", "--threads", "1", "--shard", "0/1", "--file", "stopped.part",
         "--stop-file", "votes.db"},
        130);
  // What was killed within a line goes on with that line.
  fs::resize_file(folder_ / "whole.jsonl", fs::file_size(folder_ / "whole.jsonl") - 5);
  study({"--file", "whole.jsonl"});
  EXPECT_EQ(content(folder_ / "all.jsonl"), content(folder_ / "whole.jsonl"));
}

TEST_F(PartsTest, HeadroomInPartsIsTheFileOfAnUndividedStudy) {
  std::ofstream games(folder_ / "games.usi");
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    games << game::position_line(match::random_opening(seed, 60)) << "\n";
  }
  games.close();
  std::string engine = program("gougi-engine");
  fs::create_directories(folder_ / "elsewhere");
  fs::copy_file(engine, folder_ / "elsewhere/gougi-engine");
  const auto study = [&](const std::vector<std::string>& more, int status = 0) -> Run& {
    std::vector<std::string> words{
        "study",    "--headroom",  "games.usi", "--option", "USI_Hash=1",
        "--engine", engine,        "--name",    "balanced", "--engine",
        engine,     "--name",      "handmade",  "--option", "EvalKind=handmade",
        "--nodes",  "400",         "--judge",   engine,     "--judge-nodes",
        "300",      "--positions", "6"};
    words.insert(words.end(), more.begin(), more.end());
    return end_of(start_gougi(words, folder_ / "."), status);
  };
  const Run& whole = study({"--file", "whole.jsonl"});
  for (int i = 0; i < kParts; ++i) {
    const std::vector<std::string> part{"--shard", std::to_string(i) + "/3", "--file",
                                        std::to_string(i) + ".part"};
    if (i == 1) engine = path("elsewhere/gougi-engine");  // which makes no difference
    EXPECT_EQ(study(part).output, "");
    engine = program("gougi-engine");
    study(part);
  }
  merge({"other-order.jsonl", "1.part", "0.part", "2.part"});
  EXPECT_EQ(content(folder_ / "other-order.jsonl"), content(folder_ / "whole.jsonl"));
  merge({"all.jsonl", "2.part", "0.part", "1.part"});
  EXPECT_EQ(content(folder_ / "all.jsonl"), content(folder_ / "whole.jsonl"));
  EXPECT_EQ(study({"--file", "all.jsonl"}).output, whole.output);
  EXPECT_THAT(study({"--file", "0.part", "--shard", "0/3", "--seed", "2"}, 1).errors,
              HasSubstr("0.part: is of another job: --seed is 1, not 2"));
  EXPECT_THAT(study({"--file", "x", "--shard", "0/3", "--report", "y"}, 2).errors,
              HasSubstr("--shard"));
  EXPECT_EQ(without_room("study --headroom games.usi --engine " + engine + " --name A --engine " +
                         engine + " --name B --nodes 400 --judge " + engine +
                         " --judge-nodes 300 --positions 6 --shard 0/3"),
            1);
}

// A match that is decided, of which parts wait in Slurm's queue, and one with parts on a host.
TEST_F(PartsTest, WatchTakesBackWhatWaitsAndTellsHostsToStop) {
  const std::string engine = program("gougi-engine");
  const std::string match =
      "match, --first, " + engine + ", --name, A, --time, nodes 1500, " + "--second, " + engine +
      ", --name, B, --time, nodes 20, --games, 400, " +
      "--sprt, '0,300', --random-plies, 8, --seed, 7, --max-plies, 200, " + "--quiet, on";
  std::ofstream(folder_ / "job.yaml")
      << "name: job\nparts: 2\nresult: all.db\nrun: [" + match +
             "]\nhosts: [one, two]\nssh: ./as-ssh\nfolder: " + path("there") + "\n";
  fs::create_directories(folder_ / "bin");
  std::ofstream(folder_ / "bin/scancel") << "#!/bin/bash\necho \"$@\" >>" + path("scancelled");
  // Both hosts are one folder here, so that all parts play at once.
  std::ofstream(folder_ / "bin/host")
      << "#!/bin/bash\nwhile [[ $1 == -* ]]; do shift; done; shift; exec bash -c \"$*\"\n";
  bash("chmod +x bin/*");
  const std::string gougi = "PATH=" + path("bin") + ":$PATH " + program("gougi") + " ";
  EXPECT_EQ(
      bash(gougi + "farm slurm job.yaml --out slurm && echo 4711 >slurm/slurm.job").ended->code, 0);
  EXPECT_EQ(bash("slurm/part 0 >/dev/null & slurm/part 1 >/dev/null & " + gougi +
                 "watch slurm --interval 1; wait")
                .ended->code,
            0);
  EXPECT_EQ(content(folder_ / "scancelled"), "--state=PENDING 4711\n");
  EXPECT_EQ(bash("slurm/merge").ended->code, 0);

  EXPECT_EQ(bash("sed -i 's:./as-ssh:" + path("bin/host") + ":' job.yaml; " + gougi +
                 "farm ssh job.yaml --out ssh")
                .ended->code,
            0);
  const Run& watched = bash("ssh/ssh.sh >log 2>&1 & " + gougi +
                            "watch ssh --interval 1; wait $! || { cat log >&2; exit 1; }");
  EXPECT_EQ(watched.ended->code, 0) << watched.errors;
  EXPECT_THAT(watched.output, HasSubstr("H1, A is better"));
  EXPECT_TRUE(fs::exists(folder_ / "there/stop"));
  EXPECT_EQ(games_of(folder_ / "ssh/all.db"), games_of(folder_ / "slurm/all.db"));
}

TEST_F(PartsTest, AnEngineWithoutMultiPVIsToldWhatToTypeForABook) {
  std::ofstream(folder_ / "games.sfen") << "startpos moves 7g7f 3c3d\n";
  const std::vector<std::string> think{
      "book", "think", "games.sfen", "book.db",  "nodes",
      "10",   "moves", "1",          "--engine", program("gougi-random")};
  EXPECT_EQ(end_of(start_gougi(think, folder_ / "."), 1).errors,
            "gougi book: " + program("gougi-random") +
                " has no option MultiPV, and knows one candidate alone; give --multipv 1\n");
  auto one = think;
  one.insert(one.end(), {"--multipv", "1"});
  end_of(start_gougi(one, folder_ / "."), 0);
  EXPECT_TRUE(fs::exists(folder_ / "book.db"));
}

// A disk of some 400 KB, with less and less room on it.
TEST_F(PartsTest, WhatFindsNoRoomAtItsBeginningIsBegunAnewOnceThereIsSome) {
  std::ofstream(folder_ / "problems.txt") << "4k4/9/4P4/9/9/9/9/9/9 b G 1\n";
  std::ofstream(folder_ / "some.jsonl")
      << "{\"game\":1,\"time\":\"2026-01-31T09:55:00.456Z\",\"result\":\"win\",\"decisions\":9}\n";
  fs::create_directories(folder_ / "small");
  const std::string random = program("gougi-random");
  std::ofstream(folder_ / "fill")
      << "mount -t tmpfs -o size=400k tmpfs small && cd small || exit 77\n"
         "for free in 4 12 16 20 24 28 32 36 40 48 60; do\n"
         "  rm -rf ./*\n"
         "  head -c $((1024 * (400 - free))) /dev/zero >fill\n"
         "  \"$@\" >/dev/null 2>errors.$free\n"
         "  status=$?\n"
         "  [ $status = 0 ] || { [ $status = 1 ] && rm fill && \"$@\" >/dev/null; } ||\n"
         "    { echo \"$free KB: $status\"; exit 1; }\n"
         "done\n";
  const std::vector<std::string> jobs{
      "mate solve ../problems.txt --nodes 20 --hash 1 --csv --shard 0/1 --file part.db",
      "match --first " + random + " --name A --second " + random +
          " --name B --time 'nodes 1' --games 2 --max-plies 10 --quiet on --shard 0/1 --file "
          "part.db",
      "data add index.db ../some.jsonl"};
  for (const std::string& job : jobs) {
    const Run& run = bash(
        "root=; [ $(id -u) = 0 ] || root=--map-root-user; unshare $root --mount "
        "bash fill " +
        program("gougi") + " " + job);
    if (run.ended->code == 77 || run.errors.starts_with("unshare")) {
      GTEST_SKIP() << "no file system can be mounted here";
    }
    EXPECT_EQ(run.ended->code, 0) << job << ": " << run.output << run.errors;
  }
}

std::vector<std::string> lines_with(const std::string& text, const std::string& part) {
  std::vector<std::string> lines;
  std::istringstream all(text);
  for (std::string line; std::getline(all, line);) {
    if (line.find(part) != std::string::npos) lines.push_back(line);
  }
  return lines;
}

// What the system refuses to write is refused for a file's size here, as it is for a full disk.
TEST_F(PartsTest, APartThatFindsNoRoomSaysSoAndGoesOnWhenThereIsSome) {
  std::ofstream problems(folder_ / "problems.txt");
  const std::string some = content(fs::path(GOUGI_SOURCE_DIR) / "tests/data/mate/problems.txt");
  for (int i = 0; i < 20; ++i) problems << some;
  problems.close();
  const std::string engine = program("gougi-engine");
  struct Job {
    std::string words;
    std::string file;
    int kib;
  };
  const std::vector<Job> jobs{
      {"mate solve problems.txt --nodes 20 --hash 16 --csv --shard 0/1 --file mate.part",
       "mate.part", 40},
      {"selfplay teachers.bin --games 40 --nodes 20 --seed 1 --shard 0/1", "teachers.bin", 4},
      {"match --first " + engine + " --name A --second " + engine +
           " --name B --time 'nodes 20' --games 40 --max-plies 200 --random-plies 6 --seed 1 "
           "--quiet on --shard 0/1 --file match.part",
       "match.part", 48},
      {"analyse games.usi --config council.yaml --nodes 20 --mate-nodes 20 --shard 0/1 --file "
       "analysis.part",
       "analysis.part", 60}};
  std::ofstream(folder_ / "council.yaml") << "engines: [{command: " << engine << "}]\n";
  std::ofstream games(folder_ / "games.usi");
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    games << game::position_line(match::random_opening(seed, 40)) << "\n";
  }
  games.close();
  for (const Job& job : jobs) {
    const std::string run = "exec " + program("gougi") + " " + job.words;
    const Run& full = bash("ulimit -f " + std::to_string(job.kib) + "; trap '' XFSZ; " + run);
    ASSERT_TRUE(full.ended);
    EXPECT_FALSE(full.ended->by_signal) << job.words;
    EXPECT_EQ(full.ended->code, 1) << job.words;
    EXPECT_THAT(lines_with(full.errors, job.file), SizeIs(1)) << full.errors;
    const Run& rest = bash(run);
    EXPECT_EQ(rest.ended->code, 0) << job.words << rest.errors;
  }
}

}  // namespace
}  // namespace gougi
