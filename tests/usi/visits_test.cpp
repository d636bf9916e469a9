// SPDX-License-Identifier: MIT
#include "usi/visits.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace gougi::usi {
namespace {

TEST(Visits, AreReadOfVerboseMoveStats) {
  EXPECT_EQ(parse_visits("7g7f  (322 ) N:     130 (+ 0) (P: 12.28%) (Q:  0.05210) (U: 0.1)"),
            (VisitsView{"7g7f", 130}));
  EXPECT_EQ(parse_visits("P*5e  (  20) N: 0 (+ 0)"), (VisitsView{"P*5e", 0}));
}

TEST(Visits, AreReadOfDebugMessages) {
  EXPECT_EQ(parse_visits("0:7g7f move_count:1234 nnrate:0.3 win_rate:0.52"),
            (VisitsView{"7g7f", 1234}));
  EXPECT_EQ(parse_visits("12:8h2b+ move_count:7 nnrate:0.01 win_rate:0.4 win"),
            (VisitsView{"8h2b+", 7}));
}

TEST(Visits, AreNothingOfOtherText) {
  for (const char* const text :
       {"", "7g7f", "7g7f (", "7g7f ()", "7g7f (1) N:", "7g7f (1) N: many", "7g7f (1) N: -5",
        "7g7f (1) Q: 5", "7g7f N: 5", "0:7g7f", "0:7g7f move_count:", "0:7g7f move_count:x",
        "x:7g7f move_count:5", "7g7f move_count:5", "0: move_count:5", "0:7g7f move_count:-1",
        "All Playouts       :     800"}) {
    EXPECT_EQ(parse_visits(text), std::nullopt) << text;
  }
}

TEST(Visits, ThatOverflowAreAsManyAsFit) {
  EXPECT_EQ(parse_visits("0:7g7f move_count:99999999999999999999")->visits,
            std::numeric_limits<std::int64_t>::max());
}

}  // namespace
}  // namespace gougi::usi
