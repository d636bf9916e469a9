// SPDX-License-Identifier: MIT
#include "base/closest.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "base/language.hpp"

namespace gougi::base {
namespace {

constexpr std::array<std::string_view, 6> kKnown{
    "games", "time", "check", "match", "多数決合議（3者）", "楽観合議"};

TEST(Closest, FindsTheWordThatWasMeant) {
  EXPECT_EQ(closest("gmaes", kKnown), "games");
  EXPECT_EQ(closest("tiem", kKnown), "time");
  EXPECT_EQ(closest("chek", kKnown), "check");
  EXPECT_EQ(closest("CHECK", kKnown), "check");
  EXPECT_EQ(closest("多数決合議（２者）", kKnown), "多数決合議（3者）");
  EXPECT_EQ(closest("楽観会議", kKnown), "楽観合議");
}

TEST(Closest, GuessesAtNothingThatIsFar) {
  EXPECT_EQ(closest("frobnicate", kKnown), std::nullopt);
  EXPECT_EQ(closest("ti", kKnown), std::nullopt) << "two letters are too few to be sure";
  EXPECT_EQ(closest("", kKnown), std::nullopt);
  EXPECT_EQ(closest(std::string(10'000, 'a'), kKnown), std::nullopt);
  EXPECT_EQ(closest("\xE5\x90", kKnown), std::nullopt);
}

TEST(Closest, TakesAWordThatIsTheBeginningOrAPartOfAKnownOne) {
  constexpr std::array<std::string_view, 7> kNames{
      "record", "recorder", "USI_Hash", "--error-rate", "match", "Threads", "E1_Skill Level"};
  EXPECT_EQ(closest("rec", kNames), "record") << "the shortest";
  EXPECT_EQ(closest("Hash", kNames), "USI_Hash");
  EXPECT_EQ(closest("--rate", kNames), "--error-rate");
  EXPECT_EQ(closest("--error", kNames), "--error-rate");
  EXPECT_EQ(closest("thr", kNames), "Threads");
  EXPECT_EQ(closest("level", kNames), "E1_Skill Level");
  EXPECT_EQ(closest("as", kNames), std::nullopt) << "two letters are too few to be sure";
  EXPECT_EQ(closest("ash", kNames), std::nullopt) << "within a word is no part";
  EXPECT_EQ(closest("---", kNames), std::nullopt);
}

TEST(Closest, AsksInTheSameWordsEverywhere) {
  EXPECT_EQ(did_you_mean("gmaes", kKnown), "; did you mean games?");
  EXPECT_EQ(did_you_mean("frobnicate", kKnown), "");
  EXPECT_EQ(did_you_mean_then("gmaes", kKnown), "; did you mean games? ");
  EXPECT_EQ(did_you_mean_then("frobnicate", kKnown), "; ");
  speak(Language::kJapanese);
  EXPECT_EQ(did_you_mean("gmaes", kKnown), "。games のことですか?");
  EXPECT_EQ(did_you_mean("frobnicate", kKnown), "");
  EXPECT_EQ(did_you_mean_then("gmaes", kKnown), "。games のことですか? ");
  EXPECT_EQ(did_you_mean_then("frobnicate", kKnown), "。");
  speak(Language::kEnglish);
}

}  // namespace
}  // namespace gougi::base
