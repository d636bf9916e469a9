// SPDX-License-Identifier: MIT
// What `gougi check` says in two languages, and the rules that docs/check.md lists.
#include "tools/check_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "tools/engine_rule.hpp"

namespace gougi::tools {
namespace {

using testing::HasSubstr;

std::string content_of_document(const std::string& name) {
  std::ifstream in(std::string(GOUGI_SOURCE_DIR) + "/docs/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// "{0}", "{1:.2f}", … without what is said of their form.
std::set<std::string> places_in(std::string_view text) {
  const std::string words(text);
  const std::regex place("\\{([0-9]+)[^}]*\\}");
  std::set<std::string> places;
  for (std::sregex_iterator it(words.begin(), words.end(), place), end; it != end; ++it) {
    places.insert((*it)[1]);
  }
  return places;
}

TEST(CheckWords, EveryTextIsThereInBothLanguagesWithTheSamePlaces) {
  for (int i = 0; i < static_cast<int>(CheckText::kCount); ++i) {
    const Bilingual& text = CheckWords::bilingual(static_cast<CheckText>(i));
    EXPECT_FALSE(text.english.empty()) << i;
    EXPECT_FALSE(text.japanese.empty()) << text.english;
    EXPECT_TRUE(base::is_ascii(text.english)) << text.english;
    EXPECT_EQ(places_in(text.english), places_in(text.japanese)) << text.english;
  }
}

TEST(CheckWords, EveryRuleSaysInBothLanguagesWhatItWantsUnderANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const Rule* rule : all_rules()) {
    EXPECT_TRUE(names.insert(rule->name).second) << rule->name;
    EXPECT_TRUE(base::is_ascii(rule->wants.english)) << rule->name;
    EXPECT_FALSE(rule->wants.english.empty()) << rule->name;
    EXPECT_FALSE(base::is_ascii(rule->wants.japanese)) << rule->name;
    EXPECT_FALSE(rule->source.empty()) << rule->name;
  }
  EXPECT_GE(names.size(), 30U);
}

TEST(CheckWords, TheDocumentsListTheRulesAsTheyAre) {
  std::string english;
  std::string japanese;
  for (const Rule* rule : all_rules()) {
    const bool must = rule->weight == Weight::kMust;
    const auto row = [&](std::string_view wants, const char* weight) {
      return "| `" + std::string(rule->name) + "` | " + std::string(wants) + " | " + weight +
             " | " + std::string(rule->source) + " |\n";
    };
    english += row(rule->wants.english, must ? "must" : "should");
    japanese += row(rule->wants.japanese, must ? "必須" : "推奨");
  }
  EXPECT_THAT(content_of_document("check.md"), HasSubstr(english));
  EXPECT_THAT(content_of_document("check.ja.md"), HasSubstr(japanese));
}

TEST(CheckWords, ReasonsFromBelowAreSaidInTheUsersLanguage) {
  const CheckWords english(false);
  const CheckWords japanese(true);
  EXPECT_EQ(english.reason("no usiok in time"), "no usiok in time");
  EXPECT_EQ(japanese.reason("no usiok in time"), "usiok が時間内に来ません");
  EXPECT_EQ(english.reason("exit code 3"), "exit code 3");
  EXPECT_EQ(japanese.reason("exit code 3"), "終了コード 3");
  EXPECT_EQ(japanese.reason("killed by signal 9 (Killed)"), "シグナル 9(Killed) で終了");
}

}  // namespace
}  // namespace gougi::tools
