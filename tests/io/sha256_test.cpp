// SPDX-License-Identifier: MIT
#include "io/sha256.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "book/temporary_folder.hpp"

namespace gougi::io {
namespace {

// FIPS 180-2, appendix B.
TEST(Sha256, GivesTheHashesOfItsStandard) {
  EXPECT_EQ(*sha256_of_text("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(*sha256_of_text(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  EXPECT_EQ(*sha256_of_text(""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Sha256, OfAFileIsThatOfItsBytes) {
  const book::testing::TemporaryFolder folder;
  std::ofstream(folder / "a", std::ios::binary) << std::string(1'000'000, 'a');
  EXPECT_EQ(*sha256_of_file(folder / "a"), *sha256_of_text(std::string(1'000'000, 'a')));
  const auto none = sha256_of_file(folder / "none");
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("none"), std::string::npos);
}

}  // namespace
}  // namespace gougi::io
