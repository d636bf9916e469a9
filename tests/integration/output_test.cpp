// SPDX-License-Identifier: MIT
// Where a command is told to write lies something that it did not make: that stays, whatever the
// command. What it made itself is renewed.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "base/path.hpp"
#include "book/temporary_folder.hpp"
#include "integration/match_runs.hpp"

namespace gougi {
namespace {

using book::testing::TemporaryFolder;
using ::testing::AnyOf;
using ::testing::HasSubstr;

using OutputWords = std::vector<std::string>;

class OutputTest : public MatchTest {
 protected:
  std::string at(const std::string& name) const { return base::to_utf8(folder_ / name); }
  std::string read(const std::string& name) const { return TemporaryFolder::read(folder_ / name); }
  const Run& gougi(OutputWords words, int status = 0) {
    return end_of(start_gougi(std::move(words), folder_ / "."), status);
  }
  OutputWords match(const OutputWords& more) const {
    OutputWords words{"match",
                      "--quiet",
                      "on",
                      "--first",
                      program("gougi-random"),
                      "--second",
                      program("gougi-random"),
                      "--name",
                      "B",
                      "--time",
                      "nodes 1",
                      "--games",
                      "2",
                      "--max-plies",
                      "6"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  TemporaryFolder folder_;
};

/// What is to be written where, by which words.
struct WrittenOutput {
  std::string place;
  OutputWords words;
};

TEST_F(OutputTest, NothingThatACommandDidNotMakeIsWrittenOver) {
  folder_.write("g.usi", "startpos moves 7g7f 3c3d 2g2f\n");
  gougi(match({"--file", "m.db"}));
  gougi({"book", "from_sfen", "g.usi", "b.db"});
  gougi({"selfplay", "t.bin", "--positions", "40", "--nodes", "20"});
  fs::create_directory(folder_ / "kif");
  fs::create_directory(folder_ / "out");
  fs::create_directory(folder_ / "page");
  folder_.write("tune.yaml",
                "engine: [gougi-engine, --tunable]\ntime: nodes 1\ngames: 2\niterations: 1\n"
                "parameters: {Tune_FutilityMargin: {start: 100, min: 20, max: 400, step: 12}}\n");
  const std::string config = GOUGI_SOURCE_DIR "/config/default.yaml";
  const std::vector<WrittenOutput> all{
      {"r.html", {"match", "report", "m.db", "--report", "r.html"}},
      {"r.usi", {"match", "report", "m.db", "--export", "usi=r.usi"}},
      {"kif/000001.kif", {"match", "report", "m.db", "--export", "kif=kif"}},
      {"r.html", {"match", "--resume", "m.db", "--report", "r.html"}},
      {"r.html", match({"--report", "r.html"})},
      {"r.html", match({"--report", "r.html", "--file", "n.db"})},
      {"r.usi", match({"--export", "usi=r.usi"})},
      {"l.txt", match({"--log", "l.txt"})},
      {"n.db", match({"--file", "n.db"})},
      {"c.db", {"book", "from_sfen", "g.usi", "c.db"}},
      {"c.db", {"book", "merge", "b.db", "b.db", "c.db"}},
      {"c.db", {"book", "sort", "b.db", "c.db"}},
      {"c.db", {"book", "sort", "c.db", "c.db"}},
      {"c.db", {"book", "think", "g.usi", "c.db", "nodes", "1"}},
      {"n.bin", {"nnue", "random", "n.bin", "--kind", "terms"}},
      {"n.bin", {"learn", "t.bin", "--out", "n.bin", "--kind", "terms", "--epochs", "1"}},
      {"l.html", {"learn", "t.bin", "--out", "l.bin", "--kind", "terms", "--report", "l.html"}},
      {"n.bin", {"selfplay", "n.bin", "--positions", "40"}},
      {"s.html", {"selfplay", "stat", "t.bin", "--report", "s.html"}},
      {"n.bin", {"selfplay", "merge", "t.bin", "--out", "n.bin"}},
      {"n.bin", {"selfplay", "shuffle", "t.bin", "--out", "n.bin"}},
      {"n.bin", {"selfplay", "split", "t.bin", "n.bin", "o.bin"}},
      {"n.bin", {"data", "add", "n.bin", "t.bin"}},
      {"mates", {"mate", "generate", "--output", "mates", "--count", "1"}},
      {"s.html", {"study", "m.db", "--report", "s.html"}},
      {"s.html",
       {"study", "--headroom", "g.usi", "--report", "s.html", "--file", "h.jsonl", "--nodes", "10",
        "--judge-nodes", "10", "--engine", program("gougi-random"), "--engine",
        program("gougi-random"), "--judge", program("gougi-random")}},
      {"c.html", {"calibrate", "m.db", "--report", "c.html"}},
      {"c.json", {"calibrate", "m.db", "--scale", "c.json"}},
      {"c.json", {"calibrate", "--arbiter", "m.db", "--out", "c.json"}},
      {"t.html", {"tune", "tune.yaml", "--report", "t.html"}},
      {"out/g.kif", {"analyse", "g.usi", "--config", config, "--out", "out"}},
      {"page/analysis.html", {"analyse", "g.usi", "--config", config, "--out", "page"}},
      {"m.out", {"merge", "m.out", "m.db"}},
      {"r.kif", {"record", "g.usi", "--to", "usi", "--output", "r.kif"}}};
  for (const WrittenOutput& each : all) {
    std::string name = each.place + ":";
    for (const std::string& word : each.words) name += " " + word;
    folder_.write(each.place, "my notes\n");
    const Run& run = gougi(each.words, 1);
    EXPECT_EQ(read(each.place), "my notes\n") << name;
    EXPECT_THAT(run.errors, HasSubstr(base::to_utf8(fs::path(each.place).make_preferred())))
        << name;
    fs::remove(folder_ / each.place);
  }
  EXPECT_FALSE(fs::exists(folder_ / "n.db")) << "told before the games";
}

TEST_F(OutputTest, TheSameCommandRenewsWhatItMade) {
  folder_.write("g.usi", "startpos moves 7g7f 3c3d 2g2f\n");
  for (int i = 0; i < 2; ++i) {
    gougi(match({"--report", "r.html", "--export", "usi=r.usi", "--export", "csa=csa"}));
  }
  EXPECT_THAT(read("r.html"), HasSubstr("\n<!-- gougi match -->\n"));
  gougi(match({"--file", "m.db", "--report", "m.html"}));
  gougi({"match", "report", "m.db", "--report", "m.html"});
  const std::string page = read("m.html");
  EXPECT_THAT(gougi(match({"--report", "m.html"}), 1).errors,
              HasSubstr("m.html: exists already and was not made by this match"));
  EXPECT_THAT(gougi(match({"--file", "m.db", "--report", "m.html"}), 1).errors,
              HasSubstr("m.db: is there already; --resume goes on"));
  EXPECT_EQ(read("m.html"), page);
  gougi({"selfplay", "t.bin", "--positions", "40", "--nodes", "20"});
  for (int i = 0; i < 2; ++i) {
    gougi({"selfplay", "stat", "t.bin", "--report", "s.html"});
    gougi({"learn", "t.bin", "--out", "n.bin", "--kind", "terms", "--epochs", "1", "--report",
           "l.html"});
  }
  EXPECT_THAT(gougi({"selfplay", "stat", "t.bin", "--report", "l.html"}, 1).errors,
              HasSubstr("l.html: exists already and is no page of gougi selfplay stat"));
  gougi({"book", "from_sfen", "g.usi", "b.db"});
  for (int i = 0; i < 2; ++i) gougi({"book", "sort", "b.db", "b.db"});
}

}  // namespace
}  // namespace gougi
