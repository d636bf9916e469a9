// SPDX-License-Identifier: MIT
#include "report/result_table.hpp"

#include <gtest/gtest.h>

namespace gougi::report {
namespace {

TEST(ResultTable, ColumnsOfJapaneseStandBelowEachOtherInATerminal) {
  const ResultTable table{"投票の一致",
                          "割合(%)です。",
                          {"投票者", "票数", "採用 %"},
                          {{"1. 激指", "12", "50.0"}, {"2. engine", "3", "100.0"}}};
  EXPECT_EQ(text_of(table),
            "投票の一致\n割合(%)です。\n"
            "  投票者     票数  採用 %\n"
            "  1. 激指      12    50.0\n"
            "  2. engine     3   100.0\n\n");
}

}  // namespace
}  // namespace gougi::report
