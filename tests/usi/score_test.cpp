// SPDX-License-Identifier: MIT
#include "usi/score.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace gougi::usi {
namespace {

Score mate_of_unknown_length(bool winning) { return Score{Mate{winning, std::nullopt}, {}}; }

TEST(Score, AreOrderedFromMatedAtOnceToMatingAtOnce) {
  const std::vector<Score> ascending{Score::mated_in(0),
                                     Score::mated_in(4),
                                     Score::mated_in(100),
                                     mate_of_unknown_length(false),
                                     Score::cp(std::numeric_limits<int>::min()),
                                     Score::cp(-1),
                                     Score::cp(0),
                                     Score::cp(32000),
                                     Score::cp(std::numeric_limits<int>::max()),
                                     mate_of_unknown_length(true),
                                     Score::mate_in(99),
                                     Score::mate_in(1)};
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    for (std::size_t k = 0; k < ascending.size(); ++k) {
      EXPECT_EQ(compare(ascending[i], ascending[k]), i <=> k)
          << to_string(ascending[i]) << " and " << to_string(ascending[k]);
    }
  }
}

TEST(Score, NegatedReversesTheOrderAndTheBounds) {
  EXPECT_EQ(negated(Score::cp(35)), Score::cp(-35));
  EXPECT_EQ(negated(Score::mate_in(5)), Score::mated_in(5));
  EXPECT_EQ(negated(mate_of_unknown_length(false)), mate_of_unknown_length(true));
  Score lower = Score::cp(7);
  lower.bound = Bound::kLower;
  EXPECT_EQ(negated(lower).bound, Bound::kUpper);
  EXPECT_EQ(negated(negated(lower)), lower);
}

TEST(Score, NegatingTheLeastIntDoesNotOverflow) {
  EXPECT_EQ(negated(Score::cp(std::numeric_limits<int>::min())),
            Score::cp(std::numeric_limits<int>::max()));
}

TEST(Score, IsWrittenAsUsiWritesIt) {
  EXPECT_EQ(to_string(Score::cp(35)), "cp 35");
  EXPECT_EQ(to_string(Score::cp(-35)), "cp -35");
  EXPECT_EQ(to_string(Score::mate_in(5)), "mate 5");
  EXPECT_EQ(to_string(Score::mated_in(4)), "mate -4");
  EXPECT_EQ(to_string(Score::mated_in(0)), "mate 0");
  EXPECT_EQ(to_string(mate_of_unknown_length(true)), "mate +");
  EXPECT_EQ(to_string(mate_of_unknown_length(false)), "mate -");
  Score upper = Score::cp(10);
  upper.bound = Bound::kUpper;
  EXPECT_EQ(to_string(upper), "cp 10 upperbound");
}

}  // namespace
}  // namespace gougi::usi
