// SPDX-License-Identifier: MIT
#include "base/pace.hpp"

#include <gtest/gtest.h>

#include "base/language.hpp"

namespace gougi::base {
namespace {

constexpr Milliseconds kTenSeconds{10'000};

TEST(Pace, SaysHowFastAndHowLongItStillTakes) {
  EXPECT_EQ(pace_text(34, 646, kTenSeconds), "3.40/s, 0:03:10 left");
  EXPECT_EQ(pace_text(5, 50'000, kTenSeconds), "0.50/s, 27:46:40 left");
  EXPECT_EQ(pace_text(123'456, 0, kTenSeconds), "12346/s, 0:00:00 left");
  EXPECT_EQ(pace_text(0.2, 1, kTenSeconds), "0.0200/s, 0:00:50 left");
  const SpokenHere japanese(Language::kJapanese);
  EXPECT_EQ(pace_text(340, 6460, kTenSeconds), "毎秒 34.0、残り 0:03:10");
}

TEST(Pace, SaysTheRateAloneWhereNobodyKnowsTheEnd) {
  EXPECT_EQ(pace_text(34, std::nullopt, kTenSeconds), "3.40/s");
  EXPECT_EQ(pace_text(0, 100, kTenSeconds), "") << "nothing is done that could tell";
  EXPECT_EQ(pace_text(1, 2, Duration(0)), "1000/s, 0:00:00 left");
}

}  // namespace
}  // namespace gougi::base
