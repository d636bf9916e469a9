// SPDX-License-Identifier: MIT
// Our engines as programs: what only the pipes around them can show.
#include <gtest/gtest.h>

#include "integration/dialogue.hpp"
#include "integration/processes.hpp"

namespace gougi::testing {
namespace {

// Lines of the protocol's thread and of the search's, all asked for in one write. gougi-naitou
// answers at once, or is gone before.
TEST(EngineLines, ComeInTheOrderInWhichTheyWereSaid) {
  for (int round = 0; round < 10; ++round) {
    Dialogue engine(program_path("gougi-naitou"));
    engine.say_at_once(
        "setoption name LegalOnly value false\nposition startpos moves 5e5d\ngo\nisready\nquit\n");
    ASSERT_TRUE(engine.wait_exit(Milliseconds(10'000)));
    ASSERT_FALSE(engine.heard.empty());
    EXPECT_EQ(engine.heard.front().line, "info string position: move 1 (5e5d) is not legal");
  }
}

}  // namespace
}  // namespace gougi::testing
