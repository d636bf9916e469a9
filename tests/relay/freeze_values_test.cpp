// SPDX-License-Identifier: MIT
// Freeze shogi: an engine that does not see freezes is not surer than one that does.
#include "relay/freeze_values.hpp"

#include <gmock/gmock.h>

#include "relay/freeze_stage.hpp"

namespace gougi::relay::testing {
namespace {

using shogi::Color;
using ::testing::StartsWith;
using usi::Score;

shogi::FreezeState left(std::uint16_t black, std::uint16_t white) { return {{}, {black, white}}; }

TEST(FreezeValues, AMateThatAFreezeCouldRefuteIsAClearLead) {
  const auto counted = [](FreezeAbility ability, shogi::FreezeState state) {
    return counted_score(Score::mate_in(5), ability, state, Color::kBlack, consensus::Scale{600});
  };
  for (const auto blind :
       {FreezeAbility::kNone, FreezeAbility::kIgnore, FreezeAbility::kCanFreeze}) {
    EXPECT_EQ(counted(blind, left(0, 1)), Score::cp(1800));
    EXPECT_EQ(counted(blind, left(3, 0)), Score::mate_in(5));
  }
  EXPECT_EQ(counted(FreezeAbility::kOk, left(3, 3)), Score::mate_in(5));
  EXPECT_EQ(counted(FreezeAbility::kAllowFreeze, left(3, 3)), Score::mate_in(5));
}

TEST(FreezeValues, BeingMatedIsNotCertainForWhoDeclaresNone) {
  const auto counted = [](FreezeAbility ability, shogi::FreezeState state) {
    return counted_score(Score::mated_in(4), ability, state, Color::kWhite, consensus::Scale{500});
  };
  for (const auto blind :
       {FreezeAbility::kNone, FreezeAbility::kIgnore, FreezeAbility::kAllowFreeze}) {
    EXPECT_EQ(counted(blind, left(0, 1)), Score::cp(-1500));
    EXPECT_EQ(counted(blind, left(3, 0)), Score::mated_in(4));
  }
  EXPECT_EQ(counted(FreezeAbility::kOk, left(3, 3)), Score::mated_in(4));
}

TEST(FreezeValues, CentipawnsAreBoundAndSmallOnesLeftAlone) {
  const auto counted = [](int cp) {
    return counted_score(Score::cp(cp), FreezeAbility::kNone, left(3, 3), Color::kBlack,
                         consensus::Scale{600});
  };
  EXPECT_EQ(counted(4000), Score::cp(1800));
  EXPECT_EQ(counted(-30000), Score::cp(-1800));
  EXPECT_EQ(counted(700), Score::cp(700));
  EXPECT_EQ(counted(0), Score::cp(0));
}

// What is played where the first engine, of this word, sees a mate, and the second, which sees all
// freezes, something else that is good.
std::string played(const char* word, const std::string& position, const std::string& score) {
  Stage stage(2, 0, "optimistic");
  announce(stage.children[0], word);
  announce(stage.children[1], "OK");
  stage.children[0].on_go = {"info depth 9 score " + score + " pv 7g7f", "bestmove 7g7f"};
  stage.children[1].on_go = {"info depth 9 score cp 2500 pv 2g2f", "bestmove 2g2f"};
  stage.begin_game();
  stage.host(position);
  stage.host(kGoASecond);
  return stage.last("bestmove");
}

TEST(FreezeValues, ARuleOfValuesDoesNotFollowTheBlind) {
  for (const char* score : {"mate 7", "mate +", "cp 4000", "cp 30000"}) {
    EXPECT_THAT(played(nullptr, "position startpos z3Z3", score), StartsWith("bestmove 2g2f"));
    EXPECT_THAT(played("OK", "position startpos z3Z3", score), StartsWith("bestmove 7g7f"));
    EXPECT_THAT(played(nullptr, "position startpos z0Z3", score), StartsWith("bestmove 7g7f"));
    EXPECT_THAT(played(nullptr, "position startpos", score), StartsWith("bestmove 7g7f"));
  }
}

}  // namespace
}  // namespace gougi::relay::testing
