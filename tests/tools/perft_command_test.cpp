// SPDX-License-Identifier: MIT
#include "tools/perft_command.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gougi::tools {
namespace {

struct Said {
  int status = 0;
  std::string out;
  std::string err;
};

Said perft_of(const std::vector<std::string>& words) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Said said;
  said.status = perft_command(words);
  said.out = testing::internal::GetCapturedStdout();
  said.err = testing::internal::GetCapturedStderr();
  return said;
}

std::string nodes_of(const std::vector<std::string>& words) {
  const Said said = perft_of(words);
  EXPECT_EQ(said.status, 0) << said.err;
  return said.out.substr(0, said.out.find('\n'));
}

TEST(PerftCommand, CountsOrdinaryShogi) {
  EXPECT_EQ(nodes_of({"3"}), "nodes 25470");
  EXPECT_EQ(nodes_of({"2", "--leaf"}), "nodes 900");
  EXPECT_EQ(nodes_of({"2", "startpos", "z0Z0"}), "nodes 900");
}

TEST(PerftCommand, CountsFreezeMovesAsMovesOfTheirOwn) {
  EXPECT_EQ(nodes_of({"1", "startpos", "z3Z3"}), "nodes 270");
  EXPECT_EQ(nodes_of({"2", "startpos z3Z3"}), "nodes 14400");
  EXPECT_EQ(nodes_of({"2", "--leaf", "startpos", "z3Z3"}), "nodes 14400");
  EXPECT_EQ(nodes_of({"1", "sfen", "4k4/9/9/9/9/9/9/9/4K4", "b", "-", "1", "zK", "z3Z3"}),
            "nodes 0");
  const std::string divided = perft_of({"1", "--divide", "startpos", "z3Z3"}).out;
  EXPECT_NE(divided.find("\n7g7fzG 1\n"), std::string::npos);
}

TEST(PerftCommand, TakesAPositionAsUsiWritesIt) {
  EXPECT_EQ(nodes_of({"1", "startpos moves 7g7f"}), "nodes 30");
  EXPECT_EQ(nodes_of({"1", "startpos", "moves", "7g7f", "3c3d"}), "nodes 39");
  EXPECT_EQ(nodes_of({"1", "position startpos moves 7g7f"}), "nodes 30");
  EXPECT_EQ(nodes_of({"1", "position startpos"}), "nodes 30");
  EXPECT_EQ(nodes_of({"1", "startpos moves"}), "nodes 30");
  EXPECT_EQ(nodes_of({"1", "4k4/9/9/9/9/9/9/9/4K4 b - 1 moves 5i5h"}), "nodes 5");
  const Said wrong = perft_of({"1", "startpos moves 7g7e"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(wrong.err.find("gougi perft: position: move 1 (7g7e) is not legal"), 0U) << wrong.err;
}

TEST(PerftCommand, SaysWhatIsWrongInOneLine) {
  const Said said = perft_of({"1", "startpos", "z3"});
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err,
            "gougi perft: sfen: \"z3\" lacks Black's; expected are both sides' freezes as in "
            "z3Z3\n");
}

}  // namespace
}  // namespace gougi::tools
