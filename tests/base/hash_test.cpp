// SPDX-License-Identifier: MIT
#include "base/hash.hpp"

#include <gtest/gtest.h>

namespace gougi::base {
namespace {

TEST(Fnv1a, IsWhatItsAuthorsPublish) {
  EXPECT_EQ(fnv1a(""), 0xCBF29CE484222325ULL);
  EXPECT_EQ(fnv1a("a"), 0xAF63DC4C8601EC8CULL);
  EXPECT_EQ(fnv1a("foobar"), 0x85944171F73967E8ULL);
}

TEST(Fnv1a, GoesOnWithWhatComesNext) { EXPECT_EQ(fnv1a("bar", fnv1a("foo")), fnv1a("foobar")); }

}  // namespace
}  // namespace gougi::base
