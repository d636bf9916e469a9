// SPDX-License-Identifier: MIT
#include "base/width.hpp"

#include <gtest/gtest.h>

namespace gougi::base {
namespace {

TEST(Width, JapaneseTakesTwoColumnsACharacterAndWhatIsHalfWidthOne) {
  EXPECT_EQ(columns_of(""), 0U);
  EXPECT_EQ(columns_of("+12.3 ± 4.5"), 11U);
  EXPECT_EQ(columns_of("合議の票数"), 10U);
  EXPECT_EQ(columns_of("決定、正 %"), 10U);
  EXPECT_EQ(columns_of("ｶﾅ(A)"), 5U);
  EXPECT_EQ(columns_of("（全角）…●"), 10U);
  EXPECT_EQ(columns_of("𠮟る"), 4U) << "outside of the first plane";
  EXPECT_EQ(columns_of("か\xE3\x82\x99"), 2U) << "a mark over the character before it";
}

TEST(Width, BytesThatAreNoTextTakeAColumnAndNothingIsReadBehindThem) {
  EXPECT_EQ(columns_of("\xE3"), 1U);
  EXPECT_EQ(columns_of("\xFF\xFEx"), 3U);
}

TEST(Width, BlanksFillUpToAColumnAndNothingIsCut) {
  EXPECT_EQ(padded("投票者", 8), "投票者  ");
  EXPECT_EQ(padded_before("票数", 6), "  票数");
  EXPECT_EQ(padded("投票者", 5), "投票者");
  EXPECT_EQ(padded_before("", 2), "  ");
}

}  // namespace
}  // namespace gougi::base
