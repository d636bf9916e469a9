// SPDX-License-Identifier: MIT
#include "engines/self_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gougi::engines {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

const auto kNever = [] { return false; };

/// Each look at it is a millisecond later.
std::function<base::TimePoint()> ticking() {
  return [ticks = 0]() mutable { return base::TimePoint(base::Milliseconds(ticks++)); };
}

TEST(SelfCheck, SaysOfEachCheckWhatItFoundAndWhatIsWrong) {
  const std::vector<Check> checks{
      {"one", [] { return base::Result<std::string>("3 things"); }},
      {"two", [] { return base::Result<std::string>(base::fail("4 instead of 5")); }}};
  EXPECT_THAT(run_checks(checks, kNever, ticking()),
              ElementsAre("test one: passed, 3 things (1 ms)",
                          "test two: FAILED, 4 instead of 5 (1 ms)", "test: 1 of 2 FAILED (5 ms)"));
}

TEST(SelfCheck, ThatIsStoppedJudgesNothingMore) {
  int asked = 0;
  const std::vector<Check> checks{{"one", [] { return base::Result<std::string>("all"); }},
                                  {"two", [] { return base::Result<std::string>(base::fail("")); }},
                                  {"three", [] { return base::Result<std::string>("all"); }}};
  EXPECT_THAT(run_checks(
                  checks, [&] { return ++asked > 1; }, ticking()),
              ElementsAre(StartsWith("test one: passed"), "test: stopped"));
}

TEST(SelfCheck, PassesWithEverySourceOfScores) {
  for (const eval::ScoreSource& source :
       {eval::ScoreSource(eval::HandMadeTerms{}), eval::ScoreSource(eval::MaterialScores{}),
        eval::ScoreSource(eval::NoScores{})}) {
    const auto lines =
        run_checks(self_checks(eval::Style::kBalanced, source, kNever), kNever, &base::Clock::now);
    EXPECT_THAT(lines, ElementsAre(StartsWith("test rules: passed, 4 positions, 5648823 sequences"),
                                   StartsWith("test moves: passed, 7200 moves"),
                                   StartsWith("test evaluation: passed, 1800 scores"),
                                   StartsWith("test mate: passed, in 3 plies"),
                                   StartsWith("test search: passed, 3 searches"),
                                   StartsWith("test: all 5 passed")));
  }
}

TEST(SelfCheck, ThatIsStoppedAtOnceEndsAtOnce) {
  const auto stop = [] { return true; };
  EXPECT_THAT(
      run_checks(self_checks(eval::Style::kBalanced, eval::HandMadeTerms{}, stop), stop, ticking()),
      ElementsAre("test: stopped"));
}

}  // namespace
}  // namespace gougi::engines
