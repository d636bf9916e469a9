// SPDX-License-Identifier: MIT
// Files of mate problems, whatever wrote them.
#include "tools/mate_problems.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/path.hpp"
#include "notation/freeze.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

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

  std::vector<std::string> problems(const std::string& text) {
    std::ofstream(file_, std::ios::binary) << text;
    const std::vector<std::string> files{base::to_utf8(file_)};
    MateProblems read(files, true);
    std::vector<std::string> sfens;
    while (const auto problem = read.next()) sfens.push_back(problem->sfen);
    EXPECT_TRUE(read.all_read()) << text;
    return sfens;
  }

 private:
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

}  // namespace
}  // namespace gougi::tools
