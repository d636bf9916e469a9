// SPDX-License-Identifier: MIT
#include "learn/teacher_sets.hpp"

#ifndef _WIN32
#include <sys/stat.h>
#endif

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "learn/teacher_file.hpp"
#include "shogi/position.hpp"

namespace gougi::learn {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class TeacherSets : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(::testing::TempDir()) / ("gougi-sets-" + std::string(test->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path file(const std::string& name) const { return folder_ / name; }

  /// Games of 10 positions, the records told apart by their scores.
  fs::path make(const std::string& name, int games, int first_score) const {
    std::ofstream out(file(name), std::ios::binary);
    for (int i = 0; i < games * 10; ++i) {
      TeacherPosition teacher;
      teacher.position = *pack(shogi::Position::start());
      teacher.score = static_cast<std::int16_t>(first_score + i);
      teacher.ply = static_cast<std::uint16_t>(1 + i % 10);
      std::array<std::byte, kTeacherBytes> bytes{};
      write_teacher(teacher, bytes);
      out.write(reinterpret_cast<const char*>(bytes.data()), kTeacherBytes);
    }
    return file(name);
  }
  static std::vector<int> scores(const fs::path& path) {
    std::vector<int> all;
    auto reader = TeacherReader::open(path);
    TeacherPosition teacher;
    while (reader && reader->next(teacher)) all.push_back(teacher.score);
    return all;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      all.push_back(entry.path().filename().string());
    }
    std::ranges::sort(all);
    return all;
  }

  fs::path folder_;
};

TEST_F(TeacherSets, MergedIsOneBehindAnother) {
  const std::vector<fs::path> files{make("a", 1, 0), make("b", 2, 100)};
  const auto count = merge_teachers(files, file("all"));
  ASSERT_TRUE(count) << count.error().message;
  EXPECT_EQ(*count, 30U);
  const auto all = scores(file("all"));
  ASSERT_EQ(all.size(), 30U);
  EXPECT_EQ(all[9], 9);
  EXPECT_EQ(all[10], 100);
}

TEST_F(TeacherSets, ShuffledIsTheSameRecordsInAnotherOrder) {
  const std::vector<fs::path> files{make("a", 30, 0)};
  const auto before = scores(files[0]);
  ASSERT_TRUE(shuffle_teachers(files, file("b"), {.seed = 7}));
  ASSERT_TRUE(shuffle_teachers(files, file("c"), {.seed = 7}));
  ASSERT_TRUE(shuffle_teachers(files, file("d"), {.seed = 8}));
  const auto after = scores(file("b"));
  EXPECT_NE(after, before);
  EXPECT_EQ(after, scores(file("c")));
  EXPECT_NE(after, scores(file("d")));
  EXPECT_THAT(after, ::testing::UnorderedElementsAreArray(before));
}

TEST_F(TeacherSets, WhatIsLargerThanMemoryIsShuffledThroughPartsThatAreGoneAfterwards) {
  const std::vector<fs::path> files{make("a", 100, 0), make("b", 20, 2000)};
  const auto count = shuffle_teachers(files, file("c"), {.memory = 100 * sizeof(TeacherPosition)});
  ASSERT_TRUE(count) << count.error().message;
  auto before = scores(files[0]);
  const auto second = scores(files[1]);
  before.insert(before.end(), second.begin(), second.end());
  const auto after = scores(file("c"));
  EXPECT_THAT(after, ::testing::UnorderedElementsAreArray(before));
  // Records that lay side by side do so no longer.
  int side_by_side = 0;
  for (std::size_t i = 1; i < after.size(); ++i) side_by_side += after[i] == after[i - 1] + 1;
  EXPECT_LT(side_by_side, 12);
  EXPECT_THAT(names(), ::testing::ElementsAre("a", "b", "c"));
}

TEST_F(TeacherSets, WhatIsGivenUpOnTheWayLeavesNothing) {
  const std::vector<fs::path> files{make("a", 1000, 0)};
  const auto count = [](std::uint64_t most) {
    return [most](std::uint64_t done, std::uint64_t all) { return done < all * most / 100; };
  };
  const auto merged = merge_teachers(files, file("b"), count(0));
  ASSERT_FALSE(merged);
  EXPECT_THAT(merged.error().message, HasSubstr("interrupted, and not written"));
  // While it reads, and while it writes.
  for (const std::uint64_t most : {0U, 60U}) {
    EXPECT_FALSE(shuffle_teachers(files, file("b"), {.memory = 1000 * sizeof(TeacherPosition)},
                                  count(most)));
  }
  EXPECT_THAT(names(), ::testing::ElementsAre("a"));
  EXPECT_TRUE(shuffle_teachers(files, file("b"), {}, count(1000)));
}

TEST_F(TeacherSets, AGameLiesInOneOfTwoPartsOnly) {
  const fs::path all = make("all", 3, 0);
  const auto split = split_teachers(all, file("a"), file("b"), 12);
  ASSERT_TRUE(split) << split.error().message;
  EXPECT_EQ(split->first, 20U);
  EXPECT_EQ(split->second, 10U);
  EXPECT_EQ(scores(file("b")).front(), 20);
  const auto none = split_teachers(all, file("a"), file("b"), 0);
  ASSERT_TRUE(none);
  EXPECT_EQ(none->first, 0U);
  EXPECT_EQ(none->second, 30U);
}

TEST_F(TeacherSets, WhatIsReadIsNeverWrittenOver) {
  const std::vector<fs::path> files{make("a", 1, 0)};
  for (const auto& made : {merge_teachers(files, files[0]), shuffle_teachers(files, files[0])}) {
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error().message, HasSubstr("choose another name"));
  }
  EXPECT_FALSE(split_teachers(files[0], file("b"), file("b"), 5));
  EXPECT_FALSE(split_teachers(files[0], file("b"), files[0], 5));
  EXPECT_FALSE(split_teachers(files[0], file("b"), folder_ / "." / "b", 5));
  // On the way to "c" what is made is "c.gougi-new".
  const std::vector<fs::path> drafted{make("c.gougi-new", 1, 0)};
  const auto merged = merge_teachers(drafted, file("c"));
  ASSERT_FALSE(merged);
  EXPECT_THAT(merged.error().message, HasSubstr("c.gougi-new: is read"));
  EXPECT_EQ(scores(drafted[0]).size(), 10U);
  EXPECT_FALSE(fs::exists(file("b")));
  EXPECT_EQ(scores(files[0]).size(), 10U);
}

