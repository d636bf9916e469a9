// SPDX-License-Identifier: MIT
#include "search/root_choice.hpp"

#include <gtest/gtest.h>

namespace gougi::search {
namespace {

/// A root move by its name alone.
struct AnyMove {
  char move;
  int value = -kInfiniteValue;
  int previous_value = -kInfiniteValue;
  bool looked_at = false;
  std::vector<char> line;
};

char front_of(std::vector<AnyMove> moves) {
  prefer_unknown(moves);
  return moves.front().move;
}

constexpr int kNone = -kInfiniteValue;

TEST(PreferUnknown, LeavesABestMoveThatIsNotMated) {
  EXPECT_EQ(front_of({{'a', -900, -100, true, {}}, {'b', kNone, 50, false, {}}}), 'a');
}

TEST(PreferUnknown, LeavesWhatTheIterationBeforeFound) {
  EXPECT_EQ(front_of({{'a', mated_in(9), -100, false, {}}, {'b', kNone, -200, false, {}}}), 'a');
  EXPECT_EQ(front_of({{'a', mated_in(9), mated_in(9), true, {}}, {'b', kNone, kNone, false, {}}}),
            'a');
}

TEST(PreferUnknown, TakesTheBestOfTheIterationBefore) {
  EXPECT_EQ(front_of({{'a', mated_in(9), -100, true, {}},
                      {'b', kNone, kNone, false, {}},
                      {'c', kNone, -300, true, {}},
                      {'d', kNone, -200, false, {}}}),
            'd');
}

TEST(PreferUnknown, TakesOneThatWasNotComeToRatherThanALostOne) {
  EXPECT_EQ(front_of({{'a', mated_in(9), -100, true, {}},
                      {'b', mated_in(7), -50, true, {}},
                      {'c', kNone, kNone, true, {}},
                      {'d', kNone, kNone, false, {}}}),
            'd');
  EXPECT_EQ(front_of({{'a', mated_in(9), -100, true, {}}, {'b', kNone, kNone, true, {}}}), 'a');
}

TEST(PreferUnknown, ShowsALineForIt) {
  std::vector<AnyMove> moves{{'a', mated_in(9), -100, true, {'a'}}, {'b', kNone, kNone, false, {}}};
  prefer_unknown(moves);
  EXPECT_EQ(moves.front().line, std::vector<char>{'b'});
}

}  // namespace
}  // namespace gougi::search
