// SPDX-License-Identifier: MIT
#include "learn/teacher_parts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "learn/teacher_file.hpp"
#include "shogi/position.hpp"

namespace gougi::learn {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr const char* kMergedSettings = "seed 1 duplicates 1 nodes 10";

class TeacherParts : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(::testing::TempDir()) / ("gougi-parts-" + std::string(test->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path file(const std::string& name) const { return folder_ / name; }

  /// Of one position, told apart by its score.
  static std::vector<TeacherPosition> game(int score) {
    TeacherPosition position;
    position.position = *pack(shogi::Position::start());
    position.score = static_cast<std::int16_t>(score);
    return {position};
  }
  std::unique_ptr<TeacherFile> begun(const std::string& name, const std::string& settings) const {
    auto opened = TeacherFile::open(file(name), settings, 1000);
    EXPECT_TRUE(opened) << opened.error().message;
    return opened ? std::move(*opened) : nullptr;
  }
  /// Both parts of a run of four games.
  std::vector<fs::path> parts() const {
    for (std::uint64_t part = 0; part < 2; ++part) {
      const auto out = begun("p" + std::to_string(part),
                             kMergedSettings + part_in_words({{part, 2}, 4, "0123456789abcdef"}));
      for (int i = 0; i < 2; ++i) EXPECT_TRUE(out->append(game(2 * i + static_cast<int>(part))));
    }
    return {file("p0"), file("p1")};
  }
  static std::string bytes_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  fs::path folder_;
};

// The run writes on into a file without a name where another takes its place.
TEST_F(TeacherParts, AFileThatARunIsWritingIsNotReplaced) {
  const auto files = parts();
  auto running = begun("out", kMergedSettings);
  ASSERT_TRUE(running->append(game(0)));
  const auto refused = merge_teacher_parts(files, file("out"), false);
  ASSERT_FALSE(refused) << "its positions would be lost";
  EXPECT_THAT(refused.error().message, HasSubstr("out: another run is writing it"));
  ASSERT_TRUE(running->append(game(1)));
  EXPECT_EQ(bytes_of(file("out")).size(), 2 * kTeacherBytes);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 6) << "no draft is left";

  running.reset();
  const auto merged = merge_teacher_parts(files, file("out"), false);
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_EQ(merged->positions, 4U);
  EXPECT_EQ(bytes_of(file("out")).size(), 4 * kTeacherBytes);
}

TEST_F(TeacherParts, ARunThatBeginsDuringTheMergeIsNotReplacedEither) {
  const auto files = parts();
  std::unique_ptr<TeacherFile> running;
  const auto begin = [&](std::uint64_t, std::uint64_t) {
    if (!running) running = begun("out", kMergedSettings);
    return true;
  };
  const auto refused = merge_teacher_parts(files, file("out"), false, begin);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("out: another run is writing it"));
  ASSERT_TRUE(running->append(game(0)));
  EXPECT_EQ(bytes_of(file("out")).size(), kTeacherBytes);
}

}  // namespace
}  // namespace gougi::learn