TEST_F(TeacherSets, WhatIsThereIsReplacedByWhatHoldsItAlone) {
  const std::vector<fs::path> some{make("a", 1, 0)};
  const std::vector<fs::path> all{some[0], make("b", 1, 500)};
  ASSERT_TRUE(merge_teachers(some, file("c")));
  ASSERT_TRUE(merge_teachers(all, file("c")));
  ASSERT_TRUE(merge_teachers(all, file("c")));
  const auto refused = merge_teachers(some, file("c"));
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message,
              HasSubstr("c: is there already and holds what the new file would not"));
  EXPECT_EQ(scores(file("c")).size(), 20U);
  EXPECT_FALSE(fs::exists(file("c.gougi-new")));
  std::ofstream(file("notes")) << std::string(400, '#');
  EXPECT_FALSE(merge_teachers(all, file("notes")));
  for (const auto& made : {shuffle_teachers(all, file("notes"))}) {
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error().message, HasSubstr("notes: is there already and holds no teacher"));
  }
  EXPECT_FALSE(split_teachers(all[0], file("d"), file("notes"), 5));
  EXPECT_FALSE(fs::exists(file("d")));
  EXPECT_EQ(fs::file_size(file("notes")), 400U);
  // What a run goes on with.
  EXPECT_TRUE(shuffle_teachers(some, file("c")));
  std::ofstream(file("c.games")) << "journal";
  const auto other = shuffle_teachers(all, file("c"));
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("c: is there already and is a run's"));
}

TEST_F(TeacherSets, WhatIsNoFileIsNotPutAway) {
  const std::vector<fs::path> files{make("a", 1, 0)};
  fs::create_directory(file("folder"));
  const auto made = merge_teachers(files, file("folder"));
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().message, HasSubstr("is a folder"));
#ifndef _WIN32
  const fs::path pipe = file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(shuffle_teachers(files, pipe));
  EXPECT_FALSE(TeacherFile::open(pipe, "seed 1", 10));
  EXPECT_TRUE(fs::is_fifo(pipe));
#endif
}

TEST_F(TeacherSets, WhatIsNoFileOfTeachersIsNamedAndNothingIsLeft) {
  std::ofstream(file("cut")) << "41 bytes or so, which is no multiple of 40.";
  const std::vector<fs::path> files{make("a", 1, 0), file("cut")};
  const auto merged = merge_teachers(files, file("all"));
  ASSERT_FALSE(merged);
  EXPECT_THAT(merged.error().message, HasSubstr("cut"));
  EXPECT_FALSE(shuffle_teachers(files, file("all")));
  EXPECT_FALSE(merge_teachers(std::vector{file("none")}, file("all")));
  EXPECT_THAT(names(), ::testing::ElementsAre("a", "cut"));
}

}  // namespace
}  // namespace gougi::learn
