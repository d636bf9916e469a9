// SPDX-License-Identifier: MIT
#include "match/adjudication.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "game/shogi_position.hpp"
#include "notation/sfen.hpp"

namespace gougi::match {
namespace {

using shogi::Color;
using usi::Score;

shogi::Game game_of(std::string_view moves, std::string_view sfen = "startpos") {
  shogi::Game game(*notation::parse_sfen(sfen));
  for (const auto word : base::split_words(moves)) {
    EXPECT_TRUE(game.play(*notation::parse_usi_move(word))) << word;
  }
  return game;
}

Ending declared(const shogi::Position& position) {
  return game::shogi_rules().declared(game::ShogiPosition(position), shogi::DeclarationRule::k27);
}

TEST(Judge, NobodyWithoutAMoveGoesOn) {
  // Gold on 5b, guarded by a pawn: mate.
  const shogi::Game mated = game_of("", "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
  const auto ending = judge(game::game_of(mated), 0);
  ASSERT_TRUE(ending);
  EXPECT_EQ(*ending, (Ending{Result::kBlackWins, Reason::kMate, ""}));
  EXPECT_FALSE(judge(game::game_of(shogi::Game()), 512));
}

TEST(Judge, TheFourthOccurrenceEndsTheGame) {
  const std::string cycle = "2h1h 8b9b 1h2h 9b8b ";
  EXPECT_FALSE(judge(game::game_of(game_of(cycle + cycle)), 0));
  const auto ending = judge(game::game_of(game_of(cycle + cycle + cycle)), 0);
  ASSERT_TRUE(ending);
  EXPECT_EQ(*ending, (Ending{Result::kDraw, Reason::kRepetition, ""}));
}

TEST(Judge, WhoGivesPerpetualCheckLoses) {
  // The rook checks on the file wherever the king steps.
  const std::string checks = "5h4h 4a5a 4h5h 5a4a ";
  const shogi::Game game = game_of(checks + checks + checks, "5k3/9/9/9/9/9/9/4R4/8K b - 1");
  const auto ending = judge(game::game_of(game), 0);
  ASSERT_TRUE(ending);
  EXPECT_EQ(*ending, (Ending{Result::kWhiteWins, Reason::kPerpetualCheck, ""}));
}

TEST(Judge, TheLongestGameIsADrawUnlessItsLastMoveMates) {
  EXPECT_FALSE(judge(game::game_of(game_of("7g7f 3c3d")), 3));
  const auto ending = judge(game::game_of(game_of("7g7f 3c3d 2g2f")), 3);
  ASSERT_TRUE(ending);
  EXPECT_EQ(ending->reason, Reason::kMaxPlies);
  EXPECT_EQ(ending->result, Result::kDraw);
  const shogi::Game mate = game_of("G*5b", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
  EXPECT_EQ(judge(game::game_of(mate), 1)->reason, Reason::kMate);
}

TEST(Judge, ADeclarationWinsOrLosesByTheRule) {
  const auto position = notation::parse_sfen("+R+R+B+B+P+P+P+PK/+P+P+P6/9/9/9/9/9/9/4k4 b 5P 1");
  ASSERT_TRUE(position);
  EXPECT_EQ(declared(*position).reason, Reason::kDeclaration);
  EXPECT_EQ(declared(*position).result, Result::kBlackWins);
  const Ending wrong = declared(shogi::Position::start());
  EXPECT_EQ(wrong, (Ending{Result::kWhiteWins, Reason::kWrongDeclaration, ""}));
}

AdjudicationSettings both_rules() {
  AdjudicationSettings settings;
  settings.resign = ResignRule{1000, 2};
  settings.draw = DrawRule{10, 2, 6};
  return settings;
}

TEST(Agreement, BothMustSeeTheLossForLongEnough) {
  Agreement agreement(both_rules());
  agreement.heard(Color::kBlack, Score::cp(-1200), 1);
  agreement.heard(Color::kWhite, Score::cp(1000), 2);
  agreement.heard(Color::kBlack, Score::mated_in(8), 3);
  EXPECT_FALSE(agreement.verdict());
  agreement.heard(Color::kWhite, Score::cp(5000), 4);
  ASSERT_TRUE(agreement.verdict());
  EXPECT_EQ(*agreement.verdict(), (Ending{Result::kWhiteWins, Reason::kAgreedLoss, ""}));
}

TEST(Agreement, ADoubtBeginsTheCountAnew) {
  Agreement agreement(both_rules());
  for (const int ply : {1, 3}) {
    agreement.heard(Color::kBlack, Score::cp(-1200), ply);
    agreement.heard(Color::kWhite, Score::cp(ply == 1 ? 1200 : 999), ply + 1);
  }
  EXPECT_FALSE(agreement.verdict());
  agreement.heard(Color::kBlack, std::nullopt, 5);
  agreement.heard(Color::kWhite, Score::cp(1200), 6);
  agreement.heard(Color::kBlack, Score::cp(-1200), 7);
  agreement.heard(Color::kWhite, Score::cp(1200), 8);
  EXPECT_FALSE(agreement.verdict());
  agreement.heard(Color::kBlack, Score::cp(-1200), 9);
  EXPECT_TRUE(agreement.verdict());
}

TEST(Agreement, OneWhoSeesHimselfLostAndOneWhoDoesNotPlayOn) {
  Agreement agreement(both_rules());
  for (int ply = 1; ply < 20; ply += 2) {
    agreement.heard(Color::kBlack, Score::cp(-9000), ply);
    agreement.heard(Color::kWhite, Score::cp(-9000), ply + 1);
  }
  EXPECT_FALSE(agreement.verdict());
}

// Black is the winner in all of these.
TEST(Agreement, ABoundCountsForALossOnlyWhereItPointsThatWay) {
  const auto loses = [](const Score& winner, const Score& loser) {
    Agreement agreement(both_rules());
    for (const int ply : {1, 3}) {
      agreement.heard(Color::kBlack, winner, ply);
      agreement.heard(Color::kWhite, loser, ply + 1);
    }
    return agreement.verdict().has_value();
  };
  const auto bounded = [](Score score, usi::Bound bound) {
    score.bound = bound;
    return score;
  };
  const auto at_least = [&](const Score& score) { return bounded(score, usi::Bound::kLower); };
  const auto at_most = [&](const Score& score) { return bounded(score, usi::Bound::kUpper); };
  EXPECT_TRUE(loses(Score::cp(1000), Score::cp(-1000)));
  EXPECT_TRUE(loses(at_least(Score::cp(1000)), at_most(Score::cp(-1000))));
  EXPECT_FALSE(loses(at_most(Score::cp(1000)), Score::cp(-1000)));
  EXPECT_FALSE(loses(Score::cp(1000), at_least(Score::cp(-1000))));
  EXPECT_TRUE(loses(at_least(Score::mate_in(5)), at_most(Score::mated_in(4))));
  EXPECT_FALSE(loses(at_most(Score::mate_in(5)), Score::mated_in(4)));
  EXPECT_FALSE(loses(Score::mate_in(5), at_least(Score::mated_in(4))));
}

TEST(Agreement, ABoundIsNoEvenScore) {
  for (const auto bound : {usi::Bound::kLower, usi::Bound::kUpper}) {
    Agreement agreement(both_rules());
    for (int ply = 1; ply <= 12; ++ply) {
      Score score = Score::cp(0);
      if (ply % 2 == 0) score.bound = bound;
      agreement.heard(ply % 2 == 1 ? Color::kBlack : Color::kWhite, score, ply);
    }
    EXPECT_FALSE(agreement.verdict());
  }
}

TEST(Agreement, ADrawNeedsEvenScoresAndItsPly) {
  Agreement agreement(both_rules());
  for (int ply = 1; ply <= 5; ++ply) {
    agreement.heard(ply % 2 == 1 ? Color::kBlack : Color::kWhite, Score::cp(-10), ply);
    EXPECT_FALSE(agreement.verdict()) << ply;
  }
  agreement.heard(Color::kWhite, Score::cp(10), 6);
  ASSERT_TRUE(agreement.verdict());
  EXPECT_EQ(*agreement.verdict(), (Ending{Result::kDraw, Reason::kAgreedDraw, ""}));
}

TEST(Agreement, WithoutRulesNobodyIsAsked) {
  Agreement agreement{AdjudicationSettings{}};
  for (int ply = 1; ply < 400; ++ply) {
    agreement.heard(ply % 2 == 1 ? Color::kBlack : Color::kWhite, Score::cp(0), ply);
  }
  EXPECT_FALSE(agreement.verdict());
}

TEST(GameRecord, EveryReasonHasATextOfItsOwn) {
  for (int i = 0; i < game::kReasonCount; ++i) {
    const auto reason = static_cast<Reason>(i);
    EXPECT_FALSE(to_text(reason).empty());
    EXPECT_EQ(game::reason_from_text(to_text(reason)), reason);
  }
  EXPECT_FALSE(game::reason_from_text("boredom"));
  EXPECT_TRUE(is_fault(Reason::kTime));
  EXPECT_TRUE(is_fault(Reason::kIllegalMove));
  EXPECT_FALSE(is_fault(Reason::kMaxPlies));
}

}  // namespace
}  // namespace gougi::match
