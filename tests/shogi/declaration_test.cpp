// SPDX-License-Identifier: MIT
#include "shogi/declaration.hpp"

#include <gtest/gtest.h>

#include <string_view>

#include "notation/sfen.hpp"

namespace gougi::shogi {
namespace {

bool can(std::string_view sfen, DeclarationRule rule) {
  const auto position = notation::parse_sfen(sfen);
  EXPECT_TRUE(position) << position.error().message;
  return position && can_declare(*position, rule);
}

// Black: king and ten pieces in the camp (10 points), more in hand.
TEST(Declaration, BlackNeeds28PointsAndWhite27) {
  EXPECT_TRUE(can("K8/+P+P+P+P+P+P3/+P+P+P+P5/9/9/9/9/9/8k b 2R2G6P 1", DeclarationRule::k27));
  EXPECT_FALSE(can("K8/+P+P+P+P+P+P3/+P+P+P+P5/9/9/9/9/9/8k b 2R2G5P 1", DeclarationRule::k27));
  EXPECT_TRUE(can("K8/9/9/9/9/9/5+p+p+p+p/3+p+p+p+p+p+p/8k w 2r2g5p 1", DeclarationRule::k27));
  EXPECT_FALSE(can("K8/9/9/9/9/9/5+p+p+p+p/3+p+p+p+p+p+p/8k w 2r2g4p 1", DeclarationRule::k27));
}

TEST(Declaration, TheTwentyFourPointRuleWinsFrom31) {
  EXPECT_TRUE(can("K8/+P+P+P+P+P+P3/+P+P+P+P5/9/9/9/9/9/8k b 2RB4G2P 1", DeclarationRule::k24));
  EXPECT_FALSE(can("K8/+P+P+P+P+P+P3/+P+P+P+P5/9/9/9/9/9/8k b 2RB4GP 1", DeclarationRule::k24));
}

TEST(Declaration, LargePiecesInTheCampCountFive) {
  EXPECT_TRUE(can("K+R+R+B+B4/+P+P+P+P+P+P3/9/9/9/9/9/9/8k b 2P 1", DeclarationRule::k27));
  EXPECT_FALSE(can("K+R+R+B+B4/+P+P+P+P+P+P3/9/9/9/9/9/9/8k b P 1", DeclarationRule::k27));
}

TEST(Declaration, PiecesOutsideTheCampDoNotCount) {
  EXPECT_FALSE(can("K8/+P+P+P+P+P+P3/+P+P+P+P5/RRBB5/9/9/8k/9/9 b - 1", DeclarationRule::k27));
}

TEST(Declaration, NeedsTheKingInTheCampAndTenOthers) {
  EXPECT_FALSE(can("9/+P+P+P+P+P+P3/+P+P+P+P5/K8/9/9/9/9/8k b 2R2B2G6P 1", DeclarationRule::k27));
  EXPECT_FALSE(can("K8/+P+P+P+P+P+P3/+P+P+P6/9/9/9/9/9/8k b 2R2B2G6P 1", DeclarationRule::k27));
}

TEST(Declaration, NotWhileInCheck) {
  EXPECT_FALSE(can("K7r/+P+P+P+P+P+P3/+P+P+P+P5/9/9/9/9/9/8k b R2B2G6P 1", DeclarationRule::k27));
}

TEST(Declaration, TheHandicapGiverCountsWhatIsMissing) {
  // Two large pieces fewer in the game (10 points): White needs 17 instead of 27.
  constexpr std::string_view kEnough = "K8/9/9/9/9/9/5+p+p+p+p/3+p+p+p+p+p+p/8k w 4g3s8P4N4LS2R 1";
  EXPECT_FALSE(can(kEnough, DeclarationRule::k27));
  EXPECT_TRUE(can(kEnough, DeclarationRule::k27Handicap));
  constexpr std::string_view kTooFew = "K8/9/9/9/9/9/5+p+p+p+p/3+p+p+p+p+p+p/8k w 4g2s8P4N4L2S2R 1";
  EXPECT_FALSE(can(kTooFew, DeclarationRule::k27Handicap));
  // 31 - 10 = 21 by the other rule.
  EXPECT_FALSE(can(kEnough, DeclarationRule::k24Handicap));
  EXPECT_TRUE(can("K8/9/9/9/9/9/5+p+p+p+p/3+p+p+p+p+p+p/8k w 4g4s3n8PN4L2R 1",
                  DeclarationRule::k24Handicap));
}

TEST(Declaration, TryMeansTheKingOnTheOpponentsKingSquare) {
  EXPECT_TRUE(can("4K4/9/9/9/9/9/9/9/8k b - 1", DeclarationRule::kTry));
  EXPECT_FALSE(can("3K5/9/9/9/9/9/9/9/8k b - 1", DeclarationRule::kTry));
  EXPECT_TRUE(can("K8/9/9/9/9/9/9/9/4k4 w - 1", DeclarationRule::kTry));
  EXPECT_FALSE(can("4K4/9/9/9/9/9/9/9/4k3R w - 1", DeclarationRule::kTry)) << "in check";
}

TEST(Declaration, NoRuleNoDeclaration) {
  EXPECT_FALSE(
      can("4K4/+P+P+P+P+P+P3/+P+P+P+P5/9/9/9/9/9/8k b 2R2B2G6P 1", DeclarationRule::kNone));
}

TEST(Declaration, WithoutAKingNothingIsDeclared) {
  EXPECT_FALSE(can("9/+P+P+P+P+P+P3/+P+P+P+P5/9/9/9/9/9/8k b 2R2B2G6P 1", DeclarationRule::k27));
}

}  // namespace
}  // namespace gougi::shogi
