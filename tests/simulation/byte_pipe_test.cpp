// SPDX-License-Identifier: MIT
#include "simulation/byte_pipe.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gougi::simulation {
namespace {

using PipeLines = std::vector<std::string>;

TEST(BytePipe, GivesTheLinesAndWhatTheyMeanInWhateverPiecesTheyCome) {
  int cut = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Chance dice(seed, 0);
    BytePipe<int> pipe;
    PipeLines said;
    PipeLines read;
    for (int i = 0; i < 20; ++i) {
      said.push_back("line " + std::to_string(i));
      const auto pieces = pipe.write(said.back(), i, dice);
      cut += pieces.size() > 1 ? 1 : 0;
      for (const std::string& piece : pieces) {
        pipe.arrived(piece);
        if (dice.happens(0.5)) continue;
        pipe.read(dice, [&](std::string_view line, int meaning) {
          EXPECT_EQ(line, said[static_cast<std::size_t>(meaning)]);
          read.emplace_back(line);
        });
      }
    }
    while (pipe.read(dice, [&](std::string_view line, int) { read.emplace_back(line); })) {
    }
    EXPECT_EQ(read, said);
  }
  EXPECT_GT(cut, 400);
}

TEST(BytePipe, AFloodIsReadInBlocks) {
  Chance dice(1, 0);
  BytePipe<int> pipe;
  pipe.arrived(pipe.write_many(9'000, "info depth 3", 7));
  int lines = 0;
  int reads = 1;
  while (pipe.read(dice, [&](std::string_view line, int meaning) {
    EXPECT_EQ(line, "info depth 3");
    EXPECT_EQ(meaning, 7);
    ++lines;
  })) {
    ++reads;
  }
  EXPECT_EQ(lines, 9'000);
  EXPECT_GT(reads, 1);
}

TEST(BytePipe, HandsOutAtItsEndWhatHasNoLineEndAndIsAnotherAfterwards) {
  Chance dice(1, 0);
  BytePipe<int> pipe;
  pipe.arrived("info depth 3 sc");
  pipe.read(dice, [](std::string_view, int) { FAIL() << "it is no line"; });
  std::string half;
  pipe.end([&](std::string_view text) { half = text; });
  EXPECT_EQ(half, "info depth 3 sc");
  for (const std::string& piece : pipe.write("usiok", 7, dice)) pipe.arrived(piece);
  PipeLines read;
  while (pipe.read(dice, [&](std::string_view line, int) { read.emplace_back(line); })) {
  }
  EXPECT_EQ(read, PipeLines{"usiok"});
}

}  // namespace
}  // namespace gougi::simulation
