// SPDX-License-Identifier: MIT
#include "search/thread_vote.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "notation/sfen.hpp"

namespace gougi::search {
namespace {

shogi::BareMove move(std::string_view usi) { return notation::parse_usi_move(usi).value(); }

const shogi::BareMove kA = move("7g7f");
const shogi::BareMove kB = move("2g2f");
const shogi::BareMove kC = move("5g5f");

std::size_t deepest(const std::vector<ThreadWord>& words) {
  return choose_word(words, ThreadVote::kDeepest);
}
std::size_t elected(const std::vector<ThreadWord>& words) {
  return choose_word(words, ThreadVote::kVote);
}

TEST(DeepestThread, IsTakenOnlyIfItThinksBetterOfItsMove) {
  EXPECT_EQ(deepest({{kA, 50, 9}, {kB, 60, 10}}), 1U);
  EXPECT_EQ(deepest({{kA, 50, 9}, {kB, 40, 10}}), 0U);
  EXPECT_EQ(deepest({{kA, 50, 9}, {kB, 60, 9}}), 0U);
  EXPECT_EQ(deepest({{kA, 50, 9}, {kB, 60, 10}, {kC, 70, 11}, {kB, 80, 10}}), 2U);
}

TEST(ThreadVote, OfOneThreadItsMoveIsPlayed) {
  EXPECT_EQ(elected({{kA, -700, 0}}), 0U);
  EXPECT_EQ(elected({{kA, -kInfiniteValue, 0}}), 0U);
}

TEST(ThreadVote, SeveralThreadsOutvoteOne) {
  EXPECT_EQ(elected({{kA, 50, 9}, {kB, 50, 9}, {kB, 50, 9}}), 1U);
  EXPECT_EQ(elected({{kA, 50, 9}, {kB, 45, 9}, {kC, 40, 9}, {kB, 45, 9}}), 1U);
}

TEST(ThreadVote, ADeeperOrABetterThreadHasMoreVotes) {
  EXPECT_EQ(elected({{kA, 50, 9}, {kB, 50, 10}}), 1U);
  EXPECT_EQ(elected({{kA, 50, 10}, {kB, 51, 10}}), 1U);
  // 14 * 9 + 14 * 9 < (100 + 14) * 9
  EXPECT_EQ(elected({{kA, 50, 9}, {kA, 50, 9}, {kB, 150, 9}}), 2U);
}

TEST(ThreadVote, AmongThoseOfOneMoveTheOneThatGaveMostVotesSpeaks) {
  EXPECT_EQ(elected({{kA, 50, 9}, {kB, 60, 9}, {kB, 62, 9}, {kB, 55, 10}}), 2U);
}

TEST(ThreadVote, OfEqualsTheFirstIsTaken) {
  EXPECT_EQ(elected({{kA, 50, 9}, {kB, 50, 9}}), 0U);
  EXPECT_EQ(elected({{kA, 50, 9}, {kA, 50, 9}, {kA, 50, 9}}), 0U);
}

TEST(ThreadVote, AMateIsPlayedWithoutAVoteTheShortestFirst) {
  EXPECT_EQ(elected({{kA, 900, 30}, {kA, 900, 30}, {kB, mate_in(9), 4}}), 2U);
  EXPECT_EQ(elected({{kA, mate_in(9), 30}, {kB, mate_in(5), 4}}), 1U);
  EXPECT_EQ(elected({{kA, kRuleWin - 3, 30}, {kB, mate_in(21), 4}}), 1U);
}

TEST(ThreadVote, AMoveThatOneThreadKnowsToBeLostHasNoVotes) {
  EXPECT_EQ(elected({{kA, mated_in(8), 12}, {kB, -1500, 3}}), 1U);
  EXPECT_EQ(elected({{kA, 40, 12}, {kA, 40, 12}, {kB, -90, 3}, {kA, mated_in(8), 9}}), 2U);
  // And does not make the others' scores look alike: the better one still counts for more.
  EXPECT_EQ(elected({{kA, mated_in(8), 12}, {kB, 0, 9}, {kC, 200, 9}}), 2U);
}

TEST(ThreadVote, WhereAllIsLostTheMoveThatHoldsOutLongestIsPlayed) {
  EXPECT_EQ(elected({{kA, mated_in(4), 12}, {kB, mated_in(10), 6}, {kA, mated_in(4), 12}}), 1U);
}

TEST(ThreadVote, AThreadThatCameToNothingHasNoSay) {
  constexpr int kNothing = -kInfiniteValue;
  EXPECT_EQ(elected({{kA, -800, 1}, {kB, kNothing, 0}, {kB, kNothing, 0}}), 0U);
  EXPECT_EQ(elected({{kA, kNothing, 0}, {kB, -800, 1}}), 1U);
  EXPECT_EQ(elected({{kA, mated_in(2), 1}, {kB, kNothing, 0}}), 0U);
}

}  // namespace
}  // namespace gougi::search
