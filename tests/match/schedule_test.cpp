// SPDX-License-Identifier: MIT
#include "match/schedule.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

namespace gougi::match {
namespace {

Schedule schedule(std::size_t engines, Format format, std::uint64_t games) {
  const auto made = Schedule::make({engines, format, games});
  EXPECT_TRUE(made);
  return *made;
}

TEST(Schedule, EveryPairingPlaysBothColoursOfEveryOpening) {
  for (const auto format : {Format::kRoundRobin, Format::kGauntlet}) {
    const Schedule s = schedule(5, format, 6);
    std::map<std::tuple<std::size_t, std::size_t, std::uint64_t>, int> played;
    for (std::uint64_t i = 0; i < s.size(); ++i) {
      const ScheduledGame game = s.game(i);
      EXPECT_EQ(game.number, i);
      ++played[{game.black, game.white, game.opening}];
      if (i % 2 == 1) {
        const ScheduledGame before = s.game(i - 1);
        EXPECT_EQ(std::tie(before.black, before.white, before.opening, before.pair),
                  std::tie(game.white, game.black, game.opening, game.pair));
      }
    }
    EXPECT_EQ(s.size(), played.size());
    EXPECT_EQ(s.pairings().size(), format == Format::kRoundRobin ? 10U : 4U);
    for (const auto& [first, second] : s.pairings()) {
      for (std::uint64_t opening = 0; opening < 3; ++opening) {
        EXPECT_EQ((played[{first, second, opening}]), 1);
        EXPECT_EQ((played[{second, first, opening}]), 1);
      }
    }
  }
}

TEST(Schedule, AGauntletIsTheFirstAgainstEachOther) {
  const Schedule s = schedule(4, Format::kGauntlet, 2);
  for (const auto& [first, second] : s.pairings()) {
    EXPECT_EQ(first, 0U);
    EXPECT_NE(second, 0U);
  }
}

TEST(Schedule, AnyTwoPairingsAreNeverFurtherApartThanOnePairOfGames) {
  const Schedule s = schedule(4, Format::kRoundRobin, 20);
  std::map<std::set<std::size_t>, int> games;
  for (std::uint64_t i = 0; i < s.size(); ++i) {
    const ScheduledGame game = s.game(i);
    ++games[{game.black, game.white}];
    if (games.size() < 6) continue;
    int least = 1000;
    int most = 0;
    for (const auto& [pair, count] : games) {
      least = std::min(least, count);
      most = std::max(most, count);
    }
    EXPECT_LE(most - least, 2);
  }
}

TEST(Schedule, TheFirstGameOfAPairChangesColoursFromRoundToRound) {
  const Schedule s = schedule(2, Format::kRoundRobin, 8);
  EXPECT_EQ(s.game(0).black, 0U);
  EXPECT_EQ(s.game(2).black, 1U);
  EXPECT_EQ(s.game(4).black, 0U);
}

TEST(Schedule, OddNumbersAreRoundedUpAndNonsenseIsRefused) {
  EXPECT_EQ(schedule(2, Format::kRoundRobin, 3).size(), 4U);
  EXPECT_FALSE(Schedule::make({1, Format::kRoundRobin, 10}));
  EXPECT_FALSE(Schedule::make({2, Format::kRoundRobin, 0}));
}

}  // namespace
}  // namespace gougi::match
