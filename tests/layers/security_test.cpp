// SPDX-License-Identifier: MIT
// SECURITY.md names a test with each threat: they are there, and the same in both languages.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "base/path.hpp"
#include "sanitized.hpp"

namespace gougi::layers {
namespace {

const std::filesystem::path kProject = base::path_from_utf8(GOUGI_SOURCE_DIR);

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Suite.Test, in the rows of the table of threats. `rows_without`: that name none.
std::set<std::string> named_tests(const std::string& document, int& rows_without) {
  static const std::regex kTest("`([A-Za-z0-9]+\\.[A-Za-z0-9]+)`");
  std::set<std::string> names;
  std::istringstream lines(text_of(kProject / document));
  int tables = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("| ---")) {
      ++tables;
      continue;
    }
    if (tables < 2 || !line.starts_with("| ")) continue;
    const std::size_t before = names.size();
    for (std::sregex_iterator found(line.begin(), line.end(), kTest), end; found != end; ++found) {
      names.insert((*found)[1].str());
    }
    if (names.size() == before) ++rows_without;
  }
  return names;
}

TEST(Security, EveryThreatNamesTestsThatAreThere) {
  if (kBrief) GTEST_SKIP() << "the same text in every build";
  std::set<std::string> there;
  static const std::regex kTest("TEST(?:_F|_P)?\\(([A-Za-z0-9]+),\\s+([A-Za-z0-9]+)\\)");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kProject / "tests")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string text = text_of(entry.path());
    for (std::sregex_iterator found(text.begin(), text.end(), kTest), end; found != end; ++found) {
      there.insert((*found)[1].str() + "." + (*found)[2].str());
    }
  }
  int rows_without = 0;
  const auto english = named_tests("SECURITY.md", rows_without);
  EXPECT_EQ(rows_without, 0);
  EXPECT_GE(english.size(), 30U);
  for (const std::string& name : english) EXPECT_TRUE(there.contains(name)) << name;
  EXPECT_EQ(named_tests("SECURITY.ja.md", rows_without), english);
}

}  // namespace
}  // namespace gougi::layers
