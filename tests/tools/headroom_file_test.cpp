// SPDX-License-Identifier: MIT
#include "tools/headroom_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "book/temporary_folder.hpp"

namespace gougi::tools {
namespace {

using book::testing::TemporaryFolder;
using ::testing::HasSubstr;

// gougi 1.0 counted the moves from 1, whatever number the first position has.
TEST(HeadroomFile, AnOlderCountOfMovesBecomesThePresentOneAndAnyOtherIsRefused) {
  study::HeadroomOrder order;
  order.engines = {{"a", "engine", {}}, {"b", "engine", {}}};
  order.judge = {"judge", "engine", {}};
  order.nodes = order.judge_nodes = 1;
  study::HeadroomLine line;
  line.position =
      "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 57 moves 7g7f "
      "3c3d";
  line.left_out = "nobody answered";
  line.ply = 59;
  const TemporaryFolder folder;
  const auto opened_with = [&](int ply) {
    study::HeadroomLine there = line;
    there.ply = ply;
    const auto file =
        folder.write("s.jsonl", study::to_line(order) + "\n" + study::to_line(there) + "\n");
    return HeadroomFile::open(file, order, {line});
  };
  for (const int ply : {59, 3}) {
    const auto file = opened_with(ply);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->found().at(0).ply, 59) << ply;
  }
  const auto other = opened_with(58);
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("of another position than the lot drew"));
}

}  // namespace
}  // namespace gougi::tools
