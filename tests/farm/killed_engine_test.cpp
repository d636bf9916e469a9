// SPDX-License-Identifier: MIT
#include "farm/killed_engine.hpp"

#include <gtest/gtest.h>

namespace gougi::farm {
namespace {

game::Ending crash(const std::string& detail) {
  return {game::Result::kBlackWins, game::Reason::kCrash, detail};
}

TEST(KilledEngine, IsOneThatSomebodyElseEnded) {
  for (const char* const detail :
       {"killed by signal 1 (Hangup)", "killed by signal 2 (Interrupt)",
        "killed by signal 9 (Killed)", "killed by signal 15 (Terminated)",
        "killed by signal 24 (CPU time limit exceeded)"}) {
    EXPECT_TRUE(was_killed_from_outside(crash(detail))) << detail;
    EXPECT_TRUE(
        was_killed_from_outside({game::Result::kBlackWins, game::Reason::kNotReady, detail}))
        << detail;
  }
}

TEST(KilledEngine, IsNoneThatFailedByItself) {
  for (const char* const detail : {"killed by signal 11 (Segmentation fault)",
                                   "killed by signal 6 (Aborted)", "exit code 1", ""}) {
    EXPECT_FALSE(was_killed_from_outside(crash(detail))) << detail;
  }
  EXPECT_FALSE(was_killed_from_outside(
      {game::Result::kBlackWins, game::Reason::kHang, "killed by signal 9 (Killed)"}));
}

}  // namespace
}  // namespace gougi::farm
