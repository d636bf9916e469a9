// SPDX-License-Identifier: MIT
// `gougi data` as a person types it: what counts as data, and that shuffling loses none.
#include <gmock/gmock.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "integration/farm_runs.hpp"

namespace gougi {
namespace {

using ::testing::HasSubstr;

using DataTest = FarmTest;

TEST_F(DataTest, DecisionsAreShuffledByASeedAlone) {
  for (int file = 0; file < 2; ++file) {
    std::ofstream out(folder_ / (std::to_string(file) + ".jsonl"));
    for (int i = 0; i < 9000; ++i) {
      out << "{\"game\":1,\"time\":\"2026-01-31T09:55:00.456Z\",\"result\":\"win\",\"decisions\":9,"
          << "\"file\":" << file << ",\"line\":" << i << ",\"text\":\"" << std::string(200, 'x')
          << "\"}\n";
    }
  }
  const auto data = [&](std::vector<std::string> words, int status = 0) -> Run& {
    words.insert(words.begin(), "data");
    return end_of(start_gougi(std::move(words), folder_ / "."), status);
  };
  fs::create_directories(folder_ / "sub");
  if (!testing::may_link()) GTEST_SKIP() << "there are no links";
  fs::create_symlink("0.jsonl", folder_ / "link.jsonl");
  data({"add", "index.db", "0.jsonl", "1.jsonl", "sub/../0.jsonl", "./1.jsonl", "link.jsonl"});
  EXPECT_EQ(data({"shuffle", "index.db", "one.jsonl"}).output,
            "one.jsonl: 18000 decisions of 2 files\n");
  data({"shuffle", "index.db", "two.jsonl", "--memory", "1"});
  data({"shuffle", "index.db", "other.jsonl", "--seed", "2"});
  EXPECT_EQ(content(folder_ / "one.jsonl"), content(folder_ / "two.jsonl"));
  EXPECT_NE(content(folder_ / "one.jsonl"), content(folder_ / "other.jsonl"));
  const Run& sorted = bash("cmp <(sort one.jsonl) <(sort 0.jsonl 1.jsonl)");
  EXPECT_EQ(sorted.ended->code, 0) << "each comes once";
  EXPECT_THAT(data({"shuffle", "index.db", "out.bin"}, 1).errors,
              HasSubstr("index.db: lists no teacher positions"));
  EXPECT_THAT(data({"shuffle", "index.db", "0.jsonl"}, 1).errors, HasSubstr("is read, too"));
  const std::string index = content(folder_ / "index.db");
  EXPECT_THAT(data({"shuffle", "index.db", "index.db"}, 1).errors,
              HasSubstr("gougi data: index.db: is read, too; choose another name"));
  EXPECT_EQ(content(folder_ / "index.db"), index);
  // Decisions take decisions' place, again and again, and nothing else's.
  data({"shuffle", "index.db", "other.jsonl"});
  EXPECT_EQ(content(folder_ / "other.jsonl"), content(folder_ / "one.jsonl"));
  // Not those of somebody else, and nothing that a link leads to.
  std::ofstream(folder_ / "only.jsonl") << "{\"id\":\"the only copy\"}\n";
  EXPECT_THAT(data({"shuffle", "index.db", "only.jsonl"}, 1).errors,
              HasSubstr("only.jsonl: is there already and holds what the new file would not"));
  EXPECT_EQ(content(folder_ / "only.jsonl"), "{\"id\":\"the only copy\"}\n");
  bash("sed '1s/x/y/' one.jsonl >as-many.jsonl");
  EXPECT_THAT(data({"shuffle", "index.db", "as-many.jsonl"}, 1).errors,
              HasSubstr("as-many.jsonl: is there already and holds what the new file would not"));
  fs::create_symlink("only.jsonl", folder_ / "linked.jsonl.gougi-new");
  EXPECT_THAT(data({"shuffle", "index.db", "linked.jsonl"}, 1).errors,
              HasSubstr("linked.jsonl.gougi-new: is in the way"));
  EXPECT_EQ(content(folder_ / "only.jsonl"), "{\"id\":\"the only copy\"}\n");
  std::ofstream(folder_ / "notes.jsonl") << "some notes\n";
  EXPECT_THAT(data({"shuffle", "index.db", "notes.jsonl"}, 1).errors,
              HasSubstr("notes.jsonl: is there already and holds no decisions"));
  EXPECT_EQ(content(folder_ / "notes.jsonl"), "some notes\n");
  // A file of the same length with another byte in it.
  bash("sed -i '1s/x/y/' 1.jsonl");
  EXPECT_THAT(data({"shuffle", "index.db", "new.jsonl"}, 1).errors,
              HasSubstr("1.jsonl: is not what it was"));
  EXPECT_FALSE(fs::exists(folder_ / "new.jsonl"));
  bash("{ head -n 1 0.jsonl; head -c 17000000 /dev/zero | tr '\\0' x; echo; } >long.jsonl");
  EXPECT_THAT(data({"add", "index.db", "long.jsonl"}, 1).errors,
              HasSubstr("long.jsonl:2: the line is longer than 16 MiB"));
}

TEST_F(DataTest, OnlyDecisionsCountAsSuchAndAnAddThatFailsLeavesNoIndex) {
  const std::string result =
      "{\"game\":1,\"time\":\"2026-01-31T09:55:00.456Z\",\"result\":\"win\",\"decisions\":9}\n";
  const auto add = [&](const std::string& text, int status) -> Run& {
    std::ofstream(folder_ / "some.jsonl") << text;
    return end_of(start_gougi({"data", "add", "index.db", "some.jsonl"}, folder_ / "."), status);
  };
  EXPECT_EQ(add("some notes\n", 1).errors,
            "gougi data: some.jsonl: record 1 is no decision: the line is no JSON: something is "
            "wrong at byte "
            "1\n");
  EXPECT_THAT(add(result + "{\"a\":1}\n" + result, 1).errors,
              HasSubstr("some.jsonl: record 2 is no decision: "));
  EXPECT_THAT(add("{\"game\":1", 1).errors, HasSubstr("record 1 is no decision: "));
  EXPECT_THAT(end_of(start_gougi({"data", "add", "index.db", "none.bin"}, folder_ / "."), 1).errors,
              HasSubstr("none.bin: no such file"));
  EXPECT_FALSE(fs::exists(folder_ / "index.db"));
  EXPECT_EQ(add(result + "{\"game\":1", 0).output, "some.jsonl: 2 decisions\n")
      << "a relay was killed while it wrote the last";
  EXPECT_EQ(add("", 0).output, "some.jsonl: 0 decisions\n");
  fs::create_hard_link(folder_ / "some.jsonl", folder_ / "other.jsonl");
  end_of(start_gougi({"data", "add", "index.db", "other.jsonl"}, folder_ / "."), 0);
  EXPECT_THAT(end_of(start_gougi({"data", "list", "index.db"}, folder_ / "."), 0).output,
              HasSubstr(" 1 file,"))
      << "a file with two names is one";
}

TEST_F(DataTest, TeacherPositionsOfAnotherRunAreNotShuffledAway) {
  const auto gougi = [&](std::vector<std::string> words, int status = 0) -> Run& {
    return end_of(start_gougi(std::move(words), folder_ / "."), status);
  };
  gougi({"selfplay", "mine.bin", "--games", "2", "--nodes", "20", "--seed", "1"});
  gougi({"selfplay", "other.bin", "--games", "2", "--nodes", "20", "--seed", "2"});
  fs::remove(folder_ / "other.bin.games");  // so that no run goes on with it
  const std::string other = content(folder_ / "other.bin");
  gougi({"data", "add", "index.db", "mine.bin"});
  EXPECT_THAT(gougi({"data", "shuffle", "index.db", "other.bin"}, 1).errors,
              HasSubstr("other.bin: is there already and holds what the new file would not"));
  EXPECT_EQ(content(folder_ / "other.bin"), other);
  gougi({"data", "shuffle", "index.db", "new.bin"});
  gougi({"data", "shuffle", "index.db", "new.bin", "--seed", "2"});
  EXPECT_EQ(fs::file_size(folder_ / "new.bin"), fs::file_size(folder_ / "mine.bin"));
}

}  // namespace
}  // namespace gougi
