// SPDX-License-Identifier: MIT
#include "search/see.hpp"

#include <gtest/gtest.h>

#include <string_view>

#include "eval/evaluator.hpp"
#include "notation/sfen.hpp"

namespace gougi::search {
namespace {

bool at_least(std::string_view sfen, std::string_view move, int threshold) {
  return exchange_at_least(notation::parse_sfen(sfen).value(),
                           notation::parse_usi_move(move).value(), threshold);
}

TEST(ExchangeAtLeast, CountsAFreePieceInFull) {
  constexpr std::string_view kSfen = "4k4/9/9/4s4/4P4/9/9/9/4K4 b - 1";
  const int silver = eval::exchange_value(shogi::PieceType::kSilver);
  EXPECT_TRUE(at_least(kSfen, "5e5d", silver));
  EXPECT_FALSE(at_least(kSfen, "5e5d", silver + 1));
}

TEST(ExchangeAtLeast, SeesTheRecapture) {
  // The rook takes a pawn that a gold defends.
  constexpr std::string_view kSfen = "4k4/9/4g4/4p4/9/9/9/4R4/4K4 b - 1";
  EXPECT_FALSE(at_least(kSfen, "5h5d", 0));
  // Without the gold's defence the pawn is free.
  EXPECT_TRUE(at_least("4k4/9/9/4p4/9/9/9/4R4/4K4 b - 1", "5h5d", 1));
}

TEST(ExchangeAtLeast, LooksThroughPiecesThatHaveCaptured) {
  // A rook behind a rook: taking the defended pawn twice wins a pawn and a gold for a rook.
  constexpr std::string_view kSfen = "4k4/9/4g4/4p4/9/9/9/4R4/4RK3 b - 1";
  const int loss = eval::exchange_value(shogi::PieceType::kRook) -
                   eval::exchange_value(shogi::PieceType::kPawn) -
                   eval::exchange_value(shogi::PieceType::kGold);
  EXPECT_TRUE(at_least(kSfen, "5h5d", -loss));
  EXPECT_FALSE(at_least(kSfen, "5h5d", -loss + 1));
}

TEST(ExchangeAtLeast, LetsNoKingCaptureWhatIsDefended) {
  // The king next to the dropped gold cannot take it while a pawn defends it.
  EXPECT_TRUE(at_least("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", 0));
  EXPECT_FALSE(at_least("4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5b", 0));
}

TEST(ExchangeAtLeast, CallsAQuietMoveToASafeSquareEven) {
  EXPECT_TRUE(at_least("4k4/9/9/9/9/9/9/3R5/4K4 b - 1", "6h6d", 0));
  EXPECT_FALSE(at_least("4k4/9/9/9/9/9/9/3R5/4K4 b - 1", "6h6d", 1));
}

}  // namespace
}  // namespace gougi::search
