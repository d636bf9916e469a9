// SPDX-License-Identifier: MIT
// SECURITY.md names a test with each threat: they are there, and the same in both languages. What
// security/defences.txt takes out for them to fail is in the sources.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/path.hpp"
#include "sanitized.hpp"

namespace gougi::layers {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;

const std::filesystem::path kProject = base::path_from_utf8(GOUGI_SOURCE_DIR);

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

using TestNames = std::set<std::string>;  ///< Suite.Test

/// Of each row of the table of threats.
std::vector<TestNames> tests_of_threats(const std::string& document) {
  static const std::regex kTest("`([A-Za-z0-9]+\\.[A-Za-z0-9]+)`");
  std::vector<TestNames> rows;
  std::istringstream lines(text_of(kProject / document));
  int tables = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("| ---")) {
      ++tables;
      continue;
    }
    if (tables < 2 || !line.starts_with("| ")) continue;
    TestNames& row = rows.emplace_back();
    for (std::sregex_iterator found(line.begin(), line.end(), kTest), end; found != end; ++found) {
      row.insert((*found)[1].str());
    }
  }
  return rows;
}

TestNames tests_there() {
  static const std::regex kTest("TEST(?:_F|_P)?\\(([A-Za-z0-9]+),\\s+([A-Za-z0-9]+)\\)");
  TestNames there;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kProject / "tests")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string text = text_of(entry.path());
    for (std::sregex_iterator found(text.begin(), text.end(), kTest), end; found != end; ++found) {
      there.insert((*found)[1].str() + "." + (*found)[2].str());
    }
  }
  return there;
}

struct Change {
  std::string file;
  std::string text;
  std::string other;
};
struct TakenOut {
  std::string test;
  std::vector<Change> changes;
};

/// The mutations of defences.txt, which says what it looks like.
std::vector<TakenOut> taken_out() {
  std::vector<TakenOut> mutations;
  std::string* to = nullptr;  // of the lines that come, until one is empty
  bool is_first = true;
  std::istringstream lines(text_of(kProject / "tests/security/defences.txt"));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("=== ")) {
      mutations.push_back({line.substr(4, line.find_first_of("/:") - 4), {}});
      to = nullptr;
    } else if (line.starts_with("--- ") && !mutations.empty()) {
      to = &mutations.back().changes.emplace_back(Change{line.substr(4), "", ""}).text;
      is_first = true;
    } else if (line == "+++" && to != nullptr) {
      to = &mutations.back().changes.back().other;
      is_first = true;
    } else if (line.empty()) {
      to = nullptr;
    } else if (to != nullptr) {
      to->append(is_first ? "" : "\n").append(line);
      is_first = false;
    } else {
      EXPECT_TRUE(line.starts_with('#')) << line;
    }
  }
  return mutations;
}

std::size_t count_of(const std::string& text, const std::string& in) {
  std::size_t count = 0;
  for (std::size_t at = in.find(text); at != std::string::npos; at = in.find(text, at + 1)) ++count;
  return count;
}

TEST(Security, EveryThreatNamesTestsThatAreThere) {
  if (kBrief) GTEST_SKIP() << "the same text in every build";
  const TestNames there = tests_there();
  const auto english = tests_of_threats("SECURITY.md");
  EXPECT_GE(english.size(), 25U);
  for (const TestNames& row : english) {
    EXPECT_THAT(row, Not(IsEmpty()));
    for (const std::string& name : row) EXPECT_TRUE(there.contains(name)) << name;
  }
  EXPECT_EQ(tests_of_threats("SECURITY.ja.md"), english);
}

// Whether the tests fail then is known by security/take_out.py.
TEST(Security, ForEveryThreatSomethingCanBeTakenOut) {
  if (kBrief) GTEST_SKIP() << "the same text in every build";
  const TestNames there = tests_there();
  TestNames fails;
  for (const TakenOut& mutation : taken_out()) {
    EXPECT_TRUE(there.contains(mutation.test)) << mutation.test;
    EXPECT_THAT(mutation.changes, Not(IsEmpty())) << mutation.test;
    for (const Change& change : mutation.changes) {
      EXPECT_EQ(count_of(change.text, text_of(kProject / change.file)), 1U)
          << mutation.test << ", " << change.file << ": " << change.text;
      EXPECT_NE(change.text, change.other) << mutation.test;
    }
    fails.insert(mutation.test);
  }
  TestNames named;
  for (const TestNames& row : tests_of_threats("SECURITY.md")) {
    EXPECT_TRUE(std::ranges::any_of(row, [&](const auto& name) { return fails.contains(name); }))
        << ::testing::PrintToString(row);
    named.insert(row.begin(), row.end());
  }
  for (const std::string& test : fails) EXPECT_TRUE(named.contains(test)) << test;
}

}  // namespace
}  // namespace gougi::layers
