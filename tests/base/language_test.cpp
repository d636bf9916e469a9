// SPDX-License-Identifier: MIT
#include "base/language.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "base/say.hpp"

namespace gougi::base {
namespace {

// Of a Text this is looked at where it is compiled: one whose places differ does not.
TEST(Language, PlacesAreTheSameInWhateverOrderAndDifferWhereOneIsMissing) {
  EXPECT_EQ(places_of("{0} of {1}"), places_of("{1} の {0}"));
  EXPECT_EQ(places_of("{0:.2f} s"), places_of("{0:>8}秒"));
  EXPECT_EQ(places_of("no place"), places_of("{{0}}"));
  EXPECT_NE(places_of("{0} of {1}"), places_of("{0}"));
  EXPECT_NE(places_of("{0} of {1}"), places_of("{0} {0}"));
  EXPECT_NE(places_of("{10}"), places_of("{1}"));
  EXPECT_NE(places_of("{}"), places_of("{0}"));
}

// So is this, where a text is said with its values.
TEST(Language, ATextCanBeFilledIfEachPlaceHasItsValueAndBracesStandTwice) {
  EXPECT_TRUE(can_be_filled("no place", 0));
  EXPECT_TRUE(can_be_filled("{1} of {0}", 2));
  EXPECT_TRUE(can_be_filled("{0:.2f} s, {{{1:>8}}}", 2));
  EXPECT_TRUE(can_be_filled("log: {{level: info}}", 0));
  EXPECT_FALSE(can_be_filled("{0} of {1}", 1));
  EXPECT_FALSE(can_be_filled("{}", 1));
  EXPECT_FALSE(can_be_filled("log: {level: info}", 0));
  EXPECT_FALSE(can_be_filled("{0", 1));
  EXPECT_FALSE(can_be_filled("{0:>8", 1));
  EXPECT_FALSE(can_be_filled("{0:{1}}", 2));
  EXPECT_FALSE(can_be_filled("{0 }", 1));
  EXPECT_FALSE(can_be_filled("{0}}", 1));
  EXPECT_FALSE(can_be_filled("}", 0));
}

TEST(Language, ATextIsSaidInTheLanguageThatIsAskedFor) {
  constexpr Text kText{"{0} of {1}", "{1} の {0}"};
  EXPECT_EQ(say_in(Language::kEnglish, kText, 1, "two"), "1 of two");
  EXPECT_EQ(say_in(Language::kJapanese, kText, 1, "two"), "two の 1");
}

TEST(Language, AThreadMaySpeakAnotherOneForAWhile) {
  {
    const SpokenHere japanese(Language::kJapanese);
    EXPECT_EQ(said({"yes", "はい"}), "はい");
    {
      const SpokenHere english(Language::kEnglish);
      EXPECT_EQ(said({"yes", "はい"}), "yes");
    }
    std::thread([] { EXPECT_EQ(said({"yes", "はい"}), "yes"); }).join();
    EXPECT_EQ(said({"yes", "はい"}), "はい");
  }
  EXPECT_EQ(said({"yes", "はい"}), "yes");
}

}  // namespace
}  // namespace gougi::base
