// SPDX-License-Identifier: MIT
#include "base/path.hpp"

#include <gtest/gtest.h>

namespace gougi::base {
namespace {

namespace fs = std::filesystem;

std::string joined(std::string_view folder, std::string_view name) {
  return to_utf8(
      plain_path(path_in(path_from_utf8(folder), path_from_utf8(name))).make_preferred());
}

std::string preferred(std::string_view text) {
  return to_utf8(path_from_utf8(text).make_preferred());
}

TEST(Paths, AreJoinedAndFreeOfDetours) {
  EXPECT_EQ(joined("a/b", "../c/./d"), preferred("a/c/d"));
  EXPECT_EQ(joined("", "d"), "d");
  const fs::path there = fs::current_path() / "d";
  EXPECT_EQ(plain_path(path_in("a", there)), there);
  EXPECT_EQ(whole_path("a/../d"), there);
  EXPECT_EQ(whole_path(there), there);
}

#ifdef _WIN32
// std::filesystem of mingw does not know that these are roots.
TEST(Paths, OfServersAndDevicesStayAsTheyAre) {
  for (const std::string whole :
       {R"(\\srv\share\a\engine.exe)", R"(//srv/share/a/engine.exe)", R"(\\?\C:\a\engine.exe)"}) {
    EXPECT_EQ(to_utf8(plain_path(path_in("C:\\b", path_from_utf8(whole)))), whole);
    EXPECT_EQ(to_utf8(whole_path(path_from_utf8(whole))), whole);
  }
  EXPECT_EQ(to_utf8(whole_path(path_in(R"(\\srv\share)", R"(a\engine.exe)"))),
            R"(\\srv\share\a\engine.exe)");
}
#endif

}  // namespace
}  // namespace gougi::base
