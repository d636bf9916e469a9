// SPDX-License-Identifier: MIT
// Files of mate problems, whatever wrote them.
#include "tools/mate_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/line_read.hpp"
#include "base/path.hpp"
#include "notation/freeze.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class MateProblemFile : public ::testing::Test {
 protected:
  MateProblemFile()
      : file_(fs::temp_directory_path() /
              ("gougi-mate-problems-" +
               std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()))) {}
  ~MateProblemFile() override {
    std::error_code ignored;
    fs::remove(file_, ignored);
  }
  MateProblemFile(const MateProblemFile&) = delete;
  MateProblemFile& operator=(const MateProblemFile&) = delete;

  struct Read {
    std::vector<std::string> sfens;
    bool is_whole = false;
  };
  void write(const std::string& text) const { std::ofstream(file_, std::ios::binary) << text; }
  Read read_all() const {
    const std::vector<std::string> files{base::to_utf8(file_)};
    MateProblems problems(files, true);
    Read read;
    while (const auto problem = problems.next()) read.sfens.push_back(problem->sfen);
    read.is_whole = problems.all_read();
    return read;
  }
  std::vector<std::string> problems(const std::string& text) const {
    write(text);
    const Read read = read_all();
    EXPECT_TRUE(read.is_whole) << text;
    return read.sfens;
  }

  fs::path file_;
};

const std::string kProblem = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

TEST_F(MateProblemFile, AByteOrderMarkIsNoPartOfTheFirstProblem) {
  EXPECT_EQ(problems("\xEF\xBB\xBF" + kProblem + "\n" + kProblem + "\n"),
            (std::vector<std::string>{kProblem, kProblem}));
  EXPECT_EQ(problems("\xEF\xBB\xBF# a remark\nsfen " + kProblem + "\n"),
            std::vector<std::string>{kProblem});
}

TEST_F(MateProblemFile, NoMoveBehindTheWordMovesIsNone) {
  EXPECT_EQ(problems(kProblem + " moves\nposition sfen " + kProblem + " moves # 1\n" + kProblem +
                     "\tmoves \n"),
            (std::vector<std::string>{kProblem, kProblem, kProblem}));
  const std::string start = notation::to_sfen(*notation::parse_freeze_sfen("startpos"));
  EXPECT_EQ(problems("startpos moves\nstartpos\n"), (std::vector<std::string>{start, start}));
}

TEST_F(MateProblemFile, ALineWithoutEndIsRefusedAndCostsNoMoreThanItself) {
  write(kProblem + "\n" + std::string(3 * base::kLongestLine, 'x') + "\n" + kProblem + "\n");
  ::testing::internal::CaptureStderr();
  const Read read = read_all();
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              HasSubstr(":2: the line is longer than 1 MiB\n"));
  EXPECT_EQ(read.sfens, (std::vector<std::string>{kProblem, kProblem}));
  EXPECT_FALSE(read.is_whole);
}

TEST_F(MateProblemFile, WhatIsNoRegularFileIsNotRead) {
  fs::create_directory(file_);
  ::testing::internal::CaptureStderr();
  EXPECT_FALSE(read_all().is_whole);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("is a folder, not a file"));
  if (!fs::exists("/dev/zero")) return;  // nothing on this system has no end
  fs::remove(file_);
  fs::create_symlink("/dev/zero", file_);
  ::testing::internal::CaptureStderr();
  EXPECT_FALSE(read_all().is_whole);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("is not a regular file"));
}

}  // namespace
}  // namespace gougi::tools
