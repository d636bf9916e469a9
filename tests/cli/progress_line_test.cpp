// SPDX-License-Identifier: MIT
#include "cli/progress_line.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace gougi::cli {
namespace {

using base::Milliseconds;

TEST(ProgressLine, IsWrittenOverOnATerminal) {
  std::ostringstream out;
  ProgressLine line(out, true);
  base::TimePoint now{};
  line.show(now, [] { return "1 of 20"; });
  line.show(now + Milliseconds(100), [] { return "too soon"; });
  line.show(now + Milliseconds(200), [] { return "2"; });
  line.end();
  EXPECT_EQ(out.str(), "\r1 of 20\r2      \r \r");
  line.end();
  EXPECT_EQ(out.str(), "\r1 of 20\r2      \r \r") << "there is none any more";
}

TEST(ProgressLine, OfJapaneseNoMoreIsWrittenOverThanStandsThere) {
  std::ostringstream out;
  ProgressLine line(out, true);
  line.show_now({}, "12局面");
  line.show_now({}, "済み");
  line.end();
  EXPECT_EQ(out.str(), "\r12局面\r済み  \r    \r");
}

TEST(ProgressLine, IsAWholeLineNowAndThenElsewhere) {
  std::ostringstream out;
  ProgressLine line(out, false);
  base::TimePoint now{};
  line.show(now, [] { return "1"; });
  line.show(now + Milliseconds(9'999), [] { return "too soon"; });
  line.show(now + Milliseconds(10'000), [] { return "2"; });
  line.show_now(now + Milliseconds(10'001), "the last");
  line.end();
  EXPECT_EQ(out.str(), "1\n2\nthe last\n");
}

TEST(ProgressLine, StaysWhereItIsIfItIsLeft) {
  std::ostringstream out;
  ProgressLine line(out, true);
  line.show_now({}, "20 of 20");
  line.leave();
  line.leave();
  EXPECT_EQ(out.str(), "\r20 of 20\n");
  std::ostringstream file;
  ProgressLine whole(file, false);
  whole.show_now({}, "20 of 20");
  whole.leave();
  EXPECT_EQ(file.str(), "20 of 20\n");
}

TEST(ProgressLine, WaitsIfItIsToldTo) {
  std::ostringstream out;
  ProgressLine line(out, true);
  base::TimePoint now{};
  line.wait(now);
  line.show(now + Milliseconds(199), [] { return "too soon"; });
  line.show(now + Milliseconds(200), [] { return "1"; });
  EXPECT_EQ(out.str(), "\r1");
}

}  // namespace
}  // namespace gougi::cli
