// SPDX-License-Identifier: MIT
#include "io/open_files.hpp"

#include <gmock/gmock.h>

#ifndef _WIN32
#include <sys/resource.h>
#endif

namespace gougi::io {
namespace {

TEST(OpenFiles, FewAreAlwaysAllowed) { EXPECT_TRUE(allow_open_files(3)); }

#ifndef _WIN32

class OpenFilesLimit : public ::testing::Test {
 protected:
  OpenFilesLimit() { ::getrlimit(RLIMIT_NOFILE, &before_); }
  ~OpenFilesLimit() override { ::setrlimit(RLIMIT_NOFILE, &before_); }
  OpenFilesLimit(const OpenFilesLimit&) = delete;
  OpenFilesLimit& operator=(const OpenFilesLimit&) = delete;

  static rlim_t soft() {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur;
  }

  rlimit before_{};
};

TEST_F(OpenFilesLimit, TheSoftLimitIsRaisedAsFarAsNeededAndNeverLowered) {
  rlimit low = before_;
  low.rlim_cur = 100;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &low), 0);
  EXPECT_TRUE(allow_open_files(200));
  EXPECT_EQ(soft(), 200U);
  EXPECT_TRUE(allow_open_files(150));
  EXPECT_EQ(soft(), 200U);
}

TEST_F(OpenFilesLimit, WhatTheHardLimitForbidsIsSaidWithWhatHelps) {
  if (before_.rlim_max == RLIM_INFINITY) GTEST_SKIP() << "there is no hard limit here";
  const auto allowed = allow_open_files(static_cast<std::size_t>(before_.rlim_max) + 1);
  ASSERT_FALSE(allowed);
  EXPECT_THAT(allowed.error().message, ::testing::HasSubstr("ulimit -Hn"));
  EXPECT_EQ(soft(), before_.rlim_cur);
}

#endif

}  // namespace
}  // namespace gougi::io
